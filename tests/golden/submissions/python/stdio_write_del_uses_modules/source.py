import sys


def show(number):
    sys.stdout.write(f"{number}\n")


class Last:
    def __init__(self, number):
        self.number = number

    def __del__(self):
        show(self.number)


last = Last(int(input()) + 1)
