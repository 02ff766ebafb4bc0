# Closes stdin, stdout and stderr and ends.
# expect: exited
# prints: closing

import os

os.write(1, b"closing\n")
os.closerange(0, 1024)
os._exit(0)
