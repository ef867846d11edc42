"""The report: composed from findings, checked against quotes, rendered last.

Knows: what a finished run handed over.  Does not know: how it was found, where it is stored.
"""
