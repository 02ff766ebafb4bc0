def total(head: ListNode):
    result = 0
    while head:
        result += head.val
        head = head.next
    return result
