import pickle


class Token:
    def __init__(self, word):
        self.word = word


def copy(token):
    return pickle.loads(pickle.dumps(token))
