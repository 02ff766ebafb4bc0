class Solution:
    def solve(self, n):
        return n
