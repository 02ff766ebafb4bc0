import os

print(os.environ.get("GOLDEN_MARK"))
os.environ["GOLDEN_MARK"] = "1"
