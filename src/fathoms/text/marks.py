"""Words without the marks of the format they were written in.

Knows: the marks of Markdown, MDX, reStructuredText, AsciiDoc and of site generators.  Does not know: sentences or
blocks (`sentences.py`); what is left is one line of plain words.
"""

from __future__ import annotations

import html
import re

_HIDDEN = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|\{/\*.*?\*/\}|\{/[^{}\n]*/\}"  # a comment of MDX, with its stars or without
    r"|\{\{[<%].*?[%>]\}\}|\{%.*?%\}"  # codes of Hugo, Jekyll and Liquid
    r"|\{[:#][^}\n]*\}"  # attributes of a heading or paragraph
    r"|!\[[^\]\n]*\](?:\([^)\n]*\)|\[[^\]\n]*\])"  # an image
    r"|\[\^[^\]\s]{1,20}\]:?",
    re.DOTALL,
)
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,300}>")
_LINKS = (
    re.compile(r"\[([^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]\((?:[^()\n]|\([^()\n]*\))*\)"),
    re.compile(r"\[([^\[\]]+)\]\s?\[[^\[\]]*\]"),
    re.compile(r":[a-z:+-]+:`([^`<]+?)\s*(?:<[^`>]*>)?`"),  # a role of reStructuredText
    re.compile(r"`([^`<]+?)\s+<[^`>]*>`__?"),
    re.compile(r"(?:link|xref):\S*?\[([^\]\n]*)\]"),
    re.compile(r"<<[^,>\n]*,\s*([^>\n]*)>>"),
    re.compile(r"<((?:https?|mailto):[^>\s]+)>"),
)
_EMPHASIS = re.compile(r"(?<![A-Za-z0-9*_])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?![A-Za-z0-9*_])", re.DOTALL)
_CODE_SPAN = re.compile(r"`+([^`\n]+)`+")
_WIDE_BREAK = re.compile(r"(?<=[^\x00-\x7f])\s*\n\s*(?=[^\x00-\x7f])")


def clean(text: str) -> str:
    """The words of a stretch of source text: links become their text; marks, codes and entities go."""
    text = _HIDDEN.sub(" ", text)
    for link in _LINKS:
        text = link.sub(r"\1", text)
    text = _TAG.sub(" ", text)
    text = _CODE_SPAN.sub(r"\1", text)
    for _ in range(2):
        text = _EMPHASIS.sub(r"\2", text)
    return " ".join(html.unescape(_WIDE_BREAK.sub("", text)).split())
