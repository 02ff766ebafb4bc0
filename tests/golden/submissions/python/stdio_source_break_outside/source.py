print('ok')
break
