class Solution:
    def flip(self, grid: List[List[int]]) -> None:
        grid[:] = [list(row) for row in zip(*grid)]
