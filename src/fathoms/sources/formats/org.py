"""Org mode: outlines, lists and tables without their marks.

Knows: headlines, keywords, drawers, blocks, links.  Does not know: agendas, formulas, exports.
"""

from __future__ import annotations

import re

from fathoms.sources.formats.kind import Kind, of_text
from fathoms.sources.formats.outline import Written
from fathoms.sources.formats.parsed import BlockKind, Parsed
from fathoms.text.marks import clean

_HEADLINE = re.compile(r"(\*{1,12}) +(\S.{0,500})\Z")
_STATE = re.compile(r"(?:TODO|DONE|NEXT|WAITING|CANCELLED|CANCELED) +|\[#[A-Z]\] *|COMMENT +")
_TAGS = re.compile(r" +:(?:[\w@#%]{1,40}:){1,20}\Z")
_KEYWORD = re.compile(r"#\+([\w-]{1,40}):[ \t]{0,20}(.*)\Z")
_BEGIN = re.compile(r"#\+begin_(\w{1,30})(?:[ \t]+(\w{1,30}))?", re.I)
_DRAWER = re.compile(r"[ \t]{0,20}:([A-Z_-]{1,40}):[ \t]{0,8}\Z")
_ITEM = re.compile(r"[ \t]{0,60}(?:[-+]|\d{1,3}[.)])[ \t]{1,8}(?:\[[ X-]\][ \t]{1,8})?(?=\S)")
_LINK = re.compile(r"\[\[([^\[\]\n]{1,500})\](?:\[([^\[\]\n]{1,500})\])?\]")
_EMPHASIS = re.compile(r"(?<![\w/])([/=~+])(\S(?:[^\n]{0,300}?\S)?)\1(?!\w)")
_DROPPED = frozenset(("comment", "export"))
_CODE = frozenset(("src", "example"))


def parse(text: str) -> Parsed:
    """The text as it reads. Raises Unreadable."""
    out = Written()
    fields: dict[str, str] = {}
    run: list[str] = []
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        line = lines[at].rstrip()
        at += 1
        if headline := _HEADLINE.match(line):
            _close(out, run)
            out.heading(min(6, len(headline.group(1))), _inline(_TAGS.sub("", _STATE.sub("", headline.group(2)))))
        elif begin := _BEGIN.match(line.lstrip()):
            _close(out, run)
            at = _block(out, lines, at, begin.group(1).lower(), begin.group(2) or "")
        elif keyword := _KEYWORD.match(line):
            fields.setdefault(keyword.group(1).lower(), keyword.group(2).strip())
        elif _DRAWER.match(line):
            end = next((n for n in range(at, min(at + 200, len(lines))) if lines[n].strip() == ":END:"), None)
            at = at if end is None else end + 1
        elif not line.strip() or line.startswith(("# ", "#\t")):
            _close(out, run)
        elif line.lstrip().startswith("|"):
            _close(out, run)
            end = next((n for n in range(at, len(lines)) if not lines[n].lstrip().startswith("|")), len(lines))
            rows = (row.strip() for row in lines[at - 1 : end] if not row.lstrip().startswith("|-"))
            out.table([_inline(cell) for cell in row.strip("|").split("|")] for row in rows)
            at = end
        else:
            if item := _ITEM.match(line):
                _close(out, run)
                line = "- " + line[item.end() :]
            run.append(line)
    _close(out, run)
    return out.parsed(
        title=fields.get("title", ""),
        date=fields.get("date", ""),
        language=fields.get("language", ""),
        author=fields.get("author", ""),
    )


def _block(out: Written, lines: list[str], at: int, kind: str, language: str) -> int:
    """What stands between `#+begin_…` and `#+end_…`; returns where the text goes on."""
    end = next((n for n in range(at, len(lines)) if lines[n].strip().lower() == f"#+end_{kind}"), len(lines))
    body = lines[at:end]
    if kind in _CODE:
        out.code("\n".join(body), language)
    elif kind not in _DROPPED:
        run: list[str] = []
        for line in body:
            run.append(line) if line.strip() else _close(out, run)
        _close(out, run)
    return end + 1


def _close(out: Written, run: list[str]) -> None:
    """Write the lines of a paragraph or an item and empty them."""
    raw = " ".join(line.strip() for line in run)
    run.clear()
    if raw.startswith("- "):
        out.item(_inline(raw[2:]).replace(" :: ", ": "))
    else:
        out.block(_inline(raw), BlockKind.PROSE)


def _inline(raw: str) -> str:
    return clean(_EMPHASIS.sub(r"\2", _LINK.sub(lambda link: link.group(2) or link.group(1), raw)))


KIND = Kind(
    name="org",
    title="Org mode",
    suffixes=(".org",),
    media_type="text/x-org",
    reads="headlines, lists, tables and code, without marks, tags and drawers; title, author and date",
    read=of_text(parse),
)
