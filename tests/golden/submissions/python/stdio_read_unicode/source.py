word = input()
print(len(word), word[::-1], word.encode().hex())
