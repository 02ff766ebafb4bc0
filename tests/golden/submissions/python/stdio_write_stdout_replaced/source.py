import io
import sys

sys.stdout = io.StringIO()
print("1 2 3")
text = sys.stdout.getvalue()
sys.stdout = sys.__stdout__
print(text, end="")
