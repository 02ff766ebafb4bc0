import gc

print(gc.isenabled(), gc.get_freeze_count() >= 0)
