"""The extractive mind: judges by plain code, with no model, no key and no network.

Knows: which role is answered by which module.  Does not know: any corpus; what it needs of one
travels in the requests.  The same request always gets the same answer.
"""

from __future__ import annotations

from fathoms.domain.brief import Brief
from fathoms.domain.plan import Plan
from fathoms.domain.report import Finding
from fathoms.domain.thread import Extraction, ScopeDraft
from fathoms.minds.extractive.briefing import make_brief
from fathoms.minds.extractive.concluding import conclude
from fathoms.minds.extractive.extracting import extract
from fathoms.minds.extractive.planning import make_plan
from fathoms.minds.extractive.scoping import make_scope
from fathoms.ports.mind import (
    BriefRequest,
    Capability,
    ConcludeRequest,
    ExtractRequest,
    PlanRequest,
    ScopeRequest,
    SummaryDraft,
    SummaryRequest,
)


class ExtractiveMind:
    """Plans by the request's own parts, answers with quoted passages in the order of the search."""

    name = "extractive"
    deterministic = True
    capabilities = frozenset[Capability]()

    async def brief(self, request: BriefRequest) -> Brief:
        return make_brief(request)

    async def plan(self, request: PlanRequest) -> Plan:
        return make_plan(request)

    async def scope(self, request: ScopeRequest) -> ScopeDraft:
        return make_scope(request)

    async def extract(self, request: ExtractRequest) -> Extraction:
        return extract(request)

    async def conclude(self, request: ConcludeRequest) -> Finding:
        return conclude(request)

    async def summarise(self, request: SummaryRequest) -> SummaryDraft:
        """Every gap once; what the sections tell is not told again."""
        gaps = dict.fromkeys(gap for finding in request.findings for gap in finding.gaps)
        return SummaryDraft(gaps=tuple(gaps))
