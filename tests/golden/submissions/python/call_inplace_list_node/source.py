class Solution:
    def spread(self, head: Optional[ListNode]) -> None:
        node = head
        while node:
            node.next = ListNode(0, node.next)
            node = node.next.next
