"""The rules: pure functions over domain values. No mind can talk them out of their limits."""
