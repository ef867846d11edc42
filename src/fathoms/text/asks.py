"""What a request asks for, sentence by sentence: where an ask begins and ends, what it leans on, what it stresses.

Knows: how the languages of `text/lang/` ask; in any other, question marks and lists.  Does not know: what becomes of an
ask. All it returns are the request's own words, uncut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

from fathoms.text.lang import Questions, languages
from fathoms.text.terms import terms
from fathoms.text.words import STOP_WORDS, fold

LEAST_NEW = 3
"""Words of its own from which a question is split off another; what somebody is told to do needs only one."""
MOST_BESIDE = 3
"""Words beside those on the form of the answer: with more of them, and more than two to each of those, it asks."""
LONGEST_ITEM = 12
_SMALL = 3
"""Letters: words of up to so many carry nothing, in whatever language."""
_TO_A_WORD = 2
"""Characters that count as a word where there are no spaces."""

_SENTENCE = re.compile(r"(?<=[?？!！。])\s*|(?:(?<=[^\W\d_]{2})|(?<=[)\"”])|(?<=\d\d))\.(?:\s+|$)|[;；]\s*|\n+")
_BULLET = re.compile(r"^\s*(?:[-*•・]|\(?\d{1,2}[.)、）]|[（(]?[a-zA-Z一二三四五六七八九十][.)、）])\s*(?=\S)")
_NUMBERED = re.compile(r"(?:[,，;、]\s{0,3})?(?:\b(?:and|und|y|et)\s{1,3})?(?:[(（]\d[)）]|[①-⑨])\s{0,3}")
_LABEL = re.compile(r"^(?P<label>[^:：?？,，、]{2,30})[:：]\s*(?=\S)")
_LABEL_WORDS = 2
_QUESTION = re.compile(r"[?？]\s*$|^\W*¿")
_LETTERS = re.compile(r"[一-鿿々ァ-ヴーA-Za-z0-9]")
_NOUN = re.compile(r"[一-鿿々ァ-ヴー]{2}|[a-z0-9]{2,}")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_POLITELY = re.compile(r"^\s*Sie\s+")
"""Whom a German request is put to."""
_LED_IN = re.compile(r"^(?:in|on)\s+(?=\w)")
"""What an item repeats of the words before a list: interested in this and in that."""
_OUTER = " \t,;:，、；："
_EXPLICIT = re.compile(r"と、|、(?:および|及び|ならびに)|，(?:以及)")
_PLAIN = re.compile(r"[、，]|(?<=[一-鿿ァ-ヴー])[と和与](?=[一-鿿ァ-ヴー])|および|及び|以及")
_COMMA = re.compile(r",\s{0,4}")


def sentences(text: str) -> list[str]:
    """The sentences of a request, and the lines of a list in it."""
    return [one.strip() for one in _SENTENCE.split(text) if one and _WORD.search(one)]


@dataclass(frozen=True)
class Speech:
    """How one language asks."""

    questions: Questions
    spaceless: bool
    small: frozenset[str] = STOP_WORDS
    """Words that say nothing about what a text is about."""

    def _any(self, *fields: str) -> str:
        words = [word for field in fields for word in getattr(self.questions, field)]
        inner = "|".join(words) or r"(?!)"
        return f"(?:{inner})" if self.spaceless else rf"(?<![\w-])(?:{inner})(?![\w-])"

    @cached_property
    def _lead(self) -> re.Pattern[str]:
        return re.compile(rf"^\W*(?:{self._any('leads')}[\s,，、]*)+", re.IGNORECASE)

    @cached_property
    def _join(self) -> re.Pattern[str]:
        """What stands at the end of an ask only because another follows it."""
        tails = (*map(self._filled, self.questions.tails), rf"[\s,，]+{self._any('joins')}\s*$")
        return re.compile("|".join(tails), re.IGNORECASE)

    def _filled(self, pattern: str) -> str:
        return pattern.replace("{requests}", "|".join(self.questions.requests))

    @cached_property
    def _asked(self) -> str:
        """A question word, with a small word before it ("to what extent"), or what tells somebody to do something."""
        before = "" if self.spaceless else r"(?:\w{1,4}\s+)?"
        return rf"(?:{before}(?P<question>{self._any('words')})|(?P<told>{self._any('requests', 'wishes')}))"

    @cached_property
    def _opening(self) -> re.Pattern[str]:
        leads = rf"(?:{self._any('leads')}[\s,，、]*)*"
        return re.compile(rf"^\W*{leads}(?:{self._asked}|{self._any('verbs')})", re.IGNORECASE)

    @cached_property
    def _boundary(self) -> re.Pattern[str]:
        """Where, in the middle of a sentence, another ask begins."""
        if self.questions.ends:
            return re.compile("|".join(map(self._filled, self.questions.ends)))
        joins = self._any("joins")
        apart = r"[,，]\s*" if self.spaceless else rf",\s*(?P<join>{joins}\s+)?|\s+(?P<bare>{joins})\s+"
        return re.compile(rf"(?:{apart})(?=(?:{self._any('leads')}[\s,，、]*)*{self._asked})", re.IGNORECASE)

    @cached_property
    def _noun(self) -> re.Pattern[str]:
        """A word that tells somebody to do something elsewhere: "research spending"."""
        heads = self._any("heads")
        return re.compile(rf"^(?:{self._any('leads')}\s+)*{self._any('nouns')}(?!\s+{heads})", re.IGNORECASE)

    @cached_property
    def _word(self) -> re.Pattern[str]:
        return re.compile(self._any("words"), re.IGNORECASE)

    @cached_property
    def _given_away(self) -> re.Pattern[str]:
        return re.compile("|".join(self.questions.patterns) or r"(?!)")

    @cached_property
    def _form(self) -> re.Pattern[str]:
        return re.compile(self._any("forms"), re.IGNORECASE)

    @cached_property
    def _leaning(self) -> re.Pattern[str]:
        return re.compile(self._any("leans"))

    @cached_property
    def _stress(self) -> re.Pattern[str]:
        return re.compile(rf"^\W*(?:{self._any('leads', 'wishes')}[\s,，、]*)*{self._any('stresses')}[\s,，、]*", re.I)

    @cached_property
    def _stress_within(self) -> re.Pattern[str]:
        """Behind a comma, to the end of its sentence; in a script without spaces to what ends such a clause."""
        if self.questions.stressed:
            return re.compile(rf"{self._any('stresses')}(?P<item>.+?)(?:{self._any('stressed')})")
        begun = rf"[,;:]\s+(?:{self._any('joins')}\s+)?(?:with\s+an?\s+(?:\w+\s+)?)?{self._any('stresses')}"
        return re.compile(rf"{begun}\s+(?P<item>[^.?!;:]+)(?=[.?!;:]|$)", re.IGNORECASE)

    @cached_property
    def _framing(self) -> re.Pattern[str]:
        return re.compile(self._any("leads", "wishes", "words", "verbs", "requests"), re.IGNORECASE)

    def asks(self, sentence: str) -> bool:
        opens = self._opening.match(sentence) or self._given_away.search(sentence) or self._stress.match(sentence)
        return bool(opens or _QUESTION.search(sentence)) or (self.spaceless and self._told_within(sentence))

    def _told_within(self, sentence: str) -> bool:
        """围绕长江经济带，梳理产业布局: what somebody is told to do need not stand first."""
        return not self.questions.ends and any(found["told"] for found in self._boundary.finditer(sentence))

    def tells(self, text: str) -> bool:
        """Whether it begins by telling somebody to do something."""
        found = self._opening.match(text)
        return found is not None and found["told"] is not None

    def wishes_for_a_form(self, sentence: str) -> bool:
        """ "Use bullet points": it is about the answer, and about nothing else."""
        if _QUESTION.search(sentence) or self._word.search(sentence) or not self._form.search(sentence):
            return False
        bare, forms = self._form.subn(" ", sentence)
        return self.weight(bare) <= max(MOST_BESIDE, 2 * forms)

    def weight(self, text: str) -> float:
        """How many words of a text carry something of their own."""
        bare = self._framing.sub(" ", text)
        if self.spaceless:
            return len(_LETTERS.findall(bare)) / _TO_A_WORD
        return sum(1 for word in _WORD.findall(bare) if len(word) > _SMALL and fold(word) not in self.small)

    def shared(self, one: str, other: str) -> bool:
        """Whether two texts have a word that says what they are about."""
        both = terms(self._framing.sub(" ", one)) & terms(self._framing.sub(" ", other))
        if self.spaceless:
            return any(_NOUN.fullmatch(word) for word in both)
        return any(len(word) > _SMALL and word not in self.small for word in both)

    def leans(self, part: str) -> bool:
        """Whether it points at something outside: a pronoun, and nothing before it that it could stand for."""
        lowered = part[:1].lower() + part[1:]
        found = self._leaning.search(lowered)
        return found is not None and self.weight(lowered[: found.start()]) < LEAST_NEW

    def bare(self, ask: str) -> str:
        """Without the words that only join it to another, with a capital where there are any."""
        text = self._lead.sub("", self._join.sub("", ask.strip()).strip(_OUTER)).strip(_OUTER)
        return text[:1].upper() + text[1:]

    def told_of(self, ask: str) -> str:
        """What somebody is told to do something about: without the words that tell them."""
        found = self._opening.match(ask)
        return _POLITELY.sub("", ask[found.end() :]).strip() if found and found["told"] else ask.strip()

    def clauses(self, sentence: str) -> list[str]:
        """The asks of a sentence; one that leans on another, or has no noun of its own, stays with it."""
        starts = [0, *self._starts(sentence), len(sentence)]
        merged: list[str] = []
        sound = False
        for piece in (sentence[start:end] for start, end in pairwise(starts)):
            own = self._own(piece, first=not merged)
            if merged and not (own and sound):
                merged[-1] += piece
            else:
                merged.append(piece)
            sound = sound or own
        return merged

    def leaning(self, sentence: str) -> tuple[str, list[str]]:
        """What a sentence asks first, and what it asks further of the same by a pronoun: "…, and what did it cost?"."""
        first, *others = (sentence[start:end] for start, end in pairwise([0, *self._starts(sentence), len(sentence)]))
        further: list[str] = []
        for piece in others:
            if self.leans(piece) and self._word.match(piece) and self.weight(piece) >= 1:
                further.append(piece)
            elif further:
                further[-1] += piece
            else:
                first += piece
        return first, further

    def _starts(self, sentence: str) -> Iterator[int]:
        last = 0
        for found in self._boundary.finditer(sentence):
            if not self.questions.ends:
                joined = self.spaceless or bool(found["join"] or found["bare"])
                series = self._word.search(sentence[last : found.start()]) is not None
                if found["question"] and not (joined or series):
                    continue
                if not self.spaceless and self._noun.match(sentence[found.end() :]):
                    continue
            last = found.end()
            yield last

    def _own(self, piece: str, *, first: bool = False) -> bool:
        """Whether a piece can stand without its neighbours; what only leads up to the first ask cannot."""
        told = bool(self.questions.ends) or self.tells(piece)
        if first:
            return (told or self._opening.match(piece) is not None) and self.weight(piece) >= 1
        return not self.leans(piece) and self.weight(piece) >= (1 if told else LEAST_NEW)

    def stressed(self, ask: str) -> list[str]:
        """What an ask lays stress on, each by itself where that cuts nothing in two."""
        if found := self._stress.match(ask):
            rest = ask[found.end() :]
            tail = re.search("|".join(self.questions.stressed), rest) if self.questions.stressed else None
            return self.items(rest[: tail.start()] if tail else rest)
        if within := self._stress_within.search(ask):
            return self.items(within["item"])
        return []

    def opens_with_stress(self, ask: str) -> bool:
        """Whether an ask does nothing but lay stress on something: "Focus on the costs."."""
        return bool(self._stress.match(ask))

    def without_stress(self, ask: str) -> str:
        """What an ask says beside what it lays stress on."""
        return self._stress_within.sub("", ask)

    def items(self, text: str) -> list[str]:
        """The items of a list, uncut; the whole where it is unsure where one ends."""
        whole = text.strip(_OUTER + ".。?？")
        if self.spaceless:
            separator = _EXPLICIT if _EXPLICIT.search(whole) else _PLAIN
            if separator is _PLAIN and re.search("[の的]", whole):
                return [whole]
            items = separator.split(whole)
        else:
            pieces = _COMMA.split(whole)
            join = re.compile(rf"(?:^|\s+){self._any('joins')}\s+", re.IGNORECASE)
            pieces[-1:] = join.split(pieces[-1]) if len(join.findall(pieces[-1])) == 1 else [pieces[-1]]
            items = pieces
        kept = [bare for item in items if (bare := _LED_IN.sub("", item.strip(_OUTER)))]
        sound = all(self.weight(item) and len(item.split()) <= LONGEST_ITEM for item in kept)
        return kept if sound and kept else [whole]


def numbered(sentence: str) -> list[str]:
    """The items of a list within a sentence: "Focus on (1) cost, (2) noise"."""
    items = [item.strip(_OUTER + ".。") for item in _NUMBERED.split(sentence)[1:]]
    return items if len(items) > 1 else []


def set_apart(kept: Sequence[str]) -> tuple[str, list[str]]:
    """What the asker put as a list, by lines or by numbers, and the sentence that announces it."""
    lines = [number for number, one in enumerate(kept) if _BULLET.match(one)]
    if len(lines) > 1:
        return (kept[lines[0] - 1] if lines[0] else ""), [_BULLET.sub("", kept[number]) for number in lines]
    for number, one in enumerate(kept):
        if items := numbered(one):
            return (kept[number - 1] if number else one.partition(items[0])[0]), items
    return "", []


def labelled(sentence: str) -> tuple[str, str]:
    """What announces the rest of a sentence ("Task: …"), and the rest."""
    found = _LABEL.match(sentence)
    return (found["label"], sentence[found.end() :]) if found else ("", sentence)


def asks_in(kept: Sequence[str], speech: Speech) -> Iterator[str]:
    """Every ask of these sentences, in order, as it stands."""
    listed = [_BULLET.sub("", one) for one in kept if _BULLET.match(one)]
    several = len(listed) > 1
    for one in kept:
        if several and _BULLET.match(one):
            yield _BULLET.sub("", one)
            continue
        label, rest = labelled(one)
        sentence = rest if label and speech.asks(rest) else one
        topic = label and sentence is one and len(label.split()) <= _LABEL_WORDS
        if topic or not speech.asks(sentence) or (several and sentence.rstrip().endswith((":", "："))):
            continue
        items = numbered(sentence)
        if items:
            yield from items
        else:
            yield from speech.clauses(sentence)


@cache
def speech_of(code: str) -> Speech:
    """How a language asks; one without a file of its own is known by its question marks."""
    found = next((language for language in languages() if language.code == code), None)
    if found is None:
        return Speech(Questions(), spaceless=code == "th")
    return Speech(found.questions, code in ("ja", "zh"), STOP_WORDS | frozenset(map(fold, found.function_words)))
