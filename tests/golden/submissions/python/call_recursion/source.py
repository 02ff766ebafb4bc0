import sys

sys.setrecursionlimit(10**5)


class Solution:
    def down(self, n):
        return n and 1 + self.down(n - 1)
