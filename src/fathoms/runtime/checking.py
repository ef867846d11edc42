"""A mind's part in the check: it judges every statement, in batches that fit, and says once what can be said instead.

Knows: the order judge, rewrite, judge what was rewritten, and how a judge is tried.  Does not know: what code suspects
or what becomes of a verdict (`report/build/check.py`).  A mind that cannot judge, or a budget that is spent, leaves
statements unchecked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.draft import ReportDraft
from fathoms.domain.evidence import Fact
from fathoms.domain.ledger import Purpose
from fathoms.domain.report import Statement, Verdict
from fathoms.errors import BudgetSpent, ProviderError
from fathoms.ports.mind import (
    RewriteItem,
    RewriteRequest,
    Rewrites,
    SupportFact,
    SupportItem,
    SupportJudge,
    SupportRequest,
    SupportVerdicts,
)
from fathoms.report.build import assemble, check
from fathoms.report.statements import cells_of
from fathoms.runtime.calls import call
from fathoms.runtime.process import Job
from fathoms.text.words import content_words

BATCH = 16
"""Statements that one call judges at most; a mind with a small window takes fewer, and is asked again."""
PLANTED = "planted"
"""The key of the statement that is planted in every batch."""
FOREIGN = 0.34
"""Share of a statement's words that evidence may hold and still be about something else."""
NOBODY_WROTE = "A committee of nine met in Lisbon in 1911, found all of this to be untrue and had it withdrawn."
MOST_CONTEXT = 900
"""Characters of what surrounds a quote that a judge sees."""


async def judged_by_mind(job: Job, draft: ReportDraft) -> ReportDraft:
    """The draft with a verdict on every statement, and with what is said instead of those that do not hold."""
    mind = job.mind
    if not isinstance(mind, SupportJudge):
        return draft
    report = assemble.checked_report(job.order, job.proposal.brief, draft)
    facts = {fact.id: fact for fact in report.facts}
    items = _items(check.to_judge(report), facts, cells_of(report))
    first = await _judged(job, mind, items)
    failed = [item for item in items if first.verdicts.get(item.text, Verdict.UNCHECKED).flaw and item.facts]
    rewrites = await _rewritten(job, mind, failed, first.reasons)
    again = [item.model_copy(update={"text": rewrites[item.text]}) for item in failed if item.text in rewrites]
    second = _Judged() if job.proposal.brief.in_one_go else await _judged(job, mind, again)
    update = {"verdicts": {**first.verdicts, **second.verdicts}, "rewrites": rewrites, "trusted": first.trusted}
    return draft.model_copy(update=update)


@dataclass(frozen=True, slots=True)
class _Judged:
    """Verdicts and reasons by text, and whether the judge knew a planted statement when it saw one."""

    verdicts: dict[str, Verdict] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    trusted: bool = True


def _items(statements: Sequence[Statement], facts: Mapping[str, Fact], cells: Mapping[str, str]) -> list[SupportItem]:
    return [
        SupportItem(
            key=f"S{number}",
            text=statement.text,
            facts=tuple(_shown(facts[name]) for name in statement.facts if name in facts),
            doubts=statement.doubts,
            about=cells.get(statement.text, ""),
        )
        for number, statement in enumerate(statements, start=1)
    ]


def _shown(fact: Fact) -> SupportFact:
    first = fact.evidence[0]
    return SupportFact(
        claim=fact.claim,
        quotes=tuple(item.quote for item in fact.evidence),
        place=" › ".join(dict.fromkeys((first.title, *first.title_path))),
        context=first.context[:MOST_CONTEXT],
    )


async def _judged(job: Job, mind: SupportJudge, items: Sequence[SupportItem]) -> _Judged:
    """All batches at once. What one had no room for is asked for again."""
    left, verdicts, reasons, trusted = list(items), dict[str, Verdict](), dict[str, str](), True
    while left:
        size = len(left) if job.proposal.brief.in_one_go else BATCH
        batches = [left[first : first + size] for first in range(0, len(left), size)]
        answers = await asyncio.gather(*(_batch(job, mind, _with_plant(batch)) for batch in batches))
        texts = {item.key: item.text for item in left}
        found = {key: verdict for answer in answers for key, verdict in answer.verdicts.items() if key in texts}
        verdicts |= {texts[key]: verdict for key, verdict in found.items()}
        reasons |= {texts[key]: why for answer in answers for key, why in answer.reasons.items() if key in texts}
        trusted &= all(answer.verdicts[PLANTED].flaw for answer in answers if PLANTED in answer.verdicts)
        if not found:
            break  # the rest stays unchecked, and the appendix counts it
        left = [item for item in left if item.key not in found]
    return _Judged(verdicts, reasons, trusted)


def _with_plant(batch: Sequence[SupportItem]) -> tuple[SupportItem, ...]:
    """The batch with one statement more, at a place that its own words decide: nobody can learn where to look."""
    planted = _planted(batch)
    at = crc32(planted.text.encode()) % (len(batch) + 1)
    return (*batch[:at], planted, *batch[at:])


def _planted(batch: Sequence[SupportItem]) -> SupportItem:
    """A statement that its evidence does not carry, among the others: one of them under evidence that is not its own,
    else one that nobody wrote. A judge that a page has bent, or that calls everything true, does not notice."""
    cited = [item for item in batch if item.facts and not item.about]
    for one in cited:
        for other in reversed(cited):
            theirs = content_words(" ".join(f"{f.claim} {' '.join(f.quotes)} {f.context}" for f in other.facts))
            words = content_words(one.text)
            if len(words & theirs) < FOREIGN * len(words):
                return SupportItem(key=PLANTED, text=one.text, facts=other.facts)
    facts = cited[0].facts if cited else ()
    return SupportItem(key=PLANTED, text=NOBODY_WROTE, facts=facts)


async def _batch(job: Job, mind: SupportJudge, batch: Sequence[SupportItem]) -> SupportVerdicts:
    request = SupportRequest(items=tuple(batch))
    try:
        return await call(
            job.order.run,
            "",
            CallKind(Deed.SUPPORT),
            request,
            SupportVerdicts,
            lambda: mind.support(request),
            purpose=Purpose.REPORT,
        )
    except (BudgetSpent, ProviderError):
        return SupportVerdicts()


async def _rewritten(
    job: Job, mind: SupportJudge, failed: Sequence[SupportItem], reasons: Mapping[str, str]
) -> dict[str, str]:
    """One call for all that failed: what their facts do carry, by the text that did not hold."""
    if not failed:
        return {}
    items = tuple(
        RewriteItem(item=item, reason=reasons.get(item.text, "") or "its facts do not carry it") for item in failed
    )
    request = RewriteRequest(items=items)
    try:
        answer = await call(
            job.order.run,
            "",
            CallKind(Deed.REWRITE),
            request,
            Rewrites,
            lambda: mind.rewrite(request),
            purpose=Purpose.REPORT,
        )
    except (BudgetSpent, ProviderError):
        return {}
    texts = {item.key: item.text for item in failed}
    return {texts[key]: text for key, text in answer.texts.items() if key in texts and text and text != texts[key]}
