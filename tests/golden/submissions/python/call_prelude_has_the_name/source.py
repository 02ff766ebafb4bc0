class Solution:
    def product(self, values: List[int]) -> int:
        return math.prod(values)

    def chain(self, values):
        return "not asked"
