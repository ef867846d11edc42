"""The durable flow. Read `research.py` first (the run), then `investigate.py` (one task)."""
