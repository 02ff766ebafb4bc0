rows = []
while True:
    rows.append(bytearray(b"y") * 1_000_000)
