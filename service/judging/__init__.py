"""Facts in, verdicts out: pure, with no web, queue, store or Docker library."""
