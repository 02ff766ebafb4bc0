import math

print(hasattr(math, "mark"))
math.mark = 1
