"""The check before a report ships: each statement held against its quotes, the unsupported ones cut.

Knows: what to do with a statement that fails.
Does not know: how support is judged (`support.py`).  Pure, and safe to repeat on a checked report.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fathoms.domain.evidence import Fact
from fathoms.domain.report import Cut, Report, Statement, Support
from fathoms.report.build.compose import closest_passages, numbered
from fathoms.report.build.support import Flaw, judge, quoted_in, sentences
from fathoms.report.statements import ASSERTED, Place, map_statements, statements, statements_of
from fathoms.report.words import Words, words_for
from fathoms.text.words import is_spaceless


@dataclass(frozen=True, slots=True)
class Checked:
    """A statement with its support set, and what is wrong with it if it cannot ship."""

    statement: Statement
    flaw: Flaw | None = None
    detail: str = ""


def check(statement: Statement, facts: Mapping[str, Fact]) -> Checked:
    """Set a statement's support from the facts it cites; keys that name no fact are dropped."""
    known = tuple(dict.fromkeys(fact_id for fact_id in statement.facts if fact_id in facts))
    if not known:
        bare = statement.model_copy(update={"facts": (), "support": Support.UNCHECKED})
        return Checked(bare) if _claims_nothing(statement.text) else Checked(bare, Flaw.UNCITED)
    judgement = judge(statement.text, [item for fact_id in known for item in facts[fact_id].evidence])
    settled = statement.model_copy(update={"facts": known, "support": judgement.support})
    return Checked(settled, judgement.flaw, judgement.detail)


def checked(report: Report) -> Report:
    """The report as it may ship: support set, unsupported statements cut and recorded, sources renumbered."""
    sieve = _Sieve(facts={fact.id: fact for fact in report.facts}, words=words_for(report.language))
    passed = map_statements(report, sieve.passing)
    cited = any(statement.facts for statement in _answering(passed))
    found = report.found and (cited or any(section.sources for section in passed.sections))
    update: dict[str, object] = {
        "found": found,
        "closest": report.closest if found or report.closest else closest_passages(report.facts),
        "cuts": (*report.cuts, *sieve.cuts),
        "repaired": report.repaired + sieve.repaired,
    }
    if not found:
        update |= dict.fromkeys((*ASSERTED, "sections", "insights"), ())
    return numbered(_with_rates(passed.model_copy(update=update)), sieve.facts)


def undecided(report: Report) -> tuple[Statement, ...]:
    """The statements that code could neither support nor refute, each once: for a mind to judge."""
    open_ones = (s for s in statements(report) if s.facts and s.support is Support.UNCHECKED and not s.loose)
    found = {statement.text: statement for statement in open_ones}
    return tuple(found.values())


def judged(report: Report, verdicts: Mapping[str, Support]) -> Report:
    """The report with what a mind said of the statements that code had left open; a refuted one is cut."""
    if not verdicts:
        return report
    words = words_for(report.language)
    cuts: list[Cut] = []

    def settled(place: Place, said: tuple[Statement, ...]) -> tuple[Statement, ...]:
        kept: list[Statement] = []
        for statement in said:
            verdict = verdicts.get(statement.text, statement.support)
            if statement.support is not Support.UNCHECKED or verdict is Support.UNCHECKED:
                kept.append(statement)
            elif verdict is Support.SUPPORTED:
                kept.append(statement.model_copy(update={"support": verdict}))
            else:
                cuts.append(Cut(task=place.task, text=statement.text, reason=words.flaws[Flaw.JUDGED]))
        return tuple(kept)

    settled_report = map_statements(report, settled)
    settled_report = settled_report.model_copy(update={"cuts": (*report.cuts, *cuts)})
    return numbered(_with_rates(settled_report), {fact.id: fact for fact in report.facts})


def _with_rates(report: Report) -> Report:
    """Shares over everything that was drafted, cut statements included, so that a cut does not flatter."""
    stated = [statement for statement in _answering(report) if statement.facts]
    supported = sum(1 for statement in stated if statement.support is Support.SUPPORTED)
    drafted = len(stated) + len(report.cuts)
    rates = {"checked": 0.0, "supported": 0.0}
    if drafted:
        rates = {"checked": (supported + len(report.cuts)) / drafted, "supported": supported / drafted}
    return report.model_copy(update={"run_facts": report.run_facts.model_copy(update=rates)})


def _answering(report: Report) -> tuple[Statement, ...]:
    """The summary and what the sections say: what is drawn from them is not counted again."""
    return (*report.summary, *(statement for section in report.sections for statement in statements_of(section)))


def _claims_nothing(text: str) -> bool:
    """A question or a lead-in states no fact, so it needs no citation."""
    return text.rstrip().endswith(("?", "？", ":", "：")) and not any(character.isdigit() for character in text)


@dataclass(slots=True)
class _Sieve:
    """Lets statements through and remembers those it held back."""

    facts: Mapping[str, Fact]
    words: Words
    cuts: list[Cut] = field(default_factory=list)
    repaired: int = 0

    def passing(self, place: Place, said: tuple[Statement, ...]) -> tuple[Statement, ...]:
        passed: list[Statement] = []
        for statement in said:
            result = check(statement, self.facts)
            if result.flaw is None:
                passed.append(result.statement)
            elif (mended := self._mended(place.task, statement)) is not None:
                self.repaired += 1
                passed.append(mended)
            else:
                self._cut(place.task, statement.text, result)
        return tuple(passed)

    def _mended(self, task: str, statement: Statement) -> Statement | None:
        """The statement citing the quote that does say it, or without the sentences that none says."""
        if said := quoted_in(statement.text, self.facts.values()):
            return check(statement.model_copy(update={"facts": said}), self.facts).statement
        parts = [check(statement.model_copy(update={"text": text}), self.facts) for text in sentences(statement.text)]
        sound = [part.statement.text for part in parts if part.flaw is None and part.statement.facts]
        if not sound or len(sound) == len(parts):
            return None
        rest = check(statement.model_copy(update={"text": _joined(sound)}), self.facts)
        if rest.flaw is not None:
            return None
        for part in parts:
            if part.flaw is not None:
                self._cut(task, part.statement.text, part)
        return rest.statement

    def _cut(self, task: str, text: str, result: Checked) -> None:
        if result.flaw is not None:
            reason = self.words.flaws[result.flaw].format(detail=result.detail)
            self.cuts.append(Cut(task=task, text=text, reason=reason))


def _joined(sentences_kept: list[str]) -> str:
    return ("" if is_spaceless(sentences_kept[0]) else " ").join(sentences_kept)
