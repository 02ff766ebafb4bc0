class Solution:
    def mix(self, values: List[int], limit: Optional[int] = None) -> Dict[str, int]:
        heap = list(values)
        heapq.heapify(heap)
        line = deque(sorted(heap))
        counts = Counter(values)
        groups = defaultdict(int)
        groups["root"] = math.isqrt(sum(heap))
        groups["place"] = bisect.bisect_left(line, 2)
        groups["pairs"] = len(list(itertools.combinations(values, 2)))
        groups["most"] = counts.most_common(1)[0][1]
        groups["product"] = functools.reduce(lambda a, b: a * b, values)
        groups["letters"] = len(string.ascii_lowercase) + len(re.findall("a", "banana"))
        return groups
