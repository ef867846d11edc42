"""Source code: what people wrote for people in it, comments and docstrings, below the name they are about.

Knows: how the common languages mark comments and strings.  Does not know: grammar; a file is scanned once.
"""

from __future__ import annotations

import re

from fathoms.sources.formats.kind import Kind, of_named_text
from fathoms.sources.formats.lines import Lines
from fathoms.sources.formats.parsed import BlockKind, Parsed, Unreadable

_HASHED = frozenset((".py", ".pyi", ".sh", ".bash", ".rb", ".pl", ".r", ".jl"))
_STRING = r""""(?:[^"\\\n]++|\\.)*+"|'(?:[^'\\\n]++|\\.)*+'"""
# Every alternative ends by itself at the end of the text: an unclosed comment costs one pass, not one per mark.
_SLASHES = re.compile(rf"(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))|{_STRING}|`(?:[^`\\]++|\\.)*+(?:`|\Z)", re.S)
_HASHES = re.compile(
    r"(?P<doc>^[ \t]*[rR]?(?:\"\"\".*?(?:\"\"\"|\Z)|'''.*?(?:'''|\Z)))"
    r"|\"\"\".*?(?:\"\"\"|\Z)|'''.*?(?:'''|\Z)"
    rf"|(?P<comment>(?<!\S)#[^\n]*)|{_STRING}",
    re.S | re.M,
)
_BEGIN = re.compile(r"^[ \t]*(?://+[!/]?|/\*+!?|\*+/?|#+!?)[ \t]?", re.M)
_QUOTES = re.compile(r"^[ \t]*[rR]?(?:\"\"\"|''')|(?:\"\"\"|''')$")
_NAME = re.compile(
    r"^[^\n]{0,80}?\b(?:def|class|func|fn|function|struct|interface|enum|trait|impl|type|module)\s+"
    r"(?:\([^)\n]{0,80}\)\s*)?([A-Za-z_]\w{0,80})"
)
_LEAST_WORDS = 3
_LOOK = 400


def parse(text: str, suffix: str = "") -> Parsed:
    """The comments of a source file, in order. Raises Unreadable when it has none."""
    pattern = _HASHES if suffix.lower() in _HASHED or text.startswith("#!") else _SLASHES
    out = Lines()
    run: list[str] = []
    run_start = run_end = 0
    for match in pattern.finditer(text):
        groups = match.groupdict()
        if groups.get("doc"):
            _flush(out, run, _name_after(text, run_end))
            run = []
            out_name = _name_before(text, match.start())
            _flush(out, [_QUOTES.sub("", _QUOTES.sub("", match.group().strip()))], out_name)
        elif groups.get("comment"):
            between = text[run_end : match.start()] if match.start() - run_end < _LOOK else "x"
            if run and (between.strip() or between.count("\n") > 1):
                _flush(out, run, _name_after(text, run_end))
                run = []
            if not run:
                run_start = match.start()
            if not text.startswith("#!", run_start):
                run.append(match.group())
            run_end = match.end()
    _flush(out, run, _name_after(text, run_end))
    if not out.blocks:
        raise Unreadable("no comments in it, and code itself is not searched", fault=False)
    return Parsed(text=out.text(), blocks=tuple(out.blocks))


def _flush(out: Lines, comments: list[str], name: str) -> None:
    """Write a comment without its marks; lines within a paragraph stay lines."""
    body = "\n".join(_BEGIN.sub("", comment.removesuffix("*/")) for comment in comments)
    for paragraph in re.split(r"\n[ \t]*\n", body):
        lines = [line.strip() for line in paragraph.splitlines() if any(map(str.isalnum, line))]
        told = "\n".join(lines)
        if len(told.split()) >= _LEAST_WORDS:
            out.add(told, BlockKind.PROSE, (name,) if name else ())


def _name_after(text: str, at: int) -> str:
    """What the code right below a comment defines."""
    found = _NAME.match(text[at : at + _LOOK].lstrip())
    return found.group(1) if found else ""


def _name_before(text: str, at: int) -> str:
    """What the line right above a docstring defines; arguments may be spread over lines."""
    above = text[max(0, at - _LOOK) : at]
    for line in reversed(above.splitlines()):
        if found := _NAME.match(line.strip()):
            return found.group(1)
        if line.strip() and not line.rstrip().endswith((":", ",", "(")) and not line.startswith((" ", "\t", ")")):
            return ""
    return ""


KIND = Kind(
    name="code",
    title="Source code",
    suffixes=(
        ".py", ".pyi", ".sh", ".bash", ".rb", ".pl", ".r", ".jl",
        ".js", ".mjs", ".jsx", ".ts", ".tsx", ".go", ".rs", ".java", ".kt", ".scala", ".swift",
        ".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".php", ".proto",
    ),
    media_type="text/plain",
    reads="comments and docstrings, below the name they are about",
    place="function or class",
    read=of_named_text(parse),
)  # fmt: skip
