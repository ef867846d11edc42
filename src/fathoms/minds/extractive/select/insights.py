"""Insights of an extraction: follow-up questions, gaps that a source names, sources it links.

Knows: the only occasions on which SPEC §5 wants them.  Does not know: what is done with them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fathoms.domain.thread import Claim, ConflictClaim, Insight, InsightKind
from fathoms.minds.extractive.read.facets import Facet, heading_shows
from fathoms.minds.extractive.tell import wording
from fathoms.ports.mind import ExtractRequest

LOW_COVERAGE = 0.3
_MOST = 5
_SNIPPET = 240
_LINK = re.compile(r"(?<!!)\[([^\]\n]{3,80})\]\(([^)\s]+)\)")


def insights_of(
    request: ExtractRequest, claims: Sequence[Claim], conflicts: Sequence[ConflictClaim], coverage: dict[str, float]
) -> tuple[Insight, ...]:
    """At most a handful, and none when nothing calls for them."""
    words = wording.of(request.brief.language)
    found: list[Insight] = [
        Insight(
            kind=InsightKind.FOLLOW_UP,
            text=words.which_figure.format(conflict.left_says, conflict.right_says),
            confidence=0.5,
            rationale=words.because_conflict,
            snippet=conflict.about[:_SNIPPET],
        )
        for conflict in conflicts
    ]
    found += _limits_named(request, claims)
    if claims:
        found += [
            Insight(kind=InsightKind.GAP, text=sub.text, confidence=0.4, rationale=words.because_thin, priority=2)
            for sub in request.thread.sub_questions
            if coverage.get(sub.id, 0.0) < LOW_COVERAGE
        ]
    if request.task.spec is not None and request.task.spec.discovery_intense:
        found += _linked(request)
    return tuple(found[:_MOST])


def _limits_named(request: ExtractRequest, claims: Sequence[Claim]) -> list[Insight]:
    passages = {passage.key: passage for passage in request.passages}
    words = wording.of(request.brief.language)
    return [
        Insight(
            kind=InsightKind.GAP,
            text=claim.text[:_SNIPPET],
            confidence=0.6,
            rationale=words.because_limits,
            snippet=claim.quote[:_SNIPPET],
            priority=2,
        )
        for claim in claims
        if heading_shows(Facet.LIMITS, " ".join(passages[claim.passage].title_path[1:]))
    ]


def _linked(request: ExtractRequest) -> list[Insight]:
    words = wording.of(request.brief.language)
    return [
        Insight(
            kind=InsightKind.LINKED_SOURCE,
            text=f"{label} ({target})",
            confidence=0.5,
            rationale=words.because_linked.format(passage.title),
            snippet=passage.text[max(0, match.start() - 80) : match.end() + 80],
            priority=3,
        )
        for passage in request.passages
        for match in _LINK.finditer(passage.text)
        for label, target in [match.groups()]
    ]
