from typing import *
from collections import *
from math import *


class Solution:
    def probe(self, n: int) -> Tuple[int, float]:
        return (len(OrderedDict()), floor(sqrt(n)))
