class Solution:
    total = 0

    def add(self, n):
        Solution.total += n
        return Solution.total
