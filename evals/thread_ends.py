"""Every thread ends: minds that are never content and worlds without end, at every effort.

Each adversary of the table below is a task of its own, with patience and gates set as high as they go, so that
nothing but the ceiling of rounds holds it back. All of it runs through the durable runtime.
"""

from __future__ import annotations

import asyncio
import itertools
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort
from fathoms.domain.events import RoundEnded, TaskEnded
from fathoms.domain.evidence import Hit, Page, Passage, Query
from fathoms.domain.plan import Gates, Task, TaskStatus
from fathoms.domain.survey import SearchAnswer
from fathoms.domain.thread import Claim, ConflictClaim, Extraction, Lead, Phase, ScopeDraft
from fathoms.errors import Unavailable
from fathoms.ports.mind import ExtractRequest, ScopeRequest
from fathoms.testing import ScriptedMind, ScriptedSource
from fathoms.testing.fakes import all_facts
from tests.scenarios.playing import play

PROOF = "adversarial minds and sources at every effort: each thread ends within its ceiling of rounds"

SUBJECT = "Skarrow array"
UNREACHABLE = Gates(corroboration=99, minimum_confidence=1.0, max_iterations=99)
MOST_PATIENCE = 99
SECONDS = 900

# What a mind asks, round by round.

Asks = Callable[[ScopeRequest], Iterator[str]]


def always_other_words(request: ScopeRequest) -> Iterator[str]:
    yield f"{SUBJECT} matter{request.scope.round} topic{request.scope.round} theme{request.scope.round}"


def always_the_same(request: ScopeRequest) -> Iterator[str]:
    yield f"what of the {SUBJECT}"


def two_in_turn(request: ScopeRequest) -> Iterator[str]:
    yield ("output", "wildlife")[request.scope.round % 2] + f" of the {SUBJECT}"


def nothing(request: ScopeRequest) -> Iterator[str]:
    yield from ()


# What it says of what was read.

Says = Callable[[ExtractRequest], Extraction]


def never_enough(request: ExtractRequest) -> Extraction:
    claims = tuple(_claim(passage) for passage in request.passages)
    return Extraction(claims=claims, reason="not enough", leads=(Lead(text=f"Lead {request.scope.round}"),))


def contradicts_itself(request: ExtractRequest) -> Extraction:
    claims = [_claim(passage, answers=("q1",)) for passage in request.passages]
    pairs = tuple(ConflictClaim(about="all", left=a.quote, right=b.quote) for a, b in itertools.pairwise(claims))
    return Extraction(claims=tuple(claims), coverage={"q1": 1.0}, conflicts=pairs, sufficient=True)


def invents_quotes(request: ExtractRequest) -> Extraction:
    claims = tuple(Claim(text="It is so.", quote="Nobody wrote this.", passage=p.key) for p in request.passages)
    return Extraction(claims=claims, coverage={"q1": 1.0}, sufficient=True, reason="all is said")


def finds_nothing(request: ExtractRequest) -> Extraction:
    return Extraction(reason="not enough")


def content_but_gated(request: ExtractRequest) -> Extraction:
    claims = tuple(_claim(passage, answers=("q1",)) for passage in request.passages)
    return Extraction(claims=claims, coverage={"q1": 1.0}, sufficient=True)


def _claim(passage: Passage, answers: tuple[str, ...] = ()) -> Claim:
    return Claim(text=passage.text, quote=passage.text, passage=passage.key, answers=answers)


# What a source finds.


@dataclass(slots=True, kw_only=True)
class Endless(ScriptedSource):
    """Finds five pages that nobody has seen before, whatever is asked."""

    sentence: str = f"The {SUBJECT} has part {{n}}."
    made: int = 0

    async def search(self, query: Query, *, limit: int, phase: Phase) -> SearchAnswer:
        fresh = range(self.made, self.made + limit)
        self.made += limit
        return SearchAnswer(hits=tuple(self._hit(f"kb://{self.name}/{n}.md") for n in fresh))

    async def read(self, hit: Hit) -> Page:
        number = hit.url.rpartition("/")[2].removesuffix(".md")
        known = ScriptedSource(name=self.name, pages={hit.url: self.sentence.format(n=number)})
        return await known.read(hit)


@dataclass(slots=True, kw_only=True)
class Broken(ScriptedSource):
    async def search(self, query: Query, *, limit: int, phase: Phase) -> SearchAnswer:
        raise Unavailable("out of order", provider=self.name)


def sources() -> tuple[ScriptedSource, ...]:
    torn = {f"kb://unreadable/{n}.md": "" for n in range(5)}
    return (
        Endless(name="always new pages"),
        ScriptedSource(name="always the same", pages={"kb://same/1.md": f"The {SUBJECT} has six turbines."}),
        ScriptedSource(name="always empty"),
        Endless(name="always drifting", sentence="Loaf {n} of rye bread rises overnight."),
        ScriptedSource(name="never readable", pages=torn),
        Broken(name="always failing"),
    )


ASKS: tuple[Asks, ...] = (always_other_words, always_the_same, two_in_turn, nothing)
SAYS: tuple[Says, ...] = (never_enough, contradicts_itself, invents_quotes, finds_nothing, content_but_gated)


@dataclass(frozen=True, slots=True)
class Adversary:
    """A mind and a source that work against the thread."""

    asks: Asks
    says: Says
    source: str


def adversaries() -> dict[str, Adversary]:
    """By the number of their task: every way to ask with every source, every way to answer in turn."""
    pairs = itertools.product(ASKS, SAYS, [source.name for source in sources()])
    return {str(number): Adversary(*parts) for number, parts in enumerate(pairs, start=1)}


@dataclass(frozen=True, slots=True)
class Ended:
    """How the thread of one task ended, as the run's own record tells it."""

    task: str
    rounds: int
    ceiling: int
    reason: str


class Chorus:
    """All adversaries of a run behind one port; each answers for its own task."""

    def __init__(self, cast: Mapping[str, Adversary]) -> None:
        self._cast = cast

    def behind_the_port(self) -> ScriptedMind:
        return ScriptedMind(on_scope=self._scope, on_extract=self._extract, on_conclude=all_facts)

    def _who(self, task: Task) -> Adversary:
        return self._cast[task.id.partition(".")[0]]

    def _scope(self, request: ScopeRequest) -> ScopeDraft:
        who = self._who(request.task)
        queries = tuple(Query(source=who.source, text=text) for text in who.asks(request))
        return ScopeDraft(intent="go on for ever", backlog=queries)

    def _extract(self, request: ExtractRequest) -> Extraction:
        return self._who(request.task).says(request)


async def all_at(service: Service, effort: Effort) -> list[Ended]:
    """Every adversary as a task of one run; children that conflicts call for are theirs too. One that fails, because
    none of its searches was ever answered, has had rounds like any other and is held to the same ceiling."""
    cast = adversaries()
    chorus = Chorus(cast)
    brief = Brief(question=f"What of the {SUBJECT}?", effort=effort, limits=EFFORT_LIMITS[effort])
    tasks = [
        Task(id=number, question=f"What of the {SUBJECT}?", subjects=(SUBJECT,), gates=UNREACHABLE, extra_rounds=1)
        for number in cast
    ]
    async with asyncio.timeout(SECONDS):
        await play(
            service,
            f"ends-{effort.value}",
            brief=brief,
            tasks=tasks,
            mind=chorus.behind_the_port(),
            sources=sources(),
            patience=MOST_PATIENCE,
        )
    ended = await asyncio.to_thread(_ended, service, f"ends-{effort.value}", brief.limits.rounds + 1)
    if missing := set(cast) - {one.task for one in ended}:
        raise RuntimeError(f"{len(missing)} threads did not end, for instance task {min(missing)}")
    return ended


def _ended(service: Service, run: str, ceiling: int) -> list[Ended]:
    """Each task that ended with the rounds that it had; a child has no extra round, and so a ceiling one lower."""
    told = service.events(run)
    rounds = Counter(event.task for event in told if isinstance(event.body, RoundEnded))
    return [
        Ended(event.task, rounds[event.task], ceiling - ("." in event.task), _reason(event.body))
        for event in told
        if isinstance(event.body, TaskEnded)
    ]


def _reason(ended: TaskEnded) -> str:
    return ended.reason if ended.status is TaskStatus.DONE else ended.status.value


async def measured() -> dict[Effort, list[Ended]]:
    with tempfile.TemporaryDirectory() as home:
        async with Service(load({"home": home})) as service:
            return {effort: await all_at(service, effort) for effort in Effort}


def main() -> int:
    ended = asyncio.run(measured())
    print(f"{'effort':<12} {'threads':>7} {'ceiling':>7} {'longest':>7} {'mean':>5}  stopped")
    beyond = 0
    for effort, threads in ended.items():
        rounds = [thread.rounds for thread in threads]
        ceiling = max(thread.ceiling for thread in threads)
        beyond += sum(1 for thread in threads if thread.rounds > thread.ceiling or not thread.reason)
        stops = Counter(thread.reason or "never" for thread in threads)
        told = ", ".join(f"{reason} {count}" for reason, count in sorted(stops.items()))
        print(f"{effort:<12} {len(rounds):>7} {ceiling:>7} {max(rounds):>7} {sum(rounds) / len(rounds):>5.1f}  {told}")
    every = [thread for threads in ended.values() for thread in threads]
    longest = max(every, key=lambda thread: thread.rounds)
    print(
        f"{len(every)} adversarial threads, {beyond} beyond their ceiling (0); "
        f"longest {longest.rounds} rounds of {longest.ceiling}"
    )
    return 0 if not beyond else 1
