# the word is: ok
with open(__file__, encoding="utf-8") as source:
    print(source.readline().split()[-1])
