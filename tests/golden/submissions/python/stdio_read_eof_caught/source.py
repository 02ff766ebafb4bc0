count = 0
try:
    while True:
        input()
        count += 1
except EOFError:
    print(count)
