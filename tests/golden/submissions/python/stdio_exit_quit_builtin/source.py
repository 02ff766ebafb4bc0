print(int(input()) + 1)
quit(0)
