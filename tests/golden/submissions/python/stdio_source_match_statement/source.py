match input().split():
    case [a, b]:
        print(int(a) + int(b))
    case _:
        print('none')
