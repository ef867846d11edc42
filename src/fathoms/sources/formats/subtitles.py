"""Subtitles: what is said, in passages that know from when to when.

Knows: the cues of SRT, WebVTT and SBV.  Does not know: the film.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from fathoms.sources.formats.kind import Kind, of_text
from fathoms.sources.formats.lines import Lines
from fathoms.sources.formats.parsed import BlockKind, Parsed, Unreadable

_TIMES = re.compile(
    r"\s{0,8}((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})\s{0,8}(?:-->|,)\s{0,8}((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})"
)
_SPEAKER = re.compile(r"<v(?:\.[\w.-]{1,40})?\s([^<>]{1,80})>")
_TAG = re.compile(r"</?[^<>\n]{1,80}>|\{\\[^{}\n]{1,80}\}")
_PASSAGE = 600
"""Characters after which a sentence's end closes a passage."""
_LONGEST = 1_200


class _Cue(NamedTuple):
    start: str
    end: str
    said: str


def parse(text: str) -> Parsed:
    """What is said, cue after cue. Raises Unreadable."""
    out = Lines()
    run: list[_Cue] = []
    size = 0
    for cue in _cues(text):
        run.append(cue)
        size += len(cue.said) + 1
        if size > _LONGEST or (size > _PASSAGE and cue.said.endswith((".", "!", "?", "。", "！", "？"))):
            _flush(out, run)
            run, size = [], 0
    _flush(out, run)
    if not out.blocks:
        raise Unreadable("no subtitles in it")
    return Parsed(text=out.text(), blocks=tuple(out.blocks))


def _flush(out: Lines, run: list[_Cue]) -> None:
    if run:
        out.add(" ".join(cue.said for cue in run), BlockKind.PROSE, (f"{run[0].start}–{run[-1].end}",))


def _cues(text: str) -> Iterator[_Cue]:
    """What stands below each pair of times; a line that the cue before has shown is not said again."""
    times: tuple[str, str] | None = None
    lines: list[str] = []
    before: tuple[str, ...] = ()
    for line in [*text.splitlines(), ""]:
        if found := _TIMES.match(line):
            times, lines = (_clock(found.group(1)), _clock(found.group(2))), []
        elif line.strip() and times:
            lines.append(" ".join(_TAG.sub("", _SPEAKER.sub(r"\1: ", line)).split()))
        elif times and lines:
            said = " ".join(one for one in lines if one and one not in before)
            before = tuple(lines)
            if said:
                yield _Cue(*times, said)
            times = None


def _clock(time: str) -> str:
    """`0:01:02,500` as `00:01:02`."""
    hours, minutes, seconds = f"0:{time}".replace(",", ".").split(".")[0].split(":")[-3:]
    return f"{int(hours):02}:{minutes:0>2}:{seconds}"


KIND = Kind(
    name="subtitles",
    title="Subtitles",
    suffixes=(".srt", ".vtt", ".sbv"),
    media_type="text/vtt",
    reads="what is said, with speakers where they are named",
    place="from when to when",
    read=of_text(parse),
)
