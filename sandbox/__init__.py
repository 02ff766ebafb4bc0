"""One untrusted program under limits: says what happened, never whether it is right."""
