"""Figures that stand nowhere and follow from those that do: sums, differences, products, shares, other units.

Knows: what can be computed from two figures, and of which kind it is.  Does not know: whether a sentence computes;
that it does, and rightly, is for a judge to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from fathoms.text.figures import Figure

MOST_OPERANDS = 12
"""Figures that are tried with one another: among more of them, something always fits."""
SHARE = "share"
"""The dimension of percentages."""
_ROUNDED = Decimal("0.5")


def follows(figure: Figure, named: Sequence[Figure], marked: Sequence[Figure]) -> bool:
    """Whether a figure follows from two that the statement names beside it, in whatever way; or, where it does not name
    them, is the sum, the difference or the share of two that its facts measure or count alike."""
    pairs = combinations(named[:MOST_OPERANDS], 2)
    if any(_is(figure, value, kind) for a, b in pairs for value, kind in _computed(a, b)):
        return True
    alike = [one for one in marked if one.unit or one.noun][:MOST_OPERANDS]
    return any(
        _is(figure, value, kind)
        for a, b in combinations(alike, 2)
        if a.kind == b.kind
        for value, kind in (*_together(a, b), *_shares(a, b))
    )


def multiplied(figure: Figure, given: Sequence[Figure], by: Sequence[Decimal]) -> bool:
    """Whether a figure is so many times one that is given: 1,800 where 900 are said to double."""
    return any(_is(figure, one.base * times, _dimension(one)) for one in given for times in by)


def is_left(figure: Figure, given: Sequence[Figure]) -> bool:
    """Whether a share is what another one leaves of the whole: 39 % free where 61 % are used."""
    return any(_is(figure, 100 - one.base, SHARE) for one in given if _dimension(one) == SHARE)


def _computed(a: Figure, b: Figure) -> Iterator[tuple[Decimal, str]]:
    if _dimension(a) == _dimension(b):
        yield from _together(a, b)
        yield from _shares(a, b)
        yield from ((x.base / y.base, "") for x, y in ((a, b), (b, a)) if y.base)
    if not (a.unit and b.unit):
        yield a.base * b.base, _dimension(a) or _dimension(b)
        yield from ((x.base / y.base, _dimension(x)) for x, y in ((a, b), (b, a)) if y.base and not y.unit)
    for share, whole in ((a, b), (b, a)):
        if _dimension(share) == SHARE and whole.unit and _dimension(whole) != SHARE:
            yield share.base * whole.base / 100, _dimension(whole)


def _together(a: Figure, b: Figure) -> Iterator[tuple[Decimal, str]]:
    yield a.base + b.base, _dimension(a)
    yield abs(a.base - b.base), _dimension(a)


def _shares(a: Figure, b: Figure) -> Iterator[tuple[Decimal, str]]:
    """One as a percentage of the other, what is left of it, and by how much it is more or less."""
    for part, whole in ((a.base, b.base), (b.base, a.base)):
        if whole:
            yield 100 * part / whole, SHARE
            yield abs(100 * (whole - part) / whole), SHARE


def _is(figure: Figure, value: Decimal, dimension: str) -> bool:
    """Whether a computed value is the figure, rounded as it is shown."""
    if _dimension(figure) != dimension or value <= 0:
        return False
    step = Decimal(1).scaleb(int(figure.value.as_tuple().exponent)) if dimension == SHARE else Decimal("1e-6")
    return abs(figure.base - value) <= step * _ROUNDED


def _dimension(figure: Figure) -> str:
    return figure.unit.dimension if figure.unit else ""
