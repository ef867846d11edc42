"""Whether a text names something: the same test for subjects, themes and queries, and a stricter one for statements.

Knows: that a name counts when most of its words are there, capitalised words, katakana, letter-digit codes, acronyms.
Does not know: other aliases (a mind says those), grammar.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from itertools import pairwise

from fathoms.text.acronyms import acronyms, initials, named_by_acronym, spelled_out
from fathoms.text.dates import CALENDAR
from fathoms.text.figures import CODE
from fathoms.text.words import STOP_WORDS, content_words, fold, stem

_OPENERS = frozenset(
    """although another because behind below besides beyond despite either every few generally given hence however
    instead later many moreover neither next none once otherwise per rather several since still thus together unless
    until usually various via whether while within without yet""".split()  # noqa: SIM905
)
"""Words that open a sentence and name nothing."""
_LATIN_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_LABEL = re.compile(r"\A\w{1,40}[:：]\s")
"""A word that names what the sentence is about: `Tuning: …`."""
_RUNNING_WORD = re.compile(r"\w+(?:[.'’-]\w+)*")
_KATAKANA = re.compile(r"[ァ-ヴー]{2,}(?:・[ァ-ヴー]{2,})*")
_TITLED = re.compile(
    r"([一-龥々]{1,6})(?=氏|さん|様|博士|教授|社長|市長|知事|議員|委員長|課長|部長|先生|市|県|町|村|島|港|駅|社|省|庁)"
)
_COMPOUND = re.compile(r"[一-龥々]{1,4}[一-龥々ァ-ヴー]{1,6}")
_NAMED_IN_BRACKETS = re.compile(r"[「『]([^「」『』]{2,20})[」』]")
_SUBJECT_IN_KATAKANA = re.compile(r"[ァ-ヴー・]{5,60}+(?=[がは]|社)")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;…。！？]|[“\"(\[‘—–•])\s*$")


def share(wanted: Collection[str], have: Collection[str]) -> float:
    """Which share of `wanted` is among `have`, each word counting once; 0 when nothing is wanted."""
    return sum(1 for word in wanted if word in have) / len(wanted) if wanted else 0.0


def names(text: str, name: str) -> bool:
    """Whether more than half of the name's content words stand in the text."""
    return named_in(name, content_words(text), text)


def named_in(name: str, words: Collection[str], text: str = "") -> bool:
    """As `names`, for a text whose words are known; a name of stop words only is looked up as it is.

    Where the text is given, the name's acronym counts as the name, and the other way round.
    """
    wanted = content_words(name)
    if not wanted:
        return bool(name.strip()) and fold(name) in fold(text)
    return share(wanted, words) > 0.5 or (bool(text) and named_by_acronym(name, text))


def named_among(candidates: Iterable[str], text: str) -> tuple[str, ...]:
    """Those of the candidates that the text names, in their order."""
    words = content_words(text)
    return tuple(name for name in candidates if named_in(name, words, text))


class Names:
    """The names that a text holds, and which names of a sentence are not among them."""

    def __init__(self, text: str) -> None:
        normal = unicodedata.normalize("NFKC", text)
        self._folded = fold(normal)
        words = _LATIN_WORD.findall(normal)
        self._stems = {stem(_base(word)) for word in words} | {_base(word) for word in words}
        self._named = {_base(word) for word in _capitalised(normal, starts=True)}
        self._text = normal
        self._initials = initials(normal)
        self._acronyms = acronyms(normal)
        running = _RUNNING_WORD.findall(normal)
        self._after_names = {
            stem(_base(following))
            for word, following in pairwise(running)
            if word[0].isupper() and _base(word) not in STOP_WORDS
        }
        self._katakana = set(_katakana_parts(normal))
        self._compounds = _COMPOUND.findall(normal)
        self._brackets = bool(_NAMED_IN_BRACKETS.search(normal))

    def missing(self, sentence: str) -> str:
        """The first name in the sentence that this text does not hold; empty when it holds them all."""
        normal = unicodedata.normalize("NFKC", sentence)
        for code in CODE.finditer(normal):
            if fold(code.group()) not in self._folded:
                return code.group()
        shortened = [words for short, words in initials(normal).items() if short in self._acronyms]
        for word in _capitalised(normal, starts=False):
            known = self._holds(_base(word)) or any(fold(word) in words for words in shortened)
            if not known and not spelled_out(word, self._text):
                return word
        return self._swapped_at_start(normal) or self._missing_japanese(normal)

    def _holds(self, word: str) -> bool:
        if word in self._stems or stem(word) in self._stems or word in self._initials:
            return True
        if "-" in word and all(self._holds(part) for part in word.split("-") if part):
            return True
        return len(word) >= 5 and any(
            len(known) >= 4 and (word.startswith(known) or known.startswith(word)) for known in self._named
        )

    def _swapped_at_start(self, sentence: str) -> str:
        """A sentence opens on a capital anyway, so its first word is a name only by what follows it.

        `Grafana pulls` is wrong where the quote says `Prometheus pulls`; `Since 2.12` is no `Release 2.12`, and `Check
        that` and `Keep Grafana` tell somebody what to do.
        """
        words = _RUNNING_WORD.findall(sentence)
        if _LABEL.match(sentence) or len(words) < 2 or fold(words[0]) in self._folded:
            return ""
        if words[1][0].isdigit() or _base(words[1]) in STOP_WORDS:
            return ""
        if _base(words[0]) in STOP_WORDS | _OPENERS or self._holds(_base(words[0])):
            return ""
        return str(words[0]) if stem(_base(words[1])) in self._after_names else ""

    def _missing_japanese(self, sentence: str) -> str:
        runs = _katakana_parts(sentence)
        dropped = self._katakana - set(runs)
        for run in runs:
            if run not in self._katakana and fold(run) not in self._folded and dropped:
                return run
        for match in _NAMED_IN_BRACKETS.finditer(sentence):
            if self._brackets and fold(match[1]) not in self._folded:
                return str(match[1])
        for run in _SUBJECT_IN_KATAKANA.findall(sentence):
            if fold(run) not in self._folded and self._katakana_or_kanji:
                return str(run)
        if swapped := self._swapped_compound(sentence):
            return swapped
        for match in _TITLED.finditer(sentence):
            name = str(match[1])
            if fold(name) not in self._folded and self._katakana_or_kanji:
                return name
        return ""

    def _swapped_compound(self, sentence: str) -> str:
        """`南田工業` where the text has `北沢工業`: the same ending under another beginning."""
        mine = [run for run in _COMPOUND.findall(sentence) if fold(run) not in self._folded]
        theirs = [run for run in self._compounds if run not in sentence]
        for run in mine:
            for other in theirs:
                ending = _common_ending(run, other)
                if ending >= 2 and ending < min(len(run), len(other)):
                    return str(run)
        return ""

    @property
    def _katakana_or_kanji(self) -> bool:
        return any("぀" <= character <= "鿿" for character in self._folded)


def _common_ending(left: str, right: str) -> int:
    shared = 0
    while shared < min(len(left), len(right)) and left[-1 - shared] == right[-1 - shared]:
        shared += 1
    return shared


def _katakana_parts(text: str) -> list[str]:
    return [part for run in _KATAKANA.finditer(text) for part in run.group().split("・")]


def _base(word: str) -> str:
    folded = fold(word).replace("’", "'")
    return folded.removesuffix("'s").removesuffix("'")


def _capitalised(text: str, *, starts: bool) -> list[str]:
    """Words with a capital that are names by their place; with `starts`, those that open a sentence too."""
    found: list[str] = []
    for match in _LATIN_WORD.finditer(text):
        word = match.group()
        if not word[0].isupper() or _base(word) in STOP_WORDS or _base(word) in CALENDAR:
            continue
        opens = _SENTENCE_START.search(text[max(0, match.start() - 3) : match.start()]) is not None
        if starts or not opens:
            found.append(word)
    return found
