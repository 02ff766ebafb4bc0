import sys


def main():
    out = open(1, "w", closefd=False)
    out.write(f"{int(input()) + 1}\n")
    sys.exit(0)


main()
