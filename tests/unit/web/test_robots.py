"""robots.txt says what may be fetched, as RFC 9309 has it."""

from __future__ import annotations

import time

import pytest

from fathoms.sources.web.robots import parse

AGENT = "Fathoms/0.1 (research)"


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ("", "/a", True),
        ("User-agent: *\nDisallow: /a", "/a/b", False),
        ("User-agent: *\nDisallow: /a", "/b", True),
        ("User-agent: *\nDisallow:", "/a", True),
        ("User-agent: *\nDisallow: /\nAllow: /open", "/open/x", True),
        ("User-agent: *\nDisallow: /a/b\nAllow: /a", "/a/b", False),
        ("User-agent: *\nDisallow: /a\nAllow: /a", "/a", True),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf", False),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf?z", True),
        ("User-agent: *\nDisallow: /x*z", "/x-y-z", False),
        ("User-agent: *\nDisallow: /\n\nUser-agent: fathoms\nDisallow: /no", "/yes", True),
        ("User-agent: fathoms\nUser-agent: other\nDisallow: /no", "/no", False),
        ("User-agent: other\nDisallow: /", "/a", True),
        ("# a comment\nUSER-AGENT: *\ndisallow: /a # why", "/a", False),
        ("User-agent: *\nDisallow: /a", "/robots.txt", True),
    ],
)
def test_the_longest_rule_of_our_group_decides(text: str, path: str, allowed: bool) -> None:
    assert parse(text, AGENT).allows(path) is allowed


@pytest.mark.parametrize(("said", "delay"), [("2", 2.0), ("0.5", 0.5), ("100", 5.0), ("soon", 0.0), ("1e9", 0.0)])
def test_a_pause_is_kept_up_to_a_limit(said: str, delay: float) -> None:
    assert parse(f"User-agent: *\nCrawl-delay: {said}", AGENT).delay == delay


def test_a_pattern_made_to_take_for_ever_does_not() -> None:
    rules = parse("User-agent: *\nDisallow: /" + "*a" * 500 + "b$", AGENT)
    began = time.process_time()
    assert rules.allows("/" + "a" * 5_000)
    assert time.process_time() - began < 0.5
