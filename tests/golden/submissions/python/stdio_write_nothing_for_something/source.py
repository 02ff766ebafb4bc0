x = input()
