import __main__

value = "ok"
print(__main__.value)
