from __future__ import annotations


class Solution:
    def last(self, head: ListNode | None) -> int | None:
        while head and head.next:
            head = head.next
        return head and head.val
