"""Random worlds of pages and scripted minds, and the pure rules driven as the runtime drives them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from fathoms.domain.brief import Brief
from fathoms.domain.evidence import Hit, Page, Passage, Query, SourceKind
from fathoms.domain.plan import Task
from fathoms.domain.survey import SearchAnswer, Survey
from fathoms.domain.thread import (
    Admitted,
    Allocation,
    Claim,
    ConflictClaim,
    Extraction,
    Lead,
    Reading,
    Scope,
    ScopeDraft,
    Sifted,
    ThreadState,
)
from fathoms.engine.evidence import facts
from fathoms.engine.thread import allocation, convergence, drift, reading, rounds, scoping
from fathoms.text.sentences import Span
from fathoms.text.words import content_words
from tests.thread_making import NOW, make_hit, make_page, on

WORDS = (
    *("tide", "array", "ferry", "porpoise", "cable", "grid", "storm", "harbour"),
    *("turbine", "budget", "council", "mussel", "charger", "quay", "pilot"),
)
SOURCES = ("kb", "web")
HOSTS = ("energy.gov", "reuters.com", "apnews.com", "example.org", "www.reddit.com", "quora.com")
SOURCE_MANNERS = ("searches", "repeats", "always new", "empty", "fails")
MIND_MANNERS = ("asks", "repeats", "asks all at once", "is silent", "asks nobody", "alternates")
CLAIM_MANNERS = ("quotes", "invents", "repeats itself", "says nothing", "is loose")


@dataclass(slots=True)
class Round:
    """Everything one turn of the loop made, for a test to look at."""

    before: ThreadState
    after: ThreadState
    scope: Scope
    allocation: Allocation
    hits: tuple[Hit, ...] = ()
    passages: tuple[Passage, ...] = ()
    sifted: Sifted = field(default_factory=Sifted)
    admitted: Admitted = field(default_factory=Admitted)

    @property
    def passed_over(self) -> bool:
        """An escape that did not apply: no round was made."""
        return len(self.after.rounds) == len(self.before.rounds)


class World:
    """Pages with a few sentences each, found by shared words or by the manner of its sources."""

    def __init__(self, chance: random.Random, manner: str) -> None:
        self._chance, self._manner = chance, manner
        self.pages: dict[str, Page] = {}
        for n in range(chance.randint(0, 20)):
            self._add(n % 3 == 0, n)

    def search(self, query: Query) -> SearchAnswer | None:
        """`None` is a source that failed."""
        manner = self._manner if self._manner != "mixed" else self._chance.choice(SOURCE_MANNERS)
        if manner == "fails":
            return None
        if manner == "empty":
            return SearchAnswer()
        if manner == "always new":
            return SearchAnswer(hits=tuple(self._hit(self._add(query.source == "web")) for _ in range(5)))
        own = [page for page in self.pages.values() if page.source == query.source]
        if manner == "searches":
            words = content_words(query.text)
            own.sort(key=lambda page: -len(words & content_words(page.text)))
        return SearchAnswer(hits=tuple(self._hit(page) for page in own[:5]))

    def page_of(self, hit: Hit) -> Page:
        return self.pages[hit.url.partition("#")[0]]

    def _add(self, external: bool, n: int | None = None) -> Page:
        number = len(self.pages) if n is None else n
        url = f"https://{self._chance.choice(HOSTS)}/{number}" if external else f"kb://world/{number}.md"
        year = self._chance.choice((None, 1999, 2020, 2026))
        page = make_page(self._text(), url=url, title=f"Page {number}", dated=on(year) if year else None)
        self.pages[url] = page
        return page

    def _text(self) -> str:
        if self._chance.random() < 0.05:
            return ""
        paragraphs = (self._sentences(self._chance.randint(1, 4)) for _ in range(self._chance.randint(1, 4)))
        return "\n\n".join(paragraphs)

    def _sentences(self, count: int) -> str:
        return " ".join(
            f"The {' '.join(self._chance.choices(WORDS, k=4))} took {self._chance.randint(1, 99)} days."
            for _ in range(count)
        )

    def _hit(self, page: Page) -> Hit:
        if page.kind is SourceKind.EXTERNAL or not page.text:
            return make_hit(page.url, source=page.source, title=page.title, dated=page.dated)
        start = self._chance.randrange(len(page.text))
        end = min(len(page.text), start + 80)
        return make_hit(f"{page.url}#{start}-{end}", source=page.source, title=page.title, start=start, end=end)


class ScriptedMind:
    """Asks and claims in its manner; it may lie in every field that a mind fills."""

    def __init__(self, chance: random.Random, asks: str, claims: str) -> None:
        self._chance, self._asks, self._claims = chance, asks, claims
        self._said: list[Claim] = []

    def scope(self, scope: Scope) -> ScopeDraft:
        manner = self._asks if self._asks != "mixed" else self._chance.choice(MIND_MANNERS)
        return ScopeDraft(intent="find out more", backlog=tuple(self._backlog(manner, scope.round)))

    def extract(self, thread: ThreadState, passages: tuple[Passage, ...]) -> Extraction:
        manner = self._claims if self._claims != "mixed" else self._chance.choice(CLAIM_MANNERS)
        claims = self._claims_of(manner, passages)
        self._said += claims
        questions = [*(q.id for q in thread.sub_questions), "q99"]
        return Extraction(
            claims=tuple(claims),
            coverage={q: self._chance.choice((-1.0, 0.0, 0.59, 0.6, 1.0, 7.0)) for q in questions},
            conflicts=self._conflicts(thread, claims),
            leads=tuple(Lead(text=self._chance.choice(WORDS), weight=self._chance.random()) for _ in range(2)),
            sufficient=self._chance.random() < 0.3,
            reason=self._chance.choice(("", "not enough", "| pipes | and\nlines")),
        )

    def _backlog(self, manner: str, round_number: int) -> list[Query]:
        if manner == "is silent":
            return []
        if manner == "asks nobody":
            return [Query(source="nobody", text="tide")]
        if manner == "repeats":
            return [Query(source=source, text="tide array ferry") for source in SOURCES]
        if manner == "alternates":
            text = ("tide array", "porpoise cable")[round_number % 2]
            return [Query(source=source, text=text) for source in SOURCES]
        count = 9 if manner == "asks all at once" else 2
        return [
            Query(source=source, text=" ".join(self._chance.sample(WORDS, 4)), reason="to know")
            for source in SOURCES
            for _ in range(count)
        ]

    def _claims_of(self, manner: str, passages: tuple[Passage, ...]) -> list[Claim]:
        if manner == "says nothing" or not passages:
            return []
        if manner == "repeats itself" and self._said:
            return self._said[-3:]
        made = []
        for passage in passages:
            quote = passage.text if manner != "invents" else "Words that stand nowhere at all."
            answers = tuple(self._chance.sample(("q1", "q2", "q99"), 2))
            key = passage.key if self._chance.random() < 0.95 else "S99"
            made.append(Claim(text=quote, quote=quote, passage=key, answers=answers, loose=manner == "is loose"))
        return made

    def _conflicts(self, thread: ThreadState, claims: list[Claim]) -> tuple[ConflictClaim, ...]:
        sides = [*(fact.id for fact in thread.facts), *(claim.quote for claim in claims), "nothing"]
        if self._chance.random() < 0.6 or len(sides) < 2:
            return ()
        left, right = self._chance.sample(sides, 2)
        return (ConflictClaim(about="a figure", left=left, right=right),)


def turn(
    thread: ThreadState, brief: Brief, task: Task, surveys: tuple[Survey, ...], world: World, mind: ScriptedMind
) -> Round:
    """One turn of the loop, in the order of `runtime/investigate.py`."""
    scope = scoping.next_scope(thread, brief)
    chosen = allocation.choose(thread, scope, mind.scope(scope), surveys)
    if scope.escape and not chosen.queries:
        return Round(thread, rounds.pass_over_escape(thread), scope, chosen)
    found: dict[str, list[SearchAnswer]] = {}
    for query in chosen.queries:
        if (answer := world.search(query)) is not None:
            found.setdefault(query.source, []).append(answer)
    answers = {source: reading.fused(some) for source, some in found.items()}
    already = {url for record in thread.rounds for url in record.read_urls}
    hits = reading.choose_hits(answers, already_read=already)
    read = _read(world, hits, task, reading.shown_before(already))
    sifted = drift.sift(read, brief, task, thread, scope=scope, queries=chosen.queries)
    extraction = mind.extract(thread, sifted.kept)
    texts = {page.id: page.text for page in world.pages.values()}
    admitted = facts.admit(extraction.claims, sifted.kept, texts, thread, task=task, round=scope.round)
    after = rounds.close(
        thread,
        scope=scope,
        allocation=chosen,
        answers=answers,
        reading=Reading(passages=read),
        sifted=sifted,
        extraction=extraction,
        admitted=admitted,
        at=NOW + timedelta(minutes=scope.round),
    )
    return Round(thread, after, scope, chosen, hits, read, sifted, admitted)


def _read(
    world: World, hits: tuple[Hit, ...], task: Task, shown: Mapping[str, tuple[Span, ...]]
) -> tuple[Passage, ...]:
    groups: dict[str, list[Hit]] = {}
    for hit in hits:
        groups.setdefault(hit.url.partition("#")[0], []).append(hit)
    wanted = content_words(" ".join((task.question, *task.sub_questions)))
    found = [
        passage
        for url, group in groups.items()
        for passage in reading.passages(
            world.page_of(group[0]), group, wanted, {}, max_chars=400, shown=shown.get(url, ())
        )
    ]
    return reading.keyed(found)


def play(
    thread: ThreadState, brief: Brief, task: Task, surveys: tuple[Survey, ...], world: World, mind: ScriptedMind
) -> list[Round]:
    """The whole thread. A loop that does not end fails here rather than hang."""
    played: list[Round] = []
    while convergence.verdict(thread) is None:
        assert len(played) < thread.ceiling + 6, "a thread takes its rounds and at most six escapes passed over"
        played.append(turn(thread, brief, task, surveys, world, mind))
        thread = played[-1].after
    return played
