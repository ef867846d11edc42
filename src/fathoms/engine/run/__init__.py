"""A whole run: its progress and state, what it may spend, what its tasks share, what it teaches."""
