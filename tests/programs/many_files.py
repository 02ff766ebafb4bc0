# Makes files until there is no room for one more name.
# expect: exited memory_limit cpu_limit
# prints: limited

import os

made = 0
try:
    while made < 10**6:
        os.mkdir(f"d{made}")
        os.close(os.open(f"d{made}/f", os.O_CREAT | os.O_WRONLY))
        made += 1
except OSError:
    pass
print("limited" if made < 10**6 else made)
