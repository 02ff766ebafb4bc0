class Solution:
    def gather(self, n, seen=[]):
        seen.append(n)
        return seen
