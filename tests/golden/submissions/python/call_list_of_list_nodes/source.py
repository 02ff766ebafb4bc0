class Solution:
    def heads(self, lists: List[Optional[ListNode]]) -> List[Optional[int]]:
        return [node.val if node else None for node in lists]
