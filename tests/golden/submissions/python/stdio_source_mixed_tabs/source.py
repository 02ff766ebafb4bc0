if True:
        print('o')
	print('k')
