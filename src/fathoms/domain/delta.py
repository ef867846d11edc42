"""What changed between two runs on the same question.

Knows: the kinds of change.  Does not know: how they are found (`report/delta.py`) or shown.
"""

from __future__ import annotations

from fathoms.domain.evidence import Conflict, Fact
from fathoms.domain.report import CriterionResult, Reference
from fathoms.domain.value import Value


class ChangedFact(Value, kind="changed_fact"):
    """The same source says something else now."""

    before: Fact
    after: Fact
    figures: tuple[str, ...] = ()
    """Figures that only the newer one holds."""


class Delta(Value, kind="delta"):
    earlier: str
    later: str
    question: str
    language: str
    appeared: tuple[Fact, ...] = ()
    vanished: tuple[Fact, ...] = ()
    changed: tuple[ChangedFact, ...] = ()
    new_sources: tuple[Reference, ...] = ()
    gone_sources: tuple[Reference, ...] = ()
    edited_sources: tuple[Reference, ...] = ()
    """Cited in both, but the stored text is another one."""
    raised: tuple[Conflict, ...] = ()
    settled: tuple[Conflict, ...] = ()
    """Conflicts of the earlier run that are resolved or no longer there."""
    closed_gaps: tuple[str, ...] = ()
    new_gaps: tuple[str, ...] = ()
    turned: tuple[CriterionResult, ...] = ()
    """Success criteria that are now met, or no longer are."""

    @property
    def unchanged(self) -> bool:
        kept = ("earlier", "later", "question", "language")
        return not any(getattr(self, name) for name in type(self).model_fields if name not in kept)
