class Solution:
    def kinds(self, *values):
        return [type(v).__name__ for v in values]
