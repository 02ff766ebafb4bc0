print(*iter(input, "stop"), sep="-")
