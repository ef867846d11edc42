"""What to ask the user before a plan is made: at most two questions, only where the answer changes the plan.

Knows: what makes a question unsharp (nothing named, a name that several things have, more than a plan can hold) and how
an answer enters it.  Does not know: who is asked, or how.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fathoms.domain.brief import Brief
from fathoms.domain.clarification import Clarification, Slot
from fathoms.domain.feasibility import Extent
from fathoms.domain.survey import Survey
from fathoms.engine.intake import feasibility, narrowing
from fathoms.engine.intake.extent import extent_of
from fathoms.engine.intake.vagueness import is_vague
from fathoms.text.language import language_of
from fathoms.text.lists import sentences
from fathoms.text.words import content_words, fold

MOST_AT_ONCE = 2
MOST_OPTIONS = 5
LONGEST_NAME = 4
"""Words of a document's title that can be the name of a thing; a longer one is a headline."""


@dataclass(frozen=True, slots=True)
class _Phrases:
    subject: str
    sense: str
    members: str
    subjects: str
    aspects: str
    periods: str
    parts: str


_ENGLISH = _Phrases(
    subject="What is it about?",
    sense="Which “{name}” do you mean?",
    members="Which of “{name}” matter to you?",
    subjects="Which of these {count} matter most?",
    aspects="Which of these {count} sides of it matter most?",
    periods="Which of these {count} periods matter most?",
    parts="Which of your {count} questions come first?",
)
_JAPANESE = _Phrases(
    subject="何についての質問ですか。",
    sense="「{name}」とはどれのことですか。",
    members="「{name}」のうち、どれが重要ですか。",
    subjects="{count}件の対象のうち、どれが最も重要ですか。",
    aspects="{count}件の観点のうち、どれが最も重要ですか。",
    periods="{count}件の時期のうち、どれが最も重要ですか。",
    parts="{count}件の質問のうち、どれを先に調べますか。",
)
_CHINESE = _Phrases(
    subject="您想了解什么？",
    sense="“{name}”指的是哪一个？",
    members="“{name}”中哪些最重要？",
    subjects="{count}个对象中，哪些最重要？",
    aspects="{count}个方面中，哪些最重要？",
    periods="{count}个时期中，哪些最重要？",
    parts="{count}个问题中，先查哪一个？",
)
_BY_LANGUAGE = {"ja": _JAPANESE, "zh": _CHINESE}

_POINTS = re.compile(r"\b(?:it|this|that|they|them|these|those|here|one)\b(?!['’])(?!\s+(?:is|are|was|were)\b)", re.I)
_POINTS_FIRST = re.compile(
    r"^(?P<before>\W*(?:is|are|was|were|does|do|did|can|will|should)\s+)(?:it|this|that|they)\b", re.I
)
_JAPANESE_POINTS = re.compile(r"(?:それ|これ|あれ|彼ら|彼女ら?|彼)(?=[はがをのにも])|(?:それ|これ)(?=って|について)")
_CHOOSES = re.compile(r"\b(?:which|either|better|best|choose|prefer)\b|どちら|どっち|どれ", re.I)
_ASKS = re.compile(r"[?？]\s*$|(?:か|ください|下さい)。?\s*$")


def questions(brief: Brief, surveys: Sequence[Survey] = (), titles: Sequence[str] = ()) -> tuple[Clarification, ...]:
    """The questions whose answers would change the plan, most needed first; none when the question is sharp.

    `titles` are of what a first search found, where sources cannot say themselves what they hold.
    """
    passed_over = {(said.asked.slot, said.asked.stands_for) for said in brief.clarified}
    found = (*_unnamed(brief, surveys), *_too_wide(brief, surveys), *_namesakes(brief, surveys, titles))
    return tuple(one for one in found if (one.slot, one.stands_for) not in passed_over)[:MOST_AT_ONCE]


def filled(question: str, asked: Clarification, answer: str) -> str:
    """The question with the answer in it; as it was when the user passed it over."""
    said = " ".join(answer.split())
    text = " ".join(question.split())
    if not said:
        return text
    if asked.slot is Slot.PARTS or (asked.slot is Slot.SUBJECT and _ASKS.search(said)):
        return said
    if asked.stands_for:
        start = text.find(asked.stands_for[0])
        end = text.find(asked.stands_for[-1], start) + len(asked.stands_for[-1]) if start >= 0 else -1
        return f"{text[:start]}{said}{text[end:]}" if start >= 0 and end >= start else f"{text} {said}"
    return _about_japanese(text, said) if language_of(text) == "ja" else _about(text, said)


def _unnamed(brief: Brief, surveys: Sequence[Survey]) -> Iterator[Clarification]:
    if is_vague(brief.question):
        say = _phrases(brief.question)
        yield Clarification(slot=Slot.SUBJECT, text=say.subject, options=_topics(brief.question, surveys))


def _too_wide(brief: Brief, surveys: Sequence[Survey]) -> Iterator[Clarification]:
    """The longest list first; the next one only if a single item of the first would still be too much."""
    extent = extent_of(brief.question)
    if is_vague(brief.question) or (not extent.endless and _fits(extent)):
        return
    say = _phrases(brief.question)
    if extent.phrase:
        members = narrowing.members(brief.question, extent) or _topics_on(brief.question, surveys)
        text = say.members.format(name=extent.phrase)
        yield Clarification(slot=Slot.MEMBERS, text=text, options=members, stands_for=(extent.phrase,))
        extent = extent.model_copy(update={"endless": False, "members": 0, "phrase": ""})
    axes = ((Slot.SUBJECTS, extent.subjects), (Slot.ASPECTS, extent.aspects), (Slot.PERIODS, extent.periods))
    for slot, items in sorted(axes, key=lambda axis: -len(axis[1])):
        if _fits(extent) or len(items) < 2:
            break
        text = getattr(say, slot.value).format(count=len(items))
        yield Clarification(slot=slot, text=text, options=items, stands_for=_as_written(items, brief.question))
        extent = extent.model_copy(update={slot.value: items[:1]})
    if extent.parts > feasibility.MOST_TOP_TASKS:
        asked = sentences(brief.question)
        text = say.parts.format(count=extent.parts)
        yield Clarification(slot=Slot.PARTS, text=text, options=asked[:MOST_OPTIONS], stands_for=(brief.question,))


def _namesakes(brief: Brief, surveys: Sequence[Survey], titles: Sequence[str]) -> Iterator[Clarification]:
    """A subject whose name several documents carry with something more to it, and none as it stands; or that pages
    found by it tell apart in brackets. One that the question itself tells apart is not asked for."""
    say = _phrases(brief.question)
    for subject in brief.subjects:
        name = subject.name
        if name not in brief.question or not _is_definite(name, brief.question) or f"{name} (" in brief.question:
            continue
        meant = _bearers(name, surveys) or _told_apart(name, titles)
        if len(meant) > 1:
            yield Clarification(
                slot=Slot.SENSE, text=say.sense.format(name=name), options=meant[:MOST_OPTIONS], stands_for=(name,)
            )


def _bearers(name: str, surveys: Sequence[Survey]) -> tuple[str, ...]:
    """What the sources call by this name and more: long forms of a short one, titles that contain it."""
    long = dict.fromkeys(a.long for s in surveys for a in s.aliases if fold(a.short) == fold(name))
    if len(long) > 1:
        return tuple(long)
    titles = dict.fromkeys(heading.document for survey in surveys for heading in survey.headings)
    if any(fold(title) == fold(name) for title in titles):
        return ()
    own = content_words(name)
    return tuple(
        t for t in titles if own and own < content_words(t) and len(t.split()) <= LONGEST_NAME and ":" not in t
    )


def _told_apart(name: str, titles: Sequence[str]) -> tuple[str, ...]:
    """Titles that are the name and, in brackets, which one: "Mercury (planet)", "Mercury (element)"."""
    marked = re.compile(rf"(?P<whole>{re.escape(name)} \((?!disambiguation)[^()]{{2,40}}\))(?:\W|$)", re.IGNORECASE)
    found = (match for title in titles if (match := marked.match(title.strip())))
    return tuple(dict.fromkeys(match["whole"] for match in found))


def _is_definite(name: str, question: str) -> bool:
    """A proper name, or a common one that the question treats as known: "the array"."""
    return name[:1].isupper() or not name.isascii() or bool(re.search(rf"\bthe {re.escape(name)}\b", question, re.I))


def _fits(extent: Extent) -> bool:
    return feasibility.needed_tasks(extent) <= feasibility.MOST_TOP_TASKS


def _as_written(items: Sequence[str], question: str) -> tuple[str, ...]:
    """The first and the last item as they stand in the question; none when one of them does not."""
    ends = (items[0], items[-1])
    return ends if all(end in question for end in ends) else ()


def _topics(question: str, surveys: Sequence[Survey]) -> tuple[str, ...]:
    return narrowing.topics(question, surveys)[:MOST_OPTIONS]


def _topics_on(question: str, surveys: Sequence[Survey]) -> tuple[str, ...]:
    """Those that have to do with what was asked: no other subject is offered in its place."""
    asked = content_words(question)
    return tuple(topic for topic in narrowing.topics(question, surveys) if content_words(topic) & asked)[:MOST_OPTIONS]


def _about(text: str, answer: str) -> str:
    """In the place of what points at it; after a choice, the things to choose from; else what it regards."""
    if _CHOOSES.search(text):
        bare = text.rstrip(" ?.!")
        return f"{bare}, {answer}?"
    if first := _POINTS_FIRST.match(text):
        return f"{first['before']}{answer}{text[first.end() :]}"
    if _POINTS.search(text):
        return _POINTS.sub(lambda _: answer, text, count=1)
    bare = text.rstrip(" ?.!")
    return f"{bare} with regard to {answer}{text[len(bare) :].strip()}"


def _about_japanese(text: str, answer: str) -> str:
    if _CHOOSES.search(text):
        return f"{answer}では、{text}"
    replaced = _JAPANESE_POINTS.sub(lambda _: answer, text, count=1)
    return replaced if replaced != text else f"{answer}について、{text}"


def _phrases(question: str) -> _Phrases:
    return _BY_LANGUAGE.get(language_of(question), _ENGLISH)
