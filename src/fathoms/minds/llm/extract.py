"""The extract role: claims with quotes from the passages, in one batched call a round.

Knows: which passages fit, how the answer becomes claims.  Does not know: whether a quote is real: code looks
it up in the stored page, and one that is not there never becomes a fact.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from fathoms.domain.evidence import Confidence, Fact
from fathoms.domain.plan import ExtractionMode
from fathoms.domain.thread import (
    Claim,
    ConflictClaim,
    Extraction,
    Insight,
    InsightKind,
    Lead,
    SourceRubric,
    SubQuestionStatus,
)
from fathoms.engine.evidence import recall
from fathoms.engine.evidence.novelty import stated
from fathoms.engine.thread import coverage
from fathoms.minds.llm import guard, quoting, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.blocks import block, unescaped
from fathoms.minds.llm.citing import Keys
from fathoms.minds.llm.fit import chosen_passages, tokens_in
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import ExtractShape, FactShape
from fathoms.ports.mind import ExtractRequest
from fathoms.text.words import content_words

ROLE = Role("extract", Tier.STANDARD, 5_000)

_KNOWN_SHARE = 8
"""An eighth of the room for sources is for what is known already."""
_FULL, _PART = 1.0, 0.4
"""Coverage of a sub-question that is answered, and of one that some fact helps to answer."""
_KEY = re.compile(r"\bF\d+\b")
_NOTED = re.compile(r"^\W*(?P<number>\d{1,2})\W*[:.)-]\s*(?P<note>\S.*)$", re.DOTALL)
_ID = re.compile(r"\b[FS]\d+\b")
_IDS_ASIDE = re.compile(r"\s*\((?:see )?[FS]\d+(?:(?:, ?| and )[FS]\d+)*\)")
_ASIDE = re.compile(r"\s*\((?=[^()]*\b\d{1,2} (?:states?|says?|names?|gives?|has)\b)[^()]*\)?")
"""What an answer says in brackets of its own facts by their numbers, which nobody else knows."""
_DISAGREE = re.compile(
    r"^\W*(?P<left>F?\d+)\W*\s*(?:vs\.?|against|versus|/)\s*\W*(?P<right>F?\d+)\W*[:,.-]?\s*(?P<about>.*)$"
)


_MODES = {
    ExtractionMode.FACTS: "",
    ExtractionMode.SUMMARY: "Bring what each source says as a whole: its two or three most telling sentences.",
    ExtractionMode.ANSWERS: "Bring only what answers a sub-question outright.",
}


async def extract(asker: Asker, request: ExtractRequest) -> Extraction:
    """What the passages that fit say on the sub-questions."""
    said = [fact for fact in request.thread.known if stated(fact)]
    found = [fact for fact in (*request.thread.known, *request.thread.facts) if not stated(fact)]
    keys = Keys.of((*said, *await _bearing(asker, found, request)))
    subs = [sub.id for sub in request.thread.sub_questions]
    points = {f"p{n}": text for n, text in enumerate(coverage.to_cover(request.thread), start=1)}
    choices = {"sub_questions": subs, "points": list(points)}
    values = {
        "expert": persona(request.brief),
        "question": request.task.question,
        "sub_questions": showing.questions(request.thread.sub_questions),
        "points": showing.listed(f"{key}: {text}" for key, text in points.items()),
        "spec": _spec(request),
        "intent": request.scope.intent,
        "shape": showing.shape(request.form),
        "known": _known(keys),
    }
    rubric = {one.source: one for one in request.rubric.sources}
    room = await asker.reading_room(ROLE, ExtractShape, values, choices=choices)
    wanted = " ".join((request.task.question, *request.task.sub_questions, request.scope.intent, request.scope.gap))
    telling = [passage for passage in request.passages if quoting.tells(passage)]
    chosen = chosen_passages(telling, wanted, request.weights, size=lambda one: quoting.size_of(one, rubric), room=room)
    shown = quoting.shown(chosen, rubric)
    answer = await asker.ask(ROLE, ExtractShape, {**values, "sources": shown}, choices=choices)
    kept = {passage.key for passage in chosen}
    passed_over = tuple(passage.key for passage in telling if passage.key not in kept)
    made = _extraction(request, answer, keys, frozenset(subs))
    return made.model_copy(update={"passed_over": passed_over, "covered": _covered(answer, points)})


def _covered(answer: ExtractShape, points: Mapping[str, str]) -> tuple[str, ...] | None:
    """What the mind says is covered; where it was cut off before it could, nothing is said."""
    if "covered" not in answer.model_fields_set:
        return None
    return tuple(text for key, text in points.items() if key in answer.covered)


async def _bearing(asker: Asker, found: Sequence[Fact], request: ExtractRequest) -> list[Fact]:
    """The known facts that bear on the task, newest first where there is no room for all; in their own order."""
    wanted = content_words(" ".join((request.task.question, *(sub.text for sub in request.thread.sub_questions))))
    bearing = [fact for fact in found if content_words(fact.claim) & wanted]
    room = await asker.reading_tokens(ROLE.tier) // _KNOWN_SHARE
    kept: set[str] = set()
    for fact in reversed(bearing):
        room -= tokens_in(fact.claim)
        if room < 0:
            break
        kept.add(fact.id)
    return [fact for fact in bearing if fact.id in kept]


def _known(keys: Keys) -> str:
    return "\n".join(block("known", key, fact.claim) for key, fact in keys.by_key.items()) or showing.NOTHING


def _extraction(request: ExtractRequest, answer: ExtractShape, keys: Keys, subs: frozenset[str]) -> Extraction:
    noted = _noted(answer)
    numbered = [(number, fact) for number, fact in enumerate(answer.facts, 1) if quoting.is_quote(fact)]
    usable = [fact for _, fact in numbered]
    follow_up = guard.plain_lines(answer.follow_up)
    relied = _relied_on(request, answer, usable, keys)
    return Extraction(
        claims=tuple(
            _claim(fact, place, request, noted.get(number, "")) for place, (number, fact) in enumerate(numbered)
        ),
        coverage=_coverage(request, answer, usable, subs) | dict.fromkeys(relied, _FULL),
        relies_on=relied,
        conflicts=tuple(c for text in answer.contradictions.split(";") if (c := _conflict(text, usable, keys))),
        leads=tuple(Lead(text=text, weight=0.5, reason="raised by a source") for text in follow_up),
        sufficient=answer.sufficient,
        reason=guard.plain(answer.missing_question) or ("" if answer.sufficient else next(iter(follow_up), "")),
        insights=tuple(
            Insight(kind=InsightKind.FOLLOW_UP, text=text, rationale="raised by a source") for text in follow_up
        ),
    )


def _noted(answer: ExtractShape) -> dict[int, str]:
    """What the mind says of its facts, by their numbers: "3: the sample leaves out the host"."""
    found = (_NOTED.match(line) for line in answer.beware)
    return {int(one["number"]): one["note"] for one in found if one}


def _claim(fact: FactShape, place: int, request: ExtractRequest, beware: str) -> Claim:
    """One that helps nothing is loose."""
    answers = _answers(fact, request)
    made = quoting.claim(fact, request.passages, request.task.question)
    return made.model_copy(
        update={
            "answers": answers,
            "score": round(1.0 - place / 100, 3),
            "loose": not answers,
            "beware": guard.plain(_without_ids(beware), fact.quote),
        }
    )


def _without_ids(said: str) -> str:
    """A note without what sources and facts are called in one prompt alone."""
    return _ID.sub("another page", _IDS_ASIDE.sub("", said))


def _answers(fact: FactShape, request: ExtractRequest) -> tuple[str, ...]:
    """What the mind says; where it was cut off before it could, the sub-questions that share a word with the claim."""
    subs = request.thread.sub_questions
    if "answers" in fact.model_fields_set:
        named = set(fact.answers)
        return tuple(sub.id for sub in subs if sub.id in named)
    return tuple(sub.id for sub in subs if content_words(sub.text) & content_words(fact.claim))


def _coverage(
    request: ExtractRequest, answer: ExtractShape, usable: list[FactShape], subs: frozenset[str]
) -> dict[str, float]:
    """A sub-question is covered in full when the mind says so, of it or of the whole, and some fact helps: code wants
    the fact, too."""
    helped = {sub for fact in usable for sub in _answers(fact, request)} | {
        sub.id for sub in request.thread.sub_questions if sub.status is not SubQuestionStatus.OPEN
    }
    full = helped if answer.sufficient else set(answer.answered)
    return {sub: _FULL if sub in full else _PART for sub in sorted(helped & subs)}


def _relied_on(
    request: ExtractRequest, answer: ExtractShape, usable: list[FactShape], keys: Keys
) -> dict[str, tuple[str, ...]]:
    """The known facts behind a sub-question that the mind calls answered and brings no fact of its own for: code wants
    facts that speak of it, so nothing has to be quoted again to be counted."""
    before = {fact.id for fact in request.thread.known if not stated(fact)}
    known = [fact for fact in keys.by_key.values() if fact.id in before]
    helped = {sub for fact in usable for sub in _answers(fact, request)}
    found = {}
    for sub in request.thread.sub_questions:
        if sub.id in answer.answered and sub.id not in helped and sub.status is SubQuestionStatus.OPEN:
            near = recall.bearing(sub.text, [fact.claim for fact in known])
            found[sub.id] = tuple(known[at].id for at in near)
    return {sub: facts for sub, facts in found.items() if facts}


def _conflict(text: str, facts: list[FactShape], keys: Keys) -> ConflictClaim | None:
    """`2 vs F3: the year it opened`: facts of this answer by number, known ones by key."""
    found = _DISAGREE.match(text.strip())
    if found is None:
        return None
    sides = [_side(found[side], facts, keys) for side in ("left", "right")]
    if None in sides or sides[0] == sides[1]:
        return None
    (left, left_says), (right, right_says) = (side for side in sides if side)
    about = _ASIDE.sub("", _KEY.sub("the other", found["about"])).strip() or left_says
    return ConflictClaim(about=about, left=left, right=right, left_says=left_says, right_says=right_says)


def _side(name: str, facts: list[FactShape], keys: Keys) -> tuple[str, str] | None:
    if name.startswith("F"):
        fact = keys.by_key.get(name)
        return (fact.id, fact.claim) if fact else None
    place = int(name) - 1
    return (unescaped(facts[place].quote), facts[place].claim) if 0 <= place < len(facts) else None


def _spec(request: ExtractRequest) -> str:
    """Word for word what the planner wants extracted; else what code asks of each source. The mode is said in both."""
    spec, rubric = request.task.spec, request.rubric
    lines = [_MODES[rubric.mode]]
    if spec is not None:
        lines += [
            *(f"Extract: {question}" for question in spec.questions),
            f"Form: {spec.expected_format}" if spec.expected_format else "",
            *(f"Accept only: {criterion}" for criterion in spec.acceptance_criteria),
        ]
    else:
        lines += [
            f"Scope: {rubric.scope}." if rubric.scope else "",
            "Wanted: a primary source, or two that agree." if rubric.target is Confidence.VERIFIED else "",
            *(_asked_of(one) for one in rubric.sources if len(request.thread.sub_questions) > 1),
        ]
    return "\n".join(line for line in lines if line)


def _asked_of(source: SourceRubric) -> str:
    return f"Ask of {source.source}: {', '.join(source.questions)}." if source.questions else ""
