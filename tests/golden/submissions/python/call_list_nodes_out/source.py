class Solution:
    def parts(self, head: Optional[ListNode]) -> List[Optional[ListNode]]:
        out = []
        while head:
            rest = head.next
            head.next = None
            out.append(head)
            head = rest
        return out
