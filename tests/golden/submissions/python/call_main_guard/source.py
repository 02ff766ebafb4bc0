def add(a, b):
    return a + b


if __name__ == "__main__":
    raise SystemExit(input("never reached"))
