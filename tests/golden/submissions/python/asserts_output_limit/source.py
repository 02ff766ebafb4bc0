def square(n):
    while True:
        print("spam" * 1000)
