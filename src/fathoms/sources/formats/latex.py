r"""LaTeX: the words of a paper under its sections; `\emph{so}` is "so", citations and labels go.

Knows: sections, lists, tables, verbatim text, accents, the commonest commands.  Does not know: packages, macros that
the author defined; mathematics stays as it is written.
"""

from __future__ import annotations

import re
import unicodedata

from fathoms.sources.formats.kind import Kind, of_text
from fathoms.sources.formats.outline import Written, squeezed
from fathoms.sources.formats.parsed import BlockKind, Parsed

_COMMENT = re.compile(r"(?<!\\)%[^\n]*\n?")
_BODY = re.compile(r"\\begin\{document\}")
_CODE_BLOCK = re.compile(r"\\begin\{(verbatim|lstlisting|minted|Verbatim)\}")
_LEVELS = {
    "part": 1,
    "chapter": 1,
    "section": 2,
    "subsection": 3,
    "subsubsection": 4,
    "paragraph": 5,
    "subparagraph": 6,
}
_SPLIT = re.compile(
    r"\\(?P<section>part|chapter|section|subsection|subsubsection|paragraph|subparagraph)\*?\s{0,4}(?:\[[^\]]{0,300}\])?\{"
    r"|\\(?P<begin>begin|end)\{(?P<name>[A-Za-z]{1,30})\*?\}|\\(?P<item>item)\b|(?P<blank>\n[ \t]*+\n\s*+)"
)
_FIELDS = re.compile(r"\\(title|author|date)\s{0,4}(?:\[[^\]]{0,300}\])?\{")
_TABLES = frozenset(("tabular", "tabularx", "longtable", "array"))
_DROPPED = re.compile(
    r"\\(?:label|ref|eqref|autoref|cref|Cref|pageref|cite[a-z]{0,12}|includegraphics|input|include|bibliography"
    r"|bibliographystyle|vspace|hspace|usepackage|documentclass|newcommand|renewcommand|setlength|pagestyle"
    r"|thispagestyle|index|nocite|maketitle|tableofcontents|thanks|centering|noindent)\*?(?:\[[^\]]{0,300}\]){0,2}"
    r"(?:\{[^{}]{0,500}\}){0,2}"
)
_LINK = re.compile(r"\\href\{[^{}]{0,500}\}\{([^{}]{0,500})\}")
_FOOTNOTE = re.compile(r"\\footnote\{([^{}]{0,2000})\}")
_ACCENT = re.compile(
    r"\\([`'^\"~=.uvHckrbd])(?:\{\\?([A-Za-z])\}|\s?\\?([A-Za-z])(?![A-Za-z])|(?<=[`'^\"~=.])([A-Za-z]))"
)
_MARKS = dict(
    zip("`'^~=u.\"rHvckbd", map(chr, (0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x30A, 0x30B, 0x30C,
                                      0x327, 0x328, 0x331, 0x323)), strict=True)
)  # fmt: skip
"""The combining mark of each accent."""
_LETTERS = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å", "AA": "Å",
    "ldots": "…", "dots": "…", "textemdash": "—", "textendash": "–", "LaTeX": "LaTeX", "TeX": "TeX", "S": "§",
}  # fmt: skip
_COMMAND = re.compile(r"\\([A-Za-z]{1,40})\*?[ \t]{0,4}(?:\[[^\]\n]{0,200}\])?")
_ESCAPED = re.compile(r"\\([&%$#_{} ])")
_BREAK = re.compile(r"\\\\(?:\[[^\]\n]{0,40}\])?")
_MATH = re.compile(r"\$\$[^$]{1,2000}\$\$|\$[^$\n]{1,500}\$|\\\[.{1,2000}?\\\]|\\\(.{1,500}?\\\)", re.S)
_ROW_RULE = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|cline\{[^{}]{0,40}\}|cmidrule(?:\([^)]{0,9}\))?\{[^{}]{0,40}\})"
)
_LONGEST_ARGUMENT = 2_000


def parse(text: str) -> Parsed:
    """The words of a paper. Raises Unreadable."""
    fields = _fields(text)
    begin = _BODY.search(text)
    body = text[begin.end() :] if begin else text
    end = body.find("\\end{document}")
    out = Written()
    at = 0
    body = body[: end if end >= 0 else None]
    while found := _CODE_BLOCK.search(body, at):  # verbatim text is not read as LaTeX
        _write(out, body[at : found.start()])
        stop = body.find(f"\\end{{{found.group(1)}}}", found.end())
        stop = len(body) if stop < 0 else stop
        out.code(body[found.end() : stop].partition("\n")[2])
        at = stop + len(found.group(1)) + 6
    _write(out, body[at:])
    return out.parsed(title=fields.get("title", ""), date=fields.get("date", ""), author=fields.get("author", ""))


def _fields(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _FIELDS.finditer(text):
        inner, _ = _argument(text, match.end())
        found.setdefault(match.group(1), plain(inner)[:500])
    return found


def _argument(text: str, start: int) -> tuple[str, int]:
    """What stands up to the brace that closes the one before `start`, and where the text goes on."""
    depth, at = 1, start
    limit = min(len(text), start + _LONGEST_ARGUMENT)
    while at < limit and depth:
        depth += {"{": 1, "}": -1}.get(text[at], 0) if text[at - 1] != "\\" else 0
        at += 1
    return text[start : at - (depth == 0)], at


def _write(out: Written, source: str) -> None:
    """Cut at sections, items, environments and blank lines; each piece is a block."""
    source = _COMMENT.sub("", source)
    at, item = 0, False
    while found := _SPLIT.search(source, at):
        _piece(out, source[at : found.start()], item=item)
        at = found.end()
        if found["section"]:
            title, at = _argument(source, at)
            out.heading(_LEVELS[found["section"]], plain(title))
            item = False
        elif found["begin"] == "begin" and found["name"] in _TABLES:
            at = _table(out, source, at, found["name"])
        elif found["begin"]:
            at = _after_options(source, at) if found["begin"] == "begin" else at
            item = False
        else:
            item = bool(found["item"])
    _piece(out, source[at:], item=item)


def _after_options(source: str, at: int) -> int:
    """Behind `[htbp]` of an environment."""
    end = source.find("]", at, at + 200)
    return end + 1 if source.startswith("[", at) and end > 0 else at


def _piece(out: Written, raw: str, *, item: bool) -> None:
    text = plain(raw.removeprefix("[").replace("]", ":", 1) if item and raw.startswith("[") else raw)
    out.item(text) if item else out.block(text, BlockKind.PROSE)


def _table(out: Written, source: str, at: int, name: str) -> int:
    """Rows end at two backslashes, cells at an ampersand."""
    end = source.find(f"\\end{{{name}", at)
    end = len(source) if end < 0 else end
    start = source.find("}", at, end) + 1 if source.startswith("{", at) else at
    rows = _BREAK.split(_ROW_RULE.sub("", source[start:end]))
    out.table([plain(cell) for cell in re.split(r"(?<!\\)&", row)] for row in rows)
    close = source.find("}", end)
    return close + 1 if close >= 0 else len(source)


def plain(raw: str) -> str:
    """LaTeX as a reader sees it; mathematics as it is written."""
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found.group())
        return f"\x01{len(kept) - 1}\x01"

    text = _MATH.sub(keep, _DROPPED.sub("", raw))
    text = _FOOTNOTE.sub(r" (\1)", _LINK.sub(r"\1", text))
    text = _ACCENT.sub(_accented, text)
    text = _COMMAND.sub(lambda found: _LETTERS.get(found.group(1), ""), _BREAK.sub(" ", text))
    text = _ESCAPED.sub("\x02\\1", text).replace("{", "").replace("}", "").replace("~", " ")
    text = text.replace("``", "“").replace("''", "”").replace("---", "—").replace("--", "–").replace("\x02", "")
    return (
        squeezed(re.sub(r"\x01(\d{1,6})\x01", lambda found: kept[int(found.group(1))], text))
        .replace(" ,", ",")
        .replace(" .", ".")
    )


def _accented(found: re.Match[str]) -> str:
    letter = next(filter(None, found.groups()[1:]))
    return unicodedata.normalize("NFC", letter + _MARKS[found.group(1)])


KIND = Kind(
    name="latex",
    title="LaTeX",
    suffixes=(".tex", ".latex", ".ltx"),
    media_type="application/x-tex",
    reads="the words under their sections, lists, tables and verbatim text; title, author and date",
    read=of_text(parse),
)
