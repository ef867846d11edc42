"""The check before a report ships: each statement held against its evidence, what does not hold rewritten once or cut.

Code raises suspicions and decides alone only over figures and dates that stand nowhere in the evidence; all else is a
mind's to judge, where there is one. Every loss has a record.
Knows: what becomes of a statement.  Does not know: how one is held against its evidence (`holding.py`) or who judges
(`runtime/checking.py`).  Pure, and safe to repeat on a checked report.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from fathoms.domain.evidence import Fact
from fathoms.domain.report import Cut, Flaw, Report, Statement, StatementKind, Support, Verdict
from fathoms.engine.evidence.doubts import UNPROVEN
from fathoms.engine.evidence.support import Grounds, quoted_in, stand_nowhere
from fathoms.engine.evidence.suspicions import leans_back
from fathoms.report.build.blanking import left_out, stands
from fathoms.report.build.compose import closest_passages, numbered
from fathoms.report.build.holding import (
    VETOED,
    Checked,
    as_read,
    check,
    claims_nothing,
    given,
    points_to_a_part,
)
from fathoms.report.build.orphans import opens_item, without_stranded
from fathoms.report.statements import (
    ASSERTED,
    Place,
    every_section,
    headings,
    map_statements,
    own_statements,
    statements,
    statements_of,
)
from fathoms.report.words import Words, words_for
from fathoms.text.sentences import sentences
from fathoms.text.words import content_words, is_spaceless

LEAST_LEFT = 3
"""Content words of what is left of a statement when the rest is cut: "Stop." alone tells nothing."""
FAR = 0.5
"""Share of a statement's content words that must stand in its evidence or in the question; with less it is a long way
from what it cites, and ships only on the word of a judge that told a planted statement from a true one."""
FEW_WORDS = 4
"""Content words below which one of them in the evidence is enough: a cell, a name with a verb."""


@dataclass(frozen=True, slots=True)
class Vetoed:
    """A statement that code alone does not let pass as it stands: whoever writes may say it otherwise."""

    statement: Statement
    reason: str
    nowhere: tuple[str, ...]
    """Its figures and dates that stand nowhere in its evidence."""


@dataclass(frozen=True, slots=True)
class FirstLook:
    """What a mind is asked about a report as it was written."""

    to_judge: tuple[Statement, ...]
    vetoed: tuple[Vetoed, ...]


def first_look(report: Report) -> FirstLook:
    """What is to be judged and what is to be said otherwise. Nothing falls yet with what may be said otherwise: a
    sentence that leads to it, or leans on it, is judged like the others."""
    sieve = _Sieve.of(report, Instead(), awaits=True)
    passed = map_statements(report, sieve.passing)
    vetoed = {name_of(one.statement) for one in sieve.vetoed}
    return FirstLook(tuple(one for one in to_judge(passed) if name_of(one) not in vetoed), tuple(sieve.vetoed))


def checked(
    report: Report, rewrites: Mapping[str, str] | None = None, *, restated: Mapping[str, tuple[str, ...]] | None = None
) -> Report:
    """The report as code leaves it: suspicions noted, what stands nowhere said otherwise, or cut and recorded, sources
    renumbered."""
    sieve = _Sieve.of(report, Instead(rewrites or {}, restated or {}))
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


def _cited_by_section(report: Report) -> dict[str, tuple[str, ...]]:
    return {
        section.task: tuple(dict.fromkeys(name for statement in own_statements(section) for name in statement.facts))
        for section in every_section(report.sections)
    }


def name_of(statement: Statement) -> str:
    """What a verdict on a statement is kept under: two cells may say the same of different facts."""
    return "\n".join((statement.text, *statement.facts))


def to_judge(report: Report) -> tuple[Statement, ...]:
    """Every statement for a mind to judge, each once; the words of a quote need no judge."""
    facts, parts = {fact.id: fact for fact in report.facts}, headings(report)

    def copied(statement: Statement) -> bool:
        return Grounds(facts[name] for name in statement.facts if name in facts).quotes_word_for_word(statement.text)

    def claims(statement: Statement) -> bool:
        return not (statement.loose or claims_nothing(statement) or points_to_a_part(statement, parts))

    told = (statement for statement in statements(report) if claims(statement) and not copied(statement))
    return tuple({name_of(statement): statement for statement in told}.values())


def judged(
    report: Report,
    verdicts: Mapping[str, Verdict],
    rewrites: Mapping[str, str] | None = None,
    *,
    restated: Mapping[str, tuple[str, ...]] | None = None,
    doubted: Collection[str] = (),
) -> Report:
    """The report with what a mind said of its statements, by name or by text: what does not hold is said otherwise, or
    cut.

    `doubted` are those whose judge called a planted statement true: of them, what is far from its evidence is cut."""
    facts, words = {fact.id: fact for fact in report.facts}, words_for(report.language)
    instead = Instead(rewrites or {}, restated or {})
    granted = given(report.question, statements(report), facts)
    judge = _Judge(facts, words, verdicts, instead, granted, headings(report), frozenset(doubted))
    judge.telling = frozenset(
        section.task for section in every_section(report.sections) if any(map(judge.stays, own_statements(section)))
    )
    settled = map_statements(report, judge.settled)
    settled = settled.model_copy(
        update={"cuts": (*report.cuts, *judge.cuts), "repaired": report.repaired + judge.rewritten}
    )
    return numbered(_with_rates(settled), judge.facts)


@dataclass(frozen=True, slots=True)
class Instead:
    """What may be said in the place of a statement, and on which facts, by its name or by its text alone."""

    texts: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def of(self, statement: Statement) -> Statement | None:
        name = name_of(statement)
        text = self.texts.get(name) or self.texts.get(statement.text, "")
        update = {"text": text, "facts": self.facts.get(name, statement.facts)}
        return statement.model_copy(update=update) if text else None


@dataclass(slots=True)
class _Judge:
    """What a mind's verdicts make of the statements of each place."""

    facts: Mapping[str, Fact]
    words: Words
    verdicts: Mapping[str, Verdict]
    instead: Instead
    question: str
    headings: tuple[str, ...]
    doubted: frozenset[str]
    cuts: list[Cut] = field(default_factory=list)
    rewritten: int = 0
    telling: frozenset[str] = frozenset()
    """Sections that keep a cited sentence: what leads over between their paragraphs stays with them."""

    def stays(self, statement: Statement) -> bool:
        """Whether a cited statement is still there in the end."""
        return bool(statement.facts) and (self._flaw(statement) is None or self._said_otherwise(statement) is not None)

    def _flaw(self, statement: Statement) -> Flaw | None:
        """What is wrong with a cited statement, by the judge, or by code where no judge can be believed."""
        verdict = self._verdict(statement)
        believed = name_of(statement) not in self.doubted and verdict is not Verdict.UNCHECKED
        if not believed and any(doubt.startswith(tuple(UNPROVEN)) for doubt in statement.doubts):
            return Flaw.BEYOND  # a computed figure, or one of the question's, ships only on the word of a judge
        far = not believed and not claims_nothing(statement) and self._is_far(statement)
        return verdict.flaw or (Flaw.BEYOND if far else None)

    def _is_far(self, statement: Statement) -> bool:
        words = content_words(statement.text)
        grounds = Grounds(self.facts[name] for name in statement.facts if name in self.facts)
        held = words & (grounds.words | content_words(self.question))
        if is_spaceless(statement.text):
            return not held
        return not held if len(words) < FEW_WORDS else len(held) <= FAR * len(words)

    def settled(self, place: Place, said: tuple[Statement, ...]) -> tuple[Statement, ...]:
        settled: list[Statement | None] = []
        gone = False
        for statement in said:
            made = self._settled(statement)
            if isinstance(made, Statement) and made.code and (blank := left_out(statement.text, made.text)):
                self.cuts.append(Cut(task=place.task, text=blank, reason=self.words.flaws[Flaw.BLANKED]))
            leans = isinstance(made, Statement) and not made.code and leans_back(made.text)
            flaw = made if isinstance(made, Flaw) else Flaw.ORPHANED if gone and leans else None
            gone = flaw is not None
            settled.append(made if isinstance(made, Statement) and flaw is None else None)
            if flaw is not None:
                self._cut(place, statement, flaw)
        kept, stranded = without_stranded(said, settled)
        for lead, flaw in stranded:
            self._cut(place, lead, flaw)
        says = any(one.says_whence or points_to_a_part(one, self.headings) for one in kept)
        if says or (place.paragraph is not None and place.task in self.telling):
            return kept
        for alone in kept:
            self._cut(place, alone, Flaw.ORPHANED)
        return ()

    def _cut(self, place: Place, statement: Statement, flaw: Flaw) -> None:
        self.cuts.append(Cut(task=place.task, text=statement.text, reason=self.words.flaws[flaw]))

    def _verdict(self, statement: Statement) -> Verdict:
        """By its name; by its text alone where whoever judged knew no more of it."""
        return self.verdicts.get(name_of(statement)) or self.verdicts.get(statement.text, Verdict.UNCHECKED)

    def _settled(self, statement: Statement) -> Statement | Flaw:
        verdict = self._verdict(statement)
        if statement.is_judgement:
            return self._weighed(statement, verdict)
        flaw = self._flaw(statement) if statement.facts else verdict.flaw
        if (
            not statement.facts
            and statement.doubts
            and (verdict is not Verdict.CONNECTING or name_of(statement) in self.doubted)
        ):
            return flaw or Flaw.UNCITED
        if verdict is Verdict.UNCHECKED and flaw is None:
            return statement
        if verdict is Verdict.CONNECTING and flaw is None:
            return statement.model_copy(update={"kind": StatementKind.CONNECTING})
        if not statement.facts:
            return flaw or Flaw.UNCITED
        if flaw is None:
            kind = StatementKind.REASONED if verdict is Verdict.REASONED else statement.kind
            facts = self.instead.facts.get(name_of(statement), statement.facts)
            return statement.model_copy(update={"facts": facts, "support": Support.SUPPORTED, "kind": kind})
        return self._mended(statement) or flaw

    def _weighed(self, statement: Statement, verdict: Verdict) -> Statement | Flaw:
        """The report's own judgement stands unless its judge finds a fact claimed in it; where nobody can be believed,
        only if it names nothing and sets no limit. What its facts turn out to say is theirs; those that turn out to be
        no reason for it are not cited."""
        if verdict.flaw:
            return self._mended(statement) or verdict.flaw
        believed = verdict is not Verdict.UNCHECKED and name_of(statement) not in self.doubted
        if not believed and statement.doubts:
            return Flaw.UNCITED
        if not believed:
            return statement
        if verdict is Verdict.CONNECTING or not statement.facts:
            return statement.model_copy(update={"facts": ()})
        kind = StatementKind.STATED if verdict is Verdict.SUPPORTED else statement.kind
        return statement.model_copy(update={"support": Support.SUPPORTED, "kind": kind})

    def _mended(self, statement: Statement) -> Statement | None:
        instead = self._said_otherwise(statement)
        self.rewritten += instead is not None
        return instead

    def _said_otherwise(self, statement: Statement) -> Statement | None:
        """What is said instead was judged like the rest; code looks at it once more."""
        made = self.instead.of(statement)
        verdict = self._verdict(made) if made else Verdict.UNCHECKED
        if made is None or verdict.flaw:
            return None
        again = check(made, self.facts, asked=self.question)
        if verdict is Verdict.UNCHECKED and not self._is_sound(again.statement):
            return None  # where nobody judged it a second time, code must find nothing odd
        reasoned = verdict is Verdict.REASONED and not statement.is_judgement
        kind = StatementKind.REASONED if reasoned else statement.kind
        return None if again.flaw else again.statement.model_copy(update={"support": Support.SUPPORTED, "kind": kind})

    def _is_sound(self, statement: Statement) -> bool:
        grounds = Grounds((self.facts[name] for name in statement.facts if name in self.facts), asked=self.question)
        return stands(statement.text, grounds) if statement.code else not statement.doubts


def _with_rates(report: Report) -> Report:
    """Shares over everything that was drafted, cut statements included, so that a cut does not flatter."""
    stated = [statement for statement in _answering(report) if statement.facts]
    supported = sum(1 for statement in stated if statement.support is Support.SUPPORTED)
    cut = sum(1 for one in report.cuts if one.reason != words_for(report.language).flaws[Flaw.BLANKED])
    drafted = len(stated) + cut
    rates = {"checked": 0.0, "supported": 0.0}
    if drafted:
        rates = {"checked": (supported + cut) / drafted, "supported": supported / drafted}
    return report.model_copy(update={"run_facts": report.run_facts.model_copy(update=rates)})


def _answering(report: Report) -> tuple[Statement, ...]:
    """The summary and what the sections say: what is drawn from them is not counted again."""
    return (*report.summary, *(statement for section in report.sections for statement in statements_of(section)))


@dataclass(slots=True)
class _Sieve:
    """Lets statements through and remembers those it held back."""

    facts: Mapping[str, Fact]
    words: Words
    beside: Mapping[str, tuple[str, ...]]
    """What each section cites: a sentence without marks leads over among them."""
    instead: Instead
    question: str
    headings: tuple[str, ...]
    awaits: bool = False
    """Whether what is vetoed may still be said otherwise, so that nothing falls with it."""
    cuts: list[Cut] = field(default_factory=list)
    vetoed: list[Vetoed] = field(default_factory=list)
    repaired: int = 0

    @classmethod
    def of(cls, report: Report, instead: Instead, *, awaits: bool = False) -> _Sieve:
        facts = {fact.id: fact for fact in report.facts}
        return cls(
            facts,
            words_for(report.language),
            _cited_by_section(report),
            instead,
            given(report.question, statements(report), facts),
            headings(report),
            awaits,
        )

    def _held(self, statement: Statement) -> Checked:
        return check(statement, self.facts, asked=self.question)

    def passing(self, place: Place, said: tuple[Statement, ...]) -> tuple[Statement, ...]:
        passed: list[Statement | None] = []
        beside = tuple(dict.fromkeys(name for statement in said for name in statement.facts))
        if place.paragraph is not None:
            beside = self.beside.get(place.task, beside)
        gone = False
        for statement in said:
            result = check(
                statement,
                self.facts,
                beside=beside,
                asked=self.question,
                among_judgements=any(one.is_judgement for one in said),
                column=place.column,
            )
            if result.flaw is Flaw.UNCITED and points_to_a_part(statement, self.headings):
                result = Checked(result.statement)
            leans = gone and not statement.code and leans_back(statement.text)
            if result.flaw is None and leans and (not statement.facts or opens_item(statement, said, passed)):
                result = Checked(result.statement, Flaw.ORPHANED)
            gone = result.flaw is not None
            if result.flaw is None:
                passed.append(result.statement)
            elif (mended := self._mended(place.task, result)) is not None:
                self.repaired += 1
                gone = False
                passed.append(mended)
                if mended.code and (blank := left_out(statement.text, mended.text)):
                    self._cut(place.task, blank, Checked(mended, Flaw.BLANKED))
            elif self.awaits and result.flaw in VETOED.values():
                gone = False
                passed.append(result.statement)
            else:
                self._cut(place.task, statement.text, result)
                passed.append(None)
        kept, stranded = without_stranded(said, passed)
        for lead, flaw in stranded:
            self._cut(place.task, lead.text, Checked(lead, flaw))
        return kept

    def _otherwise(self, result: Checked) -> Statement | None:
        """What is said instead of a statement with a figure that stands nowhere, if that has none."""
        if result.flaw is None or result.flaw not in VETOED.values():
            return None
        statement = result.statement
        made = self.instead.of(statement)
        if made is None:
            grounds = Grounds((self.facts[name] for name in statement.facts if name in self.facts), asked=self.question)
            nowhere = stand_nowhere(as_read(statement), grounds)
            reason = self.words.flaws[result.flaw].format(detail=", ".join(nowhere) or result.detail)
            self.vetoed.append(Vetoed(statement, reason, nowhere))
            return None
        again = self._held(made)
        return again.statement if again.flaw is None else None

    def _mended(self, task: str, result: Checked) -> Statement | None:
        """The statement citing the quote that does say it, or said otherwise, or, where nobody can say it otherwise any
        more, without the sentences that none says."""
        statement = result.statement
        if said := quoted_in(statement.text, self.facts.values()):
            return self._held(statement.model_copy(update={"facts": said})).statement
        if (instead := self._otherwise(result)) is not None:
            return instead
        waits = self.awaits and result.flaw in VETOED.values()
        return None if waits or statement.code else self._shortened(task, statement)

    def _shortened(self, task: str, statement: Statement) -> Statement | None:
        """What of it holds, unless that is no more than its name or a few words."""
        texts = (span.of(statement.text) for span in sentences(statement.text))
        parts = [self._held(statement.model_copy(update={"text": text})) for text in texts]
        sound = [part.statement.text for part in parts if part.flaw is None and part.statement.facts]
        if not sound or len(sound) == len(parts) or _joined(sound).strip(" .:") == statement.strong:
            return None
        if len(content_words(_joined(sound))) < LEAST_LEFT:
            return None
        rest = self._held(statement.model_copy(update={"text": _joined(sound)}))
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
