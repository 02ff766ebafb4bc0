def square(n):
    return n * n


if __name__ == "__main__":
    ready = True
