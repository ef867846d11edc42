"""The file name of a report: when it was asked, what kind of question, and its words.

Knows: the pattern.  Does not know: where the file goes.
"""

from __future__ import annotations

from datetime import datetime

from fathoms.domain.plan import Mode
from fathoms.domain.report import Report
from fathoms.engine.thread.opening import slug


def report_name(report: Report, *, suffix: str = "md") -> str:
    """`report_{date}_{time}_{mode}_{slug}.md`, the same for the same report."""
    return name_of(question=report.question, mode=report.run_facts.mode, at=report.written_at, suffix=suffix)


def name_of(*, question: str, mode: Mode, at: datetime, suffix: str = "md") -> str:
    """The name from its parts, for when there is no report yet."""
    words = slug(question) or "question"
    return f"report_{at:%Y-%m-%d}_{at:%H%M%S}_{mode.value}_{words}.{suffix}"
