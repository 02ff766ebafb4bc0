for c in 'ok':
	print(c, end='')
print()
