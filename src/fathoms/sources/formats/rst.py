"""reStructuredText: what a reader of the built page would see, under its sections.

Knows: titles, fields, lists, tables, literal blocks, the common directives of docutils and Sphinx.
Does not know: what a file includes (it only names that), substitutions, what extensions generate.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from textwrap import dedent

from fathoms.sources.formats.kind import Kind, of_text
from fathoms.sources.formats.outline import Written
from fathoms.sources.formats.parsed import BlockKind, Parsed, Unreadable
from fathoms.text.marks import clean

_LINE = re.compile(r"([!-/:-@\[-`{-~])\1{2,}[ \t]{0,20}\Z")
_FIELD = re.compile(r":([A-Za-z][\w .-]{0,60}):(?:[ \t]+(.*)|[ \t]*\Z)")
_DIRECTIVE = re.compile(r"\.\. +(?:\|[^|\n]{1,80}\| +)?([A-Za-z][\w:.+-]{0,60})::(?: +(.*))?\Z")
_FOOTNOTE = re.compile(r"\.\. \[([^\]\n]{1,40})\][ \t]+(\S.*)\Z")
_EXPLICIT = re.compile(r"\.\.(?:\s|\Z)")
_ITEM = re.compile(r"(?:[-*+•]|(?:\d{1,3}|#|[a-zA-Z])[.)]|\((?:\d{1,3}|#|[a-z])\))[ \t]+(?=\S)")
_GRID_RULE = re.compile(r"\+(?:[-=]{2,}\+)+[ \t]{0,20}\Z")
_SIMPLE_RULE = re.compile(r"\A={2,}(?: {1,40}={2,})+[ \t]{0,20}\Z")
_SHORT_LINE = re.compile(r"([!-/:-@\[-`{-~])\1[ \t]{0,20}\Z")
"""Under a title of two letters."""
_NUMBERED = re.compile(r":(pep|rfc):`(\d{1,5})(?:#[^`\n]{0,80})?`")
_CODED = re.compile(r":[a-z][a-z:+-]{0,40}:`([^`<\n]{1,500})`")
_REFERENCE = re.compile(
    r"(``[^`]{1,2000}``)|(?<=[^>`]`)__?(?!\w)|(?<![\w`])([^\W_][\w.+-]{0,80}?)__?(?=[\s.,;:!?)]|\Z)"
)
"""What is code and stays, or the end of a name or phrase that leads elsewhere."""
_FOOTNOTE_MARK = re.compile(r" ?\[[#*\w-]{1,30}\]_")
_HIDDEN = frozenset(
    [
        "toctree",
        "contents",
        "index",
        "meta",
        "include",
        "raw",
        "image",
        "highlight",
        "default-role",
        "sectnum",
        "target-notes",
        "header",
        "footer",
        "class",
        "role",
        "currentmodule",
        "module",
        "py:module",
        "py:currentmodule",
        "automodule",
        "autoclass",
        "autofunction",
        "autosummary",
        "rst-class",
        "only",
        "tabularcolumns",
        "graphviz",
        "plot",
        "math",
        "productionlist",
        "container-end",
        "replace",
        "unicode",
        "date",
    ]
)
_CODE = frozenset(
    [
        "code",
        "code-block",
        "sourcecode",
        "parsed-literal",
        "literalinclude",
        "prompt",
        "doctest",
        "testcode",
        "ipython",
        "console",
    ]
)
_ASIDES = {
    "note": "Note", "warning": "Warning", "tip": "Tip", "important": "Important", "caution": "Caution",
    "danger": "Danger", "attention": "Attention", "hint": "Hint", "error": "Error", "seealso": "See also",
    "versionadded": "Added in version", "versionchanged": "Changed in version", "deprecated": "Deprecated since",
}  # fmt: skip
_LONGEST_LINE = 5_000
_DEEPEST = 12
_DOCINFO = frozenset(("author", "authors", "date", "title"))


def parse(text: str) -> Parsed:
    """The text as it reads. Raises Unreadable."""
    reader = _Reader()
    reader.lines(text.expandtabs(8).splitlines(), 0)
    out, fields = reader.out, reader.fields
    if reader.includes and not out.blocks and not out.headings:
        names = tuple(dict.fromkeys(reader.includes))
        raise Unreadable(f"only includes {', '.join(names)}", fault=False, includes=names)
    return out.parsed(
        title=fields.get("title", ""),
        date=fields.get("date", ""),
        author=fields.get("author", "") or fields.get("authors", ""),
    )


def inline(text: str) -> str:
    """A stretch of text without its marks."""
    text = _FOOTNOTE_MARK.sub("", text.replace("\\ ", "").replace("\\*", "*"))
    text = _CODED.sub(r"``\1``", _NUMBERED.sub(lambda found: f"{found[1].upper()} {found[2]}", text))
    return clean(_REFERENCE.sub(lambda found: found[1] or found[2] or "", text))


@dataclass(slots=True)
class _Reader:
    out: Written = field(default_factory=Written)
    fields: dict[str, str] = field(default_factory=dict)
    styles: list[tuple[str, bool]] = field(default_factory=list)
    """How sections are underlined, outermost first."""
    includes: list[str] = field(default_factory=list)
    """The files whose text would stand here."""

    def lines(self, lines: list[str], depth: int) -> None:
        """Write a run of lines that stand at one indentation."""
        at = 0
        while at < len(lines):
            at = self._block(lines, at, depth)

    def _block(self, lines: list[str], at: int, depth: int) -> int:
        """Write the block that begins at a line; returns where the next one begins."""
        line = lines[at]
        if not line.strip():
            return at + 1
        if line[0] == " ":
            end = _indented_end(lines, at)
            if depth < _DEEPEST:
                self.lines(dedent("\n".join(lines[at:end])).split("\n"), depth + 1)
            return end
        if title := _title(lines, at):
            return self._section(*title)
        if _EXPLICIT.match(line):
            return self._explicit(lines, at, depth)
        if len(line) < _LONGEST_LINE and (found := _FIELD.match(line)):
            return self._field(found, lines, at)
        if _GRID_RULE.match(line) or _SIMPLE_RULE.match(line):
            return self._table(lines, at)
        if _LINE.match(line):
            return at + 1
        return self._paragraph(lines, at, depth)

    def _section(self, text: str, style: tuple[str, bool], end: int) -> int:
        if style not in self.styles:
            self.styles.append(style)
        self.out.heading(min(6, self.styles.index(style) + 1), inline(text))
        return end

    def _field(self, found: re.Match[str], lines: list[str], at: int) -> int:
        """`:name: value`. Those above the first section speak of the document."""
        end = _indented_end(lines, at + 1)
        name = found.group(1).strip()
        value = " ".join((found.group(2) or "", *lines[at + 1 : end]))
        if name.lower() in _DOCINFO and not self.out.blocks:
            self.fields[name.lower()] = inline(value)
        elif value.strip() and (self.out.blocks or self.out.headings):
            self.out.item(f"{name}: {inline(value)}")
        return end

    def _explicit(self, lines: list[str], at: int, depth: int) -> int:
        """A directive, a footnote, or what nobody sees: comments and targets."""
        end = _indented_end(lines, at + 1)
        line = lines[at][:_LONGEST_LINE]
        if footnote := _FOOTNOTE.match(line):
            self.out.block(inline(" ".join((footnote.group(2), *lines[at + 1 : end]))), BlockKind.PROSE)
        elif found := _DIRECTIVE.match(line):
            self._directive(found.group(1).lower(), found.group(2) or "", lines[at + 1 : end], depth)
        return end

    def _directive(self, name: str, argument: str, below: list[str], depth: int) -> None:
        if name == "include" and argument.strip():
            self.includes.append(argument.strip())
        if name in _HIDDEN or depth >= _DEEPEST:
            return
        body = _without_options(dedent("\n".join(below)).split("\n"))
        if name in _CODE:
            self.out.code("\n".join(body), argument.strip() if argument.strip().isalnum() else "")
        elif name in ("csv-table", "list-table"):
            self._listed_rows(name, argument, body)
        elif name in _ASIDES:
            said = " ".join(filter(None, (_ASIDES[name], argument.strip() if name.startswith(("ver", "dep")) else "")))
            opening = "" if name.startswith(("ver", "dep")) else argument
            self.lines(
                [f"{said}: {opening}".rstrip(), *body] if opening or not body else _led(f"{said}:", body), depth + 1
            )
        else:
            shown = argument if name not in ("figure", "include", "contents", "tabs", "grid", "container") else ""
            self.lines([*([shown, ""] if shown.strip() else []), *body], depth + 1)

    def _listed_rows(self, name: str, title: str, body: list[str]) -> None:
        if title.strip():
            self.out.block(inline(title), BlockKind.PROSE)
        if name == "csv-table":
            import csv

            self.out.table([inline(cell) for cell in row] for row in csv.reader(body, skipinitialspace=True))
            return
        rows: list[list[str]] = []
        for line in body:
            if re.match(r"\* -(?: |\Z)", line):
                rows.append([line[4:]])
            elif rows and re.match(r"  -(?: |\Z)", line):
                rows[-1].append(line[4:])
            elif rows:
                rows[-1][-1] += f" {line.strip()}"
        self.out.table([inline(cell) for cell in row] for row in rows)

    def _table(self, lines: list[str], at: int) -> int:
        """A table drawn with signs; each row becomes one line."""
        end = at
        grid = bool(_GRID_RULE.match(lines[at]))
        while end < len(lines) and (lines[end].strip() if grid else not _over(lines, at, end)):
            end += 1
        rows = _grid_rows(lines[at:end]) if grid else _simple_rows(lines[at:end])
        self.out.table([inline(cell) for cell in row] for row in rows)
        return max(end, at + 1)

    def _paragraph(self, lines: list[str], at: int, depth: int) -> int:
        """Lines up to a blank one; a list item takes what is indented under it; `::` announces code."""
        marker = _ITEM.match(lines[at][:_LONGEST_LINE])
        end = at + 1
        while (
            end < len(lines)
            and lines[end].strip()
            and not (marker and (_ITEM.match(lines[end][:200]) or not lines[end].startswith(" ")))
        ):
            if not marker and (_EXPLICIT.match(lines[end]) or _title(lines, end)):
                break
            end += 1
        raw = " ".join(line.strip() for line in lines[at:end])
        announced = raw.endswith("::")
        raw = raw.removesuffix("::") + (":" if announced and raw[:-2].strip() and not raw[:-2].endswith(" ") else "")
        if marker:
            self.out.item(inline(raw[marker.end() :]))
        else:
            self._prose_or_definition(lines, at, end, raw)
        if not announced:
            return end
        first = next((number for number in range(end, len(lines)) if lines[number].strip()), len(lines))
        if first < len(lines) and lines[first].startswith(" "):
            stop = _indented_end(lines, first)
            self.out.code(dedent("\n".join(lines[first:stop])))
            return stop
        return end

    def _prose_or_definition(self, lines: list[str], at: int, end: int, raw: str) -> None:
        defined = (
            end - at > 1 and lines[at + 1].startswith(" ") and all(line.startswith(" ") for line in lines[at + 1 : end])
        )
        if defined:
            meaning = " ".join(line.strip() for line in lines[at + 1 : end])
            self.out.item(f"{inline(lines[at])}: {inline(meaning)}")
        else:
            self.out.block(
                inline(raw.replace(" | ", " ") if raw.startswith("| ") else raw).removeprefix("| "), BlockKind.PROSE
            )


def _led(opening: str, body: list[str]) -> list[str]:
    """The first paragraph of an aside behind its name."""
    first = next((number for number, line in enumerate(body) if line.strip()), -1)
    return [*body[:first], f"{opening} {body[first]}", *body[first + 1 :]] if first >= 0 else [opening]


def _title(lines: list[str], at: int) -> tuple[str, tuple[str, bool], int] | None:
    """Text, style and end of the section title that begins here."""
    after = lines[at + 1] if at + 1 < len(lines) else ""
    if (
        _LINE.match(lines[at])
        and at + 2 < len(lines)
        and lines[at + 2][:3] == lines[at][:3]
        and _LINE.match(lines[at + 2])
    ):
        if after.strip() and len(after.strip()) <= len(lines[at].rstrip()) + 2:
            return after.strip(), (lines[at][0], True), at + 3
        return None
    text = lines[at]
    long_enough = len(after.rstrip()) >= min(len(text.rstrip()) - 2, 200)
    if (
        (_LINE.match(after) or (len(text.rstrip()) == 2 and text.rstrip().isalnum() and _SHORT_LINE.match(after)))
        and long_enough
        and not _LINE.match(text)
        and len(text) <= 300
        and not text.startswith((" ", ".. "))
    ):
        return text.strip(), (after[0], False), at + 2
    return None


def _indented_end(lines: list[str], at: int) -> int:
    """Where lines that are indented or blank end; blank ones at the end do not count."""
    end = last = at
    while end < len(lines) and (not lines[end].strip() or lines[end].startswith(" ")):
        end += 1
        if lines[end - 1].strip():
            last = end
    return max(last, at)


def _without_options(body: list[str]) -> list[str]:
    """What a directive holds behind the options right below it."""
    at = 0
    while at < len(body) and _FIELD.match(body[at][:_LONGEST_LINE]):
        at += 1
    return body[at:]


def _over(lines: list[str], at: int, end: int) -> bool:
    """Whether a simple table has ended: a rule that a blank line follows."""
    return end > at + 1 and bool(_SIMPLE_RULE.match(lines[end - 1])) and not lines[end].strip()


def _grid_rows(lines: list[str]) -> list[list[str]]:
    rows: list[list[str]] = []
    cells: list[str] = []
    for line in lines:
        if _GRID_RULE.match(line):
            rows += [cells] if cells else []
            cells = []
        else:
            parts = [part.strip() for part in line.strip().strip("|").split("|")]
            cells = [" ".join(pair).strip() for pair in zip(cells, parts, strict=False)] if cells else parts
    return rows + ([cells] if cells else [])


def _simple_rows(lines: list[str]) -> list[list[str]]:
    spans = [match.span() for match in re.finditer(r"=+", lines[0])]
    rows: list[list[str]] = []
    for line in lines[1:]:
        if not line.strip() or _SIMPLE_RULE.match(line):
            continue
        ends = [*(start for start, _ in spans[1:]), len(line)]
        cells = [line[start:end].strip() for (start, _), end in zip(spans, ends, strict=True)]
        if not cells[0] and rows:  # goes on in the row above
            rows[-1] = [f"{above} {cell}".strip() for above, cell in zip(rows[-1], cells, strict=True)]
        else:
            rows.append(cells)
    return rows


KIND = Kind(
    name="rst",
    title="reStructuredText",
    suffixes=(".rst", ".rest"),
    media_type="text/x-rst",
    reads="titles and sections, fields, lists, tables, notes and code, without marks, comments and targets",
    read=of_text(parse),
)
