"""A mind's part in the check: it judges every statement, in batches that fit, and says once what can be said instead.

Knows: the order judge, rewrite, judge what was rewritten, and how a judge is tried.  Does not know: what code suspects
or what becomes of a verdict (`report/build/check.py`).  A mind that cannot judge, or a budget that is spent, leaves
statements unchecked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from zlib import crc32

from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.draft import ReportDraft
from fathoms.domain.evidence import Evidence, Fact
from fathoms.domain.ledger import Purpose
from fathoms.domain.report import Report, Statement, Verdict
from fathoms.engine.evidence import planting
from fathoms.engine.evidence.lacking import OFFERED, SHOWN, Beside
from fathoms.engine.evidence.support import Grounds, stand_nowhere
from fathoms.engine.evidence.suspicions import leans_back
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
from fathoms.report.build.blanking import blanked, stands
from fathoms.report.build.check import name_of
from fathoms.report.build.compose import pool_of
from fathoms.report.build.holding import as_read, given, hints
from fathoms.report.statements import announced, cells_of, neighbours, statements
from fathoms.runtime.calls import call
from fathoms.runtime.process import Job

BATCH = 24
"""Statements that one call judges at most; a mind with a small window takes fewer, and is asked again."""
PLANTED = "planted"
"""The key of the statement that is planted in every batch."""
LOOKS = 2
"""Times that a batch is judged where the judge was taken in."""
NOBODY_WROTE = "A committee of nine met in Lisbon in 1911, found all of this to be untrue and had it withdrawn."
"""Planted where no fact has a figure, name or verb that could be altered."""
AROUND = 150
"""Characters on either side of a quote that a judge sees."""


async def judged_by_mind(job: Job, draft: ReportDraft) -> ReportDraft:
    """The draft with a verdict on every statement, and with what is said instead of those that do not hold."""
    mind = job.mind
    if not isinstance(mind, SupportJudge):
        return draft
    report = assemble.unchecked_report(job.order, job.proposal.brief, draft)
    check_up = _CheckUp(job, mind, report, pool_of(draft.outcomes))
    look = check.first_look(report)
    vetoed, once = {name_of(one.statement): one for one in look.vetoed}, job.proposal.brief.in_one_go
    # a figure may not be all that is wrong with a block; and whoever is asked only once has to see all there is
    beside = (one.statement for one in look.vetoed if one.statement.code or once)
    first = await check_up.judged((*look.to_judge, *beside))
    refused = (one for one in first.statements if first.verdict(one).flaw and name_of(one) not in vetoed)
    failed = [*(one for one in refused if one.says_whence), *(one.statement for one in look.vetoed)]
    instead = await check_up.rewritten(failed, first, vetoed)
    instead |= check_up.with_blanks(failed, instead, first)
    again = [new for old in failed if (new := instead.get(name_of(old)))]
    second = first.but_for_figures(vetoed, instead) if once else await check_up.judged(again)
    instead |= check_up.with_blanks(failed, instead, first, second)
    pairs = [(old, new) for old in failed if (new := instead.get(name_of(old)))]
    carried = ((one, first.also.get(name_of(one), ())) for one in first.statements if name_of(one) not in instead)
    update = {
        "verdicts": {**first.verdicts, **second.verdicts},
        "rewrites": {name: new.text for name, new in instead.items()},
        "restated": {name_of(one): (*one.facts, *more) for one, more in carried if more and one.facts}
        | {name_of(old): new.facts for old, new in pairs if new.facts != old.facts},
        "doubted": tuple(sorted(first.doubted | second.doubted)),
    }
    return draft.model_copy(update=update)


@dataclass(frozen=True, slots=True)
class _Judged:
    """Verdicts and reasons by name, and whose judge did not know a planted statement when it saw one."""

    statements: tuple[Statement, ...] = ()
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Those of a statement that no evidence carries."""
    also: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The facts beside its own that a statement holds by."""
    doubted: frozenset[str] = frozenset()

    def verdict(self, statement: Statement) -> Verdict:
        return self.verdicts.get(name_of(statement), Verdict.UNCHECKED)

    def but_for_figures(self, vetoed: Collection[str], instead: Mapping[str, Statement]) -> _Judged:
        """What it makes of what is said instead where code alone minded a figure: a judge who let all else stand need
        not be asked again."""
        passed = {old: new for old, new in instead.items() if old in vetoed and self._let_stand(old)}
        verdicts = {name_of(new): self.verdicts[old] for old, new in passed.items()}
        doubted = frozenset(name_of(new) for old, new in passed.items() if old in self.doubted)
        return _Judged(tuple(passed.values()), verdicts, doubted=doubted)

    def _let_stand(self, name: str) -> bool:
        verdict = self.verdicts.get(name, Verdict.UNCHECKED)
        return verdict is not Verdict.UNCHECKED and verdict.flaw is None


class _CheckUp:
    """One report under a judge's eyes."""

    def __init__(self, job: Job, mind: SupportJudge, report: Report, found: Mapping[str, Fact]) -> None:
        self._job, self._mind, self._cited = job, mind, report.facts
        self._facts = {**found, **{fact.id: fact for fact in report.facts}}
        self._by_shown = {_shown(fact): fact.id for fact in reversed(self._facts.values())}
        self._question = given(report.question, statements(report), self._facts)
        self._cells: dict[str, str] = {}
        for cell, place in cells_of(report):
            before = self._cells.get(name_of(cell), "")
            self._cells[name_of(cell)] = f"{before}; {place}" if before else place
        self._neighbours = {name_of(one): (before, after) for one, before, after in neighbours(report)}
        self._announced = {name_of(one): text for one, text in announced(report)}
        self._beside = Beside(self._facts)

    @cached_property
    def _everything(self) -> Grounds:
        return Grounds(self._facts.values(), asked=self._question)

    async def judged(self, statements: Sequence[Statement]) -> _Judged:
        """All batches at once. What one had no room for is asked for again."""
        items = {f"S{number}": self._item(f"S{number}", one) for number, one in enumerate(statements, start=1)}
        names = {f"S{number}": name_of(one) for number, one in enumerate(statements, start=1)}
        left, verdicts, doubted = list(items.values()), dict[str, Verdict](), set[str]()
        reasons, words, also = dict[str, str](), dict[str, tuple[str, ...]](), dict[str, tuple[str, ...]]()
        while left:
            size = len(left) if self._job.proposal.brief.in_one_go else BATCH
            batches = [left[first : first + size] for first in range(0, len(left), size)]
            answers = await asyncio.gather(*map(self._tried, batches))
            found = {key: verdict for answer, _ in answers for key, verdict in answer.verdicts.items() if key in names}
            verdicts |= {names[key]: verdict for key, verdict in found.items()}
            reasons |= {names[key]: why for answer, _ in answers for key, why in answer.reasons.items() if key in names}
            words |= {names[key]: said for answer, _ in answers for key, said in answer.words.items() if key in names}
            named = (one for answer, _ in answers for one in answer.also.items())
            also |= {names[key]: self._ids(more) for key, more in named if key in names}
            doubtful = (
                item for batch, (_, caught) in zip(batches, answers, strict=True) if not caught for item in batch
            )
            doubted |= {names[item.key] for item in doubtful}
            if not found:
                break  # the rest stays unchecked, and the appendix counts it
            left = [item for item in left if item.key not in found]
        return _Judged(tuple(statements), verdicts, reasons, words, also, frozenset(doubted))

    def _ids(self, shown: Sequence[SupportFact]) -> tuple[str, ...]:
        return tuple(self._by_shown[fact] for fact in shown if fact in self._by_shown)

    def _item(self, key: str, statement: Statement) -> SupportItem:
        leans = bool(statement.code) or leans_back(statement.text)
        head, text = by_its_name(statement)
        return SupportItem(
            key=key,
            text=text,
            facts=tuple(_shown(self._facts[name]) for name in statement.facts if name in self._facts),
            doubts=hints(statement, self._facts, asked=self._question),
            about=self._cells.get(name_of(statement), "") or head.rstrip(" .:"),
            follows=self._neighbours.get(name_of(statement), ("", ""))[0] if leans else "",
            under=self._announced.get(name_of(statement), ""),
            code=statement.code,
            own=statement.is_judgement,
            more=self._offered(statement, SHOWN) if statement.facts else (),
        )

    def _offered(self, statement: Statement, most: int) -> tuple[SupportFact, ...]:
        """Facts that it may have forgotten to cite."""
        return tuple(map(_shown, self._beside.nearest(statement.text, statement.facts, most)))

    async def _tried(self, batch: Sequence[SupportItem]) -> tuple[SupportVerdicts, bool]:
        """The verdicts on a batch, and whether its judge knew the statement that was planted there. One that did not is
        asked once more, with another: the best nod off, and only what a page has bent is taken in every time."""
        answer, looks = SupportVerdicts(), 1 if self._job.proposal.brief.in_one_go else LOOKS
        for look in range(looks):
            answer = await self._batch(self._with_plant(batch, look))
            if PLANTED not in answer.verdicts or answer.verdicts[PLANTED].flaw:
                return answer, True
        return answer, False

    def _with_plant(self, batch: Sequence[SupportItem], look: int) -> tuple[SupportItem, ...]:
        """The batch with one statement more that looks like the others and has one thing wrong, at a place that its own
        words decide."""
        made = planting.planted(self._cited, [item.text for item in batch], look)
        shown = made.fact if made else next(iter(self._cited), None)
        planted = SupportItem(
            key=PLANTED, text=made.text if made else NOBODY_WROTE, facts=(_shown(shown),) if shown else ()
        )
        at = crc32(planted.text.encode()) % (len(batch) + 1)
        return (*batch[:at], planted, *batch[at:])

    async def _batch(self, batch: Sequence[SupportItem]) -> SupportVerdicts:
        request, mind = SupportRequest(items=tuple(batch), question=self._question), self._mind
        try:
            return await call(
                self._job.order.run,
                "",
                CallKind(Deed.SUPPORT),
                request,
                SupportVerdicts,
                lambda: mind.support(request),
                purpose=Purpose.REPORT,
            )
        except (BudgetSpent, ProviderError):
            return SupportVerdicts()

    async def rewritten(
        self, failed: Sequence[Statement], first: _Judged, vetoed: Mapping[str, check.Vetoed]
    ) -> dict[str, Statement]:
        """One call for all that failed: what the run's facts do carry, by the name of what did not hold."""
        if not failed:
            return {}
        mind, olds = self._mind, {f"S{number}": one for number, one in enumerate(failed, start=1)}
        items = (self._to_rewrite(key, one, first, vetoed.get(name_of(one))) for key, one in olds.items())
        request = RewriteRequest(items=tuple(items))
        try:
            answer = await call(
                self._job.order.run,
                "",
                CallKind(Deed.REWRITE),
                request,
                Rewrites,
                lambda: mind.rewrite(request),
                purpose=Purpose.REPORT,
            )
        except (BudgetSpent, ProviderError):
            return {}
        known = [self._by_shown[fact] for fact in request.evidence]
        made = {
            key: said_instead(
                olds[key], text, answer.stands_on.get(key, ()), known, first.words.get(name_of(olds[key]), ())
            )
            for key, text in answer.texts.items()
            if key in olds and text
        }
        return {name_of(olds[key]): new for key, new in made.items() if name_of(new) != name_of(olds[key])}

    def _to_rewrite(self, key: str, statement: Statement, first: _Judged, vetoed: check.Vetoed | None) -> RewriteItem:
        name = name_of(statement)
        before, after = self._neighbours.get(name, ("", ""))
        reasons = (
            vetoed.reason if vetoed else "",
            first.reasons.get(name, "") if first.verdict(statement).flaw else "",
        )
        return RewriteItem(
            item=self._item(key, statement).model_copy(
                update={"doubts": (), "more": self._offered(statement, OFFERED)}
            ),
            reason="; ".join(filter(None, reasons)) or "its facts do not carry it",
            before=before,
            after=after,
            words=first.words.get(name, ()),
            nowhere=vetoed.nowhere if vetoed else (),
        )

    def with_blanks(
        self,
        failed: Sequence[Statement],
        instead: Mapping[str, Statement],
        first: _Judged,
        second: _Judged | None = None,
    ) -> dict[str, Statement]:
        """What stands for blocks of code that nobody said otherwise in a way that holds: the same with blanks for what
        no evidence carries. What `second` found wanting is left out of what was said instead, or else of the old."""
        made: dict[str, Statement] = {}
        for old in failed:
            new = instead.get(name_of(old))
            if not old.code or (new and self._passes(new, second)):
                continue
            tries = [(new, second.words.get(name_of(new), ()) if second else ())] if new else []
            tries.append((old, first.words.get(name_of(old), ())))
            left = (self._blanked(one, words) for one, words in tries)
            if found := next((one for one in left if one), None):
                made[name_of(old)] = found
        return made

    def _passes(self, new: Statement, second: _Judged | None) -> bool:
        """Whether what is said instead needs no blanks: nothing of it stands nowhere, and no judge has refused it."""
        verdict = second.verdict(new) if second else Verdict.SUPPORTED
        if verdict is Verdict.UNCHECKED:
            return stands(new.text, self._grounds(new))
        return verdict.flaw is None and not stand_nowhere(as_read(new), self._grounds(new))

    def _blanked(self, block: Statement, words: Sequence[str]) -> Statement | None:
        """Only where it is known what does not hold: a block that was refused without a word stays refused."""
        grounds = self._grounds(block)
        if not words and not stand_nowhere(as_read(block), grounds):
            return None
        text = blanked(block.text, words, grounds, own=block.is_judgement)
        return block.model_copy(update={"text": text}) if text and text != block.text else None

    def _grounds(self, statement: Statement) -> Grounds:
        """Its own facts; of what the report judges for itself, all that are known."""
        if statement.is_judgement:
            return self._everything
        return Grounds((self._facts[name] for name in statement.facts if name in self._facts), asked=self._question)


def said_instead(
    old: Statement, text: str, places: Sequence[int], known: Sequence[str], refused: Sequence[str] = ()
) -> Statement:
    """The new text on the facts that it names by their places among those shown, or on those of the old one, under the
    name of its item, unless words of that were `refused`."""
    named = tuple(known[place] for place in places if place < len(known))
    head, _ = by_its_name(old)
    stays = head and not text.startswith(old.strong) and not any(words in head for words in refused)
    return old.model_copy(update={"text": f"{head}{text}" if stays else text, "facts": named or old.facts})


def by_its_name(statement: Statement) -> tuple[str, str]:
    """What heads a statement in bold, the name of an item or of a trap, and what it says."""
    size = len(statement.strong)
    head, rest = statement.text[: size + 1], statement.text[size + 1 :]
    named = bool(size) and head.startswith(statement.strong) and head[-1:] in (".", ":") and rest.strip()
    return (f"{head} ", rest.strip()) if named else ("", statement.text)


def _shown(fact: Fact) -> SupportFact:
    first = fact.evidence[0]
    return SupportFact(
        claim=fact.claim,
        quotes=tuple(item.quote for item in fact.evidence),
        title=first.title,
        place=" › ".join(dict.fromkeys((first.title, *first.title_path))),
        context=_around(first),
    )


def _around(evidence: Evidence) -> str:
    """What announces a quote, and what stands just before and after it, in whole words."""
    head, found, tail = evidence.context.partition(evidence.quote)
    if not found:
        return ""
    before = head if len(head) <= AROUND else head[-AROUND:].partition(" ")[2]
    after = tail if len(tail) <= AROUND else tail[:AROUND].rpartition(" ")[0]
    said = " ".join(before.split()), " ".join(after.split())
    announced = " ".join(evidence.announced.split())
    around = " … ".join(said) if any(said) else ""
    return " … ".join(filter(None, (announced if announced not in around else "", around)))
