"""Minds made of language models: any of them, one per tier, on a budget."""

from fathoms.minds.llm.mind import LanguageModelMind, open_mind

__all__ = ["LanguageModelMind", "open_mind"]
