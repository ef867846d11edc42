"""Words without the marks of the format they were written in.

Knows: the marks of Markdown, MDX, reStructuredText, AsciiDoc and of site generators.  Does not know: sentences or
blocks (`sentences.py`); what is left is one line of plain words.
"""

from __future__ import annotations

import html
import re

_HIDDEN = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|\{/\*.{0,2000}?\*/\}|\{/[^{}\n]{0,300}/\}"  # a comment of MDX, with its stars or without
    r"|\{\{[<%].{0,1000}?[%>]\}\}|\{%.{0,1000}?%\}"  # codes of Hugo, Jekyll and Liquid
    r"|\{[:#][^}\n]{0,200}\}"  # attributes of a heading or paragraph
    r"|!\[[^\]\n]{0,500}\](?:\([^)\n]{0,1000}\)|\[[^\]\n]{0,500}\])"  # an image
    r"|\[\^[^\]\s]{1,20}\]:?",
    re.DOTALL,
)
_TAG = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z][\w.:-]{0,60})(?P<rest>[^<>\n]{0,300})>")
_OF_HTML = re.compile(
    r"a|abbr|address|article|aside|audio|b|base|big|blockquote|body|br|button|caption|center|cite|code|col|colgroup|dd|"
    r"del|details|dfn|div|dl|dt|em|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|"
    r"ins|kbd|label|legend|li|link|main|mark|meta|nav|ol|optgroup|option|p|param|picture|pre|q|s|samp|script|section|"
    r"select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|"
    r"time|title|tr|tt|u|ul|var|video|wbr",
    re.IGNORECASE,
)
_LINKS = (
    re.compile(
        r"\[([^\[\]]{0,500}(?:\[[^\[\]]{0,200}\][^\[\]]{0,200}){0,4})\]\((?:[^()\n]|\([^()\n]{0,200}\)){0,1000}\)"
    ),
    re.compile(r"\[([^\[\]]{1,500})\]\s?\[[^\[\]]{0,500}\]"),
    re.compile(r"(?::[a-z:+-]{1,40}:|\{[a-z:+-]{1,40}\})`([^`<]{1,500}?)\s{0,8}(?:<[^`>]{0,500}>)?`"),
    re.compile(r"`([^`<]{1,500}?)\s{1,8}<[^`>]{0,500}>`__?"),
    re.compile(r"(?:link|xref):\S{0,500}?\[([^\]\n]{0,500})\]"),
    re.compile(r"<<[^,>\n]{0,300},\s{0,8}([^>\n]{0,300})>>"),
    re.compile(r"<((?:https?|mailto):[^>\s]{1,1000})>"),
)
_EMPHASIS = re.compile(r"(?<![A-Za-z0-9*_\\])(\*{1,3}|_{1,3})(?=\S)(.{1,2000}?)(?<=\S)\1(?![A-Za-z0-9*_])", re.DOTALL)
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!|<>~-]|\n|$)")  # before a line's end it asks for a break
_CODE_SPAN = re.compile(r"`{1,8}([^`\n]{1,2000})`{1,8}")
_SET_ASIDE = re.compile(r"\x00(\d+)\x00")
_WIDE_BREAK = re.compile(r"(?<=[^\x00-\x7f])[^\S\n]{0,20}\n\s{0,20}(?=[^\x00-\x7f])")


def clean(text: str) -> str:
    """The words of a stretch of source text: links become their text; marks, codes and entities go."""
    text = _HIDDEN.sub(" ", text.replace("\x00", " "))
    for link in _LINKS:
        text = link.sub(r"\1", text)
    code: list[str] = []
    text = _CODE_SPAN.sub(lambda found: _set_aside(found[1], code), text)
    text = _TAG.sub(lambda tag: " " if _is_markup(tag) else tag.group(), text)
    for _ in range(2):
        text = _EMPHASIS.sub(r"\2", text)
    text = html.unescape(_WIDE_BREAK.sub("", _ESCAPED.sub(r"\1", text)))
    return " ".join(_SET_ASIDE.sub(lambda found: code[int(found[1])], text).split())


def _set_aside(words: str, kept: list[str]) -> str:
    """Code is words as it stands: `/<name>/` and `__init__` have no marks of the text around them."""
    kept.append(html.unescape(words))
    return f"\x00{len(kept) - 1}\x00"


def _is_markup(tag: re.Match[str]) -> bool:
    """Whether it is a tag, not a blank to fill in (<USER>, <your name>): it ends one, has a value, closes itself, is of
    HTML, or is written like a component, and something ends it."""
    if tag["end"] or "=" in tag["rest"] or tag["rest"].endswith("/") or _OF_HTML.fullmatch(tag["name"]):
        return True
    component = tag["name"][0].isupper() and not tag["name"].isupper()
    return component or f"</{tag['name']}>" in tag.string
