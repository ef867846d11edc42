"""Numbers that are written out: `twenty-one`, `three`, 四百二十.

Knows: the number words, characters and multipliers of every language.  Does not know: units or what is counted.
"""

from __future__ import annotations

import re

from fathoms.text.lang import languages

_ALL = tuple(language.numbers for language in languages())

ONES = tuple(word.lower() for numbers in _ALL for word in numbers.ones)
TENS = tuple(word.lower() for numbers in _ALL for word in numbers.tens)
AFTER_TENS = tuple(word.lower() for numbers in _ALL for word in numbers.ones[1:10])
"""What may follow one of the tens: `twenty-one`."""
VALUES = {word.lower(): value for numbers in _ALL for value, word in enumerate(numbers.ones)} | {
    word.lower(): 10 * value for numbers in _ALL for value, word in enumerate(numbers.tens, start=2)
}
SCALES = {word.lower(): value for numbers in _ALL for word, value in numbers.scales.items()}
_DIGITS = {character: value for numbers in _ALL for value, character in enumerate(numbers.digits)}
_PLACES = {character: value for numbers in _ALL for character, value in numbers.places.items()}
CHARACTERS = "".join((*_DIGITS, *_PLACES))
"""Of which numbers are made in scripts that write them so."""


def longest_first(words: tuple[str, ...] | dict[str, int]) -> str:
    """The words as alternatives of a pattern, so that no word is taken for its own beginning."""
    return "|".join(sorted(words, key=len, reverse=True))


def in_characters(text: str) -> int:
    """The value of 四百二十, or of 二〇二二 digit by digit."""
    if not any(character in _PLACES for character in text):
        return int("".join(str(_DIGITS[character]) for character in text))
    total, pending = 0, 0
    for character in text:
        if character in _PLACES:
            total += (pending or 1) * _PLACES[character]
            pending = 0
        else:
            pending = _DIGITS[character]
    return total + pending


ANY = rf"\d{{1,3}}|{longest_first(VALUES)}|[{CHARACTERS}]{{1,4}}"
"""A small number, however it is written."""


def whole(text: str) -> int:
    """The value of what `ANY` matched."""
    if text.isdigit() and text.isascii():
        return int(text)
    return VALUES[text.lower()] if text.lower() in VALUES else in_characters(text)


MAY_COUNT = re.compile(rf"[\d{CHARACTERS}]|{'|'.join((*ONES, *TENS))}")
"""A quick look that spares most sentences the thorough one."""
