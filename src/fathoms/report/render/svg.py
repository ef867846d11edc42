"""Plots as SVG that takes the colours of the page it stands in, light or dark, screen or print.

Knows: bars and a line of dates.  Does not know: which numbers deserve one (`report/plots.py`).
"""

from __future__ import annotations

import html
from collections.abc import Iterator

import svg

from fathoms.domain.report import Plot, PlotKind, PlotPoint
from fathoms.report.neutral import one_line, shortened

WIDTH = 640
_ROW, _GAP, _LABEL, _VALUE = 30, 8, 170, 120
_TOP = 8
_DOT = 5


def drawn(plot: Plot) -> str:
    """The plot as markup."""
    return (_bars(plot) if plot.kind is PlotKind.BARS else _timeline(plot)).as_str()


def _bars(plot: Plot) -> svg.SVG:
    height = 2 * _TOP + len(plot.points) * (_ROW + _GAP) - _GAP
    most = max((abs(point.value) for point in plot.points), default=1.0) or 1.0
    elements: list[svg.Element] = []
    for place, point in enumerate(plot.points):
        top = _TOP + place * (_ROW + _GAP)
        length = round(abs(point.value) / most * (WIDTH - _LABEL - _VALUE), 1)
        elements.append(_text(_LABEL - 10, top + _ROW / 2, shortened(point.label, 24), anchor="end"))
        elements.append(svg.Rect(x=_LABEL, y=top, width=max(length, 1), height=_ROW, rx=3, class_=["bar"]))
        elements.append(_text(_LABEL + length + 8, top + _ROW / 2, shortened(point.shown, 22)))
    return _frame(plot, height, elements)


def _timeline(plot: Plot) -> svg.SVG:
    height = 2 * _TOP + len(plot.points) * (_ROW + _GAP)
    axis = 110
    line = svg.Line(x1=axis, y1=_TOP, x2=axis, y2=height - _TOP, class_=["axis"])
    elements: list[svg.Element] = [line]
    for point, top in zip(plot.points, _spread(plot.points, height), strict=True):
        elements.append(svg.Circle(cx=axis, cy=top, r=_DOT, class_=["dot"]))
        elements.append(_text(axis - 16, top, shortened(point.label, 14), anchor="end"))
        elements.append(_text(axis + 16, top, shortened(point.shown, 66)))
    return _frame(plot, height, elements)


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
