# Stops itself with SIGSTOP.
# expect: wall_limit

import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)
