import sys

print(sys._getframe().f_back, sys._getframe().f_code.co_name)
