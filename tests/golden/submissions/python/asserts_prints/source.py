def square(n):
    print("squaring", n)
    return n * n


print("loaded")
