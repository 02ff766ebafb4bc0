"""Where batches and results are kept: one protocol, one file for each store."""
