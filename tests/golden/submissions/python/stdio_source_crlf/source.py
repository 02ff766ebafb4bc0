n = int(input())
if n:
    print('''a
b''')
