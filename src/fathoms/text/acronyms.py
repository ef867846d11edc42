"""Acronyms both ways: `GIL` and `global interpreter lock` are one name.

Knows: initials, small words between them, definitions in brackets.  Does not know: any list of acronyms, nor whether
two things that share their initials are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fathoms.text.lang import languages
from fathoms.text.words import STOP_WORDS, fold

_SHORT_FORM = re.compile(r"\(([A-Z][A-Za-z0-9&/-]{1,11})s?\)")
_CLAUSE_END = re.compile(r"[.!?;:\n(（]")
_LOOK_BACK = 160
_WORD = re.compile(r"[^\W_][\w'’-]*")
SMALL = frozenset(word for language in languages() for word in language.small_words)
"""What stands inside names without a capital."""
_LEAST = 3
"""Letters from which an acronym is taken for words that do not define it: two letters would spell anything."""
_CAPITALISED_RUN = re.compile(r"(?:[A-Z][\w-]{0,40}\s{1,4}(?:of\s{1,4}|and\s{1,4}|the\s{1,4})?){1,6}[A-Z][\w-]{0,40}")
_ACRONYM = re.compile(r"(?<![\w-])[A-Z][A-Z&]*[A-Z](?=s?(?![\w-]))")


def definitions(text: str) -> Iterator[tuple[str, str]]:
    """(long form, short form) pairs that the text introduces in brackets: `global interpreter lock (GIL)`."""
    # two plain replacements and a search for one bracket cost a tenth of a search for either
    for match in _SHORT_FORM.finditer(text.replace("（", "(").replace("）", ")")):
        short = match.group(1)
        before = text[max(0, match.start() - _LOOK_BACK) : match.start()]
        long = _spelling(_WORD.findall(_CLAUSE_END.split(before)[-1]), short)
        if long:
            yield " ".join(long), short


def same_by_acronym(left: str, right: str) -> bool:
    """Whether one of two names is the acronym of the other."""
    return _spells(left, right) or _spells(right, left)


def spelled_out(acronym: str, text: str) -> bool:
    """Whether words of the text, side by side, spell an acronym, whatever their case; none of them may be skipped."""
    length = len(acronym)
    if length < _LEAST or not acronym.isupper():
        return False
    words = _WORD.findall(text)
    runs = (words[start : start + length] for start in range(len(words) - length + 1))
    return any(len(_spelling(run, acronym)) == length and _carried(run) for run in runs)


def named_by_acronym(name: str, text: str) -> bool:
    """Whether the text names it in its other form: spelled out where the name is an acronym, else the acronym."""
    if " " not in name.strip():
        return spelled_out(name.strip(), text)
    letters = fold("".join(word[0] for word in _WORD.findall(name) if word not in SMALL))
    return len(letters) >= _LEAST and letters in acronyms(text)


def acronyms(text: str) -> frozenset[str]:
    """The acronyms of a text, folded."""
    return frozenset(fold(found) for found in _ACRONYM.findall(text))


def initials(text: str) -> dict[str, frozenset[str]]:
    """What the capitalised runs of a text would be shortened to, folded, and the words each stands for."""
    found: dict[str, frozenset[str]] = {}
    for run in _CAPITALISED_RUN.findall(text):
        words = [word for word in run.split() if word[0].isupper()]
        for start in range(len(words) - 1):
            found[fold("".join(word[0] for word in words[start:]))] = frozenset(map(fold, words[start:]))
    return found


def _spells(short: str, long: str) -> bool:
    words = _WORD.findall(long)
    spelled = _spelling(words, short.replace(".", ""))
    return len(words) > 1 and [word.lower() for word in spelled] == [w.lower() for w in words]


def _spelling(words: Sequence[str], short: str) -> Sequence[str]:
    """The fewest last words whose initials spell the short form, small words allowed between; else none."""
    letters = [character.lower() for character in short if character.isalnum()]
    if len(letters) < 2 or sum(character.isupper() for character in short) < 2:
        return ()
    wanted = len(letters) - 1
    for position in range(len(words) - 1, -1, -1):
        word = words[position].lower()
        if word.startswith(letters[wanted]):
            wanted -= 1
            if wanted < 0:
                return words[position:]
        elif word not in SMALL:
            return ()
    return ()


def _carried(words: Sequence[str]) -> bool:
    """Whether words that nobody said to be a name may be one: they mean something, each of them."""
    return not any(fold(word) in STOP_WORDS and fold(word) not in SMALL for word in words)
