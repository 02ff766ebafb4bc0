print('ok')
if False:
    x = = 1
