import sys

sys.stdout.write("1 ")
sys.stdout.writelines(["2 ", "3"])
sys.stdout.write("\n")
