print("12345")
