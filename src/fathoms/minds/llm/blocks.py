"""Marked blocks: the only way for text that we did not write into a prompt.

    <source id="S1" title="…">words of a page</source>      <fact id="F7">a claim and its quote</fact>

Whatever in such text would close a block or forge one is escaped, so that it stays inside. Answers name
blocks by their ids; a quote is unescaped before it is looked up in the page.

Knows: how blocks are written.  Does not know: what stands in them.
"""

from __future__ import annotations

import re

TAGS = ("source", "fact", "known", "finding", "statement", "hit", "survey", "task", "draft", "evidence", "note")
_UNSEEN = r"[\s\u00ad\u200b-\u200f\u2060\ufeff]*"
_FORGED = re.compile(rf"[<\uff1c\ufe64](?={_UNSEEN}/?{_UNSEEN}(?:{'|'.join(TAGS)})\b|\|)", re.IGNORECASE)
"""What opens or closes a block, also spelled with signs that look the same; and what opens a turn (`<|…|>`) for models
whose servers read it inside a message, too."""
_ESCAPED = {"<": "&lt;", "\uff1c": "&#xff1c;", "\ufe64": "&#xfe64;"}
_PLAIN = {written: sign for sign, written in _ESCAPED.items()}
_WRITTEN = re.compile(rf"&(?:lt|#xff1c|#xfe64);(?={_UNSEEN}/?{_UNSEEN}(?:{'|'.join(TAGS)})\b|\|)", re.IGNORECASE)


def block(tag: str, key: str, text: str, **traits: str) -> str:
    """One block; traits are attributes, as untrusted as the text."""
    if tag not in TAGS:
        raise ValueError(f"{tag!r} is no kind of block")
    shown = "".join(f' {name}="{_attribute(value)}"' for name, value in traits.items() if value)
    return f'<{tag} id="{_attribute(key)}"{shown}>{escaped(text.strip())}</{tag}>'


def escaped(text: str) -> str:
    return _FORGED.sub(lambda sign: _ESCAPED[sign.group()], text)


def unescaped(text: str) -> str:
    """As it stands in the page."""
    return _WRITTEN.sub(lambda sign: _PLAIN[sign.group().lower()], text)


def _attribute(text: str) -> str:
    return " ".join(text.split()).replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
