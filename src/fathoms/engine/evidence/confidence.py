"""How far a claim can be trusted, by where it stands. Code, never a mind.

Knows: tiers of hosts (a rule set that users extend), independence, the three levels of confidence.
Does not know: what the claim says.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from fathoms.domain.authority import TIER_OF, TierRules
from fathoms.domain.evidence import Confidence, Evidence, Tier
from fathoms.text.addresses import host_of, is_external, site
from fathoms.text.words import fold

_STRENGTH = {Confidence.UNVERIFIED: 0, Confidence.PLAUSIBLE: 1, Confidence.VERIFIED: 2}
_COPY_WORDS = 8
"""The same sentence of this many words on two sites is one voice printed twice."""


_PRIMARY = """
gov edu mil int gov.uk gov.au gov.in gov.br gov.za gov.sg gov.cn gov.tw gc.ca canada.ca gouv.fr gob.mx gob.es admin.ch
bund.de go.jp lg.jp go.kr govt.nz europa.eu ac.uk ac.jp ac.kr ac.nz ac.za ac.in edu.au edu.cn edu.sg mil.uk nhs.uk
parliament.uk un.org oecd.org worldbank.org imf.org iso.org ietf.org rfc-editor.org w3.org iana.org unicode.org
ecma-international.org whatwg.org kubernetes.io python.org postgresql.org kernel.org developer.mozilla.org
readthedocs.io docs.rs
"""
_SECONDARY = """
wikipedia.org britannica.com reuters.com apnews.com afp.com bbc.co.uk bbc.com nytimes.com washingtonpost.com
theguardian.com ft.com economist.com wsj.com bloomberg.com npr.org lemonde.fr spiegel.de nikkei.com nhk.or.jp asahi.com
mainichi.jp yomiuri.co.jp nature.com science.org cell.com thelancet.com nejm.org bmj.com pnas.org springer.com
sciencedirect.com wiley.com ieee.org acm.org arxiv.org jstor.org plos.org scientificamerican.com newscientist.com
arstechnica.com lwn.net infoq.com theregister.com technologyreview.com
"""
_COMMUNITY = """
reddit.com news.ycombinator.com stackoverflow.com stackexchange.com superuser.com serverfault.com askubuntu.com
quora.com medium.com substack.com blogspot.com wordpress.com tumblr.com dev.to hashnode.dev x.com twitter.com
facebook.com linkedin.com instagram.com tiktok.com youtube.com pinterest.com discord.com telegram.org t.me
mastodon.social bsky.app lobste.rs slashdot.org fandom.com docs.google.com sites.google.com gist.github.com
discuss.python.org discuss.kubernetes.io qiita.com zenn.dev note.com hatenablog.com hatena.ne.jp 5ch.net
chiebukuro.yahoo.co.jp zhihu.com weibo.com
"""

DEFAULT_RULES = TierRules(
    primary=tuple(_PRIMARY.split()),
    secondary=tuple(_SECONDARY.split()),
    community=tuple(_COMMUNITY.split()),
    primary_prefixes=("docs", "developer", "developers"),
    community_prefixes=("forum", "forums", "community", "discuss", "discourse", "blog"),
)


def tier_of(url: str, rules: TierRules = DEFAULT_RULES) -> Tier:
    """The tier of an address. The user's documents and stated facts are their own tier."""
    if not is_external(url):
        return Tier.OWN
    host = host_of(url)
    matches = [
        (suffix.count("."), len(suffix), tier)
        for name, tier in TIER_OF.items()
        for suffix in getattr(rules, name)
        if host == suffix or host.endswith(f".{suffix}")
    ]
    if matches:
        return max(matches, key=lambda match: match[:2])[2]
    first = host.partition(".")[0]
    if first in rules.primary_prefixes:
        return Tier.PRIMARY
    return Tier.COMMUNITY if first in rules.community_prefixes else Tier.UNKNOWN


def confidence_of(evidence: Sequence[Evidence], *, internal_subject: bool) -> Confidence:
    """What all the evidence of a claim makes it worth."""
    tiers = {item.tier for item in evidence}
    if Tier.PRIMARY in tiers or (internal_subject and Tier.OWN in tiers):
        return Confidence.VERIFIED
    credible = [item for item in evidence if item.tier in (Tier.SECONDARY, Tier.OWN)]
    if any(independent(left, right) for left, right in combinations(credible, 2)):
        return Confidence.VERIFIED
    if tiers <= {Tier.COMMUNITY}:
        return Confidence.UNVERIFIED
    return Confidence.PLAUSIBLE


def independent(left: Evidence, right: Evidence) -> bool:
    """Two publishers, each in their own words. The user's documents are one publisher together."""
    if left.tier is Tier.OWN and right.tier is Tier.OWN:
        return False
    return site(left.url) != site(right.url) and not _copied(left.quote, right.quote)


def strength(confidence: Confidence | None) -> int:
    """For sorting: -1 for no confidence at all, then UNVERIFIED, PLAUSIBLE, VERIFIED."""
    return -1 if confidence is None else _STRENGTH[confidence]


def _copied(left: str, right: str) -> bool:
    words, others = fold(left).split(), fold(right).split()
    return words == others and len(words) >= _COPY_WORDS
