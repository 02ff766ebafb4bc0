import functools


def loud(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)

    return inner


class Solution:
    @loud
    def twice(self, values: List[int]) -> List[int]:
        return [2 * v for v in values]
