import pickle


class Point:
    def __init__(self, x):
        self.x = x


copy = pickle.loads(pickle.dumps(Point(5)))
print(type(copy) is Point, copy.x, Point.__module__)
