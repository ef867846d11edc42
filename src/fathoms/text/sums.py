"""Sums that a text works out before its reader's eyes: `3 × (8 − 2) × 16 TB = 288 TB`.

Knows: numbers, the four signs, brackets, and whether the result is right as it is rounded.  Does not know: where the
numbers come from, or whether the sum means anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, DivisionByZero, InvalidOperation

_NUMBER = r"\d{1,12}(?:,\d{3}){0,4}(?:\.\d{1,9})?"
_UNIT = r"(?:[ \u00a0]?(?:%|[A-Za-z][A-Za-z/-]{0,14})){0,3}"
"""What is counted or measured: `18 data disks × 16 TB`."""
_TERM = rf"(?:floor)?[(\s]{{0,4}}[$€£]?{_NUMBER}{_UNIT}[)\s]{{0,4}}"
_SUM = re.compile(rf"(?P<left>{_TERM}(?:[-−–+×*·÷/]{_TERM}){{1,12}})[=≈]\s{{0,2}}[$€£]?(?P<value>{_NUMBER}){_UNIT}")
_TOKEN = re.compile(rf"(?P<number>{_NUMBER})|(?P<sign>[-−–+×*·÷/()]|floor)")
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
    """The sums of a text that come out as it says, rounded as the result is shown."""
    for found in _SUM.finditer(text):
        tokens = [(one.lastgroup, one.group()) for one in _TOKEN.finditer(found["left"])]
        try:
            worked_out = _Reader(tokens).result()
        except (ValueError, InvalidOperation, DivisionByZero, RecursionError):
            continue
        value = _number(found["value"])
        step = Decimal(1).scaleb(int(value.as_tuple().exponent))
        if abs(worked_out - value) <= step * _ROUNDED:
            operands = tuple(_number(word) for kind, word in tokens if kind == "number")
            yield Sum(operands, value, found.group().strip())


def number_in(text: str) -> Decimal | None:
    """The first number of a text, whatever it measures."""
    found = re.search(_NUMBER, text)
    return _number(found.group()) if found else None


def _number(text: str) -> Decimal:
    return Decimal(text.replace(",", ""))


class _Reader:
    """Products before sums, brackets before both."""

    def __init__(self, tokens: list[tuple[str | None, str]]) -> None:
        self._tokens = [(kind, _SIGNS.get(word, word)) for kind, word in tokens]
        self._at = 0
        self._depth = 0

    def result(self) -> Decimal:
        value = self._added()
        if self._at < len(self._tokens):
            raise ValueError("something is left over")
        return value

    def _next(self) -> str:
        return self._tokens[self._at][1] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1][1]

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
        word = self._take() if self._next() else ""
        if word == "floor":
            return Decimal(int(self._term()))
        if word == "(" and self._depth < _DEEPEST:
            self._depth += 1
            value = self._added()
            if not self._next() or self._take() != ")":
                raise ValueError("a bracket is open")
            return value
        if not word[:1].isdigit():
            raise ValueError("a number is missing")
        return _number(word)
