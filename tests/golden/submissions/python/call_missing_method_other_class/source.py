class Solver:
    def answer(self, n):
        return n
