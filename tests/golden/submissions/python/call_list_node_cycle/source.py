class Solution:
    def ring(self, head: Optional[ListNode]) -> Optional[ListNode]:
        head.next = head
        return head
