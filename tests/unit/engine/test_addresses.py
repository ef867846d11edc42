"""One spelling per page, one site per publisher."""

from __future__ import annotations

import pytest

from fathoms.text import addresses


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("HTTPS://Example.ORG:443/Path?b=2&utm_source=x&a=1&fbclid=z#frag", "https://example.org/Path?b=2&a=1"),
        ("https://example.org", "https://example.org/"),
        ("http://example.org:8080/x", "http://example.org:8080/x"),
        ("https://user:secret@example.org/x", "https://example.org/x"),
        ("https://[::1]:9/x", "https://[::1]:9/x"),
        ("kb://World/Page.md#0-9", "kb://World/Page.md#0-9"),
        ("brief://fact/1", "brief://fact/1"),
        ("https://[bad/x", "https://[bad/x"),
        ("https://example.org:99999/x", "https://example.org/x"),
    ],
)
def test_one_spelling_for_one_page(url: str, canonical: str) -> None:
    assert addresses.canonical(url) == canonical
    assert addresses.canonical(canonical) == canonical


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://a.b.example.org/x", "example.org"),
        ("https://a.example.co.uk/x", "example.co.uk"),
        ("https://example.co/x", "example.co"),
        ("https://www.meti.go.jp/", "meti.go.jp"),
        ("https://somebody.github.io/x", "somebody.github.io"),
        ("https://www.city.kawasaki.jp/", "city.kawasaki.jp"),
        ("https://github.io/x", "github.io"),
        ("https://a.b.nosuchsuffix/x", "b.nosuchsuffix"),
        ("https://127.0.0.1/x", "127.0.0.1"),
        ("https://[::1]/x", "::1"),
        ("kb://world/a.md#0-9", "kb://world/a.md"),
    ],
)
def test_who_publishes(url: str, site: str) -> None:
    assert addresses.site(url) == site


def test_the_document_behind_a_passage() -> None:
    assert addresses.document("kb://world/a.md#0-9") == "kb://world/a.md"
    assert addresses.document("https://a.org/x#part") == "https://a.org/x"


def test_a_server_is_its_scheme_host_and_port() -> None:
    assert addresses.endpoint("https://A.org/x") == ("https", "a.org", 443)
    assert addresses.endpoint("https://a.org:8443/x") == ("https", "a.org", 8443)
    assert addresses.endpoint("https://[bad")[2] == 0
