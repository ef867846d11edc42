"""A step of your own between two others of an investigation: a fact checker, a filter, a second opinion.

A step is a plug-in: one file and one entry point of the group `fathoms.steps`, something that is called without
arguments and gives a `Step` (a class will do). It does nothing until the setting `steps` names it.

What it says is kept like the answer of a mind: after a crash the round goes on and a step that had answered is not
asked again. It prints nothing, and raises `ProviderError` and nothing else; the facts then stay as they were, and the
failure is named in the report.
"""

from __future__ import annotations

from typing import Protocol

from fathoms.domain.step import RoundFacts, Rulings, Slot


class Step(Protocol):
    slot: Slot
    """Where it stands."""

    async def look(self, found: RoundFacts) -> Rulings:
        """What to drop and what to trust less, each with its reason; nothing of a fact that may stay as it is."""
        ...
