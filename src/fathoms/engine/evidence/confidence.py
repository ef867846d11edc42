"""How far a claim can be trusted, by where it stands. Code, never a mind.

Knows: tiers of hosts (a rule set that users extend), independence, the three levels of confidence.
Does not know: what the claim says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations

from fathoms.domain.authority import TIER_OF, TierRules
from fathoms.domain.evidence import Confidence, Evidence, Page, Tier
from fathoms.text.addresses import host_of, is_external, site
from fathoms.text.words import fold

_STRENGTH = {Confidence.UNVERIFIED: 0, Confidence.PLAUSIBLE: 1, Confidence.VERIFIED: 2}
_NOT_LETTERS = re.compile(r"[\W_]+")
_COMPANY = re.compile(r"(?:inc|ltd|llc|gmbh|corp|corporation|company|foundation|project|group|plc)$|^the")
_LEAST_NAME = 4
"""Letters; a shorter host is anybody's."""
_COPY_WORDS = 8
"""The same sentence of this many words on two sites is one voice printed twice."""


_PRIMARY = """
gov edu mil int gov.uk gov.au gov.in gov.br gov.za gov.sg gov.cn gov.tw gov.ie gov.it gov.pl gov.pt gov.gr gov.il
gov.tr gov.ph gov.my gov.hk gov.ng gov.ar gov.co gov.cl gob.ar gob.cl gob.pe gov.ua gov.se gc.ca canada.ca gouv.fr
gob.mx gob.es admin.ch bund.de bundesregierung.de bundestag.de destatis.de bka.de rki.de overheid.nl rijksoverheid.nl
cbs.nl regjeringen.no ssb.no government.se scb.se dst.dk stat.fi insee.fr istat.it ine.es ons.gov.uk who.int nato.int
ecb.europa.eu bundesbank.de federalreserve.gov bis.org wto.org ilo.org fao.org unesco.org unicef.org iea.org irena.org
iaea.org ipcc.ch cern.ch esa.int nasa.gov usgs.gov noaa.gov census.gov sec.gov europeana.eu go.jp lg.jp go.kr govt.nz
europa.eu ac.uk ac.jp ac.kr ac.nz ac.za ac.in edu.au edu.cn edu.sg mil.uk nhs.uk parliament.uk un.org oecd.org
worldbank.org imf.org iso.org ietf.org rfc-editor.org w3.org iana.org unicode.org ecma-international.org whatwg.org
kubernetes.io python.org postgresql.org kernel.org developer.mozilla.org readthedocs.io docs.rs rust-lang.org
golang.org go.dev nodejs.org djangoproject.com sqlite.org mysql.com apache.org debian.org freedesktop.org gnu.org
openssl.org opensource.org edu.pl edu.tw edu.hk edu.my edu.br edu.mx edu.ar ac.il ac.at ac.be ac.cn ac.th ac.id
uni-heidelberg.de mpg.de fraunhofer.de ethz.ch epfl.ch cnrs.fr inria.fr u-tokyo.ac.jp
"""
_SECONDARY = """
wikipedia.org britannica.com reuters.com apnews.com afp.com bbc.co.uk bbc.com nytimes.com washingtonpost.com
theguardian.com ft.com economist.com wsj.com bloomberg.com npr.org lemonde.fr spiegel.de nikkei.com nhk.or.jp asahi.com
mainichi.jp yomiuri.co.jp nature.com science.org cell.com thelancet.com nejm.org bmj.com pnas.org springer.com
sciencedirect.com wiley.com ieee.org acm.org arxiv.org jstor.org plos.org scientificamerican.com newscientist.com
arstechnica.com lwn.net infoq.com theregister.com technologyreview.com aljazeera.com cnn.com cnbc.com forbes.com
time.com theatlantic.com newyorker.com politico.com politico.eu euronews.com dw.com zeit.de faz.net sueddeutsche.de
tagesschau.de heise.de lefigaro.fr liberation.fr elpais.com elmundo.es corriere.it repubblica.it nrc.nl volkskrant.nl
scmp.com straitstimes.com japantimes.co.jp kyodonews.net jiji.com sankei.com itmedia.co.jp impress.co.jp hbr.org
statista.com ourworldindata.org pewresearch.org gartner.com mckinsey.com brookings.edu rand.org carbonbrief.org
energymonitor.ai wired.com techcrunch.com theverge.com zdnet.com computerworld.com eetimes.com spectrum.ieee.org
webmd.com mayoclinic.org clevelandclinic.org nationalgeographic.com smithsonianmag.com history.com worldhistory.org
oup.com cambridge.org tandfonline.com mdpi.com frontiersin.org researchgate.net ssrn.com semanticscholar.org dblp.org
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


def tier_of(url: str, rules: TierRules = DEFAULT_RULES, subjects: Sequence[str] = ()) -> Tier:
    """The tier of an address. The user's documents and stated facts are their own tier.

    A host that carries a subject's own name is primary for it, unless the rules list the host.
    """
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
    if first in rules.primary_prefixes or any(bears(host, subject) for subject in subjects):
        return Tier.PRIMARY
    return Tier.COMMUNITY if first in rules.community_prefixes else Tier.UNKNOWN


def vouched_for(pages: Iterable[Page], rules: TierRules, subjects: Sequence[str]) -> tuple[str, ...]:
    """The hosts that the primary ones among the pages call their own."""
    primary = (page for page in pages if tier_of(page.url, rules, subjects) is Tier.PRIMARY)
    return tuple(dict.fromkeys(host for page in primary for host in page.own_sites))


def trusting(rules: TierRules, vouched: Sequence[str]) -> TierRules:
    """The rules with these hosts as primary, unless the rules list them: a maker's page on a forum stays a forum's.

    A host that is trusted for another's word vouches for no third one, because only what the rules call primary does.
    """
    new = tuple(host for host in vouched if tier_of(f"https://{host}/", rules) is Tier.UNKNOWN)
    return rules.extended(TierRules(primary=new)) if new else rules


def confidence_of(evidence: Sequence[Evidence], *, internal_subject: bool) -> Confidence:
    """What all the evidence of a claim makes it worth."""
    tiers = {item.tier for item in evidence}
    if Tier.PRIMARY in tiers or (internal_subject and Tier.OWN in tiers):
        return Confidence.VERIFIED
    credible = [item for item in evidence if item.tier in (Tier.SECONDARY, Tier.OWN)]
    if any(independent(left, right) for left, right in combinations(credible, 2)):
        return Confidence.VERIFIED
    unknown = [item for item in evidence if item.tier is Tier.UNKNOWN]
    backed = any(independent(left, right) for left, right in combinations(unknown, 2))
    return Confidence.PLAUSIBLE if credible or backed else Confidence.UNVERIFIED


def bears(host: str, subject: str) -> bool:
    """Whether the registrable name of a host is the subject's: `nokia.com` for Nokia, `tidal-authority.example` too."""
    labels = site(f"https://{host}/").split(".")
    if len(labels) < 2 or not any(label.isalpha() for label in labels[-1:]):
        return False
    name, wanted = _squeezed(labels[0]), _squeezed(subject)
    bare = _COMPANY.sub("", wanted)
    return len(name) >= _LEAST_NAME and name in (wanted, bare)


def independent(left: Evidence, right: Evidence) -> bool:
    """Two publishers, each in their own words. The user's documents are one publisher together."""
    if left.tier is Tier.OWN and right.tier is Tier.OWN:
        return False
    return site(left.url) != site(right.url) and not _copied(left.quote, right.quote)


def strength(confidence: Confidence | None) -> int:
    """For sorting: -1 for no confidence at all, then UNVERIFIED, PLAUSIBLE, VERIFIED."""
    return -1 if confidence is None else _STRENGTH[confidence]


def _squeezed(name: str) -> str:
    return _NOT_LETTERS.sub("", fold(name))


def _copied(left: str, right: str) -> bool:
    words, others = fold(left).split(), fold(right).split()
    return words == others and len(words) >= _COPY_WORDS
