"""What a run asks of minds, sources and steps, by kind: which deed, and of whom.

Knows: every deed and whose it is, and the name that it is stored under.  Does not know: requests or answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Party(StrEnum):
    """Who is asked."""

    MIND = "mind"
    SOURCE = "source"
    STEP = "step"
    """Put between ours by the user."""


class Deed(StrEnum):
    """What is asked for. The values are stored names: they never change."""

    BRIEF = "mind.brief"
    PLAN = "mind.plan"
    SCOPE = "mind.scope"
    EXTRACT = "mind.extract"
    CONCLUDE = "mind.conclude"
    PARENT = "mind.parent"
    SUMMARISE = "mind.summarise"
    GAPS = "mind.gaps"
    SKETCH = "mind.sketch"
    COMPOSE = "mind.compose"
    POLISH = "mind.polish"
    EDIT = "mind.edit"
    REDRAFT = "mind.redraft"
    REVIEW = "mind.review"
    REVISE = "mind.revise"
    """Asked for by earlier versions: their runs still tell what they spent."""
    SUPPORT = "mind.support"
    REWRITE = "mind.rewrite"
    SURVEY = "survey"
    SCOUT = "scout"
    SEARCH = "search"
    READ = "read"
    CHECK = "check"
    CHECK_READ = "check-read"
    LOOK = "step"

    @property
    def party(self) -> Party:
        if self is Deed.LOOK:
            return Party.STEP
        return Party.MIND if self.value.startswith("mind.") else Party.SOURCE


@dataclass(frozen=True, slots=True)
class CallKind:
    """A deed, and the source or step that it is asked of; a run has one mind, which needs no name."""

    deed: Deed
    source: str = ""

    def __str__(self) -> str:
        return f"{self.deed}.{self.source}" if self.source else str(self.deed)

    @property
    def charged(self) -> bool:
        """Whether the run's budget pays for it."""
        return self.deed.party is Party.MIND
