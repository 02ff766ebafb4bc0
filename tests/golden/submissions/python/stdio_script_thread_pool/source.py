from concurrent.futures import ThreadPoolExecutor

with ThreadPoolExecutor(3) as pool:
    print(*pool.map(len, ["a", "bb", "ccc"]))
