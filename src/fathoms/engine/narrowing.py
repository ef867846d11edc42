"""Narrower questions instead of a refusal with empty hands: slices of a wide question, topics for a vague one.

Knows: how to put a slice into words, in English and Japanese.  Does not know: what is narrow enough
(`feasibility.py` asks until it is).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from fathoms.domain.feasibility import Extent
from fathoms.domain.survey import Survey
from fathoms.engine.vagueness import is_vague
from fathoms.engine.words import fold, language_of

MOST_SPLITS = 8
SUBJECTS_AT_ONCE = 3
ASPECTS_AT_ONCE = 4
TOPICS_OFFERED = 3


@dataclass(frozen=True, slots=True)
class Phrases:
    """What a verdict says, in one language."""

    vague: str
    boundless: str
    too_wide: str
    too_many: str
    no_room: str
    comma: str
    last: str
    compare_in: str
    compare: str
    describe: str
    what_is: str
    in_period: str
    topic: str


_ENGLISH = Phrases(
    vague="the question names nothing that could be looked up: say what it is about",
    boundless="“{every}” has no end: name the ones that matter",
    too_wide="{subjects} subjects × {aspects} aspects × {periods} periods would take {needed} top tasks; {most} is the most",
    too_many="{parts} questions at once would take as many top tasks; {most} is the most",
    no_room="the question calls for {needed} top tasks; effort {effort} allows {allowed}, so that some share one",
    comma=", ",
    last=" and ",
    compare_in="Compare {subjects} in {aspects}{when}.",
    compare="Compare {subjects}{when}.",
    describe="Describe the {aspects} of {subjects}{when}.",
    what_is="What is known about {subjects}{when}?",
    in_period=" in {period}",
    topic="What do the documents say about {topic}?",
)
_JAPANESE = Phrases(
    vague="何について調べるのかが質問に書かれていません。対象を具体的に示してください",
    boundless="「{every}」には際限がありません。対象を具体的に挙げてください",
    too_wide="対象{subjects}件×観点{aspects}件×時期{periods}件には最上位のタスクが{needed}件必要ですが、上限は{most}件です",
    too_many="{parts}件の質問には同数の最上位タスクが必要ですが、上限は{most}件です",
    no_room="この質問には最上位のタスクが{needed}件必要ですが、{effort}では{allowed}件までのため、一部は一つにまとめます",
    comma="、",
    last="、",
    compare_in="{when}{subjects}の{aspects}を比較してください。",
    compare="{when}{subjects}を比較してください。",
    describe="{when}{subjects}の{aspects}について説明してください。",
    what_is="{when}{subjects}について説明してください。",
    in_period="{period}における",
    topic="資料には{topic}について何が書かれていますか。",
)
_TYPICAL: tuple[tuple[frozenset[str], tuple[str, ...]], ...] = (
    (frozenset({"country", "countries", "nation", "nations"}), ("Japan", "Germany", "Brazil")),
    (frozenset({"state", "states"}), ("California", "Texas", "New York")),
    (frozenset({"city", "cities"}), ("Tokyo", "London", "Nairobi")),
    (frozenset({"language", "languages"}), ("Python", "Rust", "Java")),
)
_JAPANESE_TYPICAL: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("都道府県", ("東京都", "大阪府", "北海道")),
    ("国", ("日本", "ドイツ", "ブラジル")),
    ("都市", ("東京", "ロンドン", "ナイロビ")),
    ("言語", ("Python", "Rust", "Java")),
)


def phrases(question: str) -> Phrases:
    return _JAPANESE if language_of(question) == "ja" else _ENGLISH


def narrower(question: str, extent: Extent) -> tuple[str, ...]:
    """The question in slices: a few subjects, a few aspects, one period at a time."""
    subjects = extent.subjects or _typical(question, extent)
    if not subjects:
        return ()
    say = phrases(question)
    periods: Sequence[str] = extent.periods or ("",)
    groups = _groups(subjects, SUBJECTS_AT_ONCE)
    faces = _groups(extent.aspects, ASPECTS_AT_ONCE) or [()]
    return tuple(_slice(say, *one) for one in product(groups, faces, periods))


def from_sources(question: str, surveys: Sequence[Survey]) -> tuple[str, ...]:
    """What the sources have something on, as questions: for who did not say what they want to know."""
    say = phrases(question)
    japanese = language_of(question) == "ja"
    found: dict[str, str] = {}
    for topic in _topics(surveys):
        if not is_vague(topic):
            found.setdefault(fold(topic), topic)
    fitting = sorted(found.values(), key=lambda topic: (language_of(topic) == "ja") is not japanese)
    return tuple(say.topic.format(topic=topic) for topic in fitting[:TOPICS_OFFERED])


def _topics(surveys: Sequence[Survey]) -> Iterator[str]:
    for survey in surveys:
        yield from survey.topics
    for survey in surveys:
        yield from (heading.document for heading in survey.headings)


def _slice(say: Phrases, subjects: Sequence[str], aspects: Sequence[str], period: str) -> str:
    if len(subjects) > 1:
        form = say.compare_in if aspects else say.compare
    else:
        form = say.describe if aspects else say.what_is
    when = say.in_period.format(period=period) if period else ""
    return form.format(subjects=_joined(subjects, say), aspects=_joined(aspects, say), when=when)


def _joined(items: Sequence[str], say: Phrases) -> str:
    return say.last.join((say.comma.join(items[:-1]), items[-1])) if len(items) > 1 else "".join(items)


def _groups(items: Sequence[str], most: int) -> list[tuple[str, ...]]:
    """As few groups as possible, of nearly the same size."""
    if not items:
        return []
    count = -(-len(items) // most)
    size = -(-len(items) // count)
    return [tuple(items[start : start + size]) for start in range(0, len(items), size)]


def _typical(question: str, extent: Extent) -> tuple[str, ...]:
    """Well-known members of a class that the question only names as a whole."""
    named = extent.every or question
    if language_of(question) == "ja":
        return next((members for word, members in _JAPANESE_TYPICAL if word in named), ())
    words = set(fold(named).replace(",", " ").split())
    return next((members for class_words, members in _TYPICAL if class_words & words), ())
