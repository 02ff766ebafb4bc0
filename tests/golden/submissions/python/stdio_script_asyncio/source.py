import asyncio


async def reply(word):
    await asyncio.sleep(0)
    return word


async def main():
    print(*await asyncio.gather(reply("o"), reply("k")), sep="")


asyncio.run(main())
