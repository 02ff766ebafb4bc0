import random

random.seed(12)
print(random.randrange(10**6), random.random() < 1)
