def line(n) -> List[int]:
    return [n]
