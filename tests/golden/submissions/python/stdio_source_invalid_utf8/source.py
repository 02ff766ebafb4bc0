# café
print('ok')
