class ListNode:
    def __init__(self, val=0, next=None):
        self.val = val
        self.next = next


class Solution:
    def double(self, head: ListNode) -> ListNode:
        if head is None:
            return None
        assert type(head) is ListNode
        return ListNode(2 * head.val, self.double(head.next))
