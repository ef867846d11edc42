"""The report as Markdown, made to be read in a terminal as well as rendered.

Knows: how each kind of block looks, and how to take the force out of Markdown in other people's text.
Does not know: what belongs into a report, or in which order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, repeat
from textwrap import indent
from typing import assert_never
from urllib.parse import unquote

from fathoms.domain.report import UNNAMED_CODE, Paragraph, Reference, Report
from fathoms.report.blocks import (
    Block,
    Code,
    Dispute,
    Disputes,
    Exhibit,
    Hint,
    Items,
    Label,
    Line,
    Moments,
    Nearest,
    Note,
    Notice,
    Overview,
    Pairs,
    Passages,
    Picture,
    Ranking,
    Said,
    Sides,
    Sources,
    Steps,
    Table,
    Text,
    Verdict,
    Verdicts,
    items_in,
    pieces_of,
)
from fathoms.report.build.shaping import stands_apart
from fathoms.report.citations import Citations, mark_of, section_of, words_quoted
from fathoms.report.parts import Part, Role, parts, passages
from fathoms.report.tables import table
from fathoms.report.words import Words, words_for
from fathoms.text.addresses import place
from fathoms.text.neutral import harmless, in_code, one_line, shortened

LISTED_QUOTE = 800
"""Characters of a quote among the passages cited, which open on demand; `why` and the JSON have the whole."""
_WITHIN = "    "
"""Sets points in below a step, also below the tenth."""
_DEEPEST = 6
_STOPS = ".。"
_ENTITY = re.compile(r"&(?=#?\w{1,32};)")
_CITATION_LIKE = re.compile(r"\[((?:see |据)?\d+[a-z]{0,2}(?:[,;\s–-]+\d+[a-z]{0,2})*[,;\s–-]*(?:より)?)\]")
_MARKS = re.compile(
    r"[\\`\[\]|~]"  # wherever they stand
    r"|\*(?!\s)|(?<!\s)\*"  # an asterisk that could open or close emphasis
    r"|(?<![^\W_])_|_(?![^\W_])"  # an underscore that is not inside a word
)
_WEB = re.compile(r"https?://[^\s<>\\`]+")
_SWALLOWS = "script|style|textarea|title|xmp|iframe|noembed|noframes|noscript|plaintext"
"""Elements that take in whatever follows them."""
_ACTS_IN_CODE = re.compile(
    rf"\\|<(?=[A-Za-z/!?])(?!(?!(?:{_SWALLOWS})>)[A-Za-z][\w .-]*>)|{_ENTITY.pattern}|{_CITATION_LIKE.pattern}",
    re.IGNORECASE,
)
"""What a reader of citations or a careless renderer may take up even there. `<stream>` is a blank to fill, and what
opens no tag (`Option<&T>`) is none."""
_STAND_IN = "\ue000"
"""Stands for code while what is round it is escaped: a character that no text has."""
_TICKS = re.compile(r"`{3,}")
_NO_LIST = re.compile(r"(?<=^\d)\\(?=[.)])|(?<=^\d\d)\\(?=[.)])")
_AT_START = re.compile(r"^(?:[#>=]|[+-](?=[\s-]|$)|\d{1,9}(?=[.)](?:\s|$)))")


def escaped(text: str) -> str:
    """Other people's words as plain text: no heading, list, table, link, emphasis, tag or false citation."""
    line = _CITATION_LIKE.sub(_no_citation, one_line(text))
    line = _ENTITY.sub("&amp;", line).replace("<", "&lt;")
    line = _MARKS.sub(lambda match: "\\" + match.group(), line)
    return _AT_START.sub(_start_escaped, line)


def _no_citation(found: re.Match[str]) -> str:
    """In round brackets, unless it is plainly part of a formula: `rate(requests[5m])`."""
    before, after = found.string[: found.start()][-1:], found.string[found.end() :][:1]
    return found.group() if (before.isalnum() or before == "_") and after == ")" else f"({found[1]})"


def _with_code(text: str) -> str:
    """As `escaped`; what a writer set in backticks stays code where nothing in it acts, else it is plain text."""
    pieces = [(piece, code and not _ACTS_IN_CODE.search(piece)) for piece, code in in_code(text)]
    marked = escaped("".join(f"{_STAND_IN}{place}{_STAND_IN}" if c else p for place, (p, c) in enumerate(pieces)))
    return re.sub(f"{_STAND_IN}(\\d+){_STAND_IN}", lambda found: f"`{pieces[int(found[1])][0].strip()}`", marked)


def _in_a_cell(line: str) -> str:
    """A bar would end the cell, in code as well."""
    return re.sub(r"(?<!\\)\|", r"\\|", line)


def _start_escaped(match: re.Match[str]) -> str:
    start = match.group()
    return start + "\\" if start.isdigit() else "\\" + start


def _inside(line: str) -> str:
    """Behind a sign of ours, "1." opens no list and stays as it was written."""
    return _NO_LIST.sub("", line, count=1)


def render(report: Report) -> str:
    """The whole report; where all of it is quotes, its first line says so."""
    return written(report, parts(report))


def written(report: Report, outline: Iterable[Part]) -> str:
    """These parts of it."""
    return "\n\n".join(block for block in _Page(report).written(outline) if block) + "\n"


class _Page:
    """One report on its way to text."""

    def __init__(self, report: Report) -> None:
        self.words: Words = words_for(report.language)
        self.citations = Citations(report)
        self.quoted = stands_apart(report)

    def written(self, outline: Iterable[Part]) -> Iterator[str]:
        for part in outline:
            if part.heading:
                yield f"{'#' * min(part.level + 1, _DEEPEST)} {_number(part)}{_inside(escaped(part.heading))}"
            yield from map(self._block, part.blocks)
            yield from self._folded(part) if part.role is Role.HOW_MADE else self.written(part.parts)

    def _folded(self, part: Part) -> Iterator[str]:
        """What does not answer the question opens on demand, where Markdown can be folded; else it comes last."""
        yield from _folding(" · ".join(one.heading for one in part.parts), self.written(part.parts))

    def _block(self, block: Block) -> str:
        match block:
            case Text(text):
                return escaped(text)
            case Note(text):
                return f"*{escaped(text)}*"
            case Notice(text, lines):
                return "\n".join(
                    (f"> **{escaped(text)}**", *(">" for _ in lines[:1]), *(f"> {_item(x)}" for x in lines))
                )
            case Label(text):
                return f"**{escaped(text)}**"
            case Items(items, within):
                return indent(self._items(items, repeat("- ")), _WITHIN if within else "")
            case Nearest(said):
                return "\n".join(f"- {self._cited(one)}" for one in said)
            case Passages():
                return indent(self._paragraph(block), _WITHIN if block.within else "")
            case Code(said, within):
                return indent(self._code(said), _WITHIN if within else "")
            case Moments(paragraphs):
                return "\n\n".join(map(self._paragraph, paragraphs))
            case Steps(paragraphs, first):
                return "\n\n".join(self._steps(paragraphs, first))
            case Sides(paragraphs):
                return "\n\n".join(self._side_by_side(paragraphs))
            case Hint():
                return ""
            case _:
                return self._exhibit(block)

    def _exhibit(self, block: Exhibit) -> str:
        match block:
            case Table():
                return indent(self._table(block), _WITHIN if block.within else "")
            case Overview(columns, rows):
                return table([escaped(column) for column in columns], rows)
            case Ranking(sources):
                return "\n".join(f"{rank}. {escaped(line)}" for rank, line in sources)
            case Disputes(disputes):
                return "\n".join(f"- {self._dispute(dispute)}" for dispute in disputes)
            case Verdicts(verdicts):
                return "\n".join(f"- {_verdict(verdict)}" for verdict in verdicts)
            case Pairs(pairs):
                told = [f"{name}: {escaped(value)}" for name, value in pairs]
                return "\n".join(f"- {one}" for one in told) if self.quoted else " · ".join(told)
            case Sources(heading, references):
                listed = "\n".join(map(self._reference, references))
                return "\n\n".join((f"### {heading}", listed, *self._passages(references)))
            case Picture():
                return ""
        assert_never(block)

    def _paragraph(self, paragraph: Passages) -> str:
        label = f"**{escaped(paragraph.label)}**\n\n" if paragraph.label else ""
        return label + ("\n\n" if paragraph.apart else " ").join(map(self._line, paragraph.said))

    def _steps(self, paragraphs: Iterable[Passages], first: int) -> Iterator[str]:
        """Statements as numbered steps, through all paragraphs."""
        numbers = (f"{number}. " for number in count(first))
        for paragraph in paragraphs:
            if paragraph.label:
                yield f"**{escaped(paragraph.label)}**"
            yield self._items(paragraph.said, numbers)

    def _items(self, listed: Sequence[Said | Line], markers: Iterator[str]) -> str:
        """Each item behind its marker; its code, and what follows that, stay inside of it, set in like its words."""
        shown: list[str] = []
        for item, marker in zip(items_in(listed), markers, strict=False):
            told = "\n\n".join(self._pieces(item))
            apart = "\n" if shown and "\n\n" in f"{told}{shown[-1]}" else ""
            shown.append(apart + marker + indent(told, " " * len(marker)).lstrip(" "))
        return "\n".join(shown)

    def _pieces(self, item: Iterable[Said | Line]) -> Iterator[str]:
        """The sentences of an item, as far as they run on, and its blocks of code."""
        for group in pieces_of(item):
            if isinstance(group[0], Said) and group[0].statement.code:
                yield self._code(group[0])
            else:
                yield " ".join(map(self._line, group))

    def _code(self, said: Said) -> str:
        """Between fences that nothing in it can close."""
        code = "\n".join(map(harmless, said.statement.text.split("\n")))
        fence = "`" * max((3, *(len(ticks) + 1 for ticks in _TICKS.findall(code))))
        below = f"\n\n{said.cited.text}" if said.cited else ""
        language = "" if said.statement.code == UNNAMED_CODE else said.statement.code
        return f"{fence}{language}\n{code}\n{fence}{below}"

    def _table(self, block: Table) -> str:
        """A row per respect, a column per side."""
        names = (_in_a_cell(_with_code(name)) for name in block.columns)
        lines = [f"| {' | '.join(names)} |", f"|{'---|' * len(block.columns)}"]
        for label, cells in block.rows:
            told = (_in_a_cell(self._line(cell)) if cell else "–" for cell in cells)
            lines.append(f"| **{_in_a_cell(_inside(_with_code(label)))}** | {' | '.join(told)} |")
        return "\n".join(lines)

    def _side_by_side(self, sides: Sequence[Passages]) -> Iterator[str]:
        """Sides as columns for as many rows as every side can fill; what is left over follows below."""
        rows = min(len(side.said) for side in sides)
        lines = [f"| {' | '.join(escaped(side.name) for side in sides)} |", f"|{'---|' * len(sides)}"]
        for row in range(rows):
            lines.append(f"| {' | '.join(_in_a_cell(one_line(self._line(side.said[row]))) for side in sides)} |")
        yield "\n".join(lines)
        for side in sides:
            if left := tuple(said.statement for said in side.said[rows:]):
                rest = Paragraph(label=side.name, statements=left)
                yield self._paragraph(passages(rest, self.words, self.citations, apart=side.apart))

    def _line(self, line: Said | Line) -> str:
        if isinstance(line, Line):
            return _with_code(line.text) if line.coded else escaped(line.text)
        return self._cited(line) + (f" *({line.flag})*" if line.flag and not line.said_above else "")

    def _cited(self, said: Said) -> str:
        statement = said.statement
        marks = said.cited.text
        if not self.quoted or ("\n" not in statement.text and not _LISTED.match(statement.text)):
            return " ".join(filter(None, (_strong(statement.text, statement.strong), marks)))
        shown = displayed(statement.text, statement.strong)
        apart = "\n\n" if shown.endswith((_FENCE, "|")) else " "
        return f"{shown}{apart}{marks}" if marks else shown

    def _dispute(self, dispute: Dispute) -> str:
        state = f" ({dispute.state})" if dispute.state else ""
        lines = [f"**{escaped(dispute.about)}**{state}"]
        for voice in dispute.voices:
            says, marks = escaped(voice.says.rstrip(_STOPS)), self.citations.cited((voice.fact,)).text
            lines.append(f"{says}: {escaped(voice.who)} {marks}".rstrip())
        if dispute.settled:
            lines.append(escaped(dispute.settled))
        return "\n  - ".join(lines)

    def _passages(self, references: Iterable[Reference]) -> Iterator[str]:
        """The words that each mark means, folded where Markdown can be: the list of documents stays in sight."""
        if self.citations.by_passage:
            listed = "\n".join(chain.from_iterable(map(_places, references)))
            yield from _folding(self.words.cited_passages, (listed,))

    def _reference(self, reference: Reference) -> str:
        dated = f" ({reference.dated.isoformat()})" if reference.dated else ""
        where = (place(reference.url) if self.citations.by_passage else "") or reference.url
        source = f"- [{reference.number}] {escaped(reference.title)}{dated}, {address(where)}"
        if self.citations.by_passage:
            return source
        spans = ", ".join(f"{passage.start}–{passage.end}" for passage in reference.passages)
        return f"{source}, {self.words.characters.format(spans=spans)}"


def _folding(name: str, blocks: Iterable[str]) -> Iterator[str]:
    yield from (f"<details>\n<summary>{escaped(name)}</summary>", *blocks, "</details>")


def _places(reference: Reference) -> Iterator[str]:
    """Where each mark leads: the section, unless the passage before stands there as well, and the words."""
    above = ""
    for passage in reference.passages:
        section = section_of(reference, passage)
        named = f"{escaped(section)}: " if section and section != above else ""
        words = escaped(shortened(words_quoted(passage), LISTED_QUOTE))
        yield f"- [{mark_of(reference, passage)}] {named}“{words}”"
        above = section


def displayed(text: str, strong: str = "") -> str:
    """A passage of several lines: its lists, tables and code stay what they are, all else is plain text."""
    lines: list[str] = []
    in_code = False
    for line in text.split("\n"):
        if line == _FENCE:
            in_code = not in_code
            lines.append(line)
        elif in_code:
            lines.append(line.replace(_FENCE, "\u02cb" * 3))
        else:
            lines += _displayed(line, strong, after=lines[-1] if lines else "")
    return "\n".join((*lines, _FENCE) if in_code else lines)


_FENCE = "```"
_LISTED = re.compile(r"(?:-|\d{1,3}\.) ")


def _displayed(line: str, strong: str, *, after: str) -> list[str]:
    if row := re.fullmatch(r"\| (.*) \|", line):
        cells = [escaped(cell) for cell in row.group(1).split(" | ")]
        shown = f"| {' | '.join(cells)} |"
        return [shown] if after.startswith("|") else ["", shown, f"|{'---|' * len(cells)}"]
    if mark := _LISTED.match(line):
        body = _strong(line[mark.end() :], strong.removeprefix(mark.group()))
        opens = [""] if after and not _LISTED.match(after) else []
        return [*opens, f"{mark.group()}{body}"]
    return [_strong(line, strong)]


def _strong(text: str, strong: str) -> str:
    """The line with the words that answer in bold."""
    before, found, after = text.partition(strong) if strong else (text, "", "")
    if not found.strip():
        return _with_code(text)
    ahead, behind = (" " if blank.isspace() else "" for blank in (before[-1:], after[:1]))
    return f"{_with_code(before)}{ahead}**{_with_code(found)}**{behind}{_with_code(after)}"


def _number(part: Part) -> str:
    return f"{part.number}{'' if '.' in part.number else '.'} " if part.number else ""


def _item(line: str) -> str:
    return f"- {escaped(line)}"


def _verdict(verdict: Verdict) -> str:
    where = f" → {escaped(verdict.where)}" if verdict.where else ""
    return f"{verdict.word}: {escaped(verdict.text)}{where}"


def address(url: str) -> str:
    """Where a source is: a link only for the web, everything else as inert text."""
    line = one_line(url)
    if _WEB.fullmatch(line):
        return f"<{line}>"
    return "`" + one_line(unquote(line)).replace("`", "'") + "`"
