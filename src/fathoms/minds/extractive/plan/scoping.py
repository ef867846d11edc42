"""The scope role: what a round is for, and the queries that could serve it, per source.

Knows: open sub-questions, leads, escapes, what was asked before.  Does not know: which query is sent
(code chooses) or what a source answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from fathoms.domain.evidence import Query, SourceKind
from fathoms.domain.plan import Lean
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Escape, Lead, ScopeDraft, SubQuestion
from fathoms.minds.extractive.read.concepts import is_framing, siblings
from fathoms.minds.extractive.read.facets import search_words
from fathoms.minds.extractive.read.question import read
from fathoms.minds.extractive.tell import wording
from fathoms.minds.extractive.tell.wording import Words
from fathoms.ports.mind import ScopeRequest
from fathoms.text.terms import terms
from fathoms.text.words import content_words, fold

PER_SOURCE = 5
NEW_TERMS = 0.5
_LEADS_TOGETHER = 3


def make_scope(request: ScopeRequest) -> ScopeDraft:
    """The intent of the round and a backlog of queries. Empty when nothing new can be asked."""
    words = wording.of(request.brief.language)
    wanted = _open(request)
    gap = request.scope.gap or (wanted[0].text if wanted else request.task.question)
    sent = {normalised(text) for text in request.thread.sent}
    backlog: list[Query] = []
    for survey in request.surveys:
        texts = _allotted(request, survey, _distinct(_candidates(request, wanted, words)))
        backlog += _unsent(survey, texts, sent)
    return ScopeDraft(intent=_intent(request, gap, words), gap=gap, backlog=tuple(backlog))


def normalised(text: str) -> str:
    return " ".join(fold(text).split()).rstrip(" ?!.。？！")


def _distinct(texts: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    first: dict[str, tuple[str, str]] = {}
    for text, reason in texts:
        first.setdefault(normalised(text), (text, reason))
    return list(first.values())


def _open(request: ScopeRequest) -> list[SubQuestion]:
    ids = set(request.scope.open_sub_questions)
    return [sub for sub in request.thread.sub_questions if sub.id in ids] or list(request.thread.sub_questions)


def _intent(request: ScopeRequest, gap: str, words: Words) -> str:
    scope = request.scope
    if scope.forced_subject:
        return words.intent_subject.format(scope.forced_subject)
    if scope.escape is not None:
        return words.intent_escape.format(scope.escape.value, gap)
    if scope.round <= 1:
        return words.intent_first.format(gap)
    if request.thread.leads:
        return words.intent_lead.format(request.thread.leads[0].text, gap)
    return words.intent_open.format(gap)


def _candidates(request: ScopeRequest, wanted: Sequence[SubQuestion], words: Words) -> Iterator[tuple[str, str]]:
    """Query texts with their reasons, most wanted first; code takes the first that it may send."""
    scope = request.scope
    if scope.forced_subject:
        for sub in wanted:
            yield f"{scope.forced_subject} {_asked_words(sub.text)}".strip(), words.reason_subject
        yield scope.forced_subject, words.reason_subject
        return
    if scope.escape is not None and scope.escape not in (Escape.REFORMULATE, Escape.NEXT_PHASE):
        yield from _escaping(request, wanted, words, scope.escape)
        return
    if scope.must_reformulate or scope.escape is Escape.REFORMULATE:
        yield from _reformulated(request, wanted, words)
        return
    if scope.round <= 1:
        yield from _first_round(request, wanted, words)
        return
    yield from _later_round(request, wanted, words)


def _first_round(request: ScopeRequest, wanted: Sequence[SubQuestion], words: Words) -> Iterator[tuple[str, str]]:
    """The sub-questions, with the words that tell their subjects from namesakes; the task's own question opens."""
    hints = _disambiguation(request)
    if len(wanted) > 1:
        yield _with(request.task.question, hints), words.reason_task
    for sub in wanted:
        yield _with(sub.text, hints), words.reason_sub.format(sub.id)


def _later_round(request: ScopeRequest, wanted: Sequence[SubQuestion], words: Words) -> Iterator[tuple[str, str]]:
    """Questions not asked yet; then what the passages named, with what is still missing of the question.

    The whole question again would find the same passages again.
    """
    asked = {normalised(text) for text in request.thread.sent}
    if len(wanted) > 1:
        yield from ((sub.text, words.reason_sub.format(sub.id)) for sub in wanted if normalised(sub.text) not in asked)
    for sub in wanted:
        if extra := search_words(read(sub.text).facet, request.brief.language):
            yield f"{_about(request, sub)} {extra}".strip(), words.reason_reformulated
    yield from _following(request, wanted, words)
    yield from _reformulated(request, wanted, words)


def _following(request: ScopeRequest, wanted: Sequence[SubQuestion], words: Words) -> Iterator[tuple[str, str]]:
    """Names to go on from, each with what its passage leaves open of the question: first, by itself, what the question
    names and no good passage did, then what the passages named, a few at a time."""
    leads = _unused_leads(request)
    asked = terms(" ".join((request.task.question, *(sub.text for sub in wanted))))
    passed_over = [[lead] for lead in leads if terms(lead.text) <= asked]
    named = [lead for lead in leads if not terms(lead.text) <= asked]
    together = [named[start : start + _LEADS_TOGETHER] for start in range(0, len(named), _LEADS_TOGETHER)]
    for group in (*passed_over, *together):
        for sub in wanted:
            yield " ".join((*(lead.text for lead in group), _left_open(sub, group))).strip(), words.reason_lead


def _about(request: ScopeRequest, sub: SubQuestion) -> str:
    return " ".join(read(sub.text).subjects or request.task.subjects[:1])


def _unused_leads(request: ScopeRequest) -> list[Lead]:
    """Leads that no round since the first has asked after: the first one asked the whole question."""
    asked = [terms(query.text) for record in request.thread.rounds[1:] for query in record.queries]
    return [lead for lead in request.thread.leads if not any(terms(lead.text) <= words for words in asked)]


def _left_open(sub: SubQuestion, leads: Sequence[Lead]) -> str:
    """The words of a question that none of the leads' passages has; all that it asks when none is missing."""
    named = terms(" ".join(lead.text for lead in leads))
    unsaid = [terms(" ".join(lead.unsaid)) for lead in leads]
    missing = [
        word.strip("?,.;:()")
        for word in sub.text.split()
        if (stems := terms(word)) and not stems <= named and all(stems <= left for left in unsaid)
    ]
    telling = [word for word in missing if not all(is_framing(stem) for stem in terms(word))]
    return " ".join(telling) or _asked_words(sub.text)


def _escaping(
    request: ScopeRequest, wanted: Sequence[SubQuestion], words: Words, escape: Escape
) -> Iterator[tuple[str, str]]:
    leads = [lead.text for lead in request.thread.leads]
    for sub in wanted:
        asked = _asked_words(sub.text)
        subject = " ".join(request.task.subjects[:1])
        match escape:
            case Escape.LATERAL:
                for name in (*leads, *_related(request)):
                    yield f"{name} {asked}".strip(), words.reason_lateral
            case Escape.NEGATIVE:
                yield words.no_record.format(f"{asked} {subject}".strip()), words.reason_negative
            case Escape.COMMUNITY:
                yield words.experience_with.format(subject or sub.text), words.reason_community
            case _:
                yield _reframed(request, sub), words.reason_reframe


def _reformulated(request: ScopeRequest, wanted: Sequence[SubQuestion], words: Words) -> Iterator[tuple[str, str]]:
    """Other words for what is open: leads; headings near the subject, other names, words of like meaning."""
    last = content_words(request.thread.sent[-1]) if request.thread.sent else frozenset()
    yield from ((text, reason) for text, reason in _following(request, wanted, words) if _is_new_enough(text, last))
    subject = " ".join(request.task.subjects[:1])
    for sub in wanted:
        core = [word for word in sub.text.split() if terms(word) - last]
        pool = [
            *_fresh_headings(request, last),
            *(lead.text for lead in request.thread.leads),
            *_other_names(request),
            *_synonyms(sub.text),
        ]
        fresh = [text for text in dict.fromkeys(pool) if terms(text) - last]
        for count in (2, 3, len(fresh)):
            text = " ".join((subject, *fresh[:count], *core)).strip()
            if _is_new_enough(text, last):
                yield text, words.reason_reformulated
        for text in fresh:
            if _is_new_enough(text, last):
                yield text, words.reason_reformulated


def _is_new_enough(text: str, last: frozenset[str]) -> bool:
    asked = content_words(text)
    return bool(asked) and len(asked - last) >= NEW_TERMS * len(asked)


def _reframed(request: ScopeRequest, sub: SubQuestion) -> str:
    """One query out of the questions that a question hides: does it exist, under this name, at this time, by whom?"""
    subject = " ".join(request.task.subjects[:1]) or sub.text
    hidden = {
        "ja": ("存在", "別名", "時期", "担当"),
        "en": ("whether it exists", "under another name", "at another time", "decided by someone else"),
    }["ja" if request.brief.language == "ja" else "en"]
    return " ".join((subject, *hidden))


def _allotted(request: ScopeRequest, survey: Survey, texts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """A source's share: what a task leans on is asked, the other side is not called.

    Where it leans on both, the own documents are asked for the first thing and the world for the rest.
    """
    lean, internal = request.task.lean, survey.kind is SourceKind.INTERNAL
    if len({other.kind for other in request.surveys}) < 2 or lean is Lean.TASKS:
        return texts
    if lean is Lean.INTERNAL or lean is Lean.EXTERNAL:
        return texts if internal == (lean is Lean.INTERNAL) else []
    return texts[:1] if internal else texts[1:] or texts


def _unsent(survey: Survey, texts: Sequence[tuple[str, str]], sent: set[str]) -> list[Query]:
    found: dict[str, Query] = {}
    for text, reason in texts:
        key = normalised(text)
        if key and key not in sent and key not in found and len(found) < PER_SOURCE:
            found[key] = Query(source=survey.source, text=" ".join(text.split()), reason=reason)
    return list(found.values())


def _with(text: str, hints: Sequence[str]) -> str:
    missing = [hint for hint in hints if not terms(hint) <= terms(text)]
    return " ".join((text.rstrip(" ?？"), *missing)) if missing else text


def _disambiguation(request: ScopeRequest) -> tuple[str, ...]:
    own = {fold(name) for name in request.task.subjects}
    return tuple(
        word for subject in request.brief.subjects if fold(subject.name) in own for word in subject.disambiguation[:1]
    )


def _asked_words(text: str) -> str:
    """What a question asks, without its subject and its frame."""
    asked = read(text)
    if asked.language == "ja":
        return re.sub("|".join(re.escape(subject) for subject in asked.subjects) or "$^", "", text).strip(
            "はのをが、。？"
        )
    anchored = frozenset[str]().union(*asked.anchors) if asked.anchors else frozenset()
    kept = [word.strip("?,.;:") for word in text.split() if (stems := terms(word)) and not stems <= anchored]
    return " ".join(word for word in kept if not all(is_framing(stem) for stem in terms(word)))


def _related(request: ScopeRequest) -> list[str]:
    """Documents near the question that are not about its own subjects."""
    own = terms(" ".join(request.task.subjects))
    return [
        heading.document
        for survey in request.surveys
        for heading in survey.headings
        if not terms(heading.document) <= own
    ][:PER_SOURCE]


def _fresh_headings(request: ScopeRequest, last: frozenset[str]) -> list[str]:
    found = [heading.text for survey in request.surveys for heading in survey.headings if terms(heading.text) - last]
    return list(dict.fromkeys(found))[:PER_SOURCE]


def _other_names(request: ScopeRequest) -> list[str]:
    return [word for subject in request.brief.subjects for word in subject.disambiguation]


def _synonyms(text: str) -> list[str]:
    asked = read(text)
    return [other for token in sorted(asked.attributes) for other in sorted(siblings(token))[:2]]
