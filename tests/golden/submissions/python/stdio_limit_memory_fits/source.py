block = b"x" * 60_000_000
print(int(input()) + len(block) // 60_000_000)
