def down():
    return down()


try:
    down()
except RecursionError:
    print(int(input()) + 1)
