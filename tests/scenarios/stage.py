"""A case on stage: the shipped fakes, playing a script, and a record of all that they saw.

Knows: turns, and whose turn it is.  Does not know: what should come of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from fathoms.domain.evidence import Passage, Query, SourceKind
from fathoms.domain.report import Finding
from fathoms.domain.thread import Claim, Extraction, ScopeDraft, ThreadState
from fathoms.engine.thread.rounds import selfchecks
from fathoms.errors import ProviderError, ProviderTimeout, Refused
from fathoms.minds.extractive import ExtractiveMind
from fathoms.ports.mind import ConcludeRequest, ExtractRequest, Mind, ScopeRequest
from fathoms.testing import ScriptedMind, ScriptedSource
from fathoms.testing.fakes import all_facts
from fathoms.text.addresses import is_external
from tests.scenarios.case import Case, Saying, ScriptedPage, ScriptedPlace, Told, Turn


class Stage:
    """One case being played."""

    def __init__(self, case: Case, reports: Callable[[], Collection[str]]) -> None:
        self.case = case
        self._reports = reports
        """Names of the micro-reports written so far."""
        self._turns: list[Turn] = []
        self.problems: list[str] = []
        """Where the runtime departed from the script or from its own rules."""
        self.extractions: list[ExtractRequest] = []
        self.thread: ThreadState | None = None
        self.sources = {place.name: self._source(place) for place in case.source}
        self.mind: Mind = _Extractive(self) if case.mind == "extractive" else self._scripted()

    def _scripted(self) -> Mind:
        return ScriptedMind(on_scope=self.scope, on_extract=self.extract, on_conclude=self.conclude)

    def scope(self, request: ScopeRequest) -> ScopeDraft:
        self.check(request.thread)
        if len(self._turns) == len(self.case.turn):
            raise LookupError(f"{self.case.name} has no turn {len(self._turns) + 1}")
        turn = self.case.turn[len(self._turns)]
        self._turns.append(turn)
        self.problems += _differences(turn.told, request, len(self._turns))
        queries = (Query(source=source, text=text, reason="scripted") for source, t in turn.ask.items() for text in t)
        return ScopeDraft(intent=request.scope.intent, backlog=tuple(queries))

    def extract(self, request: ExtractRequest) -> Extraction:
        self.extractions.append(request)
        turn = self._turns[-1]
        return Extraction(
            claims=tuple(_claim(saying, request.passages, self.case) for saying in turn.says),
            coverage=turn.coverage,
            conflicts=turn.conflicts,
            leads=turn.leads,
            insights=turn.insights,
            disambiguation=turn.disambiguation,
            sufficient=turn.sufficient,
            reason=turn.reason,
        )

    def conclude(self, request: ConcludeRequest) -> Finding:
        self.end(request.thread)
        return all_facts(request)

    def check(self, thread: ThreadState) -> None:
        """The eight self-checks, with the files that are really there."""
        self.problems += selfchecks(thread, reports=self._reports())

    def end(self, thread: ThreadState) -> None:
        self.check(thread)
        self.thread = thread

    def unplayed(self) -> int:
        return len(self.case.turn) - len(self._turns) if self.case.mind == "scripted" else 0

    def _source(self, place: ScriptedPlace) -> ScriptedSource:
        own = [page for page in self.case.page if is_external(page.url) == (place.kind is SourceKind.EXTERNAL)]
        return ScriptedSource(
            name=place.name,
            kind=place.kind,
            phases=frozenset(place.phases),
            pages={page.url: page.text for page in own},
            titles={page.url: page.title for page in own if page.title},
            dated={page.url: page.dated for page in own if page.dated},
            fails={page.url: _failure(page, place.name) for page in own if page.fails},
            on_search=lambda query: list(self._found(own)),
        )

    def _found(self, own: list[ScriptedPage]) -> Iterator[str]:
        """What the turn finds; where no turn is played, every page."""
        mine = [page.url for page in own]
        yield from (url for url in self._turns[-1].finds if url in mine) if self._turns else mine


class _Extractive(ExtractiveMind):
    """The product's own mind, watched."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    async def scope(self, request: ScopeRequest) -> ScopeDraft:
        self._stage.check(request.thread)
        return await super().scope(request)

    async def extract(self, request: ExtractRequest) -> Extraction:
        self._stage.extractions.append(request)
        return await super().extract(request)

    async def conclude(self, request: ConcludeRequest) -> Finding:
        self._stage.end(request.thread)
        return await super().conclude(request)


def _claim(saying: Saying, passages: tuple[Passage, ...], case: Case) -> Claim:
    on_page = [p for p in passages if not saying.page or p.url.partition("#")[0] == saying.page]
    holding = [p for p in on_page if saying.quote in p.text] or on_page
    if not holding:
        raise LookupError(f"{case.name} quotes a page that was not read: {saying.page!r}")
    return Claim(
        text=saying.text or saying.quote,
        passage=holding[0].key,
        quote=saying.quote,
        answers=saying.answers,
        loose=saying.loose,
    )


def _differences(told: Told, request: ScopeRequest, turn: int) -> list[str]:
    wanted = told.model_dump(exclude_none=True)
    given = request.scope.model_dump()
    return [f"turn {turn}: {k} is {given[k]!r}, not {wanted[k]!r}" for k in wanted if given[k] != wanted[k]]


def _failure(page: ScriptedPage, source: str) -> ProviderError:
    kind = {"timeout": ProviderTimeout, "refused": Refused}[page.fails]
    return kind(page.because, provider=source)
