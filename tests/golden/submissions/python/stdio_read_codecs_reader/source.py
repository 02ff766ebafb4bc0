import codecs
import sys

reader = codecs.getreader("utf-8")(sys.stdin.buffer)
print(len(reader.readline().strip()), reader.read().strip())
