class Solution:
    def chop(self, root: Optional[TreeNode]) -> Optional[TreeNode]:
        return root and TreeNode(root.val, None, root.right)
