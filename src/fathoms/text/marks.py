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
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,300}>")
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
_WIDE_BREAK = re.compile(r"(?<=[^\x00-\x7f])[^\S\n]{0,20}\n\s{0,20}(?=[^\x00-\x7f])")


def clean(text: str) -> str:
    """The words of a stretch of source text: links become their text; marks, codes and entities go."""
    text = _HIDDEN.sub(" ", text)
    for link in _LINKS:
        text = link.sub(r"\1", text)
    text = _TAG.sub(" ", text)
    text = _CODE_SPAN.sub(r"\1", text)
    for _ in range(2):
        text = _EMPHASIS.sub(r"\2", text)
    text = _ESCAPED.sub(r"\1", text)
    return " ".join(html.unescape(_WIDE_BREAK.sub("", text)).split())
