class Solution:
    def greatest(self, a, b):
        return a
