class Solution:
    def last(self, head: "Optional[ListNode]") -> int:
        return head.val if head.next is None else self.last(head.next)
