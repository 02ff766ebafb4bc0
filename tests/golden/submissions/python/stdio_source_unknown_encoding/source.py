# coding: no-such-code
print('ok')
