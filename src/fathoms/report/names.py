"""The file name of a report: when it was asked, what kind of question, and its words.

Knows: what file systems allow.  Does not know: where the file goes.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime

from fathoms.domain.plan import Mode
from fathoms.domain.report import Report

SLUG_BYTES = 96
"""Kept well under the 255 bytes of common file systems: a Japanese character takes three."""

_BREAK = re.compile(r"[^\w]+|_+")


def slug(text: str, *, limit: int = SLUG_BYTES) -> str:
    """Words joined by hyphens, any script, at most `limit` bytes, cut between words where there are any."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    words = [word for word in _BREAK.split(folded) if word]
    kept = ""
    for word in words:
        longer = f"{kept}-{word}" if kept else word
        if len(longer.encode()) > limit:
            break
        kept = longer
    if not kept and words:
        kept = words[0].encode()[:limit].decode(errors="ignore")
    return kept or "question"


def report_name(report: Report, *, suffix: str = "md") -> str:
    """`report_{date}_{time}_{mode}_{slug}.md`, the same for the same report."""
    return name_of(question=report.question, mode=report.run_facts.mode, at=report.written_at, suffix=suffix)


def name_of(*, question: str, mode: Mode, at: datetime, suffix: str = "md") -> str:
    """The name from its parts, for when there is no report yet."""
    return f"report_{at:%Y-%m-%d}_{at:%H%M%S}_{mode.value}_{slug(question)}.{suffix}"
