"""Which hosts are how authoritative, as rules that users extend.

Knows: hosts and endings by tier.  Does not know: how a tier is used (`engine/evidence/confidence.py`), or which
hosts we list.
"""

from __future__ import annotations

from fathoms.domain.evidence import Tier
from fathoms.domain.value import Value

TIER_OF = {"primary": Tier.PRIMARY, "secondary": Tier.SECONDARY, "community": Tier.COMMUNITY}


class TierRules(Value, kind="tier_rules"):
    """Hosts by tier, as suffixes: `example.org` also stands for `www.example.org`. The longest match wins."""

    primary: tuple[str, ...] = ()
    secondary: tuple[str, ...] = ()
    community: tuple[str, ...] = ()
    primary_prefixes: tuple[str, ...] = ()
    """First labels of a host that carry a maker's own documentation: `docs.`"""
    community_prefixes: tuple[str, ...] = ()

    def extended(self, other: TierRules) -> TierRules:
        """Both rule sets; where both list a host, `other` decides."""
        theirs = other.hosts
        mine = {name: tuple(h for h in getattr(self, name) if h not in theirs) for name in TIER_OF}
        return TierRules(
            **{name: (*mine[name], *getattr(other, name)) for name in TIER_OF},
            primary_prefixes=(*self.primary_prefixes, *other.primary_prefixes),
            community_prefixes=(*self.community_prefixes, *other.community_prefixes),
        )

    @property
    def hosts(self) -> frozenset[str]:
        return frozenset((*self.primary, *self.secondary, *self.community))
