import asyncio


async def square(n):
    await asyncio.sleep(0)
    return n * n
