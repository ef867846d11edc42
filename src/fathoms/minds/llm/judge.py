"""The judge and the rewriter: statements held against their facts, and what the facts do carry of those that failed.

Knows: how verdicts and rewritten sentences come back.  Does not know: what becomes of a statement that is not carried.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from fathoms.domain.report import Verdict
from fathoms.errors import Refused
from fathoms.minds.llm import fences, guard
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.blocks import block
from fathoms.minds.llm.citing import unemphasised
from fathoms.minds.llm.fit import tokens_in
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.shapes import JudgeShape, RewriteShape
from fathoms.ports.mind import (
    RewriteItem,
    RewriteRequest,
    Rewrites,
    SupportFact,
    SupportItem,
    SupportRequest,
    SupportVerdicts,
)

_EVIDENCE = re.compile(r"\bE\d+\b")
_NOWHERE = "never ships, unless evidence that you name holds it: {}; write <…> for it or leave it out"
_PLACED = re.compile(r"\[\d+\]")

JUDGE = Role("judge", Tier.STANDARD, 4_000)
VERDICT_TOKENS = 100
"""What a verdict with its reason takes of an answer: a quick report is judged in one."""
REWRITE = Role("rewrite", Tier.BEST, 3_000)


async def judge(asker: Asker, request: SupportRequest) -> SupportVerdicts:
    """A verdict on each of those that fit into one prompt; the rest is asked for again."""
    ids = [f"T{number}" for number in range(1, len(request.items) + 1)]
    asks = {"question": request.question}
    role = replace(JUDGE, answer_tokens=max(JUDGE.answer_tokens, VERDICT_TOKENS * len(ids)))
    room = await asker.reading_room(role, JudgeShape, asks, choices={"statements": ids})
    sheet = _Sheet(room)
    asked = [item for item in request.items if sheet.takes(item)]
    sheet.offers(asked)
    keys = {f"T{number}": item for number, item in enumerate(asked, 1)}
    values = {**asks, "statements": sheet.shown(keys)}
    answer = await asker.ask(role, JudgeShape, values, choices={"statements": list(keys)})
    found = [(keys[one.id], one) for one in answer.verdicts if one.id in keys]
    return SupportVerdicts(
        verdicts={item.key: Verdict(one.verdict.value) for item, one in found},
        reasons={item.key: sheet.by_place(guard.plain(one.reason), item) for item, one in found if one.reason},
        words={item.key: guard.plain_lines(one.words) for item, one in found if one.words},
        also={item.key: named for item, one in found if (named := sheet.named(one.also, besides=item.facts))},
    )


async def rewrite(asker: Asker, request: RewriteRequest) -> Rewrites:
    """One answer for all that fit; what is left over is not said."""
    ids = [f"T{number}" for number in range(1, len(request.items) + 1)]
    room = await asker.reading_room(REWRITE, RewriteShape, {}, choices={"statements": ids})
    sheet = _Sheet(room)
    asked = [one for one in request.items if sheet.takes(one.item, *_told(one))]
    sheet.offers([one.item for one in asked])
    keys = {f"T{number}": one for number, one in enumerate(asked, 1)}
    items = {key: one.item for key, one in keys.items()}
    values = {"statements": sheet.shown(items, {one.item.key: _failed(one, sheet) for one in asked})}
    answer = await asker.ask(REWRITE, RewriteShape, values, choices={"statements": list(keys)})
    found = [(keys[one.id], one) for one in answer.rewritten if one.id in keys]
    places = {one.item.key: sheet.places(said.evidence, request.evidence) for one, said in found}
    return Rewrites(
        texts={one.item.key: _text(said.text, one, sheet.quotes) for one, said in found},
        stands_on={key: told for key, told in places.items() if told},
    )


def _text(text: str, one: RewriteItem, quoted: str) -> str:
    """Words without addresses; of a block of code its lines, with or without the fences that it was shown in."""
    if not one.item.code:
        return guard.plain(unemphasised(text), quoted)
    _, code = next(fences.pieces(text))
    return guard.plain_code(code.text if code else text.strip("\n"), quoted)


def _told(one: RewriteItem) -> tuple[str, ...]:
    return one.reason, *one.words, *one.nowhere, one.before, one.after


def _failed(one: RewriteItem, sheet: _Sheet) -> str:
    """Why it failed, by the names that the evidence has here, and what stands beside it."""
    lines = [f"did not hold: {sheet.by_name(one.reason, one.item)}"]
    lines += [f"its words that no evidence carries: {'; '.join(one.words)}"] if one.words else []
    lines += [_NOWHERE.format(", ".join(one.nowhere))] if one.nowhere else []
    lines += [f"may also stand on: {offered}"] if (offered := sheet.offered(one)) else []
    lines += [f"before it stands: {one.before}"] if one.before else []
    lines += [f"after it stands: {one.after}"] if one.after else []
    return "\n".join(lines)


class _Sheet:
    """Statements and their evidence as they go into one prompt: each fact once, however many statements cite it, and
    what surrounds a quote once for each page that quotes stand in."""

    def __init__(self, room: int) -> None:
        self._left = room
        self._names: dict[SupportFact, str] = {}

    def by_place(self, reason: str, item: SupportItem) -> str:
        """A reason with the evidence that it names told by its place among the statement's own: `[2]`."""
        places = {self._names[fact]: f"[{at}]" for at, fact in enumerate(item.facts, 1) if fact in self._names}
        return _EVIDENCE.sub(lambda found: places.get(found.group(), "other evidence"), reason)

    def by_name(self, reason: str, item: SupportItem) -> str:
        """The same with the names that the evidence has on this sheet."""
        names = {f"[{at}]": self._names[fact] for at, fact in enumerate(item.facts, 1) if fact in self._names}
        return _PLACED.sub(lambda found: names.get(found.group(), found.group()), reason)

    def takes(self, item: SupportItem, *more: str) -> bool:
        """Whether there is room for a statement and for those of its facts that are not there yet; then it is in."""
        fresh = [fact for fact in dict.fromkeys(item.facts) if fact not in self._names]
        cost = tokens_in(self._statement("T000", item, *more)) + sum(tokens_in(_evidence("E000", f)) for f in fresh)
        if cost > self._left:
            return False
        self._left -= cost
        self._names |= {fact: f"E{len(self._names) + at}" for at, fact in enumerate(fresh, 1)}
        return True

    def offers(self, asked: Sequence[SupportItem]) -> None:
        """Room, as far as there is any, for what statements do not cite and may: the best for each of them first."""
        ranks = zip_longest(*(one.more for one in asked))
        for fact in dict.fromkeys(fact for rank in ranks for fact in rank if fact is not None):
            cost = tokens_in(_evidence("E000", fact))
            if fact not in self._names and cost <= self._left:
                self._left -= cost
                self._names[fact] = f"E{len(self._names) + 1}"

    def offered(self, one: RewriteItem) -> str:
        return ", ".join(self._names[fact] for fact in one.item.more if fact in self._names)

    @property
    def quotes(self) -> str:
        return "\n".join(quote for fact in self._names for quote in fact.quotes)

    def named(self, names: Sequence[str], besides: Sequence[SupportFact]) -> tuple[SupportFact, ...]:
        """The evidence on this sheet that goes by these names, beside what a statement cites itself."""
        wanted = {name for text in names for name in _EVIDENCE.findall(text)}
        return tuple(fact for fact, name in self._names.items() if name in wanted and fact not in besides)

    def places(self, names: Sequence[str], evidence: Sequence[SupportFact]) -> tuple[int, ...]:
        """Where what is named stands among the evidence of the request, whichever statement it was shown for; what was
        not shown counts for nothing."""
        at = {self._names[fact]: n for n, fact in enumerate(evidence) if fact in self._names}
        wanted = (name for text in names for name in _EVIDENCE.findall(text))
        return tuple(dict.fromkeys(at[name] for name in wanted if name in at))

    def shown(self, items: Mapping[str, SupportItem], more: Mapping[str, str] | None = None) -> str:
        if not items:
            raise Refused(f"no statement fits with its evidence: there is room for {max(0, self._left):,} tokens")
        around = {fact.title: fact for fact in reversed(self._names)}
        evidence = [_evidence(name, fact, around=around[fact.title] is fact) for fact, name in self._names.items()]
        told = [self._statement(key, item, (more or {}).get(item.key, "")) for key, item in items.items()]
        return "\n".join((*evidence, *told))

    def _statement(self, key: str, item: SupportItem, *more: str) -> str:
        cites = ", ".join(self._names.get(fact, "E000") for fact in item.facts) or "nothing"
        told = fences.fenced(item.text, item.code) if item.code else item.text
        lines = [told, *(line for line in more if line), f"cites: {cites}"]
        lines += ["put as: the report's own judgement"] if item.own else []
        lines += [f"under: {item.under}"] if item.under else []
        lines += [f"follows: {item.follows}"] if item.follows and not any(more) else []
        lines += [f"look at: {doubt}" for doubt in item.doubts]
        return block("statement", key, "\n".join(lines), **({"in": item.about} if item.about else {}))


def _evidence(key: str, fact: SupportFact, *, around: bool = True) -> str:
    lines = [fact.claim, *(f"quote: {quote}" for quote in fact.quotes if not _same(quote, fact.claim))]
    lines += [f"stands in: {fact.place}"] if fact.place else []
    lines += [f"around it: {fact.context}"] if fact.context and around else []
    return block("evidence", key, "\n".join(lines))


def _same(left: str, right: str) -> bool:
    return " ".join(left.split()).rstrip(".") == " ".join(right.split()).rstrip(".")
