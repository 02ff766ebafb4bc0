if (n := int(input())) > 1:
    print(f'{n=} {n:>4}|{n!r:0>3}')
