```python
print('ok')
```
