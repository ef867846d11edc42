"""The report as it was written: the name of its file, and whether it can be made again.

Knows: the pattern of the name, and what must be the same.  Does not know: where any of it is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from fathoms.domain.evidence import Page
from fathoms.domain.plan import Mode
from fathoms.domain.replay import Replay
from fathoms.domain.report import Report
from fathoms.engine.thread.opening import slug
from fathoms.report.render import markdown


def report_name(report: Report, *, suffix: str = "md") -> str:
    """`report_{date}_{time}_{mode}_{slug}.md`, the same for the same report."""
    return name_of(question=report.question, mode=report.run_facts.mode, at=report.written_at, suffix=suffix)


def name_of(*, question: str, mode: Mode, at: datetime, suffix: str = "md") -> str:
    """The name from its parts, for when there is no report yet."""
    words = slug(question) or "question"
    return f"report_{at:%Y-%m-%d}_{at:%H%M%S}_{mode.value}_{words}.{suffix}"


def replayed(kept: Report, again: Report, pages: Mapping[str, Page], written: bytes | None) -> Replay:
    """A report made again, held against the one that was kept and against the stored pages.

    `written` are the bytes of the Markdown file, if it is still there.
    """
    evidence = [item for fact in again.facts for item in fact.evidence]
    lost = [item for item in evidence if not _in_place(pages.get(item.page_id), item.start, item.end, item.quote)]
    return Replay(
        run=again.run,
        same_report=again == kept,
        same_bytes=None if written is None else markdown.render(again).encode() == written,
        quotes=len(evidence),
        lost_quotes=tuple(item.quote for item in lost),
        supported=again.run_facts.supported,
        checked=again.run_facts.checked,
    )


def _in_place(page: Page | None, start: int, end: int, quote: str) -> bool:
    return page is not None and page.text[start:end] == quote
