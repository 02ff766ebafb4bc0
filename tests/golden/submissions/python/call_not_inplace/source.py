class Solution:
    def order(self, values):
        values.sort()
