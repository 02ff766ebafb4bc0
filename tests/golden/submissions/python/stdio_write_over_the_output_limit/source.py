print("123456")
