"""Sources in the HTML page: the panel of references, and the card that a citation opens.

Knows: how a quote is shown and linked.  Does not know: the rest of the page.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence

from fathoms.domain.evidence import Evidence
from fathoms.domain.report import Reference
from fathoms.report.blocks import Sources
from fathoms.report.citations import (
    Citations,
    Cited,
    Mark,
    mark_of,
    passage_anchor,
    section_of,
    source_anchor,
    words_quoted,
)
from fathoms.report.words import Words
from fathoms.text.addresses import place
from fathoms.text.language import language_of
from fathoms.text.neutral import in_code, one_line, shortened, unmarked
from fathoms.text.words import is_spaceless

LEAST_WORDS = 6
"""From so many words on a line says in which language it is, where its script does not."""
AROUND = 160
"""Characters of the page shown before and after a quote."""
CARD_QUOTE = 420
"""Characters of a quote that a card shows; the panel has the whole."""

_JOINT = re.compile(r"(?<=[^\W_][_./])(?=[^\W_])")
_BLANK_LINE = re.compile(r"\n\s*\n")
_WEB = re.compile(r"https?://[^\s\"'<>\\`]+")


def text(words: str) -> str:
    """Anybody's words as HTML text."""
    return html.escape(one_line(words), quote=True)


attribute = text
"""Anybody's words inside a quoted attribute: the same escaping."""


def with_code(words: str) -> str:
    """A writer's words as HTML text; what stands between backticks is code, whose long names break at their joints."""
    return "".join(
        f"<code>{_JOINT.sub('<wbr>', piece)}</code>" if is_code else piece for piece, is_code in in_code(text(words))
    )


class Quotes:
    """Citation marks with their cards, each with an id of its own."""

    def __init__(self, citations: Citations, words: Words) -> None:
        self._citations = citations
        self._words = words
        self._cards = 0
        self.folded = citations.by_passage
        """Whether the passages of a source open on demand: a mark leads to the one that is meant."""

    def of_facts(self, fact_ids: Iterable[str]) -> str:
        return self.bracket(self._citations.cited(fact_ids))

    def bracket(self, cited: Cited) -> str:
        """All marks behind a sentence, kept with its last word, each opening the quotes that are meant."""
        shown = (
            self._mark(mark, reasoned=cited.reasoned) if mark else html.escape(piece) for piece, mark in cited.pieces()
        )
        return f'<span class="cites">&#160;{"".join(shown)}</span>' if cited else ""

    def told(self, cited: Cited) -> str:
        """The words that a sentence without marks of its own rests on, as its title."""
        quotes = (f"“{shortened(words_quoted(q), CARD_QUOTE)}”" for mark in cited.marks for q in mark.quotes)
        return " ".join(quotes)

    def _mark(self, mark: Mark, *, reasoned: bool) -> str:
        self._cards += 1
        card = f"card-{self._cards}"
        reference, quotes = mark.reference, mark.quotes
        target = passage_anchor(reference, quotes[0])
        shown = "".join(
            f'<span class="words"{self.lang(q.quote)}>{text(shortened(words_quoted(q), CARD_QUOTE))}</span>'
            for q in quotes
        )
        why = f'<span class="why">{text(self._words.reasoned_card)}</span>' if reasoned else ""
        return (
            f'<span class="cite"><a href="#{target}" aria-describedby="{card}">{mark.dated}</a>'
            f'<span class="card" role="note" id="{card}"><a class="from" href="#{target}">{text(reference.title)}</a>'
            f'<span class="at">{text(self.place(reference, quotes[0]))}</span>{shown}{why}</span></span>'
        )

    def place(self, reference: Reference, evidence: Evidence) -> str:
        """Where in its document a quote stands: its section, and its characters where a mark means several quotes."""
        if not self._citations.by_passage:
            return _place(reference, evidence, self._words)
        return section_of(reference, evidence)

    def name(self, reference: Reference, evidence: Evidence) -> str:
        """The mark that a passage is cited by, where it has one of its own."""
        return mark_of(reference, evidence) if self._citations.by_passage and len(reference.passages) > 1 else ""

    def in_its_language(self, words: str) -> str:
        """The words, marked with their language where it is not the page's: fonts and voices depend on it."""
        attribute = self.lang(words)
        return f"<span{attribute}>{with_code(words)}</span>" if attribute else with_code(words)

    def lang(self, words: str) -> str:
        return _lang(words, self._words)


def _lang(words: str, page: Words) -> str:
    """Said of words that speak for themselves; a few of one script with the page do not."""
    plain = len(words.split()) < LEAST_WORDS and not is_spaceless(words)
    spoken = page.language if plain else language_of(words, (page.language,))
    return f' lang="{spoken}"' if spoken != page.language else ""


def _place(reference: Reference, evidence: Evidence, words: Words) -> str:
    spot = words.passage_from.format(start=evidence.start, end=evidence.end)
    headings = section_of(reference, evidence)
    return f"{headings} · {spot}" if headings else spot


def sources_panel(
    groups: Sequence[Sources], notes: Iterable[str], words: Words, pages: Mapping[str, str], quotes: Quotes
) -> str:
    """All references with the passages that the report stands on, by kind."""
    made = [f"<h2>{text(words.references)}</h2>", *(f'<p class="aside-text">{text(note)}</p>' for note in notes)]
    if not groups:
        return f"{made[0]}<p>{text(words.no_references)}</p>"
    for group in groups:
        entries = "".join(_entry(reference, words, pages, quotes) for reference in group.references)
        made.append(f"<h3>{text(group.heading)}</h3>\n<ol>{entries}</ol>")
    return "\n".join(made)


def _entry(reference: Reference, words: Words, pages: Mapping[str, str], shown: Quotes) -> str:
    dated = f' <time datetime="{reference.dated}">{reference.dated}</time>' if reference.dated else ""
    quotes = "".join(_quote(reference, evidence, words, pages, shown) for evidence in reference.passages)
    number = reference.number
    if shown.folded:
        count = words.counted(words.passage_count, len(reference.passages))
        quotes = f"<details><summary>{text(count)}</summary>{quotes}</details>"
    return (
        f'<li class="source" id="{source_anchor(reference)}"><p class="head"><span class="number">{number}</span>'
        f'<span><span class="title"{_lang(reference.title, words)}>{text(reference.title)}</span>{dated}</span></p>'
        f'<p class="path">{_address(reference.url)}</p>{quotes}</li>'
    )


def _address(url: str) -> str:
    """A link only for the web: no other scheme may become something to click."""
    line = one_line(url)
    if _WEB.fullmatch(line):
        return f'<a href="{attribute(line)}" rel="noreferrer noopener">{text(line)}</a>'
    return text(place(line))


def _quote(reference: Reference, evidence: Evidence, words: Words, pages: Mapping[str, str], quotes: Quotes) -> str:
    before, after = _surroundings(evidence, pages)
    shown = f"{_around(before)} <mark>{text(unmarked(evidence.quote))}</mark> {_around(after)}".strip()
    where = " · ".join(part for part in (quotes.name(reference, evidence), quotes.place(reference, evidence)) if part)
    return (
        f'<blockquote id="{passage_anchor(reference, evidence)}"{_lang(evidence.quote, words)}><p>{shown}</p>'
        f"<footer>{text(where)}</footer></blockquote>"
    )


def _around(words: str) -> str:
    return f'<span class="around">{text(words)}</span>' if words.strip() else ""


def _surroundings(evidence: Evidence, pages: Mapping[str, str]) -> tuple[str, str]:
    """What stands before and after a quote in its paragraph, when the page is at hand and unchanged."""
    page = pages.get(evidence.page_id, "")
    if page[evidence.start : evidence.end] != evidence.quote:
        return "", ""
    before = _BLANK_LINE.split(page[: evidence.start][-2 * AROUND :])[-1]
    after = _BLANK_LINE.split(page[evidence.end :][: 2 * AROUND])[0]
    return shortened(unmarked(before)[::-1], AROUND)[::-1], shortened(unmarked(after), AROUND)
