# Writes to stderr without end.
# expect: output_limit

import os

while True:
    os.write(2, b"spam" * 1000)
