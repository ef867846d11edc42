"""Allocation: which queries of a mind's backlog are sent, to which sources, and why the others are not.

Knows: phases served, queries already sent, new terms, the forced subject, the relevance probe.  Does not
know: how a query is written (a mind) or answered (a source).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from fathoms.domain.evidence import Query, SourceKind
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Allocation, DroppedQuery, Escape, Scope, ScopeDraft, ThreadState
from fathoms.engine.thread import reframing, verifying
from fathoms.engine.thread.phases import with_hints
from fathoms.text.dates import years_in
from fathoms.text.naming import names, share
from fathoms.text.words import content_words, fold, tokens

PER_SOURCE = 5
"""Most queries in the backlog of one source."""
NEW_TERMS = 0.5
"""Least share of content words absent from the previous query, when it must be reformulated."""
ASKS_FOR = 0.5
"""Least share of a sub-question's words in a query that asks for it."""
RECOMMENDED = 0.8
"""Relevance above which the probe recommends the knowledge base."""


def choose(
    thread: ThreadState,
    scope: Scope,
    draft: ScopeDraft,
    surveys: Sequence[Survey],
    *,
    currency_year: int | None = None,
) -> Allocation:
    """One query for each open sub-question to each source that serves the phase, five at most; none, no call.

    A round that follows a way out, a forced subject or the check of a claim has one thing to ask. What a mind wrote to
    be sent is sent, all of it, up to the number that it was told.
    """
    choosing = _Choosing(thread, scope, currency_year)
    serving = [survey for survey in surveys if scope.phase in survey.phases]
    _drop_strays(choosing, scope, draft, surveys, serving)
    for survey in serving:
        checking = verifying.asking(thread, scope, survey)
        own = [checking] if checking else []
        if draft.as_written:
            choosing.take(survey, own, single=True)
            choosing.send(survey, _drafted(draft, survey, most_queries(scope)))
        else:
            choosing.take(survey, chain(own, _candidates(thread, draft, survey)), single=checking is not None)
    if scope.assumptions and not choosing.queries:
        for survey in serving:
            choosing.force(survey, reframing.asking(scope, survey))
    if scope.forced_subject and not choosing.queries:
        asked = {query.source for query in draft.backlog}
        for survey in [s for s in serving if s.source in asked] or serving:
            choosing.force(survey, _composed(thread, scope.forced_subject, draft, survey))
    return Allocation(
        queries=tuple(choosing.queries),
        backlog=tuple(choosing.backlog),
        reserve=tuple(choosing.reserve.values()),
        dropped=tuple(choosing.dropped),
        recommendation="; ".join(_recommendation(survey) for survey in serving if _recommended(survey)),
    )


def most_queries(scope: Scope) -> int:
    """How many queries a mind may write for a source; one less beside code's check of a claim."""
    if scope.escape is Escape.REFRAME:
        return 1
    return PER_SOURCE - 1 if scope.verifies else PER_SOURCE


def as_sent(allocation: Allocation, queries: Sequence[Query] | None, dropped: Sequence[DroppedQuery]) -> Allocation:
    """With the queries as they left, what was in reserve among them, and those that stayed at home; None: as they were
    chosen."""
    sent = allocation.queries if queries is None else tuple(queries)
    spent = {query.source for query in allocation.reserve if query in sent}
    firsts = {query.source: query for query in reversed(allocation.backlog) if query.source in spent}
    kept = tuple(query for query in allocation.backlog if query != firsts.get(query.source))
    return allocation.model_copy(update={"queries": sent, "backlog": kept, "dropped": (*allocation.dropped, *dropped)})


def answered(allocation: Allocation, unanswered: Sequence[Query]) -> Allocation:
    """What was asked in earnest: a query that its source failed to answer counts as not sent."""
    kept = tuple(query for query in allocation.queries if query not in unanswered)
    return allocation.model_copy(update={"queries": kept, "unanswered": tuple(unanswered)})


def normalised(query: str) -> str:
    """A query as it is remembered: one spelling, single blanks, no closing mark."""
    return " ".join(fold(query).split()).rstrip(" ?!.。？！")


def same_query(left: str, right: str) -> bool:
    """Whether an index would take the two for the same: equal stems in equal order."""
    return _key(left) == _key(right)


def new_terms(query: str, previous: str) -> float:
    """Content words absent from the previous query ÷ all content words of this one."""
    words = content_words(query)
    return len(words - content_words(previous)) / len(words) if words else 0.0


def told_apart(query: str, keys: Mapping[str, str]) -> str:
    """The query with the keys of the subjects that it names; one that names none, with the only key there is."""
    named = [name for name in keys if names(query, name)] or (list(keys) if len(keys) == 1 else [])
    missing = [keys[name] for name in named if not content_words(keys[name]) <= content_words(query)]
    return f"{query} ({', '.join(missing)})" if missing else query


class _Choosing:
    """Looks at one source's candidates after another and sends those that pass and are needed."""

    def __init__(self, thread: ThreadState, scope: Scope, currency_year: int | None) -> None:
        self._thread, self._scope, self._year = thread, scope, currency_year
        self._sent = {_key(text) for text in thread.sent}
        self._asked: list[Query] = []
        self.queries: list[Query] = []
        self.backlog: list[Query] = []
        self.reserve: dict[str, Query] = {}
        self.dropped: list[DroppedQuery] = []

    def drop(self, query: Query, reason: str) -> None:
        self.dropped.append(DroppedQuery(query=query, reason=reason))

    def take(self, survey: Survey, candidates: Iterable[Query], *, single: bool = False) -> bool:
        """Sends those that the open sub-questions need and keeps the others that pass; says whether one was sent."""
        passing = self._passing((query, self._dressed(query, survey)) for query in candidates)
        chosen = self._needed([query.text for query, _ in passing], single=single)
        for place in chosen:
            query, final = passing[place]
            self._asked.append(query)
            self.queries.append(final)
        for place, (query, final) in enumerate(passing):
            if place not in chosen and self._has_room(query):
                self.backlog.append(query)
                self.reserve.setdefault(query.source, final)
        return bool(chosen)

    def send(self, survey: Survey, written: Iterable[Query]) -> None:
        """Sends all that pass: to the user's own documents in the very words in which they were written."""
        for query, final in self._passing((one, self._dressed(one, survey, as_written=True)) for one in written):
            self._asked.append(query)
            self.queries.append(final)

    def _passing(self, candidates: Iterable[tuple[Query, Query]]) -> list[tuple[Query, Query]]:
        """Those that nothing speaks against, each once, with how it is sent."""
        passing: list[tuple[Query, Query]] = []
        for query, final in candidates:
            refusal = self._refusal(query, final)
            if refusal:
                self.drop(query, refusal)
            elif not any(same_query(other.text, final.text) for _, other in passing):
                passing.append((query, final))
        return passing

    def _needed(self, texts: Sequence[str], *, single: bool) -> list[int]:
        """Places of the queries to send: for each open sub-question the one that has most of its words, then the
        first of the others, until there are as many as sub-questions."""
        scope = self._scope
        if scope.reads_on:
            return list(range(len(texts)))[:PER_SOURCE]
        asked = [q.text for q in self._thread.sub_questions if q.id in scope.open_sub_questions]
        if single or scope.escape or scope.forced_subject or self._thread.earlier or len(asked) < 2:
            return list(range(len(texts)))[:1]
        held = [content_words(text) for text in texts]
        chosen: list[int] = []
        for question in asked[:PER_SOURCE]:
            wanted = content_words(question)
            free = [place for place in range(len(texts)) if place not in chosen]
            best = max(free, key=lambda place: share(wanted, held[place]), default=None)
            if best is not None and share(wanted, held[best]) >= ASKS_FOR:
                chosen.append(best)
        others = [place for place in range(len(texts)) if place not in chosen]
        return sorted([*chosen, *others[: min(len(asked), PER_SOURCE) - len(chosen)]])

    def force(self, survey: Survey, composed: Iterable[Query]) -> None:
        """Sends the first of code's own queries that passes."""
        for query in composed:
            if self.take(survey, [query]):
                return

    def _has_room(self, query: Query) -> bool:
        """Whether the source's backlog is not full and holds nothing like it."""
        waiting = [other.text for other in self.backlog if other.source == query.source]
        asked = [other.text for other in self._asked if other.source == query.source]
        return len(waiting) < PER_SOURCE and not any(same_query(text, query.text) for text in (*waiting, *asked))

    def _refusal(self, query: Query, final: Query) -> str:
        if _key(final.text) in self._sent or _key(query.text) in self._sent:
            return "sent before"
        forced = self._scope.forced_subject
        if forced and not names(query.text, forced):
            return f"does not name the forced subject {forced!r}"
        if self._scope.must_reformulate:
            fresh = new_terms(query.text, self._previous(query.source))
            if fresh < NEW_TERMS:
                return f"only {fresh:.0%} new terms; a reformulation needs {NEW_TERMS:.0%}"
        return ""

    def _previous(self, source: str) -> str:
        """The last query that this source got, else the last that any got."""
        past = [query for record in self._thread.rounds for query in record.queries]
        own = [query.text for query in past if query.source == source]
        return (own or [query.text for query in past] or [""])[-1]

    def _dressed(self, query: Query, survey: Survey, *, as_written: bool = False) -> Query:
        """As it is sent: keys of what has namesakes, hints and year for the outside world, the probe's word for the own
        documents, which a mind may ask as it likes."""
        reason = f"{query.reason}; {_recommendation(survey)}" if _recommended(survey) else query.reason
        asked_freely = as_written and survey.kind is SourceKind.INTERNAL
        text = query.text if asked_freely else told_apart(query.text, self._thread.keys)
        apart = text.removeprefix(query.text)
        if survey.kind is SourceKind.EXTERNAL:
            if self._year is not None and not years_in(text, since=1900):
                text = f"{text} {self._year}"
            text = with_hints(text, self._scope.phase)
            apart = ""
        return query.model_copy(update={"text": text, "apart": apart, "reason": reason.removeprefix("; ")})


def _candidates(thread: ThreadState, draft: ScopeDraft, survey: Survey) -> Iterator[Query]:
    """The mind's queries for a source, then what the round before left over."""
    drafted = _drafted(draft, survey, PER_SOURCE)
    yield from drafted
    if drafted and thread.rounds:
        yield from (query for query in thread.rounds[-1].backlog if query.source == survey.source)


def _drafted(draft: ScopeDraft, survey: Survey, most: int) -> list[Query]:
    return [query for query in draft.backlog if query.source == survey.source][:most]


def _composed(thread: ThreadState, forced: str, draft: ScopeDraft, survey: Survey) -> Iterator[Query]:
    """Queries that a mind which ignores the forced subject should have made."""
    drafted = [query.text for query in draft.backlog if query.source == survey.source]
    rest = (drafted or [question.text for question in thread.sub_questions])[0]
    for text in (f"{forced} {rest}", forced):
        yield Query(source=survey.source, text=text, reason=f"code: no round has searched {forced} yet")


def _drop_strays(
    choosing: _Choosing, scope: Scope, draft: ScopeDraft, surveys: Sequence[Survey], serving: Sequence[Survey]
) -> None:
    """Queries for a source that is unknown or does not serve the phase, and those beyond what a source is given."""
    known = {survey.source for survey in surveys}
    able = {survey.source: most_queries(scope) if draft.as_written else PER_SOURCE for survey in serving}
    counted: dict[str, int] = {}
    for query in draft.backlog:
        counted[query.source] = counted.get(query.source, 0) + 1
        if query.source not in known:
            choosing.drop(query, f"no source is called {query.source!r}")
        elif query.source not in able:
            choosing.drop(query, f"{query.source} does not serve {scope.phase.value}")
        elif counted[query.source] > able[query.source]:
            choosing.drop(query, f"{query.source} is asked {able[query.source]} queries a round at most")


def _recommended(survey: Survey) -> bool:
    return survey.kind is SourceKind.INTERNAL and survey.relevance > RECOMMENDED


def _recommendation(survey: Survey) -> str:
    return f"the relevance probe ({survey.relevance:.2f}) recommends {survey.source}"


def _key(text: str) -> str:
    return " ".join(tokens(text)) or normalised(text)
