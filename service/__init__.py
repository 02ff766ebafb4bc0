"""HTTP in, verdicts out: the judging service."""
