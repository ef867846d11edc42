"""Narrower questions instead of a refusal with empty hands: slices of a wide question, topics for a vague one.

Knows: how to cut a question and put a slice into words, in English, Japanese and Chinese.  Does not know: what is
narrow enough (`feasibility.py` lets only that pass).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from fathoms.domain.feasibility import Extent
from fathoms.domain.survey import Survey
from fathoms.engine.intake.vagueness import is_vague
from fathoms.text.language import language_of
from fathoms.text.lists import sentences
from fathoms.text.requests import field_in
from fathoms.text.words import fold

MOST_SPLITS = 8
SUBJECTS_AT_ONCE = 3
ASPECTS_AT_ONCE = 4
QUESTIONS_AT_ONCE = 4
TOPICS_OFFERED = 3


@dataclass(frozen=True, slots=True)
class Phrases:
    """What a verdict says, in one language."""

    vague: str
    boundless: str
    too_wide: str
    too_many: str
    no_room: str
    unheld: str
    split_needless: str
    split_useless: str
    comma: str
    last: str
    compare_in: str
    compare: str
    describe: str
    what_is: str
    in_period: str
    topic: str
    best_known: str
    of_a_field: tuple[str, ...]


_ENGLISH = Phrases(
    vague="the question names nothing that could be looked up: say what it is about",
    boundless="“{what}” has no end: name the ones that matter",
    too_wide="{subjects} subjects × {aspects} aspects × {periods} periods would take {needed} top tasks; "
    "{most} is the most",
    too_many="{parts} questions at once would take as many top tasks; {most} is the most",
    no_room="the question calls for {needed} top tasks; effort {effort} allows {allowed}, so that some share one",
    unheld="no document names {what}: expect “not found”, or search elsewhere, too",
    split_needless="one plan holds it: it is not split",
    split_useless="a split does not help: its narrower questions would leave some of it out, so choose among them",
    comma=", ",
    last=" and ",
    compare_in="Compare {subjects} in {aspects}{when}.",
    compare="Compare {subjects}{when}.",
    describe="Describe the {aspects} of {subjects}{when}.",
    what_is="What is known about {subjects}{when}?",
    in_period=" in {period}",
    topic="What do the documents say about {topic}?",
    best_known="the best-known {kind}",
    of_a_field=(
        "What is the current state of research on {field}?",
        "What are the main open questions about {field}?",
        "How has what is known about {field} changed since 2000?",
    ),
)
_JAPANESE = Phrases(
    vague="何について調べるのかが質問に書かれていません。対象を具体的に示してください",
    boundless="「{what}」には際限がありません。対象を具体的に挙げてください",
    too_wide="対象{subjects}件×観点{aspects}件×時期{periods}件には最上位のタスクが{needed}件必要ですが、上限は{most}件です",
    too_many="{parts}件の質問には同数の最上位タスクが必要ですが、上限は{most}件です",
    no_room="この質問には最上位のタスクが{needed}件必要ですが、{effort}では{allowed}件までのため、一部は一つにまとめます",
    unheld="{what}を挙げている資料はありません。見つからない可能性が高いため、他の情報源も検討してください",
    split_needless="一つの計画に収まるため、分割しません",
    split_useless="絞り込んだ質問だけでは全体を覆えないため、分割しても役に立ちません。いずれかを選んでください",
    comma="、",
    last="、",
    compare_in="{when}{subjects}の{aspects}を比較してください。",
    compare="{when}{subjects}を比較してください。",
    describe="{when}{subjects}の{aspects}について説明してください。",
    what_is="{when}{subjects}について説明してください。",
    in_period="{period}における",
    topic="資料には{topic}について何が書かれていますか。",
    best_known="最も代表的な{kind}",
    of_a_field=(
        "{field}に関する研究の現状はどうなっていますか。",
        "{field}に関する主な未解決の問題は何ですか。",
        "2000年以降、{field}について何が新しく分かりましたか。",
    ),
)
_CHINESE = Phrases(
    vague="问题没有说明要查什么：请写出具体对象",
    boundless="“{what}”没有边界：请列出重要的几个",
    too_wide="{subjects}个对象×{aspects}个方面×{periods}个时期需要{needed}个顶层任务，上限为{most}个",
    too_many="{parts}个问题需要同样多的顶层任务，上限为{most}个",
    no_room="该问题需要{needed}个顶层任务，{effort}只允许{allowed}个，因此有些合并",
    unheld="没有文档提到{what}：很可能找不到，也可以查找其他来源",
    split_needless="一个计划就能容纳，因此不拆分",
    split_useless="较窄的问题合起来也不能覆盖全部，拆分无益，请选择其中一个",
    comma="、",
    last="和",
    compare_in="请比较{when}{subjects}的{aspects}。",
    compare="请比较{when}{subjects}。",
    describe="请说明{when}{subjects}的{aspects}。",
    what_is="请介绍{when}{subjects}。",
    in_period="{period}的",
    topic="资料中关于{topic}有哪些内容？",
    best_known="最有代表性的{kind}",
    of_a_field=(
        "{field}的研究现状如何？",
        "关于{field}有哪些尚未解决的主要问题？",
        "2000年以来，关于{field}有哪些新的认识？",
    ),
)
_BY_LANGUAGE = {"ja": _JAPANESE, "zh": _CHINESE}
_TYPICAL: dict[str, tuple[str, ...]] = {
    "country": ("Japan", "Germany", "Brazil"),
    "nation": ("Japan", "Germany", "Brazil"),
    "member state": ("Germany", "France", "Poland"),
    "us state": ("California", "Texas", "New York"),
    "european country": ("Germany", "France", "Poland"),
    "city": ("Tokyo", "London", "Nairobi"),
    "language": ("Japanese", "English", "Arabic"),
    "programming language": ("Python", "Rust", "Java"),
    "continent": ("Africa", "Asia", "Europe"),
    "religion": ("Buddhism", "Christianity", "Islam"),
    "都道府県": ("東京都", "大阪府", "北海道"),
    "国": ("日本", "ドイツ", "ブラジル"),
    "国々": ("日本", "ドイツ", "ブラジル"),
    "世界各国": ("日本", "ドイツ", "ブラジル"),
    "カ国": ("日本", "ドイツ", "ブラジル"),
    "か国": ("日本", "ドイツ", "ブラジル"),
    "都市": ("東京", "ロンドン", "ナイロビ"),
    "言語": ("日本語", "英語", "アラビア語"),
    "プログラミング言語": ("Python", "Rust", "Java"),
    "宗教": ("仏教", "キリスト教", "イスラム教"),
}
"""Members that stand for a class when the question only names the class."""
_PLURAL = re.compile(r"(?:(?P<y>[^aeiou])ies|(?P<es>ss|sh|ch|x)es|(?P<s>[^s])s)$")


@dataclass(frozen=True, slots=True)
class Way:
    """Questions to ask instead, and whether all of them together ask the same as the one they replace."""

    questions: tuple[str, ...]
    covers: bool = False


def phrases(question: str) -> Phrases:
    return _BY_LANGUAGE.get(language_of(question), _ENGLISH)


def narrower(question: str, extent: Extent, about: str = "") -> Iterator[Way]:
    """Ways to ask for less, the nearest to the user's own words first.

    A class gives way to some of its members; then slices: a few subjects, a few aspects, one period at a time; a
    string of questions is cut into a few of them. `about` is the one subject of a question that has no list of them.
    """
    say = phrases(question)
    some = members(question, extent)
    if extent.phrase and some:
        chosen = (_joined(some, say),) if extent.compared else some
        yield Way(tuple(" ".join(question.split()).replace(extent.phrase, member, 1) for member in chosen))
    field = field_in(extent.phrase) if extent.endless and not some else ""
    if field:
        yield Way(tuple(form.format(field=_articled(field, question)) for form in say.of_a_field))
    in_own_words = Way(_with_shorter_lists(question, extent, say), covers=not extent.phrase)
    if extent.periods and not extent.aspects:
        yield in_own_words  # what is asked of the subjects is no list: a slice would lose it
    subjects = extent.subjects or some or ((about,) if about else ())
    if subjects and (extent.aspects or extent.periods or len(subjects) > 1):
        moments = [say.in_period.format(period=period) for period in extent.periods] or [""]
        cut = product(_groups(subjects, SUBJECTS_AT_ONCE), _groups(extent.aspects, ASPECTS_AT_ONCE), moments)
        yield Way(tuple(_slice(say, *part, compared=extent.compared) for part in cut), covers=not extent.phrase)
    yield in_own_words
    yield Way(_few_at_a_time(question), covers=True)
    if about:
        yield Way(tuple(form.format(field=about) for form in say.of_a_field))


def _articled(field: str, question: str) -> str:
    """With the article that the question gives it."""
    found = re.search(rf"\bthe\s+{re.escape(field)}\b", question, re.IGNORECASE)
    return f"the {field}" if found else field


def from_sources(question: str, surveys: Sequence[Survey]) -> tuple[str, ...]:
    """What the sources have something on, as questions: for who did not say what they want to know."""
    say = phrases(question)
    return tuple(say.topic.format(topic=topic) for topic in topics(question, surveys)[:TOPICS_OFFERED])


def topics(question: str, surveys: Sequence[Survey]) -> tuple[str, ...]:
    """What the sources are about, in the language of the question first."""
    language = language_of(question)
    found: dict[str, str] = {}
    for topic in _topics(surveys):
        if not is_vague(topic):
            found.setdefault(fold(topic), topic)
    return tuple(sorted(found.values(), key=lambda topic: language_of(topic) != language))


def _topics(surveys: Sequence[Survey]) -> Iterator[str]:
    for survey in surveys:
        yield from survey.topics
    for survey in surveys:
        yield from (heading.document for heading in survey.headings)


def _slice(say: Phrases, subjects: Sequence[str], aspects: Sequence[str], when: str, *, compared: bool) -> str:
    if compared and len(subjects) > 1:
        form = say.compare_in if aspects else say.compare
    else:
        form = say.describe if aspects else say.what_is
    return form.format(subjects=_joined(subjects, say), aspects=_joined(aspects, say), when=when)


def _joined(items: Sequence[str], say: Phrases) -> str:
    return say.last.join((say.comma.join(items[:-1]), items[-1])) if len(items) > 1 else "".join(items)


def _groups(items: Sequence[str], most: int) -> list[tuple[str, ...]]:
    """As few groups as possible, of nearly the same size; one empty group when there is nothing to group."""
    if not items:
        return [()]
    count = -(-len(items) // most)
    size = -(-len(items) // count)
    return [tuple(items[start : start + size]) for start in range(0, len(items), size)]


def _with_shorter_lists(question: str, extent: Extent, say: Phrases) -> tuple[str, ...]:
    """The question as it stands, with a few of the items in the place of each list of aspects or periods."""
    text = " ".join(question.split())
    cut = product(_groups(extent.aspects, ASPECTS_AT_ONCE), _groups(extent.periods, 1))
    return tuple(
        _replaced(_replaced(text, extent.aspects, aspects, say), extent.periods, periods, say)
        for aspects, periods in cut
    )


def _replaced(text: str, items: Sequence[str], some: Sequence[str], say: Phrases) -> str:
    start = text.find(items[0]) if items else -1
    end = text.find(items[-1], start) if start >= 0 else -1
    return text if end < 0 else f"{text[:start]}{_joined(some, say)}{text[end + len(items[-1]) :]}"


def _few_at_a_time(question: str) -> tuple[str, ...]:
    asked = sentences(question)
    gap = "" if language_of(question) in _BY_LANGUAGE else " "
    return tuple(gap.join(group) for group in _groups(asked, QUESTIONS_AT_ONCE)) if len(asked) > 1 else ()


def members(question: str, extent: Extent) -> tuple[str, ...]:
    """Well-known members of a class, or its best-known one; none for words that stand for everything."""
    one = _PLURAL.sub(lambda m: f"{m['y']}y" if m["y"] else m["es"] or m["s"], extent.kind.strip())
    if fold(one) in _TYPICAL:
        return _TYPICAL[fold(one)]
    return () if is_vague(one) else (phrases(question).best_known.format(kind=one),)
