class Solution:
    def twice(self, values: List[int]) -> List[int]:
        return [2 * v for v in values]
