from fractions import Fraction

def make(n):
    return Fraction(n, 2)
