"""Plots as SVG that takes the colours of the page it stands in, light or dark, screen or print.

Knows: bars and a line of dates.  Does not know: which numbers deserve one (`report/build/plots.py`).
"""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterator, Sequence

import svg

from fathoms.domain.report import Plot, PlotKind, PlotPoint
from fathoms.text.neutral import one_line, shortened

WIDTH = 640
_ROW, _GAP = 30, 8
_TOP = 8
_DOT = 5
_SPACE = 10
"""Between a label and what it belongs to."""
_NARROW, _WIDE = 9.5, 15.5
"""What a character takes at most times in the 15 px of the page's style, and one of Chinese or Japanese."""
_WIDEST_COLUMN = 220.0
"""A longer label or value is shortened: the bars need room, too."""


def drawn(plot: Plot) -> str:
    """The plot as markup."""
    return (_bars(plot) if plot.kind is PlotKind.BARS else _timeline(plot)).as_str()


def _bars(plot: Plot) -> svg.SVG:
    height = 2 * _TOP + len(plot.points) * (_ROW + _GAP) - _GAP
    most = max((abs(point.value) for point in plot.points), default=1.0) or 1.0
    elements: list[svg.Element] = []
    labels = _fitting([point.label for point in plot.points], _WIDEST_COLUMN)
    values = _fitting([point.shown for point in plot.points], _WIDEST_COLUMN)
    start = round(max(map(_breadth, labels), default=0.0) + _SPACE, 1)
    room = WIDTH - start - max(map(_breadth, values), default=0.0) - _SPACE
    for place, (point, label, value) in enumerate(zip(plot.points, labels, values, strict=True)):
        top = _TOP + place * (_ROW + _GAP)
        length = round(abs(point.value) / most * room, 1)
        elements.append(_text(start - _SPACE, top + _ROW / 2, label, anchor="end"))
        elements.append(svg.Rect(x=start, y=top, width=max(length, 1), height=_ROW, rx=3, class_=["bar"]))
        elements.append(_text(start + length + _SPACE, top + _ROW / 2, value))
    return _frame(plot, height, elements)


def _timeline(plot: Plot) -> svg.SVG:
    height = 2 * _TOP + len(plot.points) * (_ROW + _GAP)
    labels = _fitting([point.label for point in plot.points], _WIDEST_COLUMN)
    beside = _DOT + _SPACE
    axis = round(max(map(_breadth, labels), default=0.0) + beside, 1)
    told = _fitting([point.shown for point in plot.points], WIDTH - axis - beside)
    line = svg.Line(x1=axis, y1=_TOP, x2=axis, y2=height - _TOP, class_=["axis"])
    elements: list[svg.Element] = [line]
    for label, words, top in zip(labels, told, _spread(plot.points, height), strict=True):
        elements.append(svg.Circle(cx=axis, cy=top, r=_DOT, class_=["dot"]))
        elements.append(_text(axis - beside, top, label, anchor="end"))
        elements.append(_text(axis + beside, top, words))
    return _frame(plot, height, elements)


def _breadth(words: str) -> float:
    """About how wide a line of text is drawn; rather too wide than too narrow."""
    return sum(_WIDE if unicodedata.east_asian_width(character) in "WF" else _NARROW for character in words)


def _fitting(lines: Sequence[str], room: float) -> list[str]:
    """Each line as it is, or shortened so that it is drawn within the room."""
    return [_cut_to(one_line(line), room) for line in lines]


def _cut_to(line: str, room: float) -> str:
    limit = len(line)
    while limit > 1 and _breadth(shortened(line, limit)) > room:
        limit -= 1
    return shortened(line, limit) if line else line


def _spread(points: tuple[PlotPoint, ...], height: float) -> Iterator[float]:
    """Places by date, but never so close that two lines of text touch."""
    first, last = points[0].value, points[-1].value
    room, least = height - 2 * _TOP - _ROW, _ROW - 6
    top = -float("inf")
    for place, point in enumerate(points):
        wanted = _TOP + _ROW / 2 + (room * (point.value - first) / (last - first) if last > first else place * least)
        latest = height - _TOP - _ROW / 2 - (len(points) - 1 - place) * least
        top = round(min(max(wanted, top + least), latest), 1)
        yield top


def _frame(plot: Plot, height: float, elements: list[svg.Element]) -> svg.SVG:
    name = plot.title or ", ".join(point.label for point in plot.points)
    told = "; ".join(f"{point.label}: {point.shown}" for point in plot.points)
    return svg.SVG(
        viewBox=svg.ViewBoxSpec(0, 0, WIDTH, height),
        class_=["plot"],
        extra={"role": "img"},
        elements=[svg.Title(text=_escaped(name)), svg.Desc(text=_escaped(told)), *elements],
    )


def _text(x: float, y: float, words: str, *, anchor: str = "start") -> svg.Text:
    return svg.Text(
        x=round(x, 1),
        y=round(y, 1),
        text=_escaped(words),
        text_anchor="end" if anchor == "end" else "start",
        dominant_baseline="central",
    )


def _escaped(words: str) -> str:
    """Anybody's words as SVG text: the library writes text as it is given."""
    return html.escape(one_line(words), quote=True)
