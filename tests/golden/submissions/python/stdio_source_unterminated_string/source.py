print('ok)
