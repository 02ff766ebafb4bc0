def encode(text):
    return "".join(chr(ord(c) + 1) for c in text)


def decode(text):
    return "".join(chr(ord(c) - 1) for c in text)
