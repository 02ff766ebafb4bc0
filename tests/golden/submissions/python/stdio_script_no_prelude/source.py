print(deque([1]).pop())
