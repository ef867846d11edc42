"""The summary role: the whole against the original question.

Knows: which facts the findings stand on.  Does not know: the sections' text beyond their first lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fathoms.domain.evidence import Fact
from fathoms.domain.report import Finding, Statement
from fathoms.minds.llm import guard, showing
from fathoms.minds.llm.asking import Desk, Role
from fathoms.minds.llm.citing import Keys
from fathoms.minds.llm.fit import tokens_in
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import SummaryShape
from fathoms.ports import meter
from fathoms.ports.mind import SummaryDraft, SummaryRequest

ROLE = Role("summary", Tier.BEST, 1_500)

_ADVICE = re.compile(
    r"\b(?:should|recommend\w*|advi[cs]e\w*|best (?:way|choice|practice)\w*|ought|suggest\w*)\b"
    r"|べき|推奨|勧め|提言|助言",
    re.IGNORECASE,
)
"""A question that asks for advice; others get none."""


async def summarise(desk: Desk, request: SummaryRequest) -> SummaryDraft:
    ordered = _in_plan_order(request)
    keys = Keys.of(cited_facts(ordered, request.facts, most_tokens=desk.options.reading_tokens), request.brief.question)
    if not keys.by_key:
        meter.current().waive()
        return SummaryDraft()
    answer = await desk.ask(
        ROLE,
        SummaryShape,
        {
            "expert": persona(request.brief.question, request.brief.domain or ""),
            "language": request.brief.language,
            "question": request.brief.question,
            "findings": showing.findings(ordered),
            "conflicts": _conflicts(request),
            "facts": keys.shown(),
        },
    )
    points = _statements(keys, answer.key_points)
    said = {statement.text for statement in points}
    return SummaryDraft(
        summary=points,
        conclusion=tuple(s for s in _statements(keys, [answer.conclusion]) if s.text not in said),
        recommendations=_statements(keys, answer.recommendations) if _ADVICE.search(request.brief.question) else (),
        gaps=guard.plain_lines(answer.open_questions),
    )


def _statements(keys: Keys, texts: Sequence[str]) -> tuple[Statement, ...]:
    """The sentences of several texts, each once."""
    made = [statement for text in texts for statement in keys.statements(text)]
    return tuple({statement.text: statement for statement in made}.values())


def cited_facts(findings: Sequence[Finding], facts: Sequence[Fact], *, most_tokens: int) -> tuple[Fact, ...]:
    """The facts behind the findings, each finding's first ones first, as many as fit."""
    by_id = {fact.id: fact for fact in facts}
    lists = [[fact for part in finding.paragraphs for s in part.statements for fact in s.facts] for finding in findings]
    chosen: dict[str, Fact] = {}
    left = most_tokens
    for turn in range(max((len(ids) for ids in lists), default=0)):
        for ids in lists:
            fact = by_id.get(ids[turn]) if turn < len(ids) else None
            size = tokens_in(fact.claim + fact.evidence[0].quote) if fact else 0
            if fact and fact.id not in chosen and size <= left:
                chosen[fact.id] = fact
                left -= size
    return tuple(chosen.values())


def _in_plan_order(request: SummaryRequest) -> list[Finding]:
    place = {task.id: at for at, task in enumerate(request.plan.tasks)}
    return sorted(request.findings, key=lambda finding: place.get(finding.task, len(place)))


def _conflicts(request: SummaryRequest) -> str:
    if not request.conflicts:
        return ""
    told = (f"{c.about}: {c.left_says} / {c.right_says} ({c.status.value.lower()})" for c in request.conflicts)
    return f"Where sources disagree:\n{showing.listed(told)}"
