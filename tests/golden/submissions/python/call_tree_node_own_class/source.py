class TreeNode:
    def __init__(self, x):
        self.val = x
        self.left = None
        self.right = None


class Solution:
    def build(self, n: int) -> TreeNode:
        root = TreeNode(1)
        node = root
        for value in range(2, n + 1):
            node.right = TreeNode(value)
            node = node.right
        return root
