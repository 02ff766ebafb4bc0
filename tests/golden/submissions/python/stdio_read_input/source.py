n = int(input())
print(sum(int(t) for t in input().split()[:n]))
