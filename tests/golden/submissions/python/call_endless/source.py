def spin(n):
    while True:
        n += 1
