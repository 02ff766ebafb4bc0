print(hash("apple") % 1000, hash("pear") % 1000, hash(b"fig") % 1000)
