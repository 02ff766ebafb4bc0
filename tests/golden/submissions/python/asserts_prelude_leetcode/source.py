def line(n) -> List[int]:
    return list(deque([n]))
