"""The article of a web page: what its author wrote, without what the site puts around it.

Knows: the marks by which sites name their furniture (`furniture.py`), the elements that hold an article, and
trafilatura as a second opinion where a page marks nothing.  Does not know: any site by name.
"""

from __future__ import annotations

import re
from datetime import date

import lxml.html

from fathoms.sources.formats.html import hrefs, main_content, meta_of, placed, tree_of, written
from fathoms.sources.formats.outline import Written
from fathoms.sources.formats.parsed import Parsed
from fathoms.sources.web.reading import furniture
from fathoms.sources.web.reading.own_sites import own_sites
from fathoms.text.dates import date_in

_LEAST_SHARE = 0.4
"""An element that claims to be the article must hold this share of the page's text."""
_AGREES = 0.9
"""Trafilatura's choice counts when it keeps this share of what stands on a page without furniture."""
_HOLDERS = (
    ".//main",
    ".//*[@role='main']",
    ".//*[@itemprop='articleBody']",
    ".//article",
    ".//*[@id='content' or @id='main' or @id='main-content' or @id='bodyContent']",
)
_STATED_DATE = re.compile(r'"date(?:Published|Created)"\s*:\s*"([^"]{4,40})"')
_STATED_AUTHOR = re.compile(r'"author"\s*:\s*[\[{\s]*(?:"@type"\s*:\s*"\w+"\s*,\s*)?"name"\s*:\s*"([^"]{2,100})"')
_LONGEST_BYLINE = 160


def parse(source: str) -> Parsed:
    """The readable text of a page; empty when there is none."""
    tree, source = tree_of(source)
    meta = meta_of(tree)
    dated, author = meta.dated or _stated_date(tree, source), meta.author or _stated_author(tree, source)
    whole = _body(tree)
    own = own_sites(whole)
    everything = len(_text(whole))
    furniture.remove(tree)
    body = _body(tree)
    links = hrefs(body)
    use = _article(body)
    if not use.text.strip() and everything:
        use = written(_body(tree_of(source)[0]))  # a page that is nothing but furniture, such as a list of links
    return Parsed(
        text=use.text,
        blocks=tuple(use.blocks),
        title=meta.title or next((heading.text for heading in use.headings), ""),
        headings=tuple(use.headings),
        links=placed(links, use.text),
        dated=dated,
        language=meta.language,
        author=author,
        own_sites=own,
    )


def _article(body: lxml.html.HtmlElement) -> Written:
    """From the element that holds the article; without one, what trafilatura and the rest of the page agree on."""
    left = written(body)
    holder = _holder(body)
    if holder is not None:
        return written(holder)
    chosen = main_content(lxml.html.tostring(body.getroottree(), encoding="unicode"))
    return chosen if chosen and len(chosen.text) >= _AGREES * len(left.text) else left


def _holder(body: lxml.html.HtmlElement) -> lxml.html.HtmlElement | None:
    """The first of the elements that say so and hold enough."""
    size = len(_text(body))
    for path in _HOLDERS:
        found = [(len(_text(element)), element) for element in body.xpath(path)]
        length, element = max(found, key=lambda item: item[0], default=(0, None))
        if element is not None and length >= max(_LEAST_SHARE * size, 1):
            return element
    return None


def _body(tree: lxml.html.HtmlElement) -> lxml.html.HtmlElement:
    body = tree.find(".//body")
    return tree if body is None else body


def _text(element: lxml.html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def _stated_date(tree: lxml.html.HtmlElement, source: str) -> date | None:
    """From the page's data for machines, else from its line on when it was written."""
    if (found := _STATED_DATE.search(source)) and (stated := date_in(found.group(1))):
        return stated
    for element in tree.iter("p", "span", "div", "li", "small"):
        if furniture.is_byline(element):
            text = _text(element)
            if len(text) <= _LONGEST_BYLINE and (stated := date_in(text)):
                return stated
    return None


def _stated_author(tree: lxml.html.HtmlElement, source: str) -> str:
    if found := _STATED_AUTHOR.search(source):
        return found.group(1)
    element = tree.find(".//*[@rel='author']")
    return _text(element)[:_LONGEST_BYLINE] if element is not None else ""
