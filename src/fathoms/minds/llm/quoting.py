"""Parts of documents as a model is shown them, and what it quotes from them as claims.

Knows: marked blocks of sources, which words a claim may draw on.  Does not know: whether a quote is real: code looks it
up in the stored page, and one that is not there never becomes a fact.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from fathoms.domain.evidence import Passage
from fathoms.domain.thread import Claim, SourceRubric
from fathoms.errors import QuoteNotFound
from fathoms.minds.llm import guard
from fathoms.minds.llm.blocks import block, unescaped
from fathoms.minds.llm.citing import carried
from fathoms.minds.llm.fit import tokens_in
from fathoms.minds.llm.shapes import MOST_CHARS, QuotedShape
from fathoms.text.announcing import announcing, in_words
from fathoms.text.quotes import locate
from fathoms.text.words import content_words

_MOST_TITLE = 120
_AROUND = 500
"""Characters round a quote that its claim may draw on."""
_MOST_OUTLINE = 400
_FRONT_MATTER = re.compile(r"\A\s*---\n.*?(?:\n---[ \t]*(?:\n|\Z)|\Z)", re.DOTALL)
_PADDING = re.compile(r"(?<=\S)[ \t]{3,}|-{4,}")
_HEADING = re.compile(r"^#{1,6}[ \t].*$", re.MULTILINE)

_NO_RUBRIC: Mapping[str, SourceRubric] = {}


def tells(passage: Passage) -> bool:
    """Whether there is more in a passage than headings and the settings at the top of a file."""
    bare = _HEADING.sub("", _FRONT_MATTER.sub("", passage.text))
    return bool(content_words(bare))


def shown(passages: Sequence[Passage], rubric: Mapping[str, SourceRubric] = _NO_RUBRIC) -> str:
    """As they are read: document after document, each from its top."""
    place = {page: at for at, page in enumerate(dict.fromkeys(passage.page_id for passage in passages))}
    ordered = sorted(passages, key=lambda passage: (place[passage.page_id], passage.start))
    return "\n".join(_block(passage, rubric) for passage in ordered)


def size_of(passage: Passage, rubric: Mapping[str, SourceRubric] = _NO_RUBRIC) -> int:
    """Tokens that a passage takes in a prompt, its block included."""
    return tokens_in(_block(passage, rubric))


def is_quote(said: QuotedShape) -> bool:
    return 0 < len(said.quote.strip()) <= MOST_CHARS


def claim(said: QuotedShape, passages: Sequence[Passage], question: str) -> Claim:
    """A claim that its quote does not carry is said in the quote's own words."""
    quote = unescaped(said.quote.strip())
    key = _standing_in(quote, said.source_id.strip(), passages)
    passage = next((p for p in passages if p.key == key), None)
    announced, near = _near(quote, passage) if passage else ("", "")
    over = (passage.title, *passage.title_path, passage.before, passage.announced) if passage else ()
    around = " ".join((*over, announced, near))
    held = f"{said.quote} {around}"
    told = said.claim if carried(said.claim, held, question) else in_words(said.quote, announced)
    text = guard.plain(told, held) or said.quote.strip()
    return Claim(text=unescaped(text), passage=key, quote=quote)


def _block(passage: Passage, rubric: Mapping[str, SourceRubric]) -> str:
    """In its marked block, with the headings to look at: they are words of the source, too."""
    title = " > ".join((passage.title, *passage.title_path[1:]))[:_MOST_TITLE]
    spans = rubric[passage.key].spans if passage.key in rubric else ()
    told = {"continues": passage.announced, "outline": "; ".join(passage.outline), "look_at": "; ".join(spans)}
    return block(
        "source",
        passage.key,
        _squeezed(passage.text),
        title=title,
        **{k: v[:_MOST_OUTLINE] for k, v in told.items() if v},
    )


def _squeezed(text: str) -> str:
    """Without the blanks and dashes that only make the columns of a table even: a quote is found without them, too."""
    return _PADDING.sub(lambda found: found.group()[0] * (3 if found.group()[0] == "-" else 1), text)


def _near(quote: str, passage: Passage) -> tuple[str, str]:
    """What announces a quote, and what stands round it: a claim may name its column, and what `this` means there."""
    try:
        start, end = locate(quote, passage.text)
    except QuoteNotFound:
        return "", ""
    begun = passage.announced and "\n\n" not in passage.text[:start]
    announced = passage.announced if begun else announcing(passage.text, start)
    return announced, passage.text[max(0, start - _AROUND) : end + _AROUND]


def _standing_in(quote: str, named: str, passages: Sequence[Passage]) -> str:
    """The passage that holds the quote: the one that was named, else the only one that does.

    Words decide between keys: a real quote under the key of another passage is put where it stands. An invented quote
    stays where it was put, and an invented key is nobody's; both are refused later.
    """
    holding = [passage.key for passage in passages if _holds(passage, quote)]
    known = any(passage.key == named for passage in passages)
    return holding[0] if known and len(holding) == 1 and named not in holding else named


def _holds(passage: Passage, quote: str) -> bool:
    try:
        locate(quote, passage.text)
    except QuoteNotFound:
        return False
    return True
