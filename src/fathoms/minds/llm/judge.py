"""The judge and the rewriter: statements held against their facts, and what the facts do carry of those that failed.

Knows: how verdicts and rewritten sentences come back.  Does not know: what becomes of a statement that is not carried.
"""

from __future__ import annotations

from fathoms.domain.report import Verdict
from fathoms.minds.llm import guard
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.blocks import block
from fathoms.minds.llm.fit import fitting, tokens_in
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.shapes import JudgeShape, RewriteShape
from fathoms.ports.mind import (
    RewriteItem,
    RewriteRequest,
    Rewrites,
    SupportItem,
    SupportRequest,
    SupportVerdicts,
)

JUDGE = Role("judge", Tier.STANDARD, 1_500)
REWRITE = Role("rewrite", Tier.BEST, 1_500)


async def judge(asker: Asker, request: SupportRequest) -> SupportVerdicts:
    """A verdict on each of those that fit into one prompt; the rest is asked for again."""
    ids = [f"T{number}" for number in range(1, len(request.items) + 1)]
    room = await asker.reading_room(JUDGE, JudgeShape, {}, choices={"statements": ids})
    asked = fitting(request.items, size=lambda item: tokens_in(_shown("T000", item)), room=room, what="statements")
    keys = {f"T{number}": item for number, item in enumerate(asked, 1)}
    answer = await asker.ask(
        JUDGE,
        JudgeShape,
        {"statements": "\n".join(_shown(key, item) for key, item in keys.items())},
        choices={"statements": list(keys)},
    )
    found = [verdict for verdict in answer.verdicts if verdict.id in keys]
    return SupportVerdicts(
        verdicts={keys[one.id].key: Verdict(one.verdict.value) for one in found},
        reasons={keys[one.id].key: guard.plain(one.reason) for one in found if one.reason},
    )


async def rewrite(asker: Asker, request: RewriteRequest) -> Rewrites:
    """One answer for all that fit; what is left over is not said."""
    ids = [f"T{number}" for number in range(1, len(request.items) + 1)]
    room = await asker.reading_room(REWRITE, RewriteShape, {}, choices={"statements": ids})
    asked = fitting(request.items, size=lambda item: tokens_in(_failed("T000", item)), room=room, what="statements")
    keys = {f"T{number}": item.item for number, item in enumerate(asked, 1)}
    shown = "\n".join(_failed(key, item) for key, item in zip(keys, asked, strict=True))
    answer = await asker.ask(REWRITE, RewriteShape, {"statements": shown}, choices={"statements": list(keys)})
    return Rewrites(texts={keys[one.id].key: guard.plain(one.text) for one in answer.rewritten if one.id in keys})


def _failed(key: str, item: RewriteItem) -> str:
    return _shown(key, item.item, f"did not hold: {item.reason}")


def _shown(key: str, item: SupportItem, *more: str) -> str:
    lines = [item.text, *more]
    for fact in item.facts:
        lines += [f"fact: {fact.claim}", *(f"quote: {quote}" for quote in fact.quotes)]
        lines += [f"stands in: {fact.place}"] if fact.place else []
        lines += [f"around it: {fact.context}"] if fact.context else []
    lines += [] if item.facts else ["(cites nothing)"]
    lines += [f"look at: {doubt}" for doubt in item.doubts]
    return block("statement", key, "\n".join(lines))
