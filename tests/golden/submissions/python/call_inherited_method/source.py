class Base:
    def twice(self, values):
        return [self.factor * v for v in values]


class Solution(Base):
    factor = 2
