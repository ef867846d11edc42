"""Sums that a text works out before its reader's eyes: `3 × (8 − 2) × 16 TB = 288 TB`.

Knows: numbers, the four signs, brackets, units that change on the way, and whether the result is right as it is
rounded.  Does not know: where the numbers come from, or whether the sum means anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, DivisionByZero, InvalidOperation

from fathoms.text.lang import languages
from fathoms.text.units import unit_named

_NUMBER = r"\d{1,12}(?:,\d{3}){0,4}(?:\.\d{1,9})?"
_UNIT = r"(?:[ \u00a0]?(?:%|[A-Za-z][A-Za-z/-]{0,14})){0,3}"
"""What is counted or measured: `18 data disks × 16 TB`."""
_TERM = rf"(?:floor)?[(\s]{{0,4}}[$€£]?{_NUMBER}{_UNIT}[)\s]{{0,4}}"
_RESULTS = "|".join(word for language in languages() for word in language.numbers.results)
_AT_MOST = r"(?:[^\W\d_]{2,10}\s){0,2}"
"""Words before a result: `leaves at most 130 GB`, `= about 9 %`. They make no wrong sum right."""
_SUM = re.compile(
    rf"(?P<left>{_TERM}(?:[-−–+×*·÷/]{_TERM}){{1,12}})(?:[=≈→]|\b(?:{_RESULTS})\b)\s{{0,2}}{_AT_MOST}[$€£]?"
    rf"(?P<value>{_NUMBER})(?P<in>{_UNIT})"
)
_MEASURED = re.compile(rf"\(({_NUMBER}(?:\s?[-−–+]\s?{_NUMBER}){{1,5}})\)[ \u00a0]?([A-Za-z]{{1,8}})\b")
"""Numbers in brackets whose unit stands behind: `(100 − 16) GB`."""
_TOKEN = re.compile(rf"(?P<number>{_NUMBER})(?P<in>{_UNIT})|(?P<sign>[-−–+×*·÷/()]|floor)")
_SIGNS = {"−": "-", "–": "-", "×": "*", "·": "*", "÷": "/"}
_ROUNDED = Decimal("0.5")
_DEEPEST = 20


@dataclass(frozen=True, slots=True)
class Sum:
    """One that is right."""

    operands: tuple[Decimal, ...]
    value: Decimal
    shown: str
    """As it stands in the text."""


def sums(text: str) -> Iterator[Sum]:
    """The sums of a text that come out as it says, rounded as the result is shown: by its bare numbers, or, where what
    goes in has units or what comes out is a share, with each at the scale of its own, so that 2 × 800 GB = 1.6 TB."""
    for found in _SUM.finditer(_MEASURED.sub(_each_measured, text)):
        tokens = _without_its_bracket(list(_TOKEN.finditer(found["left"])))
        numbers = [_number(one["number"]) for one in tokens if one["number"]]
        value = _number(found["value"])
        step = Decimal(1).scaleb(int(value.as_tuple().exponent))
        scales = [_scale(one["in"]) for one in tokens if one["number"]]
        scale_of_value = _scale(found["in"])
        ways = [([Decimal(1)] * len(numbers), Decimal(1))]
        if scale_of_value < 1 or any(one["number"] and unit_named(_unit_in(one["in"])) for one in tokens):
            ways.append((scales, scale_of_value))
        for scale_of, scale in ways:
            scaled = iter([number * by for number, by in zip(numbers, scale_of, strict=True)])
            worked_out = _result([next(scaled) if one["number"] else one.group() for one in tokens])
            if worked_out is not None and abs(worked_out - value * scale) <= step * scale * _ROUNDED:
                yield Sum(tuple(numbers), value, found.group().strip())
                break


def _without_its_bracket(tokens: list[re.Match[str]]) -> list[re.Match[str]]:
    """Without the bracket in which the whole sum stands: "(470 + 210 = 680 GB)"."""
    signs = [one["sign"] for one in tokens]
    opened = signs[:1] == ["("] and signs.count("(") == signs.count(")") + 1
    return tokens[1:] if opened else tokens


def _each_measured(found: re.Match[str]) -> str:
    if unit_named(found[2]) is None:
        return found[0]
    return f"({re.sub(_NUMBER, lambda number: f'{number[0]} {found[2]}', found[1])})"


def _scale(words: str) -> Decimal:
    """Of what a number counts or measures: of `data disks` none, of `minutes remain` sixty, of a share the whole, of a
    rate that of its parts."""
    unit = _unit_in(words)
    if (known := unit_named(unit)) is not None:
        return known.factor / 100 if known.dimension == "share" else known.factor
    measured, _, each = unit.partition("/")
    return _scale(measured) / _scale(each) if measured and each else Decimal(1)


def _unit_in(words: str) -> str:
    """The longest beginning of the words behind a number that is a unit; else their first, which may be a rate."""
    told = words.split()
    found = (" ".join(told[:length]) for length in range(len(told), 0, -1))
    return next((unit for unit in found if unit_named(unit)), told[0] if told else "")


def _result(tokens: list[Decimal | str]) -> Decimal | None:
    try:
        return _Reader(tokens).result()
    except (ValueError, InvalidOperation, DivisionByZero, RecursionError):
        return None


def number_in(text: str) -> Decimal | None:
    """The first number of a text, whatever it measures."""
    found = re.search(_NUMBER, text)
    return _number(found.group()) if found else None


def _number(text: str) -> Decimal:
    return Decimal(text.replace(",", ""))


class _Reader:
    """Products before sums, brackets before both."""

    def __init__(self, tokens: list[Decimal | str]) -> None:
        self._tokens = [_SIGNS.get(one, one) if isinstance(one, str) else one for one in tokens]
        self._at = 0
        self._depth = 0

    def result(self) -> Decimal:
        value = self._added()
        if self._at < len(self._tokens):
            raise ValueError("something is left over")
        return value

    def _next(self) -> Decimal | str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> Decimal | str:
        self._at += 1
        return self._tokens[self._at - 1]

    def _added(self) -> Decimal:
        value = self._multiplied()
        while self._next() in ("+", "-"):
            value = value + self._multiplied() if self._take() == "+" else value - self._multiplied()
        return value

    def _multiplied(self) -> Decimal:
        value = self._term()
        while self._next() in ("*", "/"):
            value = value * self._term() if self._take() == "*" else value / self._term()
        return value

    def _term(self) -> Decimal:
        word = self._take() if self._at < len(self._tokens) else ""
        if word == "floor":
            return Decimal(int(self._term()))
        if word == "(" and self._depth < _DEEPEST:
            self._depth += 1
            value = self._added()
            if self._next() != ")":
                raise ValueError("a bracket is open")
            self._at += 1
            return value
        if isinstance(word, str):
            raise ValueError("a number is missing")
        return word
