"""NO_PROXY is read as others read it."""

from __future__ import annotations

import pytest

from fathoms.sources.web.bypass import Bypass


@pytest.mark.parametrize(
    ("entries", "host", "port", "direct"),
    [
        ("*", "anything.example", 80, True),
        ("example.com", "example.com", 80, True),
        ("example.com", "www.example.com", 443, True),
        (".example.com", "www.example.com", 443, True),
        ("*.example.com", "www.example.com", 443, True),
        ("EXAMPLE.com", "www.Example.com.", 443, True),
        ("example.com", "badexample.com", 80, False),
        ("example.com:8080", "example.com", 8080, True),
        ("example.com:8080", "example.com", 80, False),
        ("10.0.0.0/8", "10.1.2.3", 80, True),
        ("10.0.0.0/8", "11.1.2.3", 80, False),
        ("10.0.0.0/8", "ten.example", 80, False),
        ("192.168.1.5", "192.168.1.5", 80, True),
        ("2001:db8::1", "[2001:db8::1]", 80, True),
        ("[2001:db8::1]:81", "2001:db8::1", 81, True),
        ("[2001:db8::1]:81", "2001:db8::1", 80, False),
        ("", "example.com", 80, False),
        ("", "localhost", 80, True),
        ("", "127.0.0.1", 80, True),
        ("", "[::1]", 80, True),
    ],
)
def test_a_host_goes_through_the_proxy_or_not(entries: str, host: str, port: int, direct: bool) -> None:
    assert Bypass(entries.split(",")).holds(host, port) is direct
