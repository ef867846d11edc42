"""Text in rows and columns, for terminals and pipes alike.

Knows: widths of characters, durations, counts.  Does not know: what is laid out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from rich.cells import cell_len, chop_cells, set_cell_size

from fathoms.faces.cli.terminal import clean

_GAP = "  "
_NARROWEST = 12
_BEGINNING = re.compile(r"[\s│├└─]*(?:[A-Z]\w{2,8}\s{2,}(?=\S)|(?:[\d.]+|[-+~])\s+)?")
"""What further lines of a folded one are set below: guides of a tree, a label before its value, a number."""
_GUIDES = str.maketrans("├└─", "│  ")


def table(header: Sequence[str], rows: Sequence[Sequence[str]], *, width: int | None = None, flexible: int = -1) -> str:
    """Aligned columns. On a terminal of `width` columns the `flexible` one is shortened, and where that is not enough
    the widest of the others; a pipe gets everything."""
    cells = [[clean(cell) for cell in row] for row in (header, *rows)]
    widths = [max(cell_len(row[column]) for row in cells) for column in range(len(header))]
    if width is not None:
        over = sum(widths) + len(_GAP) * (len(widths) - 1) - width
        for column in (flexible, *sorted(range(len(widths)), key=widths.__getitem__, reverse=True)):
            given = min(max(over, 0), max(widths[column] - _NARROWEST, 0))
            widths[column] -= given
            over -= given
    return "\n".join(_GAP.join(map(fitted, row, widths)).rstrip() for row in cells)


def fitted(text: str, width: int) -> str:
    """Exactly `width` columns wide, shortened with an ellipsis where needed."""
    return set_cell_size(shortened(text, width), width)


def shortened(text: str, width: int) -> str:
    return text if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"


def folded(text: str, width: int | None) -> str:
    """Lines broken between words where the terminal ends, each part below its own beginning; in a pipe as they are."""
    if width is None:
        return text
    return "\n".join(part for line in text.split("\n") for part in _folded(line, max(width, _NARROWEST)))


def _folded(line: str, width: int) -> Iterator[str]:
    if cell_len(line) <= width:
        yield line
        return
    found = _BEGINNING.match(line)
    begins = found.group() if found and cell_len(found.group()) <= width * 2 // 3 else ""
    kept, now = re.sub(r"[^\s│]", " ", begins.translate(_GUIDES)), begins
    room = width - cell_len(begins)
    words = (part for word in line[len(begins) :].split(" ") for part in chop_cells(word, room) or [""])
    fresh = True
    for word in words:
        if not fresh and cell_len(now) + 1 + cell_len(word) > width:
            yield now.rstrip()
            now, fresh = kept, True
        now += word if fresh else f" {word}"
        fresh = False
    yield now.rstrip()


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
