"""Marked blocks: the only way for text that we did not write into a prompt.

    <source id="S1" title="…">words of a page</source>      <fact id="F7">a claim and its quote</fact>

Whatever in such text would close a block or forge one is escaped, so that it stays inside. Answers name
blocks by their ids; a quote is unescaped before it is looked up in the page.

Knows: how blocks are written.  Does not know: what stands in them.
"""

from __future__ import annotations

import re

TAGS = ("source", "fact", "finding", "statement", "hit", "survey", "task", "draft", "evidence")
_FORGED = re.compile(rf"<(?=\s*/?\s*(?:{'|'.join(TAGS)})\b)", re.IGNORECASE)
_ESCAPED = "&lt;"


def block(tag: str, key: str, text: str, **traits: str) -> str:
    """One block; traits are attributes, as untrusted as the text."""
    if tag not in TAGS:
        raise ValueError(f"{tag!r} is no kind of block")
    shown = "".join(f' {name}="{_attribute(value)}"' for name, value in traits.items() if value)
    return f'<{tag} id="{_attribute(key)}"{shown}>{escaped(text.strip())}</{tag}>'


def escaped(text: str) -> str:
    return _FORGED.sub(_ESCAPED, text)


def unescaped(text: str) -> str:
    """As it stands in the page."""
    return re.sub(rf"{_ESCAPED}(?=\s*/?\s*(?:{'|'.join(TAGS)})\b)", "<", text, flags=re.IGNORECASE)


def _attribute(text: str) -> str:
    return " ".join(text.split()).replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
