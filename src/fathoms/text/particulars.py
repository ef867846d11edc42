"""Names, codes and negation: the particulars that turn a true sentence into a false one.

Knows: capitalised words, katakana, letter-digit codes, words that deny, opposites (English, Japanese).
Does not know: grammar; it compares what stands in two texts.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from fathoms.text.words import STOP_WORDS, fold, stem

_CODE = re.compile(
    r"(?<![A-Za-z0-9])(?!(?:usd|eur|gbp|jpy|us)\d)[A-Za-z]{1,8}[-.]?\d[A-Za-z0-9.:-]*(?<![.:-])"
    r"|(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)",
    re.IGNORECASE,
)
_LATIN_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_RUNNING_WORD = re.compile(r"\w+(?:[.'’-]\w+)*")
_KATAKANA = re.compile(r"[ァ-ヴー]{2,}(?:・[ァ-ヴー]{2,})*")
_TITLED = re.compile(
    r"([一-龥々]{1,6})(?=氏|さん|様|博士|教授|社長|市長|知事|議員|委員長|課長|部長|先生|市|県|町|村|島|港|駅|社|省|庁)"
)
_COMPOUND = re.compile(r"[一-龥々]{1,4}[一-龥々ァ-ヴー]{1,6}")
_NAMED_IN_BRACKETS = re.compile(r"[「『]([^「」『』]{2,20})[」』]")
_SUBJECT_IN_KATAKANA = re.compile(r"[ァ-ヴー・]{5,}(?=[がは]|社)")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;…。！？]|[“\"(\[‘—–•])\s*$")
CALENDAR = frozenset((
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
))  # fmt: skip

_NOT_REALLY = re.compile(
    r"\b(?:not only|not least|not just|no (?:less|fewer|more) than|no\. ?\d+|no doubt|whether or not)\b", re.I
)
_DENIAL = re.compile(
    r"(?<![=.\w])(?:not|never|no|none|neither|nor|without|cannot|nobody|nothing|nowhere|hardly|lacks?|lacked|lacking"
    r"|fail(?:s|ed)? to|refus(?:es|ed) to)\b|n['’]t\b",
    re.I,
)
_JAPANESE_DENIAL = re.compile(
    r"(?<!少)(?<!危)な(?:い|かった|く(?=、|て|な))(?!わけで)|ません|ずに|ず(?=、|。|$)|ぬ(?=。|$)|ていない|できない|不可|無い|無し|なし(?=。|、|$)"
)
_JAPANESE_NOT_REALLY = re.compile(
    r"だけでなく|のみならず|なければならない|なくてはならない|に違いない|かもしれない|にほかならない|しかない"
)
_OPPOSITES = tuple(
    (re.compile(left, re.I), re.compile(right, re.I))
    for left, right in (
        (r"\b(?:increas|grew|grow|rose|ris(?:e|es|ing)\b)", r"\b(?:decreas|declin|fell\b|fall|shr[aiu]nk|dropp?)"),
        (r"\b(?:approv|accept)", r"\b(?:reject|refus)"),
        (r"\b(?:above|over|more than|exceed)", r"\b(?:below|under|less than|fewer than)\b"),
        (r"\bmore\b", r"\b(?:less|fewer)\b"),
        (r"\b(?:higher|highest)\b", r"\b(?:lower|lowest)\b"),
        (r"\b(?:larger|largest|bigger|biggest)\b", r"\b(?:smaller|smallest)\b"),
        (r"\b(?:faster|fastest)\b", r"\b(?:slower|slowest)\b"),
        (r"\bbefore\b", r"\bafter\b"),
        (r"\b(?:allow|permit)", r"\b(?:forbid|forbad|prohibit|ban(?:s|ned)?\b)"),
        (r"\b(?:gain|profit)", r"\bloss"),
        (r"\b(?:open(?:s|ed)?)\b", r"\bclos(?:e|es|ed)\b"),
        (r"増加|増え|上昇|拡大", r"減少|減っ|減る|低下|下落|縮小"),
        (r"承認|可決|採択", r"否決|却下|不採択"),
        (r"以上|上回", r"以下|未満|下回"),
        (r"成功", r"失敗"),
    )
)  # fmt: skip


def without_codes(text: str) -> str:
    """The text without letter-digit codes (`DR-031`, `CO2`, `14:30`), whose digits are no figures."""
    return _CODE.sub(lambda match: "\x00" * len(match.group()), text)


def turned(sentence: str, other: str) -> str:
    """The cue that turns one sentence against the other, empty when both point the same way."""
    if _denials(sentence) % 2 != _denials(other) % 2:
        cue = _DENIAL.search(sentence) or _JAPANESE_DENIAL.search(sentence)
        return cue.group() if cue else "a denial left out"
    for left, right in _OPPOSITES:
        for said, quoted in ((left, right), (right, left)):
            cue = said.search(sentence)
            if cue and not quoted.search(sentence) and quoted.search(other) and not said.search(other):
                return cue.group()
    return ""


def _denials(text: str) -> int:
    english = len(_DENIAL.findall(_NOT_REALLY.sub(" ", text)))
    return english + len(_JAPANESE_DENIAL.findall(_JAPANESE_NOT_REALLY.sub(" ", text)))


class Names:
    """The names that a text holds, and which names of a sentence are not among them."""

    def __init__(self, text: str) -> None:
        normal = unicodedata.normalize("NFKC", text)
        self._folded = fold(normal)
        words = _LATIN_WORD.findall(normal)
        self._stems = {stem(_base(word)) for word in words} | {_base(word) for word in words}
        self._named = {_base(word) for word in _capitalised(normal, starts=True)}
        self._initials = _initials(normal)
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
        for code in _CODE.finditer(normal):
            if fold(code.group()) not in self._folded:
                return code.group()
        for word in _capitalised(normal, starts=False):
            if not self._holds(_base(word)):
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

        `Grafana pulls` is wrong where the quote says `Prometheus pulls`.
        """
        words = _RUNNING_WORD.findall(sentence)
        if len(words) < 2 or _base(words[0]) in STOP_WORDS or self._holds(_base(words[0])):
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
    matches = list(_LATIN_WORD.finditer(text))
    for index, match in enumerate(matches):
        word = match.group()
        if not word[0].isupper() or _base(word) in STOP_WORDS or _base(word) in CALENDAR:
            continue
        opens = _SENTENCE_START.search(text[max(0, match.start() - 3) : match.start()]) is not None
        following = matches[index + 1] if index + 1 < len(matches) else None
        in_a_row = following is not None and following.group()[0].isupper() and following.start() == match.end() + 1
        if starts or not opens or in_a_row:
            found.append(word)
    return found


def _initials(text: str) -> frozenset[str]:
    """`hpa` for `Horizontal Pod Autoscaler`, and the humps of a CamelCase name."""
    found: set[str] = set()
    for run in re.findall(r"(?:[A-Z][\w-]*\s+(?:of\s+|and\s+|the\s+)?){1,6}[A-Z][\w-]*", text):
        capitals = [word[0] for word in run.split() if word[0].isupper()]
        found.update(fold("".join(capitals[start:])) for start in range(len(capitals) - 1))
    return frozenset(found)
