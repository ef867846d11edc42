"""Rerankers, one file each.

Each file has an entry point `open_reranker(options)` and imports its library only then, so that nobody pays for a
reranker that is not used.
"""
