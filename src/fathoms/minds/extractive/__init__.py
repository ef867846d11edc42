"""The built-in mind that needs no model: an evidence brief, every line quoted."""

from fathoms.minds.extractive.mind import ExtractiveMind

__all__ = ["ExtractiveMind"]
