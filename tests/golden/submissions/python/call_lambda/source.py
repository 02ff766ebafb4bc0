twice = lambda values: [2 * v for v in values]
