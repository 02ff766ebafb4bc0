exec("def twice(x):\n    return 2 * x")
x = 20
print(eval("twice(x) + 2"), [eval("x") for _ in "a"])
