class Solution:
    def mirror(self, root: Optional[TreeNode]) -> Optional[TreeNode]:
        if root:
            root.left, root.right = self.mirror(root.right), self.mirror(root.left)
        return root
