"""Search engines, one file each. The foreign shape of an answer never leaves the file that asked for it.

A new one is a file with `open_engine(options, http)` and a line in the group `fathoms.engines`; see
docs/how-to/add-a-search-engine.md.
"""
