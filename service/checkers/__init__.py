"""One comparison method a file; each pure, total and linear in time."""
