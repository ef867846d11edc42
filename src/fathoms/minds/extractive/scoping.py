"""The scope role: what a round is for, and the queries that could serve it, per source.

Knows: open sub-questions, leads, escapes, what was asked before.  Does not know: which query is sent (code chooses) or
what a source answers.  The first query is the task's question, whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fathoms.domain.evidence import Query, SourceKind
from fathoms.domain.plan import Lean
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Escape, Lead, ScopeDraft, SubQuestion
from fathoms.engine.evidence.conflicts import above_medium
from fathoms.minds.extractive import wording
from fathoms.minds.extractive.asks import matter_of, named, topic_of
from fathoms.minds.extractive.wording import Words
from fathoms.ports.mind import ScopeRequest
from fathoms.text.terms import terms
from fathoms.text.words import content_words, fold

PER_SOURCE = 5
_LEADS_TOGETHER = 3


def make_scope(request: ScopeRequest) -> ScopeDraft:
    """The intent of the round and a backlog of queries. Empty when nothing new can be asked."""
    words = wording.of(request.brief.language)
    wanted = _open(request)
    gap = request.scope.gap or (wanted[0].text if wanted else request.task.question)
    escape = request.scope.escape
    intent = words.intent_escape.format(escape.value, gap) if escape else words.intent.format(gap)
    backlog: list[Query] = []
    for survey in request.surveys:
        outside = survey.kind is SourceKind.EXTERNAL
        texts = list(_candidates(request, wanted, words, outside=outside))
        backlog += _unsent(request, survey, _allotted(request, survey, texts))
    return ScopeDraft(intent=intent, gap=gap, backlog=tuple(backlog))


def _open(request: ScopeRequest) -> list[SubQuestion]:
    ids = set(request.scope.open_sub_questions)
    return [sub for sub in request.thread.sub_questions if sub.id in ids] or list(request.thread.sub_questions)


def _candidates(
    request: ScopeRequest, wanted: Sequence[SubQuestion], words: Words, *, outside: bool
) -> Iterator[tuple[str, str]]:
    """Query texts with their reasons, most wanted first; code takes the first that it may send."""
    scope = request.scope
    if scope.forced_subject:
        yield from ((f"{scope.forced_subject}: {sub.text}", words.reason_subject) for sub in wanted)
        yield scope.forced_subject, words.reason_subject
        return
    if scope.escape is not None and scope.escape not in (Escape.REFORMULATE, Escape.NEXT_PHASE):
        yield from _escaping(request, wanted, words, scope.escape)
        return
    if not scope.open_sub_questions and any(above_medium(conflict) for conflict in request.thread.conflicts):
        yield scope.gap, words.reason_other
    if not (scope.must_reformulate or scope.escape is Escape.REFORMULATE):
        yield request.task.question, words.reason_task
        yield from ((sub.text, words.reason_sub.format(sub.id)) for sub in wanted)
    if scope.round > 1:
        yield from _following(request, wanted, words, outside=outside)
        yield from _reformulated(request, wanted, words)


def _following(
    request: ScopeRequest, wanted: Sequence[SubQuestion], words: Words, *, outside: bool
) -> Iterator[tuple[str, str]]:
    """Names to go on from, each with what its passage leaves open of the question: first, by itself, what the question
    names and no good passage did, then what the passages named: a few at a time of an index that weighs words, one at a
    time, and only from a passage that has most of the question, of an engine that reads a query as it stands."""
    past = [terms(query.text) for record in request.thread.rounds[1:] for query in record.queries]
    leads = [lead for lead in request.thread.leads if not any(terms(lead.text) <= asked for asked in past)]
    own = terms(" ".join((request.task.question, *(sub.text for sub in wanted))))
    passed_over = [[lead] for lead in leads if terms(lead.text) <= own]
    named = [lead for lead in leads if not terms(lead.text) <= own]
    if outside:
        named = [lead for lead in named if 2 * len(terms(" ".join(lead.unsaid))) <= len(own)]
    at_once = 1 if outside else _LEADS_TOGETHER
    for group in (*passed_over, *(named[start : start + at_once] for start in range(0, len(named), at_once))):
        for sub in wanted:
            matter = sub.text if outside else _left_open(sub, group)
            yield _asked_of([lead.text for lead in group], matter), words.reason_lead


def _asked_of(names: Sequence[str], matter: str) -> str:
    """Names and what is asked of them, as a person would put it: "Jan Ingenhousz, Melvin Calvin: year of birth"."""
    return f"{', '.join(dict.fromkeys(names))}: {matter}"


def _left_open(sub: SubQuestion, leads: Sequence[Lead]) -> str:
    """What a question asks beyond the leads' passages, small words between included; all of it when nothing is."""
    named = terms(" ".join(lead.text for lead in leads))
    unsaid = [terms(" ".join(lead.unsaid)) for lead in leads]
    words = [word.strip("?,.;:()") for word in sub.text.split()]
    asking = {place + 1 for place, word in enumerate(words) if word.lower() == "how"}  # "how many", "how long"
    missing = [
        place not in asking
        and bool(stems := terms(word))
        and not stems <= named
        and all(stems <= left for left in unsaid)
        for place, word in enumerate(words)
    ]
    kept: list[str] = []
    small: list[str] = []
    for word, is_missing in zip(words, missing, strict=True):
        if is_missing:
            kept += [*(small if kept else ()), word]
            small = []
        elif terms(word):
            small = []
        else:
            small.append(word)
    return " ".join(kept) or sub.text


def _escaping(
    request: ScopeRequest, wanted: Sequence[SubQuestion], words: Words, escape: Escape
) -> Iterator[tuple[str, str]]:
    if escape is Escape.REFRAME:
        yield from ((text, words.reason_other) for text in request.scope.assumptions)
        return
    for sub in wanted:
        matter = matter_of(sub.text)
        match escape:
            case Escape.LATERAL:
                leads = [lead.text for lead in request.thread.leads]
                near = [heading.document for survey in request.surveys for heading in survey.headings]
                yield from ((_asked_of([name], matter), words.reason_other) for name in (*leads, *near[:PER_SOURCE]))
            case Escape.NEGATIVE:
                yield words.no_record.format(matter), words.reason_other
            case _:
                subject = " ".join(request.task.subjects[:1]) or topic_of(sub.text) or matter
                yield words.experience_with.format(subject), words.reason_other


def _reformulated(request: ScopeRequest, wanted: Sequence[SubQuestion], words: Words) -> Iterator[tuple[str, str]]:
    """Other words for what is open, beside what it is about: headings near the question, leads, other names."""
    last = content_words(request.thread.sent[-1]) if request.thread.sent else frozenset()
    pool = dict.fromkeys(
        (
            *(heading.text for survey in request.surveys for heading in survey.headings),
            *(lead.text for lead in request.thread.leads),
            *(name for subject in request.brief.subjects for name in subject.disambiguation),
        )
    )
    fresh = [text for text in pool if terms(text) - last][: 2 * PER_SOURCE]
    about = next(iter((*request.task.subjects, *named(request.task.question))), "") or topic_of(wanted[0].text)
    if about:
        together = (fresh[start : start + 2] for start in range(0, len(fresh), 2))
        yield from ((_asked_of([about], ", ".join(two)), words.reason_other) for two in together)
    yield from ((text, words.reason_other) for text in fresh)


def _allotted(request: ScopeRequest, survey: Survey, texts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """A source's share: what a task leans on is asked, the other side is not called."""
    lean, internal = request.task.lean, survey.kind is SourceKind.INTERNAL
    if len({other.kind for other in request.surveys}) < 2 or lean in (Lean.TASKS, Lean.BOTH):
        return texts
    return texts if internal == (lean is Lean.INTERNAL) else []


def _unsent(request: ScopeRequest, survey: Survey, texts: Sequence[tuple[str, str]]) -> list[Query]:
    sent = {_normalised(text) for text in request.thread.sent}
    found: dict[str, Query] = {}
    for text, reason in texts:
        key = _normalised(text)
        if key and key not in sent and key not in found and len(found) < PER_SOURCE:
            found[key] = Query(source=survey.source, text=" ".join(text.split()), reason=reason)
    return list(found.values())


def _normalised(text: str) -> str:
    return " ".join(fold(text).split()).rstrip(" ?!.。？！")
