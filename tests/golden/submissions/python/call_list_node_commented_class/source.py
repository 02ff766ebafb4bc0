# Definition for singly-linked list.
# class ListNode:
#     def __init__(self, val=0, next=None):
#         self.val = val
#         self.next = next
class Solution:
    def keepOdd(self, head: Optional[ListNode]) -> Optional[ListNode]:
        anchor = tail = ListNode(0)
        while head:
            if head.val % 2:
                tail.next = ListNode(head.val)
                tail = tail.next
            head = head.next
        return anchor.next
