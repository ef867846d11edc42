"""The role that weighs what stayed open against the whole question.

Knows: the first lines of what was found, and the open points by key.  Does not know: what becomes of one that matters.
"""

from __future__ import annotations

from fathoms.domain.revision import OpenPoint
from fathoms.minds.llm import showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import GapsShape
from fathoms.ports.mind import GapsRequest, GapsVerdict

ROLE = Role("gaps", Tier.BEST, 400)


async def weigh(asker: Asker, request: GapsRequest) -> GapsVerdict:
    values = {
        "expert": persona(request.brief),
        "question": request.brief.question,
        "findings": showing.drafted(request.findings),
        "points": showing.listed(_told(point) for point in request.points),
    }
    keys = [point.key for point in request.points]
    answer = await asker.ask(ROLE, GapsShape, values, choices={"points": keys})
    return GapsVerdict(matter=tuple(dict.fromkeys(key for key in answer.matter if key in keys)))


def _told(point: OpenPoint) -> str:
    """Without the name of the document: its words are somebody else's."""
    return f"{point.key}: {point.question}{' (unread passage)' if point.unread else ''}"
