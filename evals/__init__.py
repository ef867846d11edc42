"""Proofs and benchmarks: what the product promises, measured through its own faces."""
