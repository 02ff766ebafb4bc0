import sys


def probe(n):
    module = sys.modules[__name__]
    return [__name__ == "__main__", module.probe is probe]
