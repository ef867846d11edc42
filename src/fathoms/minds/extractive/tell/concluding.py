"""The conclude role: a task's section out of its facts, its gaps, and how deep it went.

Knows: which facts stand for which sub-question, how many a reader wants, when to say that there is
nothing.  Does not know: other tasks, beyond the facts handed on; verdicts on what the facts mean.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from fathoms.domain.evidence import Fact
from fathoms.domain.report import Depth, DepthVerdict, Finding, Paragraph, Statement
from fathoms.domain.thread import Insight, SubQuestion, SubQuestionStatus
from fathoms.minds.extractive.read.concepts import is_framing
from fathoms.minds.extractive.read.facets import Facet
from fathoms.minds.extractive.read.matching import Lexicon, Surroundings
from fathoms.minds.extractive.read.question import read
from fathoms.minds.extractive.select.nearness import Nearness
from fathoms.minds.extractive.select.selecting import PER_DOCUMENT, PER_HEADING, is_repeat
from fathoms.minds.extractive.tell import wording
from fathoms.minds.extractive.tell.shaping import by_date, side_by_side
from fathoms.ports.mind import ConcludeRequest
from fathoms.text.terms import terms

PER_QUESTION = 4
PER_CHAIN = 6
"""Passages shown for a plain question, and for one whose answer is spread by nature: a chain of links, a history."""
ENOUGH = 0.6
_MOST_AREAS = 3
_MOST_LOOSE = 3
_WELL_SOURCED = 3
_ARTICLE = re.compile(r"\A(?:the|an?)\s+")
"""Of a sentence; a name that has one writes it large: The Hague."""


def conclude(request: ConcludeRequest) -> Finding:
    """The task's section: passages under the user's own words, and what is missing."""
    facts = _best_first(request)
    chosen = _chosen(request, facts)
    subs = request.thread.sub_questions
    answering = [fact for fact in chosen if not fact.loose and fact.answers]
    near = _Measure(request)
    return Finding(
        task=request.task.id,
        question=request.task.question,
        heading=heading_of(request),
        summary=near.marked(_summary(request, answering)),
        paragraphs=tuple(
            paragraph.model_copy(update={"statements": near.marked(paragraph.statements)})
            for paragraph in _paragraphs(request, chosen)
        ),
        gaps=_gaps(request, answering, facts),
        sub_questions=subs,
        depth=_depth(request, answering),
        insights=_insights(request),
        confidence=_confidence(request, answering),
        stopped=request.thread.stopped,
        rounds=len(request.thread.rounds),
    )


class _Measure:
    """Tells of each statement how near it is to the request."""

    def __init__(self, request: ConcludeRequest) -> None:
        self._nearness = Nearness(request)
        self._facts = {fact.id: fact for fact in (*request.thread.known, *request.thread.facts)}

    def marked(self, statements: Sequence[Statement]) -> tuple[Statement, ...]:
        return tuple(
            statement.model_copy(update={"near": self._nearness.of(self._facts[statement.facts[0]])})
            for statement in statements
        )


def heading_of(request: ConcludeRequest) -> str:
    """The user's own words, or a neutral label; never a claim."""
    words = wording.of(request.brief.language)
    task = request.task
    if task.focus and task.focus not in (task.question, task.question.rstrip("?？。 ")):
        named = terms(task.focus)
        if len(task.subjects) == 1 and not terms(task.subjects[0]) & named:
            subject = _ARTICLE.sub("", task.subjects[0])
            return f"{subject}: {task.focus}" if request.brief.language != "ja" else f"{subject}：{task.focus}"
        return task.focus
    return task.question if len(task.question) <= 120 else words.passages_on.format(task.focus[:80] or task.id)


def _best_first(request: ConcludeRequest) -> list[Fact]:
    """The thread's facts, the best first; the same words from the same place once."""
    seen: set[str] = set()
    found: list[Fact] = []
    for fact in sorted(request.thread.facts, key=lambda fact: (fact.loose, -fact.score, fact.round, fact.id)):
        if fact.id not in seen:
            seen.add(fact.id)
            found.append(fact)
    return found


def _chosen(request: ConcludeRequest, facts: Sequence[Fact]) -> list[Fact]:
    """Three or four facts per sub-question, none repeated, none from one document or heading alone."""
    chosen: list[Fact] = []
    documents: Counter[tuple[str, str]] = Counter()
    headings: Counter[tuple[str, str, tuple[str, ...]]] = Counter()
    for sub in request.thread.sub_questions:
        taken = sum(sub.id in fact.answers for fact in chosen)
        asked = read(sub.text)
        most = PER_CHAIN if asked.links or asked.facet is Facet.HISTORY else PER_QUESTION
        for fact in facts:
            if taken >= most:
                break
            if sub.id not in fact.answers or fact.loose or fact in chosen:
                continue
            page = fact.evidence[0].page_id
            place = (sub.id, page, fact.evidence[0].title_path)
            if documents[(sub.id, page)] >= PER_DOCUMENT or headings[place] >= PER_HEADING:
                continue
            if is_repeat(fact.claim, (other.claim for other in chosen)):
                continue
            chosen.append(fact)
            documents[(sub.id, page)] += 1
            headings[place] += 1
            taken += 1
    if chosen:
        return chosen
    return [fact for fact in facts if fact.loose][:_MOST_LOOSE]


def statement(facts: Sequence[Fact]) -> Statement:
    """One fact's words, standing on it and on what confirms it."""
    return Statement(text=facts[0].claim, facts=tuple(fact.id for fact in facts), loose=facts[0].loose)


def _with_confirming(fact: Fact, request: ConcludeRequest) -> list[Fact]:
    return [fact, *(other for other in request.thread.facts if other.confirms == fact.id and not other.loose)]


def _summary(request: ConcludeRequest, answering: Sequence[Fact]) -> tuple[Statement, ...]:
    """The one or two statements that carry the answer best: of different sub-questions where there are any."""
    picked: list[Fact] = []
    for fact in sorted(answering, key=lambda fact: (-len(fact.answers), -fact.score, fact.id)):
        fresh = not picked or any(sub not in picked[0].answers for sub in fact.answers)
        if fresh and len(picked) < 2:
            picked.append(fact)
    return tuple(statement(_with_confirming(fact, request)) for fact in picked)


def _paragraphs(request: ConcludeRequest, chosen: Sequence[Fact]) -> tuple[Paragraph, ...]:
    words = wording.of(request.brief.language)
    facet = read(request.task.question).facet
    if chosen and all(fact.loose for fact in chosen):
        return (Paragraph(label=words.loosely_related, statements=tuple(statement([fact]) for fact in chosen)),)
    if facet is Facet.COMPARISON and len(request.task.subjects) >= 2:
        paired = side_by_side(request.task.subjects, (*chosen, *_known_about(request)), words)
        if paired:
            return paired
    if facet is Facet.HISTORY:
        dated = by_date(chosen)
        if dated:
            return dated
    return _per_question(request, chosen)


def _known_about(request: ConcludeRequest) -> list[Fact]:
    """What the tasks before this one found, best first, for a comparison to stand on."""
    usable = [fact for fact in request.thread.known if not fact.loose and fact.answers]
    return sorted(usable, key=lambda fact: (-fact.score, fact.id))


def _per_question(request: ConcludeRequest, chosen: Sequence[Fact]) -> tuple[Paragraph, ...]:
    subs = request.thread.sub_questions
    paragraphs: list[Paragraph] = []
    used: set[str] = set()
    for sub in subs:
        mine = [fact for fact in chosen if sub.id in fact.answers and fact.id not in used]
        if mine:
            used.update(fact.id for fact in mine)
            label = sub.text if len(subs) > 1 else ""
            paragraphs.append(
                Paragraph(label=label, statements=tuple(statement(_with_confirming(fact, request)) for fact in mine))
            )
    return tuple(paragraphs)


def _gaps(request: ConcludeRequest, answering: Sequence[Fact], facts: Sequence[Fact]) -> tuple[str, ...]:
    words = wording.of(request.brief.language)
    wants_more_sources = request.task.gates is not None and request.task.gates.corroboration > 1
    gaps: list[str] = []
    for sub in request.thread.sub_questions:
        mine = [fact for fact in answering if sub.id in fact.answers]
        if not mine and sub.status is SubQuestionStatus.ANSWERED:
            continue  # the tasks before this one have told it
        if not mine:
            gaps.append((words.gap_loose if facts and _loose_for(sub, facts) else words.gap_nothing).format(sub.text))
        elif sub.coverage < ENOUGH:
            gaps.append(words.gap_thin.format(sub.text))
        elif len({evidence.page_id for fact in mine for evidence in fact.evidence}) == 1 and wants_more_sources:
            gaps.append(words.gap_one_source.format(sub.text))
    pages = {evidence.page_id for fact in answering for evidence in fact.evidence}
    if len(pages) == 1 and len(answering) > 1 and not wants_more_sources:
        gaps.append(words.gap_one_source.format(request.task.question))
    missing = _missing_words(request, (*facts, *request.thread.known))
    if missing:
        gaps.append(words.gap_words.format(", ".join(missing)))
    return tuple(gaps)


def _loose_for(sub: SubQuestion, facts: Sequence[Fact]) -> bool:
    asked = terms(sub.text)
    return any(fact.loose and terms(fact.claim) & asked for fact in facts)


def _missing_words(request: ConcludeRequest, facts: Sequence[Fact]) -> list[str]:
    """Words of the question, as written, that no passage carries."""
    if request.brief.language == "ja":
        return []
    lexicon = Lexicon(request.weights, request.default_weight)
    found = Surroundings(
        terms(" ".join(fact.claim for fact in facts)),
        terms(" ".join(part for fact in facts for part in (fact.evidence[0].title, *fact.evidence[0].title_path))),
    )
    asked = frozenset[str]().union(*(read(sub.text).words for sub in request.thread.sub_questions))
    missing = [
        word.strip("?,.;:\"'()“”")
        for word in request.task.question.split()
        if (stems := terms(word) & asked)
        and not any(is_framing(stem) for stem in stems)
        and all(lexicon.share((stem,), found) == 0 for stem in stems)
    ]
    return list(dict.fromkeys(missing))


def _depth(request: ConcludeRequest, answering: Sequence[Fact]) -> DepthVerdict:
    """Thin coverage is superficial; several documents on every question are deep."""
    words = wording.of(request.brief.language)
    subs = request.thread.sub_questions
    covered = [sub for sub in subs if sub.coverage >= ENOUGH and sub.status is not SubQuestionStatus.OPEN]
    pages = {evidence.page_id for fact in answering for evidence in fact.evidence}
    areas = _areas(request)
    if not answering and not all(sub.status is SubQuestionStatus.ANSWERED for sub in subs):
        return DepthVerdict(depth=Depth.SUPERFICIAL, reasoning=words.depth_nothing, confidence=0.9)
    if len(covered) < len(subs):
        return DepthVerdict(depth=Depth.SUPERFICIAL, areas=areas, reasoning=words.depth_thin, confidence=0.7)
    if len(pages) >= _WELL_SOURCED and len(answering) >= _WELL_SOURCED * len(subs):
        return DepthVerdict(depth=Depth.DEEP, sufficient=True, reasoning=words.depth_deep, confidence=0.6)
    return DepthVerdict(depth=Depth.ADEQUATE, sufficient=True, reasoning=words.depth_adequate, confidence=0.6)


def _areas(request: ConcludeRequest) -> tuple[str, ...]:
    """What to dig into: the sub-questions that stayed open. Names that passages bring up make poor sections."""
    subs = request.thread.sub_questions
    still_open = [sub.text for sub in subs if sub.status is not SubQuestionStatus.ANSWERED]
    return tuple(dict.fromkeys(still_open))[:_MOST_AREAS] if len(subs) > 1 else ()


def _confidence(request: ConcludeRequest, answering: Sequence[Fact]) -> float:
    """Mean coverage of the sub-questions, less when all rests on one document."""
    subs = request.thread.sub_questions
    if not answering or not subs:
        return 0.0
    mean = sum(min(sub.coverage, 1.0) for sub in subs) / len(subs)
    pages = {evidence.page_id for fact in answering for evidence in fact.evidence}
    return round(mean * (0.9 if len(pages) > 1 else 0.75), 3)


def _insights(request: ConcludeRequest) -> tuple[Insight, ...]:
    found = [insight for record in request.thread.rounds for insight in record.insights]
    return tuple({insight.text: insight for insight in found}.values())
