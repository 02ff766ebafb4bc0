"""Where accepted submissions wait for a worker: one protocol, one file for each queue."""
