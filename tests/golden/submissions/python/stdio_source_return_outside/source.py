print('ok')
return
