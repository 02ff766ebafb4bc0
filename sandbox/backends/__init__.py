"""One file for each way to isolate a slot."""
