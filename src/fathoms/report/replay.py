"""A report made again, held against the one that was kept and against the stored pages.

Knows: what must be the same.  Does not know: where any of it is kept.
"""

from __future__ import annotations

from collections.abc import Mapping

from fathoms.domain.evidence import Page
from fathoms.domain.replay import Replay
from fathoms.domain.report import Report
from fathoms.report.render import markdown


def replayed(kept: Report, again: Report, pages: Mapping[str, Page], written: bytes | None) -> Replay:
    """The verdict; `written` are the bytes of the Markdown file, if it is still there."""
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
