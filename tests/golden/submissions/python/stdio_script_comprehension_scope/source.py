data = [3, 1, 2]
order = sorted(range(len(data)), key=lambda i: data[i])
print([[data[i] for i in order if data[i] > k] for k in range(3)])
