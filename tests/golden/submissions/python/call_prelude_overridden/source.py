Counter = lambda values: "mine"
List = list


def probe(values: List[int]):
    return Counter(values)
