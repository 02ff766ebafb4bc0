import warnings

warnings.warn("careful")
print("ok" if 1 is not 2 else "")
