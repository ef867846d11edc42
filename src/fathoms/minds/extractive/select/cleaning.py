"""Words made readable, and which sentences are worth reading at all.

Knows: Markdown marks, fragments, boilerplate, orders to the reader, openings that hang in the air.
Does not know: any question.
"""

from __future__ import annotations

import re
from itertools import pairwise

from fathoms.text.sentences import BlockKind
from fathoms.text.words import is_spaceless

_LINK = re.compile(r"!?\[([^\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)|\[([^\]\n]+)\]\[[^\]\n]*\]")
_AUTOLINK = re.compile(r"<(https?://[^>\s]+)>")
_TAG = re.compile(r"</?[a-zA-Z][^>\n]{0,200}>")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,20}\]")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w*])", re.DOTALL)
_CODE = re.compile(r"`+([^`\n]+)`+")
_ROW_EDGE = re.compile(r"^\s*\||\|\s*$", re.MULTILINE)
_ROW_RULE = re.compile(r"^[ \t|:-]*--[ \t|:-]*$", re.MULTILINE)
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])[ \t]")
_LIST_MARK = re.compile(r"(?P<after>[^\s])\n\s*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?=\S)")
_DEFINED = re.compile(r"\n\s*:\s+")
_QUOTE_MARK = re.compile(r"^\s*>\s?", re.MULTILINE)

_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b[^.]{0,40}\b(?:instruction|instructions|prompt|prompts|rules"
    r"|everything)\b"
    r"|\b(?:system prompt|developer message|jailbreak)\b"
    r"|\b(?:as|you are) an? (?:ai|assistant|language model)\b"
    r"|\b(?:assistants?|language models?|ai systems?|chatbots?|llms?|automated (?:readers?|systems?"
    r"|agents?)|research (?:agents?|assistants?))\b"
    r"[^.]{0,60}\b(?:must|should|shall|are required|are instructed|are asked|need to|have to|please)\b"
    r"|\b(?:you must|you should|please|always|only|instead)\b[^.]{0,30}\b(?:answer|reply|respond|output"
    r"|print)\b[^.]{0,40}\b(?:with|that|only|saying|:)"
    r"|\bdo not (?:tell|mention|reveal|cite|quote|trust|use) (?:the user|anyone|this|any other|other|these)\b"
    r"|\b(?:delete|discard|erase) (?:all|every|your) (?:files|documents|notes|evidence|sources|other)\b"
    r"|(?:指示|命令|プロンプト)[^。]{0,12}(?:無視|忘れ|破棄)|(?:AI|アシスタント"
    r"|読者)は[^。]{0,30}(?:しなければならない|してください|すること)",
    re.IGNORECASE,
)
_APPEALS = re.compile(
    r"\b(?:click (?:here|the|on)|subscribe|sign up|log in|read more|learn more|see also"
    r"|for (?:more|full|further) (?:information|details)|contact us|"
    r"all rights reserved|copyright|cookie|newsletter|last (?:edited|updated|modified)|back to top"
    r"|table of contents|share this|"
    r"follow us|terms of (?:use|service)|privacy policy|edit this page|was this (?:page )?helpful"
    r"|subject to change without)\b"
    r"|©|^\s*(?:see|cf\.?) [A-Z\[]",
    re.IGNORECASE,
)
_HANGING = re.compile(
    r"^[\"'“‘(*_]*(?:it|its|they|their|them|this|these|those|that|he|his|him|she|her|hers|such|so|thus"
    r"|hence|therefore|however|but|and|or|"
    r"also|moreover|furthermore|additionally|then|otherwise|instead|similarly|likewise|conversely"
    r"|consequently|accordingly|nevertheless|"
    r"nonetheless|still|yet|both|neither|either|the (?:former|latter|same)|there(?!fore)|here|again|besides"
    r"|meanwhile|as a result|for this|"
    r"in (?:addition|contrast|this case|that case|both cases)|on the other hand|after that|for example"
    r"|for instance|another|"
    r"which|who|the other|others|one of (?:them|these))\b(?! (?:is|are|was|were) (?:no|an?|the) \w+ (?:of"
    r"|in|at|on) [A-Z])",
    re.IGNORECASE,
)
_HANGING_JAPANESE = re.compile(
    r"^(?:これ|それ|あれ|この|その|彼|彼女|同氏|同社|同所|しかし|また|そして|したがって|そのため|一方"
    r"|ただし|さらに|なお|つまり|例えば|ここ|そこ|"
    r"こうした|そうした|このよう|そのよう|だが|ところが|次に|他方|加えて)"
)
_POINTS_BACK = re.compile(
    r"^.{0,50}\b(?:the above|shown above|mentioned above|described above|aforementioned)\b", re.IGNORECASE
)
_CODE_LIKE = re.compile(r"[A-Za-z_][._][A-Za-z_]|[(){}\[\]=<>]{2}|[A-Za-z_]\(|^[*#/]")
_CODE_LINE = re.compile(r"^(?:class|def|import|from|async|return|>>>|\$|[{<])\s?\w+.*[({:=]|\bdef \w+\(|\);?$")
_ENDS = re.compile(r"[.!?:;。！？…][\"'”’)\]」』）*_]*$")
_PAUSES = re.compile(r"[.!?:;,…\"'”’)\]*_]$")
_FIRST_PERSON = re.compile(r"\b(?:I|I'm|I've|I’d|my|me)\b")

_TITLE_LINES = 3
_ROOM_LEFT = 10
"""A line that leaves so much room beside the next word, though nothing pauses there, was broken on purpose."""
_MINIMUM_WORDS = 7
_MINIMUM_WITH_FIGURE = 5
_MINIMUM_ITEM = 3
_LETTER_SHARE = 0.78
_CODE_SHARE = 0.25


def readable(text: str) -> str:
    """The same words for a reader: links become their text, marks and line breaks go."""
    text = _LIST_MARK.sub(_joined, _ROW_RULE.sub(" ", text))
    if "|" in text:
        text = "\n".join(_row(line) if line.count("|") > 1 else line for line in text.splitlines())
    text = _QUOTE_MARK.sub("", text)
    text = _DEFINED.sub(": ", text)
    text = _LINK.sub(lambda found: found.group(1) or found.group(2) or "", text)
    text = _AUTOLINK.sub(r"\1", text)
    text = _FOOTNOTE.sub("", text)
    text = _CODE.sub(r"\1", text)
    for _ in range(2):
        text = _EMPHASIS.sub(r"\2", text)
    text = _TAG.sub("", text)
    joint = "" if is_spaceless(text) else " "
    if joint == "":
        text = re.sub(r"(?<=[^\x00-\x7f])\s*\n\s*(?=[^\x00-\x7f])", "", text)
    return " ".join(text.split())


def _joined(mark: re.Match[str]) -> str:
    """What stands for a list marker in running words: nothing where the words before it are closed already, a colon
    after what announces the list, a semicolon between its items."""
    before = mark["after"]
    if before in ".:;,。：；、":
        return f"{before} "
    line = mark.string[mark.string.rfind("\n", 0, mark.start()) + 1 : mark.start()]
    return f"{before}; " if _ITEM.match(line) else f"{before}: "


def _row(line: str) -> str:
    cells = [cell.strip() for cell in _ROW_EDGE.sub("", line).split("|")]
    return "; ".join(cell for cell in cells if cell)


def word_count(text: str) -> int:
    """Words, as a length to read: two and a half characters of Japanese count as one."""
    if is_spaceless(text):
        return round(len("".join(text.split())) / 2.5)
    return len(text.split())


def gives_orders(text: str) -> bool:
    """Whether the words tell their reader what to do instead of telling what is so."""
    return bool(_ORDERS.search(text))


def is_letterhead(block: str) -> bool:
    """Whether a block is set line by line, as a title page or an address is: running text fills its lines."""
    lines = [line.strip() for line in block.splitlines() if line.strip()]
    if len(lines) < _TITLE_LINES or is_spaceless(block) or any(map(_PAUSES.search, lines[:-1])):
        return False
    widest = max(map(len, lines))
    return any(len(line) + 1 + len(below.split()[0]) + _ROOM_LEFT <= widest for line, below in pairwise(lines))


def hangs(text: str) -> bool:
    """Whether the sentence leans on one before it: a pronoun or a connective opens it."""
    return bool(_HANGING.match(text) or _HANGING_JAPANESE.match(text) or _POINTS_BACK.match(text))


_RUN_ON, _RUN_ON_WORTH = 40, 0.3
"""Words without an end from which a text is no title or menu, but a table or a record whose lines ran together."""


def quality(text: str, kind: BlockKind = BlockKind.PROSE) -> float:
    """How well cleaned words stand as a statement, 0 (leave out) to 1."""
    if gives_orders(text) or _APPEALS.search(text):
        return 0.0
    item = kind is BlockKind.ITEM
    if kind is BlockKind.ROW:
        return 0.8 if re.search(r"\d", text) or text.count(";") > 0 else 0.0
    japanese = is_spaceless(text)
    letters = sum(character.isalpha() or character.isspace() or character.isdigit() for character in text)
    if not text or letters / len(text) < _LETTER_SHARE:
        return 0.0
    if _CODE_LINE.search(text):
        return 0.0
    code = sum(bool(_CODE_LIKE.search(word)) for word in text.split()) / max(len(text.split()), 1)
    if code > _CODE_SHARE:
        return 0.0
    length = word_count(text)
    least = _MINIMUM_ITEM if item else _MINIMUM_WITH_FIGURE if re.search(r"\d", text) or japanese else _MINIMUM_WORDS
    if length < least:
        return 0.0
    if not item and not _ENDS.search(text):
        return _RUN_ON_WORTH if length >= _RUN_ON else 0.0
    closing = text.rstrip("\"'”’)*_ ")
    if closing.endswith(("?", "？")):
        return 0.0  # what somebody asks is no answer, and says nothing
    value = 0.5 if closing.endswith(":") else 1.0
    if item and not _ENDS.search(text):
        value -= 0.15
    if length > 60:
        value -= 0.2
    if _FIRST_PERSON.search(text) and not japanese:
        value -= 0.2
    return max(value, 0.0)
