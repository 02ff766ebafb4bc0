print("a\0b")
