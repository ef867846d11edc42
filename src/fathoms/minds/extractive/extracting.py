"""The extract role: what the search put first, quoted whole, with how well it answers.

Knows: how sub-questions share a round's passages, coverage by grade.  Does not know: confidence, novelty, thresholds of
the thread: those are code's.  The search decides the order; nothing here overrules it.
"""

from __future__ import annotations

from collections.abc import Sequence

from fathoms.domain.evidence import Passage
from fathoms.domain.plan import ExtractionMode
from fathoms.domain.thread import Claim, Extraction, Insight, InsightKind, SubQuestion, SubQuestionStatus
from fathoms.minds.extractive import wording
from fathoms.minds.extractive.conflicting import conflicts_of
from fathoms.minds.extractive.grading import Grade, grade
from fathoms.minds.extractive.leads import leads_of
from fathoms.minds.extractive.orders import gives_orders
from fathoms.minds.extractive.scoring import Question
from fathoms.ports.mind import ExtractRequest
from fathoms.text.pieces import Kind, Piece, pieces_of, shown
from fathoms.text.terms import terms

CLAIMS_A_ROUND = 5
_COVERAGE = {Grade.ANSWERS: 1.0, Grade.MAY: 0.5, Grade.NOTHING: 0.0}
_ENOUGH = 0.6
_LATER = 0.8
"""What a passage of a later round is worth beside one that the whole question found."""


def extract(request: ExtractRequest) -> Extraction:
    """The round's best passages as claims; what they leave open; where to go on."""
    ranked = _ranked(request)
    questions = {sub.id: _question(sub.text, request) for sub in request.thread.sub_questions}
    limit = request.task.spec.budget if request.task.spec and request.task.spec.budget else CLAIMS_A_ROUND
    claims: list[Claim] = []
    grades: dict[str, list[Grade]] = {sub.id: [] for sub in request.thread.sub_questions}
    for place, passage in enumerate(ranked):
        if len(claims) == limit:
            break
        judged = _judged(passage, request)
        found = {
            sub.id: grade(passage, questions[sub.id], sub.text, judged=judged)
            for sub in _open(request.thread.sub_questions)
        }
        found = {name: _behind(one, grades[name], judged=judged) for name, one in found.items()}
        answered = tuple(name for name, one in found.items() if one is not Grade.NOTHING)
        claim = _claim(passage, answered, request, place) if _is_wanted(passage, answered, request, claims) else None
        if claim is not None:
            claims.append(claim)
            for name, one in found.items():
                grades[name].append(one)
    coverage = {
        sub.id: max(sub.coverage, *(_COVERAGE[one] for one in grades[sub.id] or [Grade.NOTHING]))
        for sub in request.thread.sub_questions
    }
    conflicts = conflicts_of(claims, request)
    words = wording.of(request.brief.language)
    return Extraction(
        claims=tuple(claims),
        coverage=coverage,
        conflicts=conflicts,
        leads=leads_of(request, ranked),
        sufficient=bool(coverage) and all(share >= _ENOUGH for share in coverage.values()),
        reason=_reason(request.thread.sub_questions, coverage, words),
        insights=tuple(
            Insight(
                kind=InsightKind.FOLLOW_UP,
                text=words.which_figure.format(conflict.left_says, conflict.right_says),
                rationale=words.because_conflict,
                snippet=conflict.about,
                confidence=0.6,
            )
            for conflict in conflicts
        ),
    )


def _is_wanted(passage: Passage, answered: Sequence[str], request: ExtractRequest, taken: Sequence[Claim]) -> bool:
    """By the mode: of a summary the best passage of each document, of answers what may be one, else everything."""
    match request.rubric.mode:
        case ExtractionMode.SUMMARY:
            pages = {one.key: one.page_id for one in request.passages}
            return passage.page_id not in {pages.get(claim.passage) for claim in taken}
        case ExtractionMode.ANSWERS:
            return bool(answered)
        case ExtractionMode.FACTS:
            return True


def _question(text: str, request: ExtractRequest) -> Question:
    return Question.of(text, request.weights, request.default_weight)


def _judged(passage: Passage, request: ExtractRequest) -> bool | None:
    """What its source says of it, where that was said of the task's one question: it is what the first round asks."""
    one = len(request.thread.sub_questions) == 1 and not request.thread.rounds
    return passage.answers if one else None


def _behind(own: Grade, before: Sequence[Grade], *, judged: bool | None) -> Grade:
    """What was read with the question and put behind a passage that may answer may answer in other words."""
    ranked = judged is not None and any(one is not Grade.NOTHING for one in before)
    return Grade.MAY if ranked and own is Grade.NOTHING else own


def _open(subs: Sequence[SubQuestion]) -> Sequence[SubQuestion]:
    """Those still open; all of them when none is, so that a gate can ask for more."""
    return [sub for sub in subs if sub.status is not SubQuestionStatus.ANSWERED] or list(subs)


def _ranked(request: ExtractRequest) -> list[Passage]:
    """As the search ranked them; after those what a source gives without a rank, by its share of the question."""
    asked = _question(" ".join((request.task.question, *(query.text for query in request.queries))), request)
    quoted = {(e.page_id, e.start) for fact in request.thread.facts for e in fact.evidence}
    fresh = [p for p in request.passages if p.text.strip() and (p.page_id, p.start) not in quoted]
    found = [p for p in fresh if p.score > 0]
    ranking = {p.source for p in found}
    rest = [p for p in fresh if p.source not in ranking]
    return sorted(found, key=lambda p: -p.score) + sorted(rest, key=lambda p: -asked.share(_words(p)))


def _words(passage: Passage) -> frozenset[str]:
    return terms(passage.text) | terms(" ".join(passage.title_path))


def _claim(passage: Passage, answered: tuple[str, ...], request: ExtractRequest, place: int) -> Claim | None:
    """The whole passage, without what gives its reader orders; None when nothing is left to show."""
    pieces = pieces_of(passage.text)
    kept = _without_orders(pieces)
    if not kept:
        return None
    named = [subject.name for subject in request.thread.subjects if terms(subject.name) <= _words(passage)]
    later = _LATER if request.thread.rounds else 1.0
    return Claim(
        text=shown(pieces, kept),
        passage=passage.key,
        quote=passage.text[pieces[kept[0]].start : pieces[kept[-1]].end],
        answers=answered,
        subjects=tuple(named),
        score=round(later * (passage.score or 1 / (2 + place)), 4),
        loose=not answered,
        leads_on=not answered,
    )


def _without_orders(pieces: Sequence[Piece]) -> list[int]:
    """The run of pieces up to one that gives orders; it and what follows in its block are left out."""
    bad = [n for n, piece in enumerate(pieces) if piece.kind is not Kind.CODE and gives_orders(piece.text)]
    if not bad:
        return list(range(len(pieces)))
    before, after = list(range(bad[0])), list(range(bad[-1] + 1, len(pieces)))
    return before if len(before) >= len(after) else after


def _reason(subs: Sequence[SubQuestion], coverage: dict[str, float], words: wording.Words) -> str:
    """Why it is or is not enough, in a sentence that the next scope can use."""
    missing = [sub.text for sub in subs if coverage[sub.id] == 0.0]
    thin = [sub.text for sub in subs if 0.0 < coverage[sub.id] < _ENOUGH]
    told = [words.nothing_on.format("; ".join(missing))] if missing else []
    told += [words.thin_on.format("; ".join(thin))] if thin else []
    return " ".join(told) or words.enough
