print(int(input()) + 1)
raise ValueError("not enough coins")
