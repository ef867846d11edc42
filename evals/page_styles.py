"""Sixty web pages in the styles of real sites, with the text that a reader would call their content.

Knows: how documentation, news, forums, encyclopedias, shops, offices and others mark up a page, in English and Japanese,
and what they put around it.  Does not know: who reads them.  The prose is made from sentence frames of our own.
"""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

PER_STYLE = 5


@dataclass(frozen=True)
class StyledPage:
    name: str
    html: str
    gold: str


TOPICS = (
    ("tidal turbine", "Kittlehead sound", "blade", "harbour board", "megawatts"),
    ("bakery oven", "Old Mill quarter", "stone floor", "bakers' guild", "loaves"),
    ("tram line", "Norrebank district", "overhead wire", "transport office", "passengers"),
    ("bee colony", "Ashfold orchard", "brood frame", "keepers' union", "kilograms"),
    ("paper archive", "Lindholm castle", "binding glue", "national library", "volumes"),
    ("fog signal", "Carrick head", "brass horn", "lights commission", "hours"),
    ("seed vault", "Morrow valley", "drying room", "farm council", "samples"),
    ("rope bridge", "Tarn gorge", "steel anchor", "parish assembly", "walkers"),
    ("glass furnace", "Vesterby works", "crucible", "craft school", "bottles"),
    ("snow fence", "Hollin pass", "cedar slat", "road service", "metres"),
)
_FRAMES = (
    "The {thing} at {place} was first inspected in {year}, when the {office} counted {n} {unit} in a single season.",
    "Engineers had expected the {part} to last for {m} years, yet it wore out after barely {k}.",
    "A second survey, begun in {year2}, found that most of the trouble came from the {part} rather than from the weather.",
    "According to the {office}, repairs to the {thing} cost {n} crowns and took {k} weeks longer than planned.",
    "Nobody at {place} remembers who proposed the change, but the minutes of {year2} record a vote of {m} to {k}.",
    "The new {part} weighs {m} kilograms less than the old one and can be replaced by two people in an afternoon.",
    "Visitors are often surprised that the {thing} still works without electricity during the winter months.",
    "In dry years the figure fell to {k} {unit}; in wet ones it rose to {n}, which the {office} called a record.",
    "What the report leaves open is whether the {thing} could be moved away from {place} without losing its purpose.",
    "Three separate teams measured the {part} in {year} and agreed to within {k} per cent.",
    "Since then the {office} has published its measurements every spring, together with a short account of all failures.",
    "Critics answered that {n} {unit} is a poor yardstick, since it ignores how the {thing} is used at night.",
    "The manual asks for the {part} to be cleaned every {m} days, and more often when the wind blows from the sea.",
    "A copy of the original drawing was found at {place} in {year2}, folded inside an unrelated ledger.",
    "The people who look after the {thing} describe the work as slow, regular and unexpectedly quiet.",
)
_JA_FRAMES = (
    "{place}の{thing}は{year}年に初めて点検され、一つの季節に{n}件の記録が残された。",
    "技師たちは部品が{m}年もつと考えていたが、実際には{k}年で摩耗した。",
    "{year2}年に始まった第二の調査では、問題の多くは天候ではなく部品に由来すると分かった。",
    "役所によれば、{thing}の修理には{n}万円かかり、予定より{k}週間長引いた。",
    "誰が変更を提案したのかは定かでないが、{year2}年の議事録には賛成{m}、反対{k}とある。",
    "新しい部品は以前のものより{m}キログラム軽く、二人で半日あれば交換できる。",
    "{thing}が冬の間も電気なしで動き続けることに、訪れた人の多くは驚く。",
    "乾いた年には数値が{k}まで下がり、雨の多い年には{n}まで上がった。",
)
_JA_TOPICS = (
    ("潮力発電機", "北浦海峡"),
    ("製パン窯", "旧水車町"),
    ("路面電車", "東堤地区"),
    ("養蜂箱", "林檎ヶ丘"),
    ("霧笛", "岩崎岬"),
)


class Prose:
    """Paragraphs on one topic, never the same sentence twice on a page."""

    def __init__(self, seed: int, *, japanese: bool = False) -> None:
        self._random = random.Random(seed)
        self._japanese = japanese
        frames = list(_JA_FRAMES if japanese else _FRAMES)
        self._frames: list[str] = []
        for _ in range(6):
            self._random.shuffle(frames)
            self._frames += frames
        if japanese:
            self.thing, self.place = _JA_TOPICS[seed % len(_JA_TOPICS)]
            self.part, self.office, self.unit = "部品", "役所", "件"
        else:
            self.thing, self.place, self.part, self.office, self.unit = TOPICS[seed % len(TOPICS)]
        self.said: list[str] = []

    def sentence(self) -> str:
        frame = self._frames.pop()
        return frame.format(
            thing=self.thing, place=self.place, part=self.part, office=self.office, unit=self.unit,
            n=self._random.randint(100, 9_999), m=self._random.randint(11, 95), k=self._random.randint(2, 10),
            year=self._random.randint(1950, 1999), year2=self._random.randint(2000, 2025),
        )  # fmt: skip

    def paragraph(self, sentences: int = 4) -> str:
        return self.keep(("" if self._japanese else " ").join(self.sentence() for _ in range(sentences)))

    def keep(self, text: str) -> str:
        """Note it as content, and give it back as HTML text."""
        self.said.append(text)
        return escape(text)

    def title(self) -> str:
        name = f"{self.place}の{self.thing}" if self._japanese else f"The {self.thing} of {self.place}"
        return self.keep(name)


def _page(head: str, body: str, *, lang: str = "en") -> str:
    return f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">{head}</head>\n<body>{body}</body></html>'


_LINKS = (
    "Home",
    "Products",
    "Pricing",
    "About us",
    "Careers",
    "Contact",
    "Press room",
    "Status",
    "Terms of use",
    "Privacy",
)


def _menu(tag: str = "nav", more: str = "") -> str:
    return (
        f"<{tag} {more}><ul>"
        + "".join(f'<li><a href="/{n}">{name}</a></li>' for n, name in enumerate(_LINKS))
        + f"</ul></{tag}>"
    )


_COOKIES = (
    '<div id="cookie-consent-banner" class="cookie-banner"><p>We use cookies and similar technologies to improve your '
    "experience, to analyse traffic and to show personalised advertising. By clicking accept you agree to this.</p>"
    "<button>Accept all</button><button>Reject</button></div>"
)
_FOOTER = (
    "<footer><div><p>© 2026 Example Media Group. All rights reserved. Reproduction needs written permission.</p>"
    + _menu("div", 'class="footer-links"') + "</div></footer>"
)  # fmt: skip
_NEWSLETTER = (
    '<section class="newsletter-signup"><h3>Never miss a story</h3><p>Subscribe to our weekly newsletter and get the best '
    "of our reporting in your inbox, free of charge.</p><form><input><button>Sign up</button></form></section>"
)
_SHARE = '<div class="social-share"><a href="#">Share</a><a href="#">Tweet</a><a href="#">Pin it</a><a href="#">Mail</a></div>'
_RELATED = (
    '<aside class="related"><h3>Read next</h3><ul><li><a href="/1">Ten quiet places by the sea you should know</a></li>'
    '<li><a href="/2">Why the old lighthouse was painted blue</a></li><li><a href="/3">Our readers\' favourite walks</a>'
    "</li></ul></aside>"
)


def docs(p: Prose) -> str:
    side = '<div class="sidebar" role="navigation"><p class="caption">Table of contents</p>' + _menu("div") + "</div>"
    title = p.title()
    code = f"{p.thing.replace(' ', '_')}.inspect(level={len(p.place)})\nprint(report.summary())"
    p.said.append(code)
    sections = "".join(
        f'<section id="s{n}"><h2>{p.keep(f"Step {n}: looking after the {p.part}")}<a class="headerlink" hidden>¶</a></h2>'
        f"<p>{p.paragraph()}</p><p>{p.paragraph(3)}</p></section>"
        for n in range(1, 4)
    )
    items = "".join(f"<li>{p.keep(p.sentence())}</li>" for _ in range(3))
    body = (
        f'<div class="topbar">{_menu()}</div><div class="wrapper">{side}<div role="main" class="document"><h1>{title}</h1>'
        f"<p>{p.paragraph()}</p>{sections}<pre><code>{escape(code)}</code></pre><ul>{items}</ul></div></div>"
        '<div class="prevnext"><a href="p">Previous: Installation</a> <a href="n">Next: Configuration</a></div>'
        + _FOOTER
    )
    return _page(f"<title>{title} — Manual 4.2</title>", body)


def news(p: Prose) -> str:
    title = p.title()
    paragraphs = "".join(f"<p>{p.paragraph(3)}</p>" + (_RELATED if n == 2 else "") for n in range(7))
    quote = f"<blockquote><p>{p.keep(p.sentence())}</p></blockquote>"
    body = (
        f'<header class="site-header">{_menu()}</header>{_COOKIES}<main><article><header><h1>{title}</h1>'
        '<p class="byline">By Ida Moran, 3 May 2024</p></header>'
        f"{_SHARE}{paragraphs}{quote}{_NEWSLETTER}</article></main>{_RELATED}{_FOOTER}"
    )
    return _page(
        f'<title>{title} | The Daily Lantern</title><meta property="article:published_time" content="2024-05-03">', body
    )


def forum(p: Prose) -> str:
    title = p.title()
    posts = "".join(
        f'<div class="post" id="p{n}"><div class="post-author"><div class="post-meta"><span>user{n * 7}</span> '
        f"<span>Joined: Mar 20{n + 10}</span> <span>Posts: {n * 113}</span></div></div>"
        f'<div class="post-body"><p>{p.paragraph(3)}</p><p>{p.paragraph(2)}</p></div>'
        '<div class="signature">Sent from my pocket calculator. Be kind to one another.</div>'
        '<div class="post-toolbar"><a>Like</a> <a>Quote</a> <a>Report</a> <a>Reply</a></div></div>'
        for n in range(1, 6)
    )
    body = (
        f'<div id="top">{_menu("div", "id=navigation")}</div><div class="breadcrumbs"><a>Board index</a> &gt; <a>General</a> '
        f'&gt; <a>Talk</a></div><div id="content"><h1>{title}</h1>{posts}</div><div class="pagination"><a>1</a> <a>2</a> '
        f"<a>3</a></div>{_FOOTER}"
    )
    return _page(f"<title>{title} - Harbour Forum</title>", body)


def tables(p: Prose) -> str:
    title = p.title()
    head = "".join(f"<th>{p.keep(name)}</th>" for name in ("Season", "Readings", "Failures", "Remarks"))
    rows = "".join(
        f"<tr><td>{p.keep(f'Spring {1990 + n}')}</td><td>{p.keep(str(1000 + n * 37))}</td><td>{p.keep(str(n * 3))}</td>"
        f"<td>{p.keep(p.sentence())}</td></tr>"
        for n in range(14)
    )
    body = (
        f'<div class="masthead">{_menu("div")}</div><main><h1>{title}</h1><p>{p.paragraph()}</p><table><thead><tr>{head}'
        f"</tr></thead><tbody>{rows}</tbody></table><p>{p.paragraph()}</p></main>{_FOOTER}"
    )
    return _page(f"<title>{title}</title>", body)


def cookie_walled(p: Prose) -> str:
    title = p.title()
    partners = "".join(f"<li>Partner {n}: stores identifiers for up to {n * 30} days</li>" for n in range(1, 25))
    wall = (
        '<div class="cmp-modal consent-layer" role="dialog"><h2>Your privacy matters to us</h2><p>We and our 812 partners '
        f"store and access information on a device, such as unique identifiers.</p><ul>{partners}</ul></div>"
    )
    paragraphs = "".join(f"<p>{p.paragraph()}</p>" for _ in range(8))
    body = f'{wall}{_menu()}<div id="page"><article class="story"><h1>{title}</h1>{paragraphs}</article></div>{_FOOTER}'
    return _page(f"<title>{title}</title>", body)


def encyclopedia(p: Prose) -> str:
    title = p.title()
    toc = (
        '<div id="toc" class="toc"><h2>Contents</h2><ul>'
        + "".join(f'<li><a href="#{n}">Part {n}</a></li>' for n in "abc")
        + "</ul></div>"
    )
    sections = "".join(
        f'<h2>{p.keep(name)}<span class="mw-editsection">[edit]</span></h2><p>{p.paragraph(5)}</p>'
        for name in ("History", "Construction", "Present state", "Reception")
    )
    navbox = '<div class="navbox"><a>Piers</a> · <a>Quays</a> · <a>Locks</a> · <a>Slipways</a> · <a>Dry docks</a></div>'
    body = (
        f'<div id="mw-head">{_menu("div", "class=mw-navigation")}</div><div id="bodyContent"><h1>{title}</h1>'
        '<div class="hatnote">For other uses, see the list of namesakes.</div>'
        f"<p>{p.paragraph(5)}</p>{toc}{sections}{navbox}</div>{_FOOTER}"
    )
    return _page(f"<title>{title} - Free Encyclopedia</title>", body)


def blog(p: Prose) -> str:
    title = p.title()
    widget = '<div class="widget"><h3>Archive</h3>' + _menu("div") + "</div>"
    parts = "".join(f"<h3>{p.keep(p.sentence())}</h3><p>{p.paragraph()}</p>" for _ in range(4))
    body = (
        f'<div class="navbar">{_menu("div")}</div><div class="entry has-sidebar"><h1 class="entry-title">{title}</h1>'
        f'<div class="entry-meta">Posted on 2023-08-14 by admin in Notes</div><div class="entry-content"><p>{p.paragraph()}</p>'
        f'{parts}</div><div class="tags"><a>sea</a> <a>wind</a> <a>iron</a></div>{_SHARE}</div>'
        f'<div id="sidebar">{widget}{_NEWSLETTER}</div>{_FOOTER}'
    )
    return _page(f"<title>{title} « Notes from the quay</title>", body)


def answers(p: Prose) -> str:
    title = p.title()
    given = "".join(
        f'<div class="answer"><div class="votecell"><span class="vote-count">{n * 4}</span></div>'
        f'<div class="s-prose"><p>{p.paragraph(3)}</p><pre><code>{p.keep(f"check --depth {n} --pier north")}</code></pre>'
        f'<p>{p.paragraph(2)}</p></div><div class="post-menu"><a>share</a> <a>edit</a> <a>follow</a> <a>flag</a></div></div>'
        for n in range(1, 4)
    )
    body = (
        f'<header>{_menu()}</header><div id="sidebar" class="show-votes"><h4>Hot questions</h4>{_menu("div")}</div>'
        f'<div id="mainbar"><h1>{title}</h1><div class="question"><div class="s-prose"><p>{p.paragraph()}</p></div></div>{given}'
        f"</div>{_FOOTER}"
    )
    return _page(f"<title>{title} - Ask the Pier</title>", body)


def shop(p: Prose) -> str:
    title = p.title()
    facts = "".join(
        f"<dt>{p.keep(name)}</dt><dd>{p.keep(p.sentence())}</dd>" for name in ("Material", "Care", "Origin", "Warranty")
    )
    offers = '<div class="recommended"><h3>You may also like</h3>' + _menu("div") + "</div>"
    body = (
        f'<div class="promo-bar">Free delivery on orders above fifty crowns until Sunday!</div><header>{_menu()}</header>'
        f"<main><h1>{title}</h1><p>{p.paragraph()}</p><dl>{facts}</dl><p>{p.paragraph()}</p><p>{p.paragraph()}</p>{offers}</main>"
        f"{_NEWSLETTER}{_FOOTER}"
    )
    return _page(f"<title>Buy {title}</title>", body)


def office(p: Prose) -> str:
    """A government page of the old kind: tables for layout, no element that says where the content is."""
    title = p.title()
    items = "".join(f"<li>{p.keep(p.sentence())}</li>" for _ in range(5))
    body = (
        f'<a class="skip-link" href="#c">Skip to main content</a><div class="banner">An official website of the county</div>'
        f'<div class="menu">{_menu("div")}</div><div class="col"><h1>{title}</h1><p>{p.paragraph()}</p><ol>{items}</ol>'
        f"<h2>{p.keep('How to apply')}</h2><p>{p.paragraph()}</p><p>{p.paragraph()}</p><p>{p.paragraph()}</p></div>"
        '<div class="footer">County hall, 1 Main street. Accessibility. Freedom of information.</div>'
    )
    return _page(f"<title>{title} | County</title>", body)


def japanese_news(p: Prose) -> str:
    title = p.title()
    paragraphs = "".join(f"<p>{p.paragraph(3)}</p>" for _ in range(7))
    menu = "".join(
        f'<li><a href="/{n}">{name}</a></li>'
        for n, name in enumerate(("ホーム", "社会", "経済", "国際", "文化", "天気"))
    )
    body = (
        f'<header><nav><ul>{menu}</ul></nav></header><div class="cookie-notice">当サイトはクッキーを使用しています。同意しますか。</div>'
        f'<main><article><h1>{title}</h1><p class="date">2024年5月3日</p>{paragraphs}</article></main>'
        f'<aside class="related"><h3>関連記事</h3><ul>{menu}</ul></aside><footer>無断転載を禁じます。</footer>'
    )
    return _page(f"<title>{title}｜灯台新聞</title>", body, lang="ja")


def japanese_manual(p: Prose) -> str:
    title = p.title()
    sections = "".join(
        f"<h2>{p.keep(f'第{n}章 点検の手順')}</h2><p>{p.paragraph(4)}</p><p>{p.paragraph(2)}</p>" for n in range(1, 5)
    )
    rows = "".join(f"<tr><th>{p.keep(f'{n}年目')}</th><td>{p.keep(p.sentence())}</td></tr>" for n in range(1, 5))
    body = (
        '<div class="breadcrumb"><a>トップ</a> ＞ <a>説明書</a> ＞ <a>保守</a></div><div id="main"><h1>'
        f'{title}</h1>{sections}<table>{rows}</table></div><div class="footer">お問い合わせ　採用情報　個人情報の取り扱い</div>'
    )
    return _page(f"<title>{title}</title>", body, lang="ja")


STYLES: tuple[tuple[str, Callable[[Prose], str], bool], ...] = (
    ("docs", docs, False),
    ("news", news, False),
    ("forum", forum, False),
    ("tables", tables, False),
    ("cookie-walled", cookie_walled, False),
    ("encyclopedia", encyclopedia, False),
    ("blog", blog, False),
    ("answers", answers, False),
    ("shop", shop, False),
    ("office", office, False),
    ("japanese-news", japanese_news, True),
    ("japanese-manual", japanese_manual, True),
)


def _obfuscated(html: str) -> str:
    """The same page from a site whose tools rename every class and id: only elements and links tell the parts apart."""
    return re.sub(
        r'\b(class|id)="?[\w -]+"?', lambda match: f'{match[1]}="css-{zlib.crc32(match[0].encode()):x}"', html
    )


def pages() -> Iterator[StyledPage]:
    """Sixty pages, the same every time; the last of each style without names that tell what a part is."""
    for kind, (name, style, japanese) in enumerate(STYLES):
        for number in range(PER_STYLE):
            prose = Prose(kind * 100 + number, japanese=japanese)
            html = style(prose)
            if number == PER_STYLE - 1:
                html = _obfuscated(html)
            yield StyledPage(f"{name}-{number + 1}", html, "\n".join(prose.said))
