def loop():
    out = []
    out.append(out)
    return out

def make(n):
    return loop()
