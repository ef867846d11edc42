"""Discovery: sweeps over themes and perspectives, and the list that their hits make.

Knows: de-duplication, clustering, quick scans for credibility, relevance and quality, by title and snippet first and by
content where it was read; ranking, balance; when a thread has run out of sources.  Does not know: how a search or a
page is got, and starts nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import islice, product

from rapidfuzz import fuzz

from fathoms.domain.authority import TierRules
from fathoms.domain.brief import Brief
from fathoms.domain.discovery import Discovery, RankedSource, Share, Sweep, Swept, Tag
from fathoms.domain.evidence import Hit, Page, Query, SourceKind, Tier
from fathoms.domain.plan import Task
from fathoms.domain.report import TaskOutcome
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Plateau, PlateauPolicy, StopReason, SubQuestionStatus, ThreadState
from fathoms.engine.evidence.confidence import DEFAULT_RULES, tier_of
from fathoms.engine.thread import convergence
from fathoms.engine.thread.allocation import normalised
from fathoms.text.addresses import document, is_external, site
from fathoms.text.naming import named_among, share
from fathoms.text.words import content_words, fold

MOST_SOURCES = 12
PER_SITE = 2
"""Most sources of one publisher in the list."""
MOST_SCANNED = 8
"""Documents whose content is looked at; the others are judged by title and snippet."""
LEAST_RELEVANCE = 0.25
"""Least share of the task's words that a source must carry."""
THIN = 60
"""Words below which a page has little to tell."""
TELLS_OF = 0.75
"""Share of a theme's words from which a content tells of it."""
SAME_TITLE = 92.0
"""Similarity, 0-100, of two titles from which they are one work in two places."""
RECENT_YEARS = 3

PERSPECTIVES = ("overview", "official documents", "data", "criticism")
_AUTHORITY = {Tier.PRIMARY: 1.0, Tier.OWN: 0.8, Tier.SECONDARY: 0.7, Tier.UNKNOWN: 0.4, Tier.COMMUNITY: 0.2}
_SUGGESTED = {Tier.PRIMARY: 0.4, Tier.SECONDARY: 0.3, Tier.UNKNOWN: 0.15, Tier.COMMUNITY: 0.15}


def sweeps(
    task: Task, brief: Brief, surveys: Sequence[Survey], *, max_calls: int, sent: Collection[str] = ()
) -> tuple[Sweep, ...]:
    """What to search, at most `max_calls` searches: every theme once, then each from the next perspective; nothing that
    was `sent` before."""
    themes = task.sub_questions or task.subjects or (task.question,)
    asked = product(("", *PERSPECTIVES), themes, surveys)
    planned = (_sweep(task, brief, theme, perspective, survey) for perspective, theme, survey in asked)
    return tuple(islice((sweep for sweep in planned if normalised(sweep.query.text) not in sent), max_calls))


def worth_a_scan(
    swept: Sequence[Swept], task: Task, *, today: date, rules: TierRules = DEFAULT_RULES
) -> tuple[Hit, ...]:
    """The documents whose content is looked at: the best by title and snippet."""
    shelf = _Shelf(MOST_SCANNED)
    for candidate in sorted(_gathered(swept, task, today, rules), key=_best_first):
        shelf.consider(candidate)
    return tuple(item.hit for item in shelf.taken)


def curate(
    swept: Sequence[Swept],
    task: Task,
    *,
    today: date,
    limit: int = MOST_SOURCES,
    rules: TierRules = DEFAULT_RULES,
    contents: Mapping[str, Page] | None = None,
    unreadable: Mapping[str, str] | None = None,
) -> Discovery:
    """The ranked list of what the sweeps brought, with a reason for each inclusion and exclusion.

    `contents` are the pages that were looked at, by document; `unreadable` says why others could not be.
    """
    candidates = _gathered(swept, task, today, rules)
    for candidate in candidates:
        candidate.lost = (unreadable or {}).get(document(candidate.hit.url), "")
        if page := (contents or {}).get(document(candidate.hit.url)):
            _look_into(candidate, page, task, today)
    candidates.sort(key=_best_first)
    shelf = _Shelf(limit)
    for candidate in candidates:
        shelf.consider(candidate)
    included = tuple(_ranked(item, rank, shelf) for rank, item in enumerate(shelf.taken, start=1))
    return Discovery(
        included=included,
        excluded=tuple(_left_out(item, reason) for item, reason in shelf.refused),
        balance=_balance(included),
        advice=tuple(_advice(included, swept)),
        calls=len(swept),
    )


def _sweep(task: Task, brief: Brief, theme: str, perspective: str, survey: Survey) -> Sweep:
    """The theme in words that keep it in scope: its subject, the place and the years of the brief."""
    subject = task.subjects[0] if task.subjects and not named_among(task.subjects, theme) else ""
    years = f"{brief.period.first}-{brief.period.last}" if brief.period else ""
    text = " ".join(part for part in (subject, theme, perspective, brief.place or "", years) if part)
    why = f"discovery: {theme}{f', {perspective}' if perspective else ''}"
    return Sweep(theme=theme, perspective=perspective, query=Query(source=survey.source, text=text, reason=why))


@dataclass(slots=True)
class _Candidate:
    """One document with all that the quick scan says of it."""

    hit: Hit
    tier: Tier
    relevance: float
    recency: float
    themes: list[str] = field(default_factory=list)
    all_themes: int = 1
    quality: float = 0.5
    """How much there is to read; in the middle while nobody has looked."""
    scanned: bool = False
    lost: str = ""
    """Why it could not be read."""

    @property
    def coverage(self) -> float:
        return len(self.themes) / self.all_themes

    @property
    def score(self) -> float:
        said = 0.35 * self.relevance + 0.15 * self.coverage + 0.1 * self.quality
        return said + 0.25 * _AUTHORITY[self.tier] + 0.15 * self.recency


def _best_first(item: _Candidate) -> tuple[bool, float, str]:
    """What was looked at stands before what only promises."""
    return not item.scanned, -item.score, item.hit.url


def _look_into(item: _Candidate, page: Page, task: Task, today: date) -> None:
    """What its content says instead of what its snippet promised."""
    said = content_words(page.text)
    item.scanned = True
    item.relevance = share(_wanted(task), said)
    item.quality = min(1.0, len(page.text.split()) / (4 * THIN))
    told = [theme for theme in task.sub_questions if share(content_words(theme), said) >= TELLS_OF]
    item.themes = list(dict.fromkeys((*(theme for theme in item.themes if theme not in task.sub_questions), *told)))
    item.recency = _recency(page.dated or item.hit.dated, today)


def _wanted(task: Task) -> frozenset[str]:
    return content_words(" ".join((task.question, *task.subjects, *task.sub_questions)))


def _gathered(swept: Sequence[Swept], task: Task, today: date, rules: TierRules) -> list[_Candidate]:
    """Each document once, with every theme that found it and its best hit."""
    wanted = _wanted(task)
    themes = len({item.sweep.theme for item in swept})
    found: dict[str, _Candidate] = {}
    for item in swept:
        for hit in item.answer.hits:
            scanned = _scanned(hit, wanted, today, rules, themes)
            known = found.setdefault(document(hit.url), scanned)
            if item.sweep.theme not in known.themes:
                known.themes.append(item.sweep.theme)
            if scanned.relevance > known.relevance:
                known.relevance, known.hit = scanned.relevance, hit
    return list(found.values())


def _scanned(hit: Hit, wanted: frozenset[str], today: date, rules: TierRules, themes: int) -> _Candidate:
    said = content_words(" ".join((hit.title, *hit.title_path, hit.snippet)))
    return _Candidate(
        hit=hit,
        tier=tier_of(hit.url, rules),
        # Half of the words is as relevant as a title and a snippet can show.
        relevance=min(1.0, 2 * share(wanted, said)),
        recency=_recency(hit.dated, today),
        all_themes=max(1, themes),
    )


def _recency(dated: date | None, today: date) -> float:
    """1 for this year, falling to 0 over ten; an undated page stands in the middle."""
    if dated is None:
        return 0.5
    return max(0.0, 1.0 - max(0, (today - dated).days) / 3652)


class _Shelf:
    """Takes candidates best first and says why it refuses one."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.taken: list[_Candidate] = []
        self.refused: list[tuple[_Candidate, str]] = []

    def consider(self, item: _Candidate) -> None:
        refusal = self._refusal(item)
        if refusal:
            self.refused.append((item, refusal))
        else:
            self.taken.append(item)

    def _refusal(self, item: _Candidate) -> str:
        if item.lost:
            return f"could not be read: {item.lost}"
        if item.relevance < LEAST_RELEVANCE:
            where = "its content carries" if item.scanned else "title and snippet carry"
            return f"hardly related: {where} few of the task's words ({item.relevance:.2f})"
        twin = next((other for other in self.taken if _same_work(item.hit, other.hit)), None)
        if twin:
            return f"the same work as {document(twin.hit.url)}"
        if is_external(item.hit.url) and self.of_site(item) >= PER_SITE:
            return f"{PER_SITE} better sources of {site(item.hit.url)} are in the list"
        if len(self.taken) >= self._limit:
            return f"the list holds the {self._limit} best; its score is {item.score:.2f}"
        return ""

    def of_site(self, item: _Candidate) -> int:
        return sum(1 for other in self.taken if site(other.hit.url) == site(item.hit.url))

    def only_one_for_a_theme(self, item: _Candidate) -> bool:
        return any(sum(1 for other in self.taken if theme in other.themes) == 1 for theme in item.themes)


def _same_work(left: Hit, right: Hit) -> bool:
    """The same title, and snippets that do not speak against it."""
    if fuzz.token_sort_ratio(fold(left.title), fold(right.title)) < SAME_TITLE:
        return False
    snippets = (fold(left.snippet), fold(right.snippet))
    return not all(snippets) or fuzz.token_set_ratio(*snippets) >= SAME_TITLE


def _tags(item: _Candidate, shelf: _Shelf) -> Iterator[Tag]:
    if item.tier in (Tier.PRIMARY, Tier.OWN, Tier.SECONDARY):
        yield Tag.AUTHORITY
    if item.hit.dated and item.recency >= 1.0 - RECENT_YEARS / 10:
        yield Tag.RECENCY
    if item.coverage >= 0.5 and len(item.themes) > 1:
        yield Tag.COVERAGE
    if shelf.of_site(item) == 1 and (item.all_themes == 1 or shelf.only_one_for_a_theme(item)):
        yield Tag.DIVERSITY


def _ranked(item: _Candidate, rank: int, shelf: _Shelf) -> RankedSource:
    tags = tuple(_tags(item, shelf))
    found = f"found for {len(item.themes)} of {item.all_themes} themes"
    looked = "" if not item.scanned else ", little to read" if item.quality < 1 / 4 else ", content looked at"
    reason = f"{item.tier.value} source, relevance {item.relevance:.2f}, {found}{looked}"
    return _as_source(item, reason).model_copy(update={"rank": rank, "tags": tags})


def _left_out(item: _Candidate, reason: str) -> RankedSource:
    return _as_source(item, reason)


def _as_source(item: _Candidate, reason: str) -> RankedSource:
    return RankedSource(
        url=document(item.hit.url),
        title=item.hit.title,
        source=item.hit.source,
        kind=SourceKind.EXTERNAL if is_external(item.hit.url) else SourceKind.INTERNAL,
        tier=item.tier,
        themes=tuple(item.themes),
        score=round(item.score, 4),
        dated=item.hit.dated,
        reason=reason,
    )


def _balance(included: Sequence[RankedSource]) -> tuple[Share, ...]:
    """Tiers of the list against a mix that leans on first-hand sources; own documents stand apart."""
    outside = [item for item in included if item.tier is not Tier.OWN]
    if not outside:
        return ()
    return tuple(
        Share(
            sort=tier.value,
            now=round(sum(1 for item in outside if item.tier is tier) / len(outside), 2),
            suggested=suggested,
        )
        for tier, suggested in _SUGGESTED.items()
    )


def _advice(included: Sequence[RankedSource], swept: Sequence[Swept]) -> Iterator[str]:
    for theme in dict.fromkeys(item.sweep.theme for item in swept):
        if not any(theme in item.themes for item in included):
            yield f"no source for the theme: {theme}"
    if included and not any(item.tier in (Tier.PRIMARY, Tier.OWN) for item in included):
        yield "no primary source: look for the official document"
    sites = {site(item.url) for item in included}
    if len(included) > 1 and len(sites) == 1:
        yield "all sources have one publisher: look for an independent one"


def listed(outcomes: Iterable[TaskOutcome]) -> tuple[Hit, ...]:
    """What the discoveries among these outcomes list, best first: their dependents read it before anything else."""
    found = [hit for o in outcomes if o.finding and o.finding.discovery for hit in as_hits(o.finding.discovery)]
    return tuple(sorted(found, key=lambda hit: -hit.score))


def is_due(thread: ThreadState) -> bool:
    """Whether a thread has run out of sources: its way out of the plateau is at an end, all that its last round found
    it had read before, something is still open and there is a round left. Once a thread."""
    last = thread.rounds[-1] if thread.rounds else None
    if last is None or thread.discovered or thread.earlier or thread.policy is PlateauPolicy.IMMEDIATE:
        return False
    stuck = thread.stopped is StopReason.PLATEAU_STOPPED and len(thread.rounds) < thread.ceiling
    done = convergence.criteria_met(thread) or convergence.looked_for(thread)
    return stuck and bool(last.urls) and not last.read_urls and not done


def resumed(thread: ThreadState, found: Discovery) -> ThreadState:
    """The thread with a round to read what was listed; one for which nothing was found has come to its end.

    What failed meanwhile is named with the round that had found nothing to read.
    """
    *earlier, last = thread.rounds
    last = last.model_copy(update={"failures": (*last.failures, *found.failures)})
    looked = {"discovered": True, "rounds": (*earlier, last)}
    if not found.included:
        return thread.model_copy(update=looked)
    return thread.model_copy(
        update={
            **looked,
            "stopped": None,
            "plateau": Plateau.NONE,
            "fruitless_escapes": 0,
            "next_escape": None,
            "budget": max(thread.budget, len(thread.rounds) + 1),
        }
    )


def has_a_list(thread: ThreadState) -> bool:
    """Whether a list of sources is read first in the round to come: in the first, and once others were curated."""
    return not thread.rounds or thread.discovered


def of_what_is_open(task: Task, thread: ThreadState) -> Task:
    """The task with what is open as its themes."""
    themes = (sub.text for sub in thread.sub_questions if sub.status is not SubQuestionStatus.ANSWERED)
    return task.model_copy(update={"sub_questions": tuple(themes)})


def as_hits(found: Discovery) -> tuple[Hit, ...]:
    """The listed sources as something to read, best first."""
    return tuple(
        Hit(source=one.source, url=one.url, title=one.title, score=one.score, dated=one.dated) for one in found.included
    )
