# Forks without end; every copy spins.
# expect: cpu_limit wall_limit

import os

while True:
    try:
        os.fork()
    except OSError:
        pass
