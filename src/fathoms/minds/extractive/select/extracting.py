"""The extract role: claims with exact quotes out of a round's passages, and what is still missing.

Knows: how sub-questions share a round's claims, coverage, when to say that it is not enough.
Does not know: confidence, novelty, thresholds of the thread: those are code's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from fathoms.domain.evidence import Fact
from fathoms.domain.plan import TaskRole
from fathoms.domain.thread import Claim, ConflictClaim, Extraction, SubQuestion, SubQuestionStatus
from fathoms.minds.extractive.plan.leads import leads_of
from fathoms.minds.extractive.read.concepts import is_framing
from fathoms.minds.extractive.read.facets import Facet
from fathoms.minds.extractive.read.matching import Lexicon, Surroundings
from fathoms.minds.extractive.read.question import Asked, read
from fathoms.minds.extractive.select.figures import Claimed, figures_that_differ
from fathoms.minds.extractive.select.insights import insights_of
from fathoms.minds.extractive.select.judging import answers
from fathoms.minds.extractive.select.selecting import Pick, pick_evidence, pick_topical
from fathoms.minds.extractive.select.units import Unit, units_of
from fathoms.minds.extractive.select.versions import newest_first
from fathoms.minds.extractive.tell import wording
from fathoms.ports.mind import ExtractRequest
from fathoms.text.terms import terms

CLAIMS_A_ROUND = 8
"""A cap per round, not per question: without it the first round fills the page and later ones mean nothing."""
ENOUGH = 0.6
UNBRIDGED = 0.55
"""Coverage of a question with a described link ("the film that …") before as many rounds have followed links; a history
is spread over documents, so it too is worth a second round."""


def extract(request: ExtractRequest) -> Extraction:
    """What the passages say on the open sub-questions, quoted."""
    everything = newest_first(units_of(request.passages), request.task.question)
    units = _fresh(everything, request)
    lexicon = lexicon_of(request, units)
    questions = [(sub, asked_of(sub, request)) for sub in _open(request.thread.sub_questions)]
    limit = request.task.spec.budget if request.task.spec and request.task.spec.budget else _claims_a_round(request)
    claims = _claims(request, questions, units, lexicon, limit)
    relied = {sub.id: _told_before(asked, request, lexicon) for sub, asked in questions}
    coverage = {
        sub.id: round(
            max(
                sub.coverage,
                _coverage(sub, asked_of(sub, request), claims, request, lexicon),
                _share_told(asked_of(sub, request), relied.get(sub.id, ()), lexicon),
            ),
            4,
        )
        for sub in request.thread.sub_questions
    }
    conflicts = _conflicts(claims, request)
    asked_words = terms(" ".join((request.brief.question, request.task.question)))
    sufficient = bool(coverage) and all(share >= ENOUGH for share in coverage.values())
    return Extraction(
        claims=tuple(claims),
        coverage=coverage,
        relies_on={sub_id: tuple(fact.id for fact in facts) for sub_id, facts in relied.items() if facts},
        conflicts=conflicts,
        leads=leads_of(
            everything,
            [asked for _, asked in questions],
            asked_words,
            lexicon,
            told_before=terms(" ".join(f"{fact.claim} {_title_path(fact)}" for fact in request.thread.facts)),
            read_before=sum(len(record.read_urls) for record in request.thread.rounds),
        ),
        sufficient=sufficient,
        reason=_reason(request, questions, coverage, claims, lexicon),
        insights=insights_of(request, claims, conflicts, coverage),
    )


def _claims_a_round(request: ExtractRequest) -> int:
    """One for an overview: what the subject is. The tasks after it tell the rest, and would not tell it twice."""
    return 1 if request.task.role is TaskRole.OVERVIEW else CLAIMS_A_ROUND


def lexicon_of(request: ExtractRequest, units: Sequence[Unit]) -> Lexicon:
    vocabulary = frozenset[str]().union(*(unit.around.words | unit.around.headings for unit in units))
    aliases = [(subject.name, other) for subject in request.brief.subjects for other in subject.disambiguation]
    return Lexicon(request.weights, request.default_weight, vocabulary=vocabulary, aliases=aliases)


def asked_of(sub: SubQuestion, request: ExtractRequest) -> Asked:
    return read(sub.text)


def _open(subs: Sequence[SubQuestion]) -> Sequence[SubQuestion]:
    """Those still open; all of them when none is, so that a gate can ask for more."""
    return [sub for sub in subs if sub.status is not SubQuestionStatus.ANSWERED] or list(subs)


def _fresh(units: Sequence[Unit], request: ExtractRequest) -> list[Unit]:
    """Without sentences that a fact of this thread already quotes."""
    quoted = [
        (evidence.page_id, evidence.start, evidence.end) for fact in request.thread.facts for evidence in fact.evidence
    ]

    def is_quoted(unit: Unit) -> bool:
        start = unit.passage.start + unit.span.start
        end = unit.passage.start + unit.span.end
        return any(page == unit.passage.page_id and first < end and start < last for page, first, last in quoted)

    return [unit for unit in units if not is_quoted(unit)]


def _claims(
    request: ExtractRequest,
    questions: Sequence[tuple[SubQuestion, Asked]],
    units: Sequence[Unit],
    lexicon: Lexicon,
    limit: int,
) -> list[Claim]:
    """The picks of all questions, taken in turn so that the first does not use up the round."""
    if not units:
        return []
    same_page = [fact.claim for fact in request.thread.facts]
    picks = {sub.id: _picks(sub, asked, units, lexicon, same_page, request, limit) for sub, asked in questions}
    chosen: dict[str, tuple[Pick, set[str]]] = {}
    # what answers one question comes before what is only near to another
    for answering, turn in product((True, False), range(limit)):
        for sub, _ in questions:
            if turn < len(picks[sub.id]) and picks[sub.id][turn].answers is answering:
                _add(chosen, sub.id, picks[sub.id][turn], limit)
    subjects = dict.fromkeys(
        (*(subject.name for subject in request.thread.subjects), *(subject.name for subject in request.brief.subjects))
    )
    return [_claim(pick, ids, questions, subjects, lexicon) for pick, ids in chosen.values()]


def _picks(
    sub: SubQuestion,
    asked: Asked,
    units: Sequence[Unit],
    lexicon: Lexicon,
    taken: Sequence[str],
    request: ExtractRequest,
    limit: int,
) -> list[Pick]:
    known = [fact.claim for fact in (*request.thread.facts, *request.thread.known) if not fact.loose]
    pick = pick_evidence if asked.needs_evidence_route else pick_topical
    return pick(asked, units, lexicon, taken=taken, known=known, limit=limit, whole=read(request.brief.question))


def _add(chosen: dict[str, tuple[Pick, set[str]]], sub_id: str, pick: Pick, limit: int) -> None:
    """One window is one claim, however many questions chose it."""
    for other, ids in chosen.values():
        if pick.window.overlaps(other.window):
            if pick.answers and pick.window.text == other.window.text:
                ids.add(sub_id)
            return
    if len(chosen) < limit:
        key = f"{pick.window.unit.passage.key}:{pick.window.start}"
        chosen[key] = (pick, {sub_id} if pick.answers else set())


def _claim(
    pick: Pick,
    ids: set[str],
    questions: Sequence[tuple[SubQuestion, Asked]],
    subjects: Iterable[str],
    lexicon: Lexicon,
) -> Claim:
    window = pick.window
    covered = tuple(sub.id for sub, asked in questions if sub.id in ids or answers(asked, window, lexicon))
    about = window.around.words | window.around.headings
    named = [subject for subject in subjects if (words := terms(subject)) and words <= about]
    return Claim(
        text=window.text,
        passage=window.unit.passage.key,
        quote=window.quote,
        answers=covered,
        subjects=tuple(named),
        score=round(pick.score, 4),
        loose=not covered,
        leads_on=pick.leads_on and not covered,
    )


def _coverage(
    sub: SubQuestion, asked: Asked, claims: Sequence[Claim], request: ExtractRequest, lexicon: Lexicon
) -> float:
    """The weighted share of the question's words in what answers it; the title path counts partly."""
    headings = {passage.key: " ".join((passage.title, *passage.title_path)) for passage in request.passages}
    mine = [claim for claim in claims if sub.id in claim.answers]
    facts = [fact for fact in request.thread.facts if sub.id in fact.answers and not fact.loose]
    if not mine and not facts:
        return 0.0
    words = terms(" ".join((*(claim.text for claim in mine), *(fact.claim for fact in facts))))
    titles = terms(" ".join((*(headings[claim.passage] for claim in mine), *(_title_path(fact) for fact in facts))))
    wanted = [token for token in asked.words if not is_framing(token)] or list(asked.words)
    share = lexicon.share(wanted, Surroundings(words, titles))
    if asked.outer:
        share = min(share, lexicon.share(asked.outer, Surroundings(words)))
    if len(request.thread.rounds) < max(asked.links, asked.facet is Facet.HISTORY):
        return min(share, UNBRIDGED)
    return share


def _told_before(asked: Asked, request: ExtractRequest, lexicon: Lexicon) -> tuple[Fact, ...]:
    """Facts of the tasks before this one that answer it together: each names a subject and says something of what is
    asked, and no subject is left out. A task that digs below another wants more than that one found."""
    if request.task.level > 1 or not asked.anchors:
        return ()
    told: list[Fact] = []
    named: set[frozenset[str]] = set()
    for fact in request.thread.known:
        words = terms(fact.claim)
        about = {anchor for anchor in asked.anchors if anchor <= words | terms(_title_path(fact))}
        says = not asked.attributes or lexicon.share(asked.attributes, Surroundings(words)) > 0
        if about and says and not fact.loose:
            told.append(fact)
            named |= about
    return tuple(told) if named.issuperset(asked.anchors) else ()


def _share_told(asked: Asked, facts: Sequence[Fact], lexicon: Lexicon) -> float:
    words = terms(" ".join(fact.claim for fact in facts))
    titles = terms(" ".join(map(_title_path, facts)))
    wanted = [token for token in asked.words if not is_framing(token)] or list(asked.words)
    return lexicon.share(wanted, Surroundings(words, titles)) if facts else 0.0


def _title_path(fact: Fact) -> str:
    return " ".join(part for evidence in fact.evidence for part in (evidence.title, *evidence.title_path))


def _conflicts(claims: Sequence[Claim], request: ExtractRequest) -> tuple[ConflictClaim, ...]:
    """Figures that differ: among the new claims, between them and what is known, and between tasks before this one."""
    known = _known_sayings(request)
    found = figures_that_differ(_new_sayings(claims, request), known)
    return found if request.thread.rounds else (*found, *figures_that_differ(known, ()))


def _new_sayings(claims: Sequence[Claim], request: ExtractRequest) -> list[Claimed]:
    passages = {passage.key: passage for passage in request.passages}
    read = [(claim, passages[claim.passage]) for claim in claims]
    return [Claimed(claim.quote, passage.page_id, claim.text, passage.dated) for claim, passage in read]


def _known_sayings(request: ExtractRequest) -> list[Claimed]:
    known = [(fact, fact.evidence[0]) for fact in (*request.thread.facts, *request.thread.known)]
    return [Claimed(fact.id, source.page_id, fact.claim, source.dated) for fact, source in known]


def _reason(
    request: ExtractRequest,
    questions: Sequence[tuple[SubQuestion, Asked]],
    coverage: dict[str, float],
    claims: Sequence[Claim],
    lexicon: Lexicon,
) -> str:
    """Why it is or is not enough, in a sentence that the next scope can use."""
    words = wording.of(request.brief.language)
    missing = [sub.text for sub, _ in questions if coverage.get(sub.id, 0.0) == 0.0]
    thin = [sub.text for sub, _ in questions if 0.0 < coverage.get(sub.id, 0.0) < ENOUGH]
    if not missing and not thin:
        return words.enough
    parts = []
    if missing:
        parts.append(words.nothing_on.format("; ".join(missing)))
    if thin:
        parts.append(words.thin_on.format("; ".join(thin)))
    return " ".join(parts)
