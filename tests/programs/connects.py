# Looks for a network, and for sockets of the machine.
# expect: exited
# prints: nothing

import glob
import socket

found = []
for family, address in (
    (socket.AF_INET, ("192.0.2.1", 80)),
    (socket.AF_INET, ("127.0.0.1", 22)),
    (socket.AF_INET6, ("::1", 22)),
    *((socket.AF_UNIX, path) for path in glob.glob("/run/**/*", recursive=True)),
    (socket.AF_UNIX, "/var/run/docker.sock"),
):
    try:
        with socket.socket(family, socket.SOCK_STREAM) as line:
            line.settimeout(0.2)
            line.connect(address)
            found.append(address)
    except OSError:
        pass
try:
    socket.getaddrinfo("example.org", 80)
    found.append("names")
except OSError:
    pass
print(found or "nothing")
