class Solution:
    def lefts(self, root: TreeNode) -> int:
        if root is None:
            return 0
        left = root.left.val if root.left else 0
        return left + self.lefts(root.left) + self.lefts(root.right)
