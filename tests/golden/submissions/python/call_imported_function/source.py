from math import comb
