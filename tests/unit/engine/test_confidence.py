"""Confidence by where a claim stands."""

from __future__ import annotations

import pytest

from fathoms.domain.authority import TierRules
from fathoms.domain.evidence import Confidence, Evidence, Page, Tier
from fathoms.engine.evidence.confidence import (
    DEFAULT_RULES,
    confidence_of,
    independent,
    tier_of,
    trusting,
    vouched_for,
)
from tests.thread_making import make_evidence, make_page

WORDS = "the array delivered forty one megawatts in the last quarter"


def proof(url: str, quote: str = WORDS) -> Evidence:
    return make_evidence(quote, url=url, tier=tier_of(url))


@pytest.mark.parametrize(
    ("url", "tier"),
    [
        ("https://www.energy.gov/x", Tier.PRIMARY),
        ("https://www.gov.uk/x", Tier.PRIMARY),
        ("https://www.meti.go.jp/x", Tier.PRIMARY),
        ("https://mit.edu", Tier.PRIMARY),
        ("https://www.ox.ac.uk/", Tier.PRIMARY),
        ("https://army.mil/", Tier.PRIMARY),
        ("https://www.who.int/data", Tier.PRIMARY),
        ("https://docs.timescale.com/x", Tier.PRIMARY),
        ("https://en.wikipedia.org/wiki/Tide", Tier.SECONDARY),
        ("https://www.bbc.co.uk/news", Tier.SECONDARY),
        ("https://www.reddit.com/r/x", Tier.COMMUNITY),
        ("https://news.ycombinator.com/item?id=1", Tier.COMMUNITY),
        ("https://someone.medium.com/x", Tier.COMMUNITY),
        ("https://docs.google.com/document/1", Tier.COMMUNITY),
        ("https://discuss.python.org/t/1", Tier.COMMUNITY),
        ("https://forum.example.com/t/1", Tier.COMMUNITY),
        ("https://example.com", Tier.UNKNOWN),
        ("https://notreddit.com", Tier.UNKNOWN),
        ("https://energy.gov.example.com/", Tier.UNKNOWN),
        ("https://energy.gov@example.com/", Tier.UNKNOWN),
        ("https://10.0.0.1/", Tier.UNKNOWN),
        ("kb://world/page.md#0-9", Tier.OWN),
        ("brief://fact/1", Tier.OWN),
    ],
)
def test_a_host_has_a_tier(url: str, tier: Tier) -> None:
    assert tier_of(url) is tier


def test_users_extend_the_rules_and_theirs_decide() -> None:
    rules = DEFAULT_RULES.extended(TierRules(primary=("reddit.com", "veskerry.example"), community=("bbc.co.uk",)))
    assert tier_of("https://old.reddit.com/r/x", rules) is Tier.PRIMARY
    assert tier_of("https://tides.veskerry.example/x", rules) is Tier.PRIMARY
    assert tier_of("https://www.bbc.co.uk/x", rules) is Tier.COMMUNITY
    assert tier_of("https://quora.com/x", rules) is Tier.COMMUNITY


OWN, OTHER_OWN = "kb://world/a.md#0-9", "kb://world/b.md#0-9"
PRIMARY, SECONDARY, SECOND_SECONDARY = "https://energy.gov/x", "https://reuters.com/x", "https://apnews.com/y"
UNKNOWN, SECOND_UNKNOWN = "https://example.com/x", "https://example.net/x"
COMMUNITY, SECOND_COMMUNITY = "https://reddit.com/x", "https://quora.com/y"


@pytest.mark.parametrize(
    ("urls", "internal", "confidence"),
    [
        ([PRIMARY], False, Confidence.VERIFIED),
        ([COMMUNITY, PRIMARY], False, Confidence.VERIFIED),
        ([SECONDARY], False, Confidence.PLAUSIBLE),
        ([SECONDARY, SECOND_SECONDARY], False, Confidence.VERIFIED),
        ([SECONDARY, UNKNOWN], False, Confidence.PLAUSIBLE),
        ([UNKNOWN], False, Confidence.UNVERIFIED),
        ([UNKNOWN, SECOND_UNKNOWN], False, Confidence.PLAUSIBLE),
        ([COMMUNITY], False, Confidence.UNVERIFIED),
        ([COMMUNITY, SECOND_COMMUNITY], False, Confidence.UNVERIFIED),
        ([COMMUNITY, UNKNOWN], False, Confidence.UNVERIFIED),
        ([OWN, UNKNOWN], False, Confidence.PLAUSIBLE),
        ([OWN], True, Confidence.VERIFIED),
        ([OWN], False, Confidence.PLAUSIBLE),
        ([OWN, OTHER_OWN], False, Confidence.PLAUSIBLE),
        ([OWN, SECONDARY], False, Confidence.VERIFIED),
    ],
)
def test_tiers_and_independence_make_the_confidence(urls: list[str], internal: bool, confidence: Confidence) -> None:
    evidence = [proof(url, f"{WORDS} {n}") for n, url in enumerate(urls)]
    assert confidence_of(evidence, internal_subject=internal) is confidence


def test_two_pages_of_one_publisher_are_one_voice() -> None:
    assert not independent(proof("https://www.reuters.com/a", "one"), proof("https://uk.reuters.com/b", "two"))
    assert not independent(proof("https://a.example.co.uk/a", "one"), proof("https://b.example.co.uk/b", "two"))
    assert independent(proof("https://one.co.uk/a", "one"), proof("https://two.co.uk/b", "two"))


def test_the_same_sentence_on_two_sites_is_one_voice_printed_twice() -> None:
    assert not independent(proof(SECONDARY), proof(SECOND_SECONDARY))
    assert independent(proof(SECONDARY, "41 MW"), proof(SECOND_SECONDARY, "41 MW"))


@pytest.mark.parametrize(
    ("url", "subjects", "tier"),
    [
        ("https://www.nokia.com/x", ("Nokia",), Tier.PRIMARY),
        ("https://tidal-authority.example/x", ("Tidal Authority",), Tier.PRIMARY),
        ("https://acmerobotics.example/x", ("Acme Robotics Inc",), Tier.PRIMARY),
        ("https://nokia.evil.example/x", ("Nokia",), Tier.UNKNOWN),
        ("https://nokia-rumours.example/x", ("Nokia",), Tier.UNKNOWN),
        ("https://www.reddit.com/r/x", ("Reddit",), Tier.COMMUNITY),
        ("https://x.example/x", ("X",), Tier.UNKNOWN),
        ("https://www.nokia.com/x", (), Tier.UNKNOWN),
    ],
)
def test_a_host_that_carries_the_subjects_own_name_is_primary(url: str, subjects: tuple[str, ...], tier: Tier) -> None:
    assert tier_of(url, DEFAULT_RULES, subjects) is tier


def page_of(url: str, *own: str) -> Page:
    return make_page("Words.", url=url).model_copy(update={"own_sites": own})


def test_a_host_that_a_primary_source_calls_its_own_is_primary_and_vouches_for_no_third() -> None:
    pages = [
        page_of("https://ministry.gov/", "data-ministry.example", "twitter.com"),
        page_of("https://stranger.example/", "elsewhere.example"),
        page_of("https://data-ministry.example/", "third.example"),
    ]
    vouched = vouched_for(pages, DEFAULT_RULES, ())
    rules = trusting(DEFAULT_RULES, vouched)
    assert tier_of("https://www.data-ministry.example/x", rules) is Tier.PRIMARY
    assert tier_of("https://twitter.com/ministry", rules) is Tier.COMMUNITY, "the rules list it"
    assert tier_of("https://elsewhere.example/", rules) is Tier.UNKNOWN, "who says so is nobody we know"
    assert tier_of("https://third.example/", rules) is Tier.UNKNOWN
    assert trusting(DEFAULT_RULES, ()) == DEFAULT_RULES
