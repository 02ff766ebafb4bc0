while True:
    print("spam" * 1000)
