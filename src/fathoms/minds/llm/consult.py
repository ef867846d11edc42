"""The consult role: whoever will write the report goes through documents itself, and says what to show it next.

Knows: how what was found and what pages say is shown, and how the answer becomes notes.  Does not know: how often it is
asked (`runtime/consulting.py`), or whether a quote is real. Those who read for it looked for what they were told to; it
alone knows what the parts do to each other.
"""

from __future__ import annotations

from fathoms.domain.evidence import Fact
from fathoms.minds.llm import guard, paging, quoting, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.blocks import block
from fathoms.minds.llm.citing import Keys, claimed
from fathoms.minds.llm.fit import fitting, tokens_in
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import ConsultShape
from fathoms.ports import meter
from fathoms.ports.mind import Consulted, ConsultRequest

ROLE = Role("consult", Tier.BEST, 4_000)
MOST_KNOWN = 40_000
"""Tokens of claims that it is told."""


async def consult(asker: Asker, request: ConsultRequest) -> Consulted:
    """Nothing where there is no room for pages."""
    question = request.brief.question
    noted = {fact for note in request.notes for fact in note.facts}
    keys = Keys.of_distinct(sorted(request.facts, key=lambda fact: fact.id not in noted), question)
    values = {
        "expert": persona(request.brief),
        "language": request.brief.language,
        "question": question,
        "looks": str(request.looks_left) if request.looks_left else "",
        "last": "" if request.looks_left else "look_up: stays empty, this was the last look.",
        "tree": block("survey", "documents", "\n".join(request.tree)) if request.tree else "",
        "sketch": block("note", "sketch", "\n\n".join(request.sketches)) if request.sketches else "",
        "noted": block("note", "noted", _listed(request, keys)) if request.notes else "",
        "asked": showing.listed(request.asked),
    }
    room = min(MOST_KNOWN, await asker.room(ROLE, ConsultShape, values) - paging.LEAST_PAGES)
    if room <= 0 or await asker.reading_tokens(ROLE.tier) < paging.LEAST_PAGES:
        meter.current().waive()
        return Consulted()
    values["facts"] = keys.told(fitting(keys.facts, size=_size_of, room=room, what="facts"))
    pages = await paging.that_fit(asker, ROLE, ConsultShape, values, request.pages)
    answer = await asker.ask(ROLE, ConsultShape, {**values, "pages": quoting.shown(pages) or showing.NOTHING})
    taken = paging.taken_by(answer, pages, question)
    cited = keys.with_taken(paging.unadmitted(taken, pages))
    fresh = (cited.statement(line) for line in answer.notes)
    return Consulted(
        notes=tuple({one.text: one for one in fresh if one}.values()),
        taken=taken,
        look_up=guard.plain_lines(answer.look_up) if request.looks_left else (),
        seen=tuple(passage.key for passage in pages),
    )


def _listed(request: ConsultRequest, keys: Keys) -> str:
    return showing.listed(f"{note.text} {keys.marks(note)}" for note in request.notes)


def _size_of(fact: Fact) -> int:
    return tokens_in(claimed("F000", fact))
