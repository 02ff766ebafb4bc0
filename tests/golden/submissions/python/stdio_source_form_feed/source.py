print('o', end='')

print('k')
