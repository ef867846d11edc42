"""From claims to facts: a claim whose quote is not in its page never becomes one.

Knows: quotes, tiers, confidence and novelty, put together.  Does not know: which mind made the claims.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from fathoms.domain.authority import TierRules
from fathoms.domain.evidence import Confidence, Evidence, Fact, Novelty, Passage, SourceKind
from fathoms.domain.plan import Lean, Task
from fathoms.domain.step import Ruling
from fathoms.domain.thread import Admitted, Claim, ThreadState
from fathoms.engine.evidence.confidence import DEFAULT_RULES, confidence_of, independent, strength, tier_of
from fathoms.engine.evidence.novelty import agreement, confirmed_by, stated
from fathoms.engine.evidence.support import Grounds, other_unit, unheld_dates, unheld_figures
from fathoms.errors import QuoteNotFound
from fathoms.text import quotes
from fathoms.text.addresses import document
from fathoms.text.announcing import announcing, in_words
from fathoms.text.naming import Names, named_among
from fathoms.text.neutral import unmarked
from fathoms.text.sentences import headings_in


def fact_id(page_id: str, start: int, end: int, claim: str) -> str:
    """The same claim on the same words has the same id in every run."""
    content = "\x1f".join((page_id, str(start), str(end), claim))
    return f"f-{hashlib.sha256(content.encode()).hexdigest()[:12]}"


def admit(
    claims: Sequence[Claim],
    passages: Sequence[Passage],
    pages: Mapping[str, str],
    thread: ThreadState,
    *,
    task: Task,
    round: int,
    rules: TierRules = DEFAULT_RULES,
    rulings: Sequence[Ruling] = (),
) -> Admitted:
    """The facts that the claims make, in their order. `pages` holds the stored text by page id.

    With rulings on what they made before, a fact that was dropped is gone with all that it confirmed; it still counts
    against the number that the task asks for, so that nothing takes its place which nobody has looked at.
    """
    admission = _Admission(thread, task, round, rulings)
    by_key = {passage.key: passage for passage in passages}
    wanted = task.spec.budget if task.spec else None
    for claim in claims:
        passage = by_key.get(claim.passage)
        if passage is None or passage.page_id not in pages:
            admission.reject(claim, f"no passage {claim.passage!r} was read", invented=True)
        elif wanted is not None and len(admission.facts) + admission.dropped >= wanted:
            admission.reject(claim, f"the task asks for {wanted} facts a round")
        else:
            try:
                page = pages[passage.page_id]
                evidence = _evidence(claim, passage, page, rules, task.subjects)
                asked = f"{task.question} {' '.join(task.subjects)}"
                admission.admit(_held_to(evidence, claim, asked, page), evidence)
            except QuoteNotFound:
                admission.reject(claim, "its quote is not in the page", invented=True)
    return Admitted(
        facts=tuple(admission.facts),
        corroborated=tuple(admission.corroborated.values()),
        rejected=tuple(admission.rejected),
        invented=admission.invented,
        repeated=tuple(admission.repeated),
        relies_on=admission.relies_on,
    )


def _held_to(evidence: Evidence, claim: Claim, asked: str, page: str) -> Claim:
    """The claim, or, where it has a figure, date, unit or name that stands nowhere in its source, the words it quotes.

    What is written later is held against claims as well as quotes: one that a mind made up would vouch for itself. The
    names that were asked for are nobody's invention: a source may call its subject "it", or spell it otherwise; nor is
    one that its page has elsewhere.
    """
    grounds = Grounds((), unclaimed=(evidence,))
    if grounds.quotes_word_for_word(claim.text):
        return claim
    odd = (
        any(unheld_figures(claim.text, grounds))
        or any(unheld_dates(claim.text, grounds))
        or other_unit(claim.text, grounds)
        or _unknown_name(unmarked(claim.text), f"{grounds.everything} {asked}", page)
    )
    return claim.model_copy(update={"text": in_words(evidence.quote, evidence.announced)}) if odd else claim


def _unknown_name(claim: str, near: str, page: str) -> bool:
    """Whether a claim names what neither stands near its quote nor anywhere on its page, which is seldom looked at."""
    return bool(Names(near).missing(claim) and Names(f"{near} {page}").missing(claim))


CONTEXT = 400
"""Characters on either side of a quote that it is kept with."""


class _Admission:
    """The facts of one extraction as they come in, each judged against all before it."""

    def __init__(self, thread: ThreadState, task: Task, round: int, rulings: Sequence[Ruling]) -> None:
        self._thread, self._task, self._round = thread, task, round
        self._ids = {question.id for question in thread.sub_questions}
        self._own = {fact.id: fact for fact in thread.facts}
        self._internal = task.lean is Lean.INTERNAL
        self._dropped = {ruling.fact: ruling.reason for ruling in rulings if ruling.drop}
        self._at_most = _lowest(rulings)
        self.facts: list[Fact] = []
        self.dropped = 0
        self.corroborated: dict[str, Fact] = {}
        self.rejected: list[str] = []
        self.invented = 0
        self.repeated: list[str] = []
        self.relies_on: dict[str, tuple[str, ...]] = {}

    def reject(self, claim: Claim, reason: str, *, invented: bool = False) -> None:
        self.rejected.append(f"{claim.text!r}: {reason}")
        self.invented += invented

    def admit(self, claim: Claim, evidence: Evidence) -> None:
        identity = fact_id(evidence.page_id, evidence.start, evidence.end, claim.text)
        earlier = [*self._thread.known, *self._own.values(), *self.facts]
        answers = () if claim.loose else tuple(name for name in claim.answers if name in self._ids)
        known = next((fact for fact in earlier if fact.id == identity), None)
        if known and not self._taken_up(known, answers):
            for name in answers:
                self.relies_on[name] = (*self.relies_on.get(name, ()), identity)
            self.repeated.append(identity)
            return self.reject(claim, "known already, from the same words")
        if identity in self._dropped:
            self.dropped += 1
            return self.reject(claim, f"dropped by {self._dropped[identity]}")
        confirmed = confirmed_by(claim.text, evidence, [fact for fact in earlier if fact.id != identity])
        backing = () if confirmed is None or stated(confirmed) else confirmed.evidence
        agreeing = self._agreeing(evidence, answers) if confirmed is None else {}
        support = (evidence, *backing, *(theirs for _, theirs in agreeing.values()))
        self.facts.append(
            Fact(
                id=identity,
                claim=claim.text,
                evidence=(evidence,),
                confidence=self._confidence(identity, support),
                novelty=Novelty.CONFIRMING if confirmed else Novelty.NEW,
                confirms=confirmed.id if confirmed else None,
                answers=answers,
                subjects=self._subjects(claim, evidence),
                task=self._task.id,
                round=self._round,
                score=claim.score,
                loose=claim.loose,
                leads_on=claim.loose and claim.leads_on,
                beware=claim.beware,
            )
        )
        if confirmed and identity not in self._at_most and not stated(confirmed):
            self._corroborate(confirmed, evidence)
        for fact in [*self._own.values(), *self.facts]:
            if fact.id in agreeing and identity not in self._at_most:
                self._corroborate(fact, agreeing[fact.id][0])
        return None

    def _agreeing(self, evidence: Evidence, answers: tuple[str, ...]) -> dict[str, tuple[Evidence, Evidence]]:
        """By the facts of this thread that say the same on what both answer, the sentences that do."""
        asked = {question.id: question.text for question in self._thread.sub_questions if question.id in answers}
        found = {}
        for fact in (*self._own.values(), *self.facts):
            both = [text for name, text in asked.items() if name in fact.answers]
            if both and independent(evidence, fact.evidence[0]):
                pair = agreement(evidence, fact.evidence[0], both)
                if pair:
                    found[fact.id] = pair
        return found

    def _confidence(self, identity: str, support: tuple[Evidence, ...]) -> Confidence:
        """What the sources give, and no more than a ruling allows."""
        given = confidence_of(support, internal_subject=self._internal)
        return min(given, self._at_most.get(identity, given), key=strength)

    def _taken_up(self, known: Fact, answers: tuple[str, ...]) -> bool:
        """A fact that a task before called loose is this thread's own where it answers: loose is relative."""
        mine = {*self._own, *(fact.id for fact in self.facts)}
        return known.loose and bool(answers) and known.id not in mine

    def _corroborate(self, fact: Fact, evidence: Evidence) -> None:
        """A second, independent source raises the fact it confirms, when that fact is this thread's to change."""
        if not any(independent(evidence, mine) for mine in fact.evidence):
            return
        support = (*fact.evidence, evidence)
        raised = fact.model_copy(
            update={
                "evidence": support,
                "confidence": self._confidence(fact.id, support),
            }
        )
        if fact.id in self._own:
            self._own[fact.id] = self.corroborated[fact.id] = raised
        else:
            self.facts = [raised if mine.id == fact.id else mine for mine in self.facts]

    def _subjects(self, claim: Claim, evidence: Evidence) -> tuple[str, ...]:
        """The thread's subjects that the mind named (it knows aliases) or that the words name."""
        every = tuple(subject.name for subject in self._thread.subjects)
        said = " ".join((claim.text, evidence.quote, evidence.title, *evidence.title_path))
        named = named_among(every, said)
        return tuple(name for name in every if name in named or name in claim.subjects)


def _lowest(rulings: Sequence[Ruling]) -> dict[str, Confidence]:
    lowest: dict[str, Confidence] = {}
    for ruling in rulings:
        if ruling.at_most is not None:
            lowest[ruling.fact] = min(ruling.at_most, lowest.get(ruling.fact, ruling.at_most), key=strength)
    return lowest


def _evidence(claim: Claim, passage: Passage, text: str, rules: TierRules, subjects: Sequence[str]) -> Evidence:
    """The claim's words, found in the stored page. Raises QuoteNotFound."""
    start, end = quotes.locate(claim.quote, text, near=(passage.start, passage.end))
    inside = passage.start <= start and end <= passage.end
    own = passage.kind is SourceKind.INTERNAL
    return Evidence(
        page_id=passage.page_id,
        url=passage.url if inside or not own else f"{document(passage.url)}#{start}-{end}",
        title=passage.title,
        quote=text[start:end],
        start=start,
        end=end,
        source=passage.source,
        kind=passage.kind,
        tier=tier_of(passage.url, rules, subjects),
        title_path=_path(passage, text, start),
        dated=passage.dated,
        context=_around(text, start, end),
        announced=announcing(text, start),
        focus=passage.focus,
    )


def _path(passage: Passage, text: str, start: int) -> tuple[str, ...]:
    """The headings that a quote stands under: those of its passage, which may run on into other sections."""
    above = list(enumerate(passage.title_path, start=1))
    for level, heading in headings_in(text, passage.start, start):
        kept = [one for one in above if one[0] < max(level, 2)]
        same = kept and unmarked(kept[-1][1]) == unmarked(heading)
        above = kept if same else [*kept, (level, unmarked(heading))]
    return tuple(name for _, name in above)


def _around(text: str, start: int, end: int) -> str:
    """The paragraphs that a quote stands in, with the one before and after as far as there is room for them."""
    opens = max(text.rfind("\n\n", 0, max(start - CONTEXT, 0)) + 2, start - CONTEXT, 0)
    closes = min(end + CONTEXT, len(text))
    head, tail = text[opens:start], text[end:closes]
    if opens > 0:
        head = head[_cut_in(head) :]
    if closes < len(text):
        tail = tail[: tail.rfind(" ") + 1] or tail
    return f"{head}{text[start:end]}{tail}".strip()


def _cut_in(head: str) -> int:
    """Where the first whole word of a text that begins in the middle of one stands."""
    return next((place + 1 for place, character in enumerate(head) if character.isspace()), 0)
