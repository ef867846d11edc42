"""The conclude role: the answer first, in at most eighty quoted words, then what stands nearest to it.

Knows: the order of the search, the grades that rounds gave.  Does not know: other tasks, beyond the facts handed on;
verdicts on what the facts mean.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fathoms.domain.evidence import Evidence, Fact
from fathoms.domain.report import Depth, DepthVerdict, Finding, Paragraph, Statement
from fathoms.domain.thread import SubQuestion, SubQuestionStatus
from fathoms.minds.extractive import wording
from fathoms.minds.extractive.scoring import Question, best_window, telling
from fathoms.ports.mind import ConcludeRequest
from fathoms.text.marks import clean
from fathoms.text.pieces import Piece, blocks, pieces_of, shown
from fathoms.text.words import content_words

PASSAGES = 4
"""The answer and at most three further passages; a fifth found room in hardly any report."""
FAR = 0.6
"""Share of the best passage's score below which a further one is more likely beside the point than not."""
HEADINGS = 2
"""Of those above a passage, the nearest are shown, beside the document's title."""
TOLD_BY_PARTS = 3
"""Passages whose best part is told before the rest of any."""
_STEP = 0.1
"""How much farther from the request each passage is than the one before it."""
_REST = 0.6
"""How near the rest of the best passage is: farther than the best part of any."""


def conclude(request: ConcludeRequest) -> Finding:
    """The task's section: passages under the headings of their documents, and what is missing."""
    words = wording.of(request.brief.language)
    question = Question.of(request.task.question, request.weights, request.default_weight)
    subs = request.thread.sub_questions
    answered = all(sub.status is SubQuestionStatus.ANSWERED for sub in subs)
    # what is dug into adds to the whole only what answers: what may answer stands there already
    chosen = _chosen(request) if answered or request.task.parent is None else []
    paragraphs = _paragraphs(request, chosen, question)
    return Finding(
        task=request.task.id,
        question=request.task.question,
        heading=request.task.focus or request.task.question,
        summary=paragraphs[0].statements[:1] if paragraphs else (),
        paragraphs=paragraphs,
        note=" ".join(filter(None, (request.task.note, "" if answered or not chosen else words.may_answer))),
        gaps=tuple(words.not_found.format(sub.text) for sub in subs if sub.status is SubQuestionStatus.OPEN),
        sub_questions=subs,
        depth=_depth(subs, chosen, words),
        insights=tuple(
            {insight.text: insight for record in request.thread.rounds for insight in record.insights}.values()
        ),
        confidence=_confidence(subs),
        stopped=request.thread.stopped,
        rounds=len(request.thread.rounds),
    )


def _chosen(request: ConcludeRequest) -> list[Fact]:
    """The best of the first round that found something, then by score; a sub-question that none of them is for gets its
    own best passage."""
    usable = [fact for fact in request.thread.facts if not fact.loose and fact.answers]
    ordered = sorted(usable, key=lambda fact: (fact.round, -fact.score))  # else as the search ranked them
    first = _near([fact for fact in ordered if fact.round == ordered[0].round])
    later = sorted((fact for fact in ordered if fact.round != ordered[0].round), key=lambda fact: -fact.score)
    told = {name for fact in first for name in fact.answers}
    added: list[Fact] = []
    for sub in request.thread.sub_questions:
        own = next((fact for fact in later if sub.id in fact.answers), None)
        if own is not None and sub.id not in told and own not in added:
            added.append(own)
    room = max(1, PASSAGES - len(added))
    rest = [fact for fact in later if fact not in added]
    return [*first[:room], *added, *rest][:PASSAGES]


def _near(facts: list[Fact]) -> list[Fact]:
    """Without those far behind the best, where more were found than there is room for. A search gives its best 1;
    places that are counted for want of scores say nothing of how far one is."""
    ranked = len(facts) > PASSAGES and facts[0].score == 1.0
    return [fact for fact in facts if fact.score >= FAR] if ranked else facts


def _paragraphs(request: ConcludeRequest, chosen: Sequence[Fact], question: Question) -> tuple[Paragraph, ...]:
    """The answer, the rest of its passage, then the further passages, each under where it stands."""
    if not chosen:
        return ()
    paragraphs: list[Paragraph] = []
    for place, fact in enumerate(chosen):
        pieces = pieces_of(fact.evidence[0].quote)
        window = _window(fact, pieces, question) if place < TOLD_BY_PARTS else ()
        rest = [index for index in range(len(pieces)) if index not in window]
        bold = "" if place else telling(pieces, window, question)
        best = [(window, _statement(fact, pieces, window, 1.0 - _STEP * place, strong=bold))] if window else []
        said = [(run, _statement(fact, pieces, run, _REST - _STEP * place)) for run in blocks(pieces, rest)]
        # the answer stands by itself; of other passages what is told is told in the order of its reading
        told = (best, said) if place == 0 else (sorted((*best, *said), key=lambda one: one[0][0]),)
        paragraphs += [
            Paragraph(label=_where(fact), statements=tuple(statement for _, statement in part)) for part in told if part
        ]
    return tuple(paragraphs)


def _window(fact: Fact, pieces: Sequence[Piece], question: Question) -> tuple[int, ...]:
    """The part of a passage that is told whatever happens to the rest of it: what a reader of question and passage
    pointed at; where nobody read them, the one with most of the question."""
    return _in_focus(fact.evidence[0], pieces) or best_window(pieces, question)


def _in_focus(evidence: Evidence, pieces: Sequence[Piece]) -> tuple[int, ...]:
    """The pieces that whoever read the passage with the question would show, with what announces them."""
    if evidence.focus is None:
        return ()
    first, last = (place - evidence.start for place in evidence.focus)
    inside = {index for index, piece in enumerate(pieces) if first <= piece.start and piece.end <= last}
    leads = {lead for index in inside if (lead := pieces[index].lead) is not None}
    return tuple(sorted(inside | leads))


def _statement(
    fact: Fact, pieces: Sequence[Piece], chosen: Sequence[int], near: float, *, strong: str = ""
) -> Statement:
    text = shown(pieces, chosen) or fact.claim
    return Statement(text=text, facts=(fact.id,), near=max(0.0, round(near, 3)), strong=strong)


def _where(fact: Fact) -> str:
    """Document › heading: the heading decides what a passage means. One that only says the title again is left out,
    whatever stands between its words."""
    evidence: Evidence = fact.evidence[0]
    path: dict[Collection[str], str] = {}
    for part in (evidence.title, *evidence.title_path):
        plain = clean(part) or part.strip()  # a title that is nothing but a tag: <Suspense>
        if plain:
            path.setdefault(content_words(plain) or plain, plain)
    title, *headings = path.values()
    return " › ".join((title, *headings[-HEADINGS:]))


def _depth(subs: Sequence[SubQuestion], chosen: Sequence[Fact], words: wording.Words) -> DepthVerdict:
    """Adequate when every sub-question is answered; nothing here can tell more."""
    if not chosen:
        return DepthVerdict(depth=Depth.SUPERFICIAL, reasoning=words.depth_nothing, confidence=0.9)
    still_open = tuple(sub.text for sub in subs if sub.status is not SubQuestionStatus.ANSWERED)
    if still_open:
        areas = still_open if len(subs) > 1 else ()
        return DepthVerdict(depth=Depth.SUPERFICIAL, areas=areas, reasoning=words.depth_thin, confidence=0.6)
    return DepthVerdict(depth=Depth.ADEQUATE, sufficient=True, reasoning=words.depth_adequate, confidence=0.6)


def _confidence(subs: Sequence[SubQuestion]) -> float:
    share = {SubQuestionStatus.ANSWERED: 0.9, SubQuestionStatus.PARTIAL: 0.5, SubQuestionStatus.OPEN: 0.0}
    return round(sum(share[sub.status] for sub in subs) / len(subs), 3) if subs else 0.0
