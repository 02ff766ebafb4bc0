import os

reader, writer = os.pipe()
child = os.fork()
if child == 0:
    os.write(writer, b"ok")
    os._exit(7)
_, status = os.waitpid(child, 0)
print(os.read(reader, 10).decode(), os.waitstatus_to_exitcode(status))
