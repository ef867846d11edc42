"""What the user stated, as pages and facts of their own: `brief://fact/n`.

Knows: how a stated sentence becomes a fact that every thread knows.  Does not know: whether it is true; it answers
nothing, backs nothing, and whoever says otherwise is a conflict.
"""

from __future__ import annotations

import hashlib
from datetime import datetime

from fathoms.domain.brief import Brief
from fathoms.domain.evidence import Confidence, Evidence, Fact, Page, SourceKind
from fathoms.engine.evidence.facts import fact_id

STATED = "brief://fact/"


def pages(brief: Brief, *, at: datetime, title: str) -> tuple[Page, ...]:
    """One page per stated fact; `title` takes its `number`."""
    return tuple(
        Page(
            id=f"p-{hashlib.sha256(text.encode()).hexdigest()[:24]}",
            url=f"{STATED}{number}",
            title=title.format(number=number),
            text=text,
            source="brief",
            kind=SourceKind.INTERNAL,
            fetched_at=at,
            dated=at.date(),
        )
        for number, text in enumerate(brief.known_facts, start=1)
        if text.strip()
    )


def fact(page: Page) -> Fact:
    evidence = Evidence(
        page_id=page.id,
        url=page.url,
        title=page.title,
        quote=page.text,
        start=0,
        end=len(page.text),
        source=page.source,
        kind=page.kind,
        dated=page.dated,
    )
    identity = fact_id(page.id, 0, len(page.text), page.text)
    return Fact(id=identity, claim=page.text, evidence=(evidence,), confidence=Confidence.PLAUSIBLE)
