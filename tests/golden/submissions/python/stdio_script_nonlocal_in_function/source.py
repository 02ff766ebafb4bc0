def counter():
    count = 0

    def step():
        nonlocal count
        count += 1
        return count

    return step


step = counter()
step()
print(step())
