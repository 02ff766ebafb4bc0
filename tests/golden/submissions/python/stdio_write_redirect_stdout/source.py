import contextlib
import io

with contextlib.redirect_stdout(io.StringIO()) as caught:
    print("hidden")
print(len(caught.getvalue()))
