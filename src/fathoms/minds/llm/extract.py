"""The extract role: claims with quotes from the passages, in one batched call a round.

Knows: which passages fit, how the answer becomes claims.  Does not know: whether a quote is real: code looks
it up in the stored page, and one that is not there never becomes a fact.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from fathoms.domain.evidence import Confidence, Fact, Passage
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
from fathoms.engine.evidence.facts import in_its_words
from fathoms.engine.evidence.novelty import stated
from fathoms.errors import QuoteNotFound
from fathoms.minds.llm import guard, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.blocks import block, unescaped
from fathoms.minds.llm.citing import Keys, carried
from fathoms.minds.llm.fit import chosen_passages, tokens_in
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import MOST_CHARS, ExtractShape, FactShape
from fathoms.ports.mind import ExtractRequest
from fathoms.text.quotes import locate
from fathoms.text.words import content_words

ROLE = Role("extract", Tier.STANDARD, 5_000)

_KNOWN_SHARE = 8
"""An eighth of the room for sources is for what is known already."""
_MOST_TITLE = 120
_AROUND = 500
"""Characters round a quote that its claim may draw on."""
_MOST_OUTLINE = 400
_FRONT_MATTER = re.compile(r"\A\s*---\n.*?(?:\n---[ \t]*(?:\n|\Z)|\Z)", re.DOTALL)
_PADDING = re.compile(r"(?<=\S)[ \t]{3,}|-{4,}")
_HEADING = re.compile(r"^#{1,6}[ \t].*$", re.MULTILINE)
_FULL, _PART = 1.0, 0.4
"""Coverage of a sub-question that is answered, and of one that some fact helps to answer."""
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
    choices = {"sub_questions": subs}
    values = {
        "expert": persona(request.brief),
        "question": request.task.question,
        "sub_questions": showing.questions(request.thread.sub_questions),
        "spec": _spec(request),
        "intent": request.scope.intent,
        "shape": showing.shape(request.form),
        "known": _known(keys),
    }
    rubric = {one.source: one for one in request.rubric.sources}
    room = await asker.reading_room(ROLE, ExtractShape, values, choices=choices)
    wanted = " ".join((request.task.question, *request.task.sub_questions, request.scope.intent, request.scope.gap))
    telling = [passage for passage in request.passages if _tells(passage)]
    chosen = chosen_passages(
        telling, wanted, request.weights, size=lambda passage: tokens_in(_shown(passage, rubric)), room=room
    )
    shown = "\n".join(_shown(passage, rubric) for passage in _by_document(chosen))
    answer = await asker.ask(ROLE, ExtractShape, {**values, "sources": shown}, choices=choices)
    return _extraction(request, answer, keys, frozenset(subs))


def _tells(passage: Passage) -> bool:
    """Whether there is more in a passage than headings and the settings at the top of a file."""
    bare = _HEADING.sub("", _FRONT_MATTER.sub("", passage.text))
    return bool(content_words(bare))


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


def _by_document(passages: Sequence[Passage]) -> list[Passage]:
    """As they are read: document after document, each from its top."""
    place = {page: at for at, page in enumerate(dict.fromkeys(passage.page_id for passage in passages))}
    return sorted(passages, key=lambda passage: (place[passage.page_id], passage.start))


def _shown(passage: Passage, rubric: Mapping[str, SourceRubric]) -> str:
    """In its marked block, with the headings to look at: they are words of the source, too."""
    title = " > ".join((passage.title, *passage.title_path[1:]))[:_MOST_TITLE]
    spans = rubric[passage.key].spans if passage.key in rubric else ()
    told = {"outline": "; ".join(passage.outline), "look_at": "; ".join(spans)}
    return block(
        "source",
        passage.key,
        _squeezed(passage.text),
        title=title,
        **{k: v[:_MOST_OUTLINE] for k, v in told.items() if v},
    )


def _squeezed(text: str) -> str:
    """Without the blanks and dashes that only make the columns of a table even: a quote is found without them, too."""
    return _PADDING.sub(lambda found: found.group()[0] * (3 if found.group()[0] == "-" else 1), text)


def _extraction(request: ExtractRequest, answer: ExtractShape, keys: Keys, subs: frozenset[str]) -> Extraction:
    usable = [fact for fact in answer.facts if 0 < len(fact.quote.strip()) <= MOST_CHARS]
    follow_up = guard.plain_lines(answer.follow_up)
    relied = _relied_on(request, answer, usable, keys)
    return Extraction(
        claims=tuple(_claim(fact, place, request) for place, fact in enumerate(usable)),
        coverage=_coverage(request, answer, usable, subs) | dict.fromkeys(relied, _FULL),
        relies_on=relied,
        conflicts=tuple(c for text in answer.contradictions.split(";") if (c := _conflict(text, usable, keys))),
        leads=tuple(Lead(text=text, weight=0.5, reason="raised by a source") for text in follow_up),
        sufficient=answer.sufficient,
        reason=guard.plain(answer.missing_question),
        insights=tuple(
            Insight(kind=InsightKind.FOLLOW_UP, text=text, rationale="raised by a source") for text in follow_up
        ),
    )


def _claim(fact: FactShape, place: int, request: ExtractRequest) -> Claim:
    """A claim that its quote does not carry is said in the quote's own words; one that helps nothing is loose."""
    answers = _answers(fact, request)
    quote = unescaped(fact.quote.strip())
    key = _standing_in(quote, fact.source_id.strip(), request.passages)
    passage = next((p for p in request.passages if p.key == key), None)
    around = " ".join((passage.title, *passage.title_path, passage.before, _near(quote, passage))) if passage else ""
    kept = carried(fact.claim, f"{fact.quote} {around}", request.task.question)
    return Claim(
        text=unescaped(guard.plain(fact.claim if kept else in_its_words(fact.quote), fact.quote) or fact.quote.strip()),
        passage=key,
        quote=quote,
        answers=answers,
        score=round(1.0 - place / 100, 3),
        loose=not answers,
    )


def _near(quote: str, passage: Passage) -> str:
    """What stands round a quote: a claim may name what `this` means there."""
    try:
        start, end = locate(quote, passage.text)
    except QuoteNotFound:
        return ""
    return passage.text[max(0, start - _AROUND) : end + _AROUND]


def _standing_in(quote: str, named: str, passages: Sequence[Passage]) -> str:
    """The passage that holds the quote: the one that was named, else the only one that does.

    Words decide between keys: a real quote under the key of another passage is put where it stands. An invented quote
    stays where it was put, and an invented key is nobody's; both are refused later.
    """
    holding = [passage.key for passage in passages if _holds(passage, quote)]
    known = any(passage.key == named for passage in passages)
    return holding[0] if known and len(holding) == 1 and named not in holding else named


def _holds(passage: Passage, quote: str) -> bool:
    try:
        locate(quote, passage.text)
    except QuoteNotFound:
        return False
    return True


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
    about = found["about"].strip() or left_says
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
