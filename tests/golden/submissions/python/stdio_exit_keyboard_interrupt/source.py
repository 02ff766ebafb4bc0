print(int(input()) + 1)
raise KeyboardInterrupt
