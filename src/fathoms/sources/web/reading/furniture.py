"""What a site puts around an article: navigation, banners, cookie walls, lists of links. Found by its marks, removed.

Knows: elements, roles, class names and how much of a block is links.  Does not know: which part is the article.
Nothing is removed that holds most of the page: a wrapper called `has-sidebar` is no sidebar.
"""

from __future__ import annotations

import re

import lxml.html

_TAGS = (
    "nav",
    "footer",
    "aside",
    "dialog",
    "menu",
    "template",
    "noscript",
    "iframe",
    "script",
    "style",
    "button",
    "svg",
)
_ROLES = frozenset(
    [
        "navigation",
        "banner",
        "contentinfo",
        "complementary",
        "search",
        "dialog",
        "alertdialog",
        "menu",
        "menubar",
        "toolbar",
    ]
)
_NAMES = frozenset(
    """ad ads advert advertisement banner breadcrumb breadcrumbs byline cookie cookies consent dateline editsection
    footer gdpr hatnote login masthead menu meta modal nav navbar navbox navigation newsletter onetrust pager pagination
    popup prevnext promo recirc recommended related share sharing sidebar signature signup skip social sponsor sponsored
    subscribe subscription tags toc toolbar topbar trending vote votes widget widgets""".split()  # noqa: SIM905
)
"""Words in a class or id that name furniture."""
_BYLINES = frozenset(["byline", "dateline", "date", "published", "posted", "timestamp", "pubdate", "meta"])
_PIECES = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_MOST = 0.5
"""An element with a larger share of the page's text is kept whatever it is called."""
_MOSTLY_LINKS = 0.7
_FEW_LINKS = 3
_KEPT = frozenset(["html", "body", "main", "article", "table", "tbody", "tr", "td", "th", "code", "pre"])
_LISTS = ("ul", "ol", "div", "section", "p", "dl")


def remove(tree: lxml.html.HtmlElement) -> None:
    """Take the furniture out of a page's tree."""
    limit = _MOST * max(_size(tree), 1)
    for element in list(tree.iter()):
        if isinstance(element.tag, str) and _is_furniture(element) and _size(element) <= limit:
            _drop(element)
    for element in list(tree.iter(*_LISTS)):
        if _mostly_links(element) and _size(element) <= limit:
            _drop(element)


def is_byline(element: lxml.html.HtmlElement) -> bool:
    return not _BYLINES.isdisjoint(_names(element))


def _is_furniture(element: lxml.html.HtmlElement) -> bool:
    tag = element.tag
    if tag in _TAGS or element.get("role", "").lower() in _ROLES or "hidden" in element.attrib:
        return True
    if element.get("aria-hidden") == "true" or _HIDDEN.search(element.get("style", "")):
        return True
    if tag == "header":
        return next(element.iterancestors("main", "article"), None) is None and element.find(".//nav") is not None
    return tag not in _KEPT and not _NAMES.isdisjoint(_names(element))


def _names(element: lxml.html.HtmlElement) -> frozenset[str]:
    """The words in an element's class and id: `site-footer`, `cookieBanner` and `post__meta` name two each."""
    said = f"{element.get('class', '')} {element.get('id', '')}"
    return frozenset(piece.lower() for piece in _PIECES.findall(said))


def _mostly_links(element: lxml.html.HtmlElement) -> bool:
    links = element.findall(".//a")
    if len(links) < _FEW_LINKS:
        return False
    return sum(_size(link) for link in links) >= _MOSTLY_LINKS * max(_size(element), 1)


def _size(element: lxml.html.HtmlElement) -> int:
    return len("".join(element.text_content().split()))


def _drop(element: lxml.html.HtmlElement) -> None:
    if element.getparent() is not None:
        element.drop_tree()
