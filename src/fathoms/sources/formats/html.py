"""HTML: the readable part of a page as text, with headings, lists and tables kept.

Knows: trafilatura finds the main content; one writer turns its tree, or any plain HTML tree, into text and
blocks at once, so nothing is parsed twice and no markup characters are invented inside a sentence.
Does not know: the network; scripts and styles are dropped unread.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

import lxml.etree
import lxml.html

from fathoms.sources.formats.kind import Kind, of_text
from fathoms.sources.formats.outline import Written, squeezed
from fathoms.sources.formats.parsed import BlockKind, Link, Parsed, Unreadable
from fathoms.text.dates import date_in

_HEADINGS = {f"h{n}": n for n in range(1, 7)}
_PARAGRAPHS = frozenset(["p", "blockquote", "quote", "dd", "dt", "figcaption", "caption", "summary", "ab"])
_ITEMS = frozenset(["li", "item"])
_ROWS = frozenset(["tr", "row"])
_CELLS = frozenset(["td", "th", "cell"])
_CODE = frozenset(["pre", "code"])
_DROPPED = frozenset(
    [
        "script",
        "style",
        "noscript",
        "template",
        "nav",
        "svg",
        "iframe",
        "form",
        "button",
        "select",
        "textarea",
        "head",
        "graphic",
        "img",
    ]
)
_BREAKS = frozenset(["br", "lb", "hr"])
_DEEPEST = 200
LONGEST_ARTICLE = 5_000_000
"""A longer page is no article among other things: all of it is kept, and nobody waits for it to be found."""
_LINK_REACH = 50_000
"""How far behind the last link the next one is looked for: all of a long page for each would take for ever."""
_LEAST_SHARE = 0.25
"""When the main content is less than this share of all text, the page is no article: all of it is kept."""

_BLOCK_WRAPPER = re.compile(r"</?(?:div|section|article|main|center|blockquote)\b[^<>]*>", re.I)
_INLINE_WRAPPER = re.compile(r"</?(?:span|font|b|i|u|em|strong|small|big|sub|sup)\b[^<>]*>", re.I)
_DATE_META = (
    "article:published_time", "article:modified_time", "date", "dc.date", "dcterms.date", "dc.date.issued",
    "datepublished", "pubdate", "publish-date", "citation_publication_date", "last-modified", "dcterms.modified",
)  # fmt: skip


def parse(source: str) -> Parsed:
    """The readable text of a page. Raises Unreadable when there is none."""
    tree, source = tree_of(source)
    meta = meta_of(tree)
    links = hrefs(tree)
    body = tree.find(".//body")
    everything = written(body if body is not None else tree)
    main = main_content(source) if len(source) <= LONGEST_ARTICLE else None
    use = main if main and len(main.text) >= _LEAST_SHARE * len(everything.text) else everything
    if not use.text.strip():
        raise Unreadable("the page holds no readable text")
    headings = use.headings
    return Parsed(
        text=use.text,
        blocks=tuple(use.blocks),
        title=meta.title or next((h.text for h in headings), ""),
        headings=tuple(headings),
        links=placed(links, use.text),
        dated=meta.dated,
        language=meta.language,
        author=meta.author,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Meta:
    """What a page says of itself in its head."""

    title: str
    dated: date | None
    language: str
    author: str


def tree_of(source: str) -> tuple[lxml.html.HtmlElement, str]:
    """The page's tree, and the source it was made from: the given one, or one without wrappers.

    The parser drops what is nested too deeply without a word; almost always wrappers alone make it so.
    """
    tree = _tried(source)
    if tree is None:
        source = _unwrapped(source)
        tree = _tried(source)
    if tree is None:
        raise Unreadable("its elements are nested too deeply")
    return tree, source


def _tried(source: str) -> lxml.html.HtmlElement | None:
    """The tree; None when the parser gave up at a depth."""
    parser = lxml.html.HTMLParser(huge_tree=False, remove_comments=True, remove_pis=True, no_network=True)
    try:
        tree = lxml.html.document_fromstring(_without_declaration(source), parser=parser)
    except (lxml.etree.LxmlError, ValueError) as exc:
        raise Unreadable(f"not readable as HTML (broken, or too many elements): {exc}") from exc
    return None if any(error.type_name == "ERR_RESOURCE_LIMIT" for error in parser.error_log) else tree


def _unwrapped(source: str) -> str:
    return _INLINE_WRAPPER.sub("", _BLOCK_WRAPPER.sub("<p>", source))


def _without_declaration(source: str) -> str:
    """lxml refuses text that declares its own encoding."""
    return re.sub(r"\A\s*<\?xml[^>]*\?>", "", source)


def meta_of(tree: lxml.html.HtmlElement) -> Meta:
    named: dict[str, str] = {}
    for element in tree.iter("meta"):
        name = (element.get("name") or element.get("property") or element.get("itemprop") or "").lower()
        if name and element.get("content"):
            named.setdefault(name, element.get("content", ""))
    title = squeezed(tree.findtext(".//title") or "") or named.get("og:title", "")
    heading = tree.find(".//h1")
    if heading is not None and (text := squeezed(heading.text_content())) and text in title:
        title = text
    dated = next((found for key in _DATE_META if (found := date_in(named.get(key, "")))), None)
    if dated is None and (time := tree.find(".//time[@datetime]")) is not None:
        dated = date_in(time.get("datetime", ""))
    return Meta(title=title, dated=dated, language=(tree.get("lang") or "").lower()[:2], author=named.get("author", ""))


def main_content(source: str) -> Written | None:
    """What trafilatura takes for the article."""
    import trafilatura  # slow to load, and the Word reader needs only the writer below

    document = trafilatura.bare_extraction(
        _without_declaration(source), include_comments=False, include_tables=True, include_links=False, fast=True
    )
    if document is None or isinstance(document, dict) or document.body is None:
        return None
    return written(document.body)


def hrefs(tree: lxml.html.HtmlElement) -> list[tuple[str, str]]:
    """Words and target of every link that leads to another page."""
    found = []
    for element in tree.iter("a"):
        target, anchor = element.get("href", ""), squeezed(element.text_content())
        if target and anchor and not target.startswith(("#", "javascript:", "mailto:")):
            found.append((anchor, target))
    return found


def placed(links: list[tuple[str, str]], text: str) -> tuple[Link, ...]:
    """The links whose anchor stands in the readable text; navigation falls away by itself."""
    found = []
    position = 0
    for anchor, target in links:
        at = text.find(anchor, position, position + _LINK_REACH)
        if at >= 0:
            found.append(Link(at, anchor, target))
            position = at
    return tuple(found)


def written(root: lxml.etree._Element) -> Written:
    """A tree as text and blocks. Handles HTML's tags and trafilatura's."""
    out = Written()
    write(root, out)
    return out


def write(root: lxml.etree._Element, out: Written) -> None:
    """A tree behind what was written before."""
    _walk(root, out, 0)


def _walk(element: lxml.etree._Element, out: Written, depth: int) -> None:
    """Write the blocks below an element; inline text between blocks becomes a paragraph of its own."""
    inline: list[str] = [element.text or ""]
    for child in element:
        tag = child.tag if isinstance(child.tag, str) else ""
        if tag in _DROPPED or not tag:
            inline.append(child.tail or "")
        elif depth < _DEEPEST and _is_block(child, tag):
            out.block("".join(inline), BlockKind.PROSE)
            inline = []
            _write_block(child, tag, out, depth + 1)
            inline.append(child.tail or "")
        else:
            inline.append("\n" if tag in _BREAKS else _inline_text(child))
            inline.append(child.tail or "")
    out.block("".join(inline), BlockKind.PROSE)


_BLOCK_TAGS = (
    _PARAGRAPHS
    | _ITEMS
    | _ROWS
    | frozenset(_HEADINGS)
    | frozenset(
        [
            "pre",
            "head",
            "div",
            "section",
            "article",
            "main",
            "body",
            "header",
            "footer",
            "aside",
            "ul",
            "ol",
            "dl",
            "list",
            "table",
            "thead",
            "tbody",
            "tfoot",
            "figure",
            "details",
            "center",
        ]
    )
)


def _is_block(element: lxml.etree._Element, tag: str) -> bool:
    if tag in _BLOCK_TAGS:
        return True
    if tag == "code":
        return "\n" in (element.text or "")
    return any(isinstance(child.tag, str) and child.tag in _BLOCK_TAGS for child in element.iterdescendants())


def _write_block(element: lxml.etree._Element, tag: str, out: Written, depth: int) -> None:
    level = _HEADINGS.get(tag) or (_HEADINGS.get(element.get("rend", ""), 2) if tag == "head" else 0)
    if level:
        out.heading(level, _inline_text(element))
    elif tag in _CODE:
        out.block(_inline_text(element), BlockKind.CODE)
    elif tag in _ROWS:
        cells = [squeezed(_inline_text(cell)) for cell in element if cell.tag in _CELLS]
        if any(cells):
            out.block("| " + " | ".join(cells) + " |", BlockKind.ITEM, close=True)
    elif tag in _ITEMS and not _holds_blocks(element):
        out.block(_inline_text(element), BlockKind.ITEM, prefix="- ", close=True)
    elif tag in _PARAGRAPHS and not _holds_blocks(element):
        out.block(_inline_text(element), BlockKind.PROSE)
    else:
        _walk(element, out, depth)


def _holds_blocks(element: lxml.etree._Element) -> bool:
    return any(isinstance(child.tag, str) and child.tag in _BLOCK_TAGS for child in element.iterdescendants())


def _inline_text(element: lxml.etree._Element) -> str:
    """The text inside an element, line breaks kept as such, dropped elements left out."""
    parts: list[str] = [element.text or ""]
    for child in element:
        tag = child.tag if isinstance(child.tag, str) else ""
        if tag in _BREAKS:
            parts.append("\n")
        elif tag and tag not in _DROPPED:
            parts.append(_inline_text(child))
        parts.append(child.tail or "")
    return "".join(parts)


KIND = Kind(
    name="html",
    title="Web pages",
    suffixes=(".html", ".htm", ".xhtml"),
    media_type="text/html",
    reads="the readable part with headings, lists, tables and links; title, date and author from the head",
    read=of_text(parse, html=True),
    grows=True,
)
