class Solution:
    def order(self, values: List[int]) -> None:
        values = sorted(values)
