try:
    raise SystemExit(5)
except SystemExit as stop:
    print(int(input()) + stop.code - 4)
