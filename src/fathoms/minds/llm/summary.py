"""The summary role: the whole against the original question.

Knows: which facts the findings stand on.  Does not know: the sections' text beyond their first lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from fathoms.domain.evidence import Fact
from fathoms.domain.report import Finding, Statement
from fathoms.minds.llm import guard, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.citing import Keys, size_of
from fathoms.minds.llm.fit import fitting
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


async def summarise(asker: Asker, request: SummaryRequest) -> SummaryDraft:
    ordered = _in_plan_order(request)
    cited = cited_facts(ordered, request.facts)
    if not cited:
        meter.current().waive()
        return SummaryDraft()
    values = {
        "expert": persona(request.brief.question, request.brief.domain or ""),
        "language": request.brief.language,
        "question": request.brief.question,
        "findings": showing.findings(ordered),
        "conflicts": _conflicts(request),
    }
    facts = fitting(cited, size=size_of, room=await asker.reading_room(ROLE, SummaryShape, values), what="facts")
    keys = Keys.of(facts, request.brief.question)
    answer = await asker.ask(ROLE, SummaryShape, {**values, "facts": keys.shown()})
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


def cited_facts(findings: Sequence[Finding], facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts behind the findings, each finding's first ones first."""
    by_id = {fact.id: fact for fact in facts}
    lists = [[fact for part in finding.paragraphs for s in part.statements for fact in s.facts] for finding in findings]
    turns = [fact for turn in zip_longest(*lists) for fact in turn]
    return tuple(by_id[fact] for fact in dict.fromkeys(turns) if fact in by_id)


def _in_plan_order(request: SummaryRequest) -> list[Finding]:
    place = {task.id: at for at, task in enumerate(request.plan.tasks)}
    return sorted(request.findings, key=lambda finding: place.get(finding.task, len(place)))


def _conflicts(request: SummaryRequest) -> str:
    if not request.conflicts:
        return ""
    told = (f"{c.about}: {c.left_says} / {c.right_says} ({c.status.value.lower()})" for c in request.conflicts)
    return f"Where sources disagree:\n{showing.listed(told)}"
