print(int(input()) + 1)
exit()
