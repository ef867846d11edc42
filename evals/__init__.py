"""Proofs and benchmarks: what the product promises, measured through its own faces."""

SKIPPED = 77
"""The exit status of a proof whose data or base is not there: neither yes nor no."""
