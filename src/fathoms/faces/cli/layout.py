"""Text in rows and columns, for terminals and pipes alike.

Knows: widths of characters, durations, counts.  Does not know: what is laid out.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from rich.cells import cell_len, set_cell_size

from fathoms.faces.cli.terminal import clean

_GAP = "  "
_NARROWEST = 12


def table(header: Sequence[str], rows: Sequence[Sequence[str]], *, width: int | None = None, flexible: int = -1) -> str:
    """Aligned columns. On a terminal of `width` columns the `flexible` one is shortened; a pipe gets everything."""
    cells = [[clean(cell) for cell in row] for row in (header, *rows)]
    widths = [max(cell_len(row[column]) for row in cells) for column in range(len(header))]
    if width is not None:
        over = sum(widths) + len(_GAP) * (len(widths) - 1) - width
        if over > 0:
            widths[flexible] = max(widths[flexible] - over, _NARROWEST)
    return "\n".join(_GAP.join(map(fitted, row, widths)).rstrip() for row in cells)


def fitted(text: str, width: int) -> str:
    """Exactly `width` columns wide, shortened with an ellipsis where needed."""
    return set_cell_size(shortened(text, width), width)


def shortened(text: str, width: int) -> str:
    return text if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"


def duration(seconds: float) -> str:
    """`0.4 s`, `12 s`, `3:05`, `1:02:03`."""
    if seconds < 9.95:
        return f"{max(seconds, 0):.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes}:{rest:02}" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def age(seconds: float) -> str:
    """How long ago, in the largest unit that says it: `40 s`, `12 min`, `5 h`, `3 days`."""
    for length, unit in ((86_400, "day"), (3_600, "h"), (60, "min")):
        if seconds >= length:
            count = int(seconds // length)
            return plural(count, unit) if unit == "day" else f"{count} {unit}"
    return f"{max(int(seconds), 0)} s"


def size(count: float) -> str:
    """Bytes for people: `512 B`, `1.5 MB`."""
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000 or unit == "GB":
            break
        count /= 1000
    return f"{count:.0f} {unit}" if unit == "B" or count >= 100 else f"{count:.1f} {unit}"


def plural(count: int, noun: str, several: str = "") -> str:
    return f"{count:,} {noun if count == 1 else several or noun + 's'}"


def when(moment: datetime | None) -> str:
    """Local time, to the second."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M:%S}" if moment else ""


def elapsed(start: datetime | None, end: datetime | None) -> str:
    """From start to end, or until now; nothing when it has not begun."""
    return duration(((end or datetime.now(UTC)) - start).total_seconds()) if start else ""
