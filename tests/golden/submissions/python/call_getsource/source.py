import inspect


def own(n):
    return inspect.getsource(own).count("\n") + n
