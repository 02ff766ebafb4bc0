class Solution:
    def add(self, a: "Missing", b: "Optional[Missing]") -> "Missing":
        return a + b
