def make(n):
    return 'Yes'
