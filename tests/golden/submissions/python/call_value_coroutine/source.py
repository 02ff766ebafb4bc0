async def make(n):
    return n
