class Solution:
    def bump(self, root: Optional[TreeNode]) -> None:
        if root:
            root.val += 1
            self.bump(root.left)
            self.bump(root.right)
