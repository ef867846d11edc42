"""A page becomes what its author wrote, and a wall is not taken for a page."""

from __future__ import annotations

from datetime import date

import pytest

from evals.page_styles import pages
from fathoms.errors import BadAnswer, Refused
from fathoms.sources.formats.parsed import Format
from fathoms.sources.web import blocked
from fathoms.sources.web.reading import read_page

PROSE = "The harbour was dredged to eleven metres in the spring, and the work took nine weeks in all. " * 4


def read(html: str, content_type: str = "text/html") -> str:
    return read_page(html.encode(), content_type=content_type, url="http://site.example/page").text


@pytest.mark.parametrize("page", [p for p in pages() if p.name.endswith("-1")], ids=lambda page: page.name)
def test_the_content_of_a_page_in_the_style_of_a_real_site_is_kept(page) -> None:  # type: ignore[no-untyped-def]
    text = " ".join(read(page.html).split())
    lost = [line for line in page.gold.splitlines() if " ".join(line.split()) not in text]
    assert len(lost) <= 1, lost


def test_furniture_is_left_out_by_its_names_and_roles() -> None:
    html = (
        f"<body><nav>Home News Contact</nav><div class='cookieBanner'>We value your privacy</div><p>{PROSE}</p>"
        "<div role=complementary>Read our other stories</div><div style='display: none'>trap</div>"
        "<div hidden>ghost</div><footer>All rights reserved</footer></body>"
    )
    text = read(html)
    assert "dredged" in text
    for word in ("Home", "privacy", "stories", "trap", "ghost", "rights"):
        assert word not in text


def test_an_element_with_a_suspicious_name_that_holds_the_page_is_kept() -> None:
    assert "dredged" in read(f"<body><div class='has-sidebar related'><p>{PROSE}</p></div></body>")


def test_a_page_that_is_only_a_list_of_links_is_kept_whole() -> None:
    links = "".join(f"<li><a href='/{n}'>Annual report of the harbour board, {1990 + n}</a></li>" for n in range(20))
    assert "harbour board, 1995" in read(f"<html><body><ul>{links}</ul></body></html>")


@pytest.mark.parametrize(
    ("head", "body", "dated"),
    [
        ('<meta property="article:published_time" content="2024-05-03T10:00:00Z">', "", date(2024, 5, 3)),
        ('<script type="application/ld+json">{"datePublished": "2023-02-01"}</script>', "", date(2023, 2, 1)),
        ("", '<p class="byline">By Ida Moran, 3 May 2022</p>', date(2022, 5, 3)),
        ("", '<time datetime="2021-07-09">last summer</time>', date(2021, 7, 9)),
        ("", "<p>In 1999 all was well.</p>", None),
    ],
)
def test_a_date_counts_where_a_page_states_it(head: str, body: str, dated: date | None) -> None:
    html = f"<html><head><title>T</title>{head}</head><body>{body}<p>{PROSE}</p></body></html>"
    assert read_page(html.encode(), content_type="text/html", url="http://a.example/").dated == dated


def test_title_author_and_language_come_from_the_page() -> None:
    html = (
        '<html lang="en-GB"><head><title>Dredging | The Lantern</title><meta name="author" content="Ida Moran"></head>'
        f"<body><h1>Dredging</h1><p>{PROSE}</p></body></html>"
    )
    page = read_page(html.encode(), content_type="text/html", url="http://a.example/")
    assert (page.title, page.author, page.language, page.format) == ("Dredging", "Ida Moran", "en", Format.HTML)


@pytest.mark.parametrize("charset", ["utf-8", "shift_jis", "euc-jp"])
@pytest.mark.parametrize("told", ["header", "meta", "nobody", "wrongly"])
def test_text_is_decoded_by_whoever_tells_the_truth(charset: str, told: str) -> None:
    meta = f'<meta charset="{charset}">' if told == "meta" else ""
    text = "港の水深は十一メートルで、二〇一九年に浚渫された。費用は四百万クローネである。" * 5
    html = f"<html><head>{meta}<title>港</title></head><body><p>{text}</p></body></html>".encode(charset)
    header = {"header": f"text/html; charset={charset}", "wrongly": "text/html; charset=us-ascii"}.get(
        told, "text/html"
    )
    assert "浚渫された" in read_page(html, content_type=header, url="http://a.example/").text


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(Refused, match="not text"):
        read_page(b"\0" * 100, content_type="application/octet-stream", url="http://a.example/file.bin")
    with pytest.raises(BadAnswer):
        read_page(b"PK\x03\x04 not a zip", content_type="text/html", url="http://a.example/")


@pytest.mark.parametrize(
    ("title", "text", "wall"),
    [
        ("Just a moment...", "site.example Verifying.", "robots"),
        ("Shop", "Please complete the CAPTCHA to continue to the shop.", "robots"),
        ("App", "You need to enable JavaScript to run this app.", "JavaScript"),
        ("ニュース", "JavaScriptを有効にしてください。", "JavaScript"),
        ("Story", "The first lines. Subscribe to continue reading this story.", "login"),
        ("Error", "Access denied. Reference 17.", "denied"),
    ],
)
def test_a_wall_is_recognised(title: str, text: str, wall: str) -> None:
    assert wall in (blocked.wall(text, title) or "")


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("How captchas work", "A captcha asks whether you are a robot. " + PROSE * 6),
        ("Enabling JavaScript", "You need to enable JavaScript in the settings. " + PROSE * 6),
        ("Tide table", "High water at noon, eleven metres."),
    ],
)
def test_a_page_about_walls_is_no_wall(title: str, text: str) -> None:
    assert blocked.wall(text, title) is None


@pytest.mark.parametrize(
    ("text", "scripted", "wall"),
    [
        ("", True, blocked.Wall.SCRIPT),
        ("", False, None),
        ("Skarrow Harbour Loading…", True, blocked.Wall.SCRIPT),
        ("Skarrow Harbour Loading…", False, None),
        ("Loading the boat takes an hour. " + PROSE, True, None),
    ],
)
def test_a_page_without_words_waits_for_its_scripts_only_if_it_has_some(
    text: str, scripted: bool, wall: blocked.Wall | None
) -> None:
    assert blocked.wall(text, scripted=scripted) is wall
    assert blocked.has_scripts(b"<script src=x>")
    assert not blocked.has_scripts(b"<p>description</p>")


def test_links_of_the_text_are_kept_whole_each_once_with_the_paragraph_they_stand_in() -> None:
    body = (
        b"<html><body><nav><a href='/home'>Home</a><a href='/a'>A</a><a href='/b'>B</a></nav><article>"
        b"<p>The depth of the quay is told in <a href='soundings?utm_source=x#top'>the soundings</a> of 2020.</p>"
        b"<p>Write to <a href='mailto:a@b.example'>the office</a>, or see <a href='soundings'>the soundings</a>, "
        b"<a href='#here'>this place</a>, <a href='ftp://x.example/y'>the files</a> or <a href='http://[bad'>this</a>."
        b"</p></article></body></html>"
    )
    read = read_page(body, content_type="text/html", url="https://harbour.example/quay/")
    assert [(link.url, link.text) for link in read.links] == [
        ("https://harbour.example/quay/soundings", "the soundings")
    ]
    assert read.links[0].around == "The depth of the quay is told in the soundings of 2020."
