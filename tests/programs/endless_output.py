# Prints without end.
# expect: output_limit

while True:
    print("spam" * 1000)
