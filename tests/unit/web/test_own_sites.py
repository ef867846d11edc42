"""Hosts that a page calls its own."""

from __future__ import annotations

import lxml.html
import pytest

from fathoms.sources.web.reading.own_sites import LONGEST, own_sites


def hosts(*links: str) -> tuple[str, ...]:
    return own_sites(lxml.html.fromstring(f"<body><p>Words.</p>{''.join(links)}</body>"))


@pytest.mark.parametrize(
    "words",
    [
        "our data portal",
        "Visit our new website",
        "Official site",
        "the official project homepage",
        "公式サイトはこちら",
        "Our documentation",
    ],
)
def test_a_link_that_says_so_names_an_own_site(words: str) -> None:
    assert hosts(f'<a href="https://data.example/x">{words}</a>') == ("data.example",)


@pytest.mark.parametrize(
    "link",
    [
        '<a href="https://data.example/">our partner site</a>',
        '<a href="https://data.example/">their website</a>',
        '<a href="/about">our website</a>',
        '<a href="mailto:a@data.example">our website</a>',
        f'<a href="https://data.example/">our website {"x" * LONGEST}</a>',
        '<a href="https://data.example/" rel="nofollow">more</a>',
    ],
)
def test_any_other_link_names_none(link: str) -> None:
    assert hosts(link) == ()


def test_a_link_marked_as_oneself_names_an_own_site_and_each_is_named_once() -> None:
    mine = '<a href="https://me.example/" rel="me noopener">me</a>'
    assert hosts(mine, mine, '<a href="https://b.example/">our blog</a>') == ("me.example", "b.example")
