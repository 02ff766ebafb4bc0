def square(n):
    while True:
        n += 1
