"""Fathoms: ask a question, get a report in which every sentence leads back to words in a stored source."""

__version__ = "0.1.0"
