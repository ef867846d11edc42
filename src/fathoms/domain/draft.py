"""Everything a report is made from, so that it can be made again: the same draft gives the same bytes.

Knows: what a run handed to its last step.  Does not know: how it is put together (`report/build/assemble.py`).
"""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from fathoms.domain.budget import Spend
from fathoms.domain.evidence import Failure
from fathoms.domain.plan import Plan
from fathoms.domain.report import CitedTable, Paragraph, Statement, TaskOutcome, Verdict, Voice
from fathoms.domain.thread import Claim
from fathoms.domain.value import Value


class SentBack(Value, kind="sent_back"):
    """A section that is to be written once more, and what about it."""

    task: str
    change: str


class WrittenSection(Value, kind="written_section"):
    """A section of a report that one hand wrote as a whole, out of whichever findings it needs."""

    heading: str
    paragraphs: tuple[Paragraph, ...]


class Edited(Value, kind="edited"):
    """What somebody who has the whole draft before them makes of it: a report of their own, or words around its
    sections, which then stay as they were written."""

    answer: tuple[Statement, ...] = ()
    """At most 150 words that take a position."""
    key_points: tuple[Statement, ...] = ()
    """By one hand: what the answer comes to, point by point. By an editor: what nothing else says."""
    table: CitedTable | None = None
    across: tuple[Statement, ...] = ()
    recommendations: tuple[Statement, ...] = ()
    """Only where the question asks for them."""
    gaps: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    """Tasks, in the order in which their sections are best read."""
    repeated: tuple[str, ...] = ()
    """Statements, by their text, that say again what another says."""
    criteria: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """The facts that meet each criterion, by its id; a criterion that is not met has none."""
    lead_ins: dict[str, str] = Field(default_factory=dict)
    """By task: a sentence that leads from the section before to this one and claims nothing."""
    sent_back: tuple[SentBack, ...] = ()
    sections: dict[str, tuple[Paragraph, ...]] = Field(default_factory=dict)
    """By task: what takes the place of what its section said."""
    title: str = ""
    """What the report is about, where a question is too long to head it."""
    body: tuple[WrittenSection, ...] = ()
    """In the place of all sections that were written before it."""
    weighed: tuple[str, ...] = Field(default=(), exclude_if=lambda said: not said)
    """Conflicts, by their ids, that its writer has settled in the text, or that make no difference to it."""
    taken: dict[str, Claim] = Field(default_factory=dict, exclude_if=lambda said: not said)
    """What its writer took from pages, by the key under which its statements cite it until code has admitted it."""

    @property
    def told(self) -> tuple[Statement, ...]:
        """All that a report by one hand says: its answer, its table, its sections."""
        parts = (part for section in self.body for part in section.paragraphs)
        cells = self.table.cells if self.table else ()
        return (*self.answer, *self.key_points, *cells, *(said for part in parts for said in part.told))


class ReportDraft(Value, kind="report_draft"):
    run: str
    plan: Plan
    """As it stood at the end, every task with its status."""
    outcomes: tuple[TaskOutcome, ...] = ()
    summary: tuple[Statement, ...] = ()
    gaps: tuple[str, ...] = ()
    conclusion: tuple[Statement, ...] = ()
    recommendations: tuple[Statement, ...] = ()
    edited: Edited | None = None
    """By a mind that edits; others give a summary only."""
    verdicts: dict[str, Verdict] = Field(default_factory=dict)
    """What a mind judged of the statements, by their text."""
    doubted: tuple[str, ...] = ()
    """Statements, by name, whose judge took a planted one for true, twice."""
    rewrites: dict[str, str] = Field(default_factory=dict)
    """What is said instead of statements that did not hold, by their text."""
    restated: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """The facts that what is said instead stands on, by the same names, where they are not the statement's own."""
    losses: tuple[Failure, ...] = ()
    """What did not work outside of any task."""
    unread: dict[str, str] = Field(default_factory=dict)
    """By gap, the document whose passage on it nobody has read."""
    lent: tuple[str, ...] = ()
    """Queries that an earlier run had sent already."""
    paid: Spend | None = None
    """What its requests to models cost in all, planning and report included; None when there were none."""
    voice: Voice | None = None
    """Of the mind that wrote it; None in drafts that were stored before minds said so."""
    began: datetime
    """The recorded start of the run."""
