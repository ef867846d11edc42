"""The codes of site generators, taken out of Markdown: what a reader of the built page never sees.

Knows: shortcodes of Hugo, tags of Jekyll and Liquid, imports, comments and components of MDX and Docusaurus,
directives, roles and labels of MyST, HTML tags and entities.  Does not know: what a code would have been replaced by;
only a text it carries along is kept.
Code, in fences or in a line, stays as it is.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

_SIGNS = (
    *("{{", "{%", "{/*", "{:", "{#", "<", "&", ":::", "import ", "export ", "[!", "!!!", "]:", "[TOC]", "[[toc]]"),
    *("}`", ")=\n", "[](", "[AUTOTITLE](", "`{", "~{", "(data:"),
)
_FENCE = re.compile(r"^[ \t]{0,20}(`{3,}+|~{3,}+)[^\n]*$", re.M)
_CODE_SPAN = re.compile(r"(`{1,4}+)([^`\n]{1,500})\1(?!`)")
_WORDED = re.compile(r"\{\{[<%][^{}\n]{0,300}?\btext\s{0,2}=\s{0,2}[\"“]([^\"”\n]{1,200})[\"”][^{}\n]{0,300}?[%>]\}\}")
_TERM = re.compile(
    r"\{\{[<%]\s{0,4}glossary_tooltip\b[^{}\n]{0,200}?\bterm_id\s{0,2}=\s{0,2}[\"“]([\w-]{1,80})[\"”][^{}\n]{0,200}?[%>]\}\}"
)
_NAMED = re.compile(
    r"\{\{[<%]\s{0,4}([\w/-]{1,60})\s[^{}\n]{0,200}?\b(?:name|title|header|heading)\s{0,2}=\s{0,2}[\"“]([^\"”\n]{1,200})[\"”]"
    r"[^{}\n]{0,300}?[%>]\}\}"
)
_PRINTED = re.compile(r"(?<=[\w=<>~])([ \t]?)\{\{[ \t]{0,4}[A-Za-z][\w.-]{0,80}[ \t]{0,4}\}\}(?=[ \t]{0,4}[\w.,;)])")
"""A value in the middle of a sentence, which must not read as whole without it ("version … or newer")."""
_CLOSED = re.compile(r"\{\{[<%]\s{0,4}/\s{0,4}([\w/-]{1,60})\s{0,4}[%>]\}\}")
_ENCLOSED = (("<!--", "-->"), ("{/*", "*/}"), ("<script", "</script>"), ("<style", "</style>"), ("<svg", "</svg>"))
"""What opens and closes a stretch that nobody sees."""
_HIDDEN = (
    re.compile(r"\{\{[<%](?:(?!\}\}).){0,1000}[%>]\}\}", re.S),
    re.compile(r"\{%(?:(?!%\}).){0,1000}%\}", re.S),
    re.compile(r"(?<![$\\])\{\{[^{}\n]{0,300}\}\}"),
    re.compile(r"[ \t]?\{[:#][^{}\n]{0,200}\}"),
    re.compile(
        r"^(?:import\s[^\n]{1,300}?\sfrom\s{1,4}['\"][^\n]{1,300}|import\s{1,4}['\"][^\n]{1,300}|export\s{1,4}(?:const|default|function|let)\b[^\n]{0,500})$\n?",
        re.M,
    ),
    re.compile(r"^[ \t]{0,12}:{3,8}[ \t]{0,4}(?:\{[^{}\n]{0,200}\}|[a-z-]{0,30})[ \t]{0,4}(?=\S|$)", re.M),
    re.compile(r"^[ \t]{0,12}(?:\[TOC\]|\[\[_?toc_?\]\])[ \t]{0,8}$", re.M | re.I),
    re.compile(
        r"^[ \t]{0,3}\[[^\[\]\n]{1,200}\]:[ \t]{1,8}<?(?:https?://|/|\.{1,2}/|#|mailto:|[\w-]{1,80}\.(?:md|html))[^\n]{0,600}$\n?",
        re.M,
    ),
    re.compile(r"(?<=^>)[ \t]{0,4}\[![A-Z]{3,12}\][ \t]{0,8}$", re.M),
)
_ASIDE = re.compile(
    r"^([ \t]{0,12})(?:!!!|\?\?\?\+?)[ \t]{1,4}[a-z-]{1,30}(?:[ \t]{1,4}\"([^\"\n]{0,200})\")?[ \t]{0,8}$", re.M
)
_SET_IN = re.compile(
    r"^([ \t]{0,12})(?:!!!|\?\?\?\+?|:{3,8})[ \t]{0,4}[a-z{][^\n]{0,300}\n((?:\1(?: {4}|\t)[^\n]*\n?|[ \t]*\n)+)", re.M
)
"""What opens an aside, and the lines below it that are set in as its body: by themselves they would be code."""
_ROLE = re.compile(r"\{([a-z]{2,20})(?::[a-z]{1,20})?\}`([^`<>\n]{0,300}?)(?:\s{0,2}<([^`<>\n]{1,300})>)?`")
_UNSEEN_ROLES = frozenset(("cite", "footcite", "index", "eval"))
_LABEL = re.compile(r"^\([\w:. -]{1,200}\)=[ \t]{0,8}$\n?", re.M)
_UNNAMED_LINK = re.compile(r"(?<!!)\[(?:AUTOTITLE)?\]\((?:[^()\s]{0,200}[/#])?([\w. -]{1,200})\)")
_LONG_PICTURE = re.compile(r"!\[([^\[\]\n]{0,300})\]\([^()\s]{200,}\)")
"""One whose address is the picture itself."""
_DIRECTIVE = re.compile(r"^[ \t]{0,20}[`~]{3,20}\{([\w:.-]{1,40})\}[ \t]{0,8}([^\n]{0,500})\n?")
_OPTIONS = re.compile(
    r"\A(?:---\n(?:(?!---).){0,2000}?---[ \t]{0,8}\n|(?:[ \t]{0,20}:[\w-]{1,40}:[^\n]{0,500}\n){1,30})", re.S
)
_AS_CODE = frozenset(["code", "code-block", "code-cell", "sourcecode", "math", "mermaid", "prompt", "parsed-literal"])
_UNSEEN = frozenset(["toctree", "contents", "include", "bibliography", "tableofcontents", "literalinclude"])
_UNTOLD_NAMES = frozenset(["figure", "image", "include", "code-cell", "list-table", "csv-table"])
"""Directives whose argument is a file or a language, not a title."""
_HEADING = re.compile(r"<h([1-6])\b[^<>]{0,300}>((?:(?!</h).){1,300})</h\1>", re.S | re.I)
_HTML_NAMES = (
    "a abbr article aside b blockquote br caption center cite code col colgroup dd del details dfn div dl dt em"
    " figcaption figure font footer h[1-6] header hr i iframe img input ins kbd label li main mark nav ol p picture pre"
    " q s samp section small source span strong sub summary sup table tbody td tfoot th thead tr tt u ul var video"
)
_HTML_TAG = re.compile(rf"</?(?:{'|'.join(_HTML_NAMES.split())})\b(?:[ \t\n][^<>]{{0,1000}})?/?>", re.I)
_COMPONENT = re.compile(r"</[A-Z][\w.]{0,60}>|<[A-Z][\w.]{0,60}(?:\s[^<>]{0,500})?/>|<[A-Z][\w.]{0,60}\s[^<>]{1,500}>")
_OPENING_COMPONENT = re.compile(r"(?<!\w)<([A-Z][\w.]{0,60})>")
_CLOSING_COMPONENT = re.compile(r"</([A-Z][\w.]{0,60})>")
_BLANK_LINES = re.compile(r"\n[ \t]*+\n(?:[ \t]*+\n)+")


def without_codes(text: str) -> str:
    """The text as its readers see it; the same string when it holds no codes."""
    if not any(sign in text for sign in _SIGNS):
        return text
    level = _SET_IN.sub(_level, text)
    cleaned = "".join(_fenced(part) if code else _cleaned(part) for part, code in _parts(level))
    return text if cleaned == text else _BLANK_LINES.sub("\n\n", cleaned)


def _level(aside: re.Match[str]) -> str:
    """An aside with its body on the level of what opens it."""
    opening, body = aside.group()[: aside.start(2) - aside.start()], aside.group(2)
    return opening + re.sub(rf"^{aside.group(1)}(?: {{4}}|\t)", aside.group(1), body, flags=re.M)


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Stretches of text, and whether each is fenced code."""
    at = 0
    while fence := _FENCE.search(text, at):
        yield text[at : fence.start()], False
        close = re.compile(rf"^[ \t]{{0,20}}{re.escape(fence.group(1))}[`~]{{0,20}}[ \t]{{0,20}}\r?$", re.M).search(
            text, fence.end()
        )
        end = close.end() if close else len(text)
        yield text[fence.start() : end], True
        at = end
    yield text[at:], False


def _fenced(block: str) -> str:
    """A block of code as it is; a directive that only looks like one by what its readers see of it."""
    directive = _DIRECTIVE.match(block)
    if directive is None or directive.group(1) in _AS_CODE:
        return block
    name, told = directive.groups()
    if name in _UNSEEN:
        return ""
    body = _OPTIONS.sub("", block[directive.end() :].rpartition("\n")[0] + "\n")
    title = "" if name in _UNTOLD_NAMES else told.strip()
    return without_codes("\n\n".join(filter(None, (title, body.strip()))))


def _role(found: re.Match[str]) -> str:
    """What a role shows: its text, or the words of the label that it points to."""
    name, told, target = found.groups()
    if name in _UNSEEN_ROLES:
        return ""
    words = told.strip() or target or ""
    return words.replace("-", " ") if name in ("ref", "numref", "doc") and not target else words


def _cleaned(text: str) -> str:
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found.group())
        return f"\x00{len(kept) - 1}\x00"

    if "}`" in text:
        text = _ROLE.sub(_role, text)
    text = _CODE_SPAN.sub(keep, text)
    text = _LONG_PICTURE.sub(r"\1", _LABEL.sub("", text))
    text = _UNNAMED_LINK.sub(lambda found: found.group(1).removesuffix(".md").replace("-", " "), text)
    if "{{" in text:
        text = _PRINTED.sub(r"\1…", text)
        text = _TERM.sub(lambda found: found.group(1).replace("-", " "), _WORDED.sub(r"\1", text))
        round_something = frozenset(_CLOSED.findall(text))
        text = _NAMED.sub(lambda found: f"{found[2]}: " if found[1] in round_something else found[0], text)
    for opening, closing in _ENCLOSED:
        text = _without(text, opening, closing)
    for pattern in _HIDDEN:
        text = pattern.sub("", text)
    text = _ASIDE.sub(r"\1\2", text)
    if "<" in text:
        text = _HEADING.sub(
            lambda found: f"\n\n{'#' * int(found.group(1))} {' '.join(found.group(2).split())}\n\n", text
        )
        closed = frozenset(_CLOSING_COMPONENT.findall(text))
        text = _COMPONENT.sub("", _HTML_TAG.sub(_space_for, text))
        text = _OPENING_COMPONENT.sub(lambda found: "" if found.group(1) in closed else found.group(), text)
    if "&" in text:
        text = html.unescape(text)
    return re.sub(r"\x00(\d{1,9})\x00", lambda found: kept[int(found.group(1))], text) if kept else text


def _without(text: str, opening: str, closing: str) -> str:
    """The text without what stands between these marks; one that is never closed stays."""
    kept: list[str] = []
    at = 0
    while (start := text.find(opening, at)) >= 0 and (end := text.find(closing, start)) >= 0:
        kept.append(text[at:start])
        at = end + len(closing)
    return "".join((*kept, text[at:])) if kept else text


def _space_for(tag: re.Match[str]) -> str:
    """Cells and breaks part words; marks inside a line do not."""
    return " " if tag.group().lower().lstrip("</")[:2] in ("br", "td", "th", "li", "p>", "p ", "hr") else ""
