from decimal import Decimal

def make(n):
    return Decimal('0.5') * n
