class Farewell:
    def __del__(self):
        print("3")


keep = Farewell()
print("1 2", end=" ")
