class Solution:
    factor = 2

    @classmethod
    def twice(cls, values):
        return [cls.factor * v for v in values]
