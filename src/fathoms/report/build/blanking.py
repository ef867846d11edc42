"""A block of code with a blank for each value that no evidence holds: `--retention <retention>`.

Knows: flags, keys and their values in commands and settings, and which of them stand in the evidence.  Does not know:
any language that code is written in, or when a block is blanked (`runtime/checking.py`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fathoms.engine.evidence.support import Grounds, Standing, unheld_figures
from fathoms.text.words import fold

UNNAMED = "value"
"""What a blank is called that no flag or key names."""

_VALUE = r"\"[^\"\n]*\"|'[^'\n]*'|-?\d[^\s|;&,]*|[^\s\-\"'\\|;&][^\s\\|;&]*"
_FLAG = re.compile(
    rf"(?<![\w-])(?P<name>--?[A-Za-z][\w-]*)(?:(?:=|[ \t]+(?:\\\n[ \t]*)?)(?P<value>{_VALUE}))?(?![\w-])"
)
_SETTING = re.compile(
    r"^[ \t]*(?:-[ \t]+|export[ \t]+)?(?P<name>\"?[A-Za-z_][\w.-]*\"?)[ \t]*(?::(?=[ \t])|=)[ \t]*"
    r"(?P<value>[^\s{(][^\n]*?)(?=[ \t]*,?[ \t]*(?:\#[^\n]*)?$)",
    re.MULTILINE,
)
_PAIR = re.compile(rf"(?P<name>\"[A-Za-z_][\w.-]*\")[ \t]*:[ \t]*(?P<value>{_VALUE})")
_COMMENT = re.compile(r"^[ \t]*(?:#|//)[^\n]*$", re.MULTILINE)
_LINE = re.compile(r"^[^\n]*(?:\\\n[^\n]*)*", re.MULTILINE)
"""A line with those that it goes on in."""
_COMMAND = re.compile(r"[ \t]*(?:\$[ \t]+)?(?:sudo[ \t]+)?(?P<word>[A-Za-z][\w.-]*)(?=\s|$)")
_TOKEN = re.compile(r"\w+(?:\.\w+)*")
_COUNTED = re.compile(r"\d+(?:\.\d+)*[a-zA-Z%]{0,3}")
"""What is looked at as a figure."""
_OPEN = re.compile(r"<[^<>\n]+>|\$\{?\w+\}?")
"""A blank, or a variable, which is one."""
_EMPTY = re.compile(r"^[ \t]*\\?[ \t]*\n?", re.MULTILINE)
_Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Slot:
    """A flag or a key with the place of its value, if it has one."""

    name: str
    named: _Span
    value: _Span | None
    is_flag: bool

    @property
    def whole(self) -> _Span:
        return self.named[0], (self.value or self.named)[1]


def blanked(code: str, words: Sequence[str], grounds: Grounds, *, own: bool = False) -> str:
    """The code without the words that no evidence carries: a blank for each of them and for each further value that
    does not stand there, and no flag that does not; of an example that is called the report's own, a blank for these
    words and for its figures alone. Empty where one of the words is not in it, or nothing but blanks would be left."""
    places = {word: list(_places(word, code)) for word in (*words, *_alien(code, grounds))}
    if not all(places.values()):
        return ""
    made = _edited(code, [place for found in places.values() for place in found], grounds, own=own)
    return made if _TOKEN.search(_OPEN.sub("", made)) else ""


def stands(code: str, grounds: Grounds) -> bool:
    """Whether all that a block gives stands in the evidence: its commands, its flags, its values, its figures."""
    known = _tokens(grounds)
    commands = (found["word"] for line in _LINE.finditer(_COMMENT.sub("", code)) if (found := _COMMAND.match(line[0])))
    settings = {slot.name for slot in _slots(code) if not slot.is_flag}
    return (
        not any(_alien(code, grounds))
        and all(fold(word) in known or word in settings for word in commands)
        and all(_holds(slot, code, grounds) for slot in _slots(code))
    )


def left_out(old: str, new: str) -> str:
    """What one block has and the other has not, in its own order; empty where nothing is blank in the other."""
    if len(_OPEN.findall(new)) <= len(_OPEN.findall(old)):
        return ""
    gone = Counter(old.split()) - Counter(new.split())
    return " ".join(part for part in dict.fromkeys(old.split()) if part in gone and part != "\\")


def _alien(code: str, grounds: Grounds) -> Iterator[str]:
    """Its figures that no evidence holds; those of the question are the user's own."""
    ticked = f"`{code.replace('`', ' ')}`"
    return (shown for shown, standing in unheld_figures(ticked, grounds) if standing is not Standing.ASKED)


def _edited(code: str, places: Sequence[_Span], grounds: Grounds, *, own: bool) -> str:
    edits: dict[_Span, str] = {}
    slots = list(_slots(code))
    for slot in slots:
        named = any(_meet(place, slot.named) for place in places)
        given = slot.value is not None and any(_meet(place, slot.value) for place in places)
        unknown = ((slot.is_flag and not own) or named) and not _has_name(slot.name, grounds)
        if unknown or (named and not given):
            edits[_around(slot, code)] = ""
        elif slot.value and (given or not (own or _holds(slot, code, grounds))):
            edits[slot.value] = _blank(slot.name, code[slice(*slot.value)])
    for place in places:
        if not any(_meet(place, slot.whole) for slot in slots):
            span = _falls_with(place, code)
            edits[span or place] = "" if span else f"<{UNNAMED}>"
    return _tidy(code, edits)


def _tidy(code: str, edits: dict[_Span, str]) -> str:
    """The code with its edits, without the lines that these emptied and the strokes that led to them."""
    made, at = "", 0
    for (start, end), text in sorted(edits.items()):
        if start >= at:
            made, at = made + code[at:start] + (text or "\0"), end
    made += code[at:]
    lines = [line for line in made.split("\n") if not ("\0" in line and _EMPTY.fullmatch(line.replace("\0", "")))]
    text = "\n".join(line.replace("\0", "").rstrip() if "\0" in line else line for line in lines)
    return re.sub(r",(?=\s*[}\]])", "", text).rstrip().removesuffix("\\").rstrip()


def _slots(code: str) -> Iterator[_Slot]:
    """Flags first: what stands in a setting's value is told by itself."""
    comments = [found.span() for found in _COMMENT.finditer(code)]
    taken: list[_Span] = []
    for pattern in (_FLAG, _PAIR, _SETTING):
        for found in pattern.finditer(code):
            if any(_meet(found.span(), span) for span in (*comments, *taken)):
                continue
            taken.append(found.span())
            value = found.span("value") if found["value"] else None
            yield _Slot(found["name"].strip('"'), found.span("name"), value, pattern is _FLAG)


def _holds(slot: _Slot, code: str, grounds: Grounds) -> bool:
    """Whether a flag and a value stand in the evidence; what a key is called may be the writer's own."""
    if slot.is_flag and not _has_name(slot.name, grounds):
        return False
    value = _OPEN.sub(" ", code[slice(*slot.value)]) if slot.value else ""
    known, parts = _tokens(grounds), (fold(found) for found in _TOKEN.findall(value))
    return not any(_alien(value, grounds)) and all(part in known or _COUNTED.fullmatch(part) for part in parts)


def _has_name(name: str, grounds: Grounds) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", grounds.everything) is not None


def _tokens(grounds: Grounds) -> frozenset[str]:
    said = fold(f"{grounds.everything}\n{grounds.asked.everything}")
    return frozenset((*_TOKEN.findall(said), *re.findall(r"\w+", said)))


def _blank(name: str, value: str) -> str:
    bare = name.strip("-")
    blank = f"<{bare if len(bare) > 1 else UNNAMED}>"
    return f"{value[0]}{blank}{value[0]}" if value[0] in "\"'" else blank


def _places(words: str, code: str) -> Iterator[_Span]:
    """Where words stand in code, whatever signs are between them."""
    wanted = [fold(found) for found in _TOKEN.findall(words)]
    there = list(_TOKEN.finditer(code))
    for at in range(len(there) - len(wanted) + 1 if wanted else 0):
        if [fold(one[0]) for one in there[at : at + len(wanted)]] == wanted:
            yield there[at].start(), there[at + len(wanted) - 1].end()


def _falls_with(place: _Span, code: str) -> _Span | None:
    """What falls as a whole with words in it: a comment, the line of a command."""
    for found in _COMMENT.finditer(code):
        if _meet(place, found.span()):
            return found.span()
    for line in _LINE.finditer(code):
        command = _COMMAND.match(line[0])
        if command and _meet(place, (line.start() + command.start("word"), line.start() + command.end("word"))):
            return line.span()
    return None


def _around(slot: _Slot, code: str) -> _Span:
    """A flag with the blank before it; of a setting its line."""
    start, end = slot.whole
    if slot.is_flag:
        return start - (len(code[:start]) - len(code[:start].rstrip(" \t"))), end
    line = code.rfind("\n", 0, start) + 1, code.find("\n", end)
    return line[0], line[1] if line[1] >= 0 else len(code)


def _meet(one: _Span, other: _Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
