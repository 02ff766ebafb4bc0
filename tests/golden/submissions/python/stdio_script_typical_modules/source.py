import bisect, collections, decimal, fractions, functools, heapq, itertools, json, math
import operator, queue, random, re, statistics, string, time, copy, textwrap, calendar, datetime

print(math.gcd(12, 18), datetime.date(2024, 2, 29).toordinal(), decimal.Decimal("0.1") * 3)
