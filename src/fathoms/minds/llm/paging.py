"""Parts of documents beside the facts, for whoever may quote further from them: which fit, and what was taken.

Knows: what is left of a window, marks of the writer's own (N1, N2, …).  Does not know: whether a quote is real: what is
taken becomes a fact when code has found it in its page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from fathoms.domain.evidence import Confidence, Evidence, Fact, Passage
from fathoms.domain.thread import Claim
from fathoms.minds.llm import quoting, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.fit import fitting
from fathoms.minds.llm.shapes import Shape, TakingShape

LEAST_PAGES = 4_000
"""Tokens that there must be for pages, or none is shown: a quarter of a window of 16,000."""
_OWN_MARK = re.compile(r"\[?(N\d{1,3})\]?")


async def that_fit(
    asker: Asker,
    role: Role,
    shape: type[Shape],
    values: Mapping[str, str],
    pages: Sequence[Passage],
    choices: Mapping[str, Sequence[str]],
) -> tuple[Passage, ...]:
    """What fits of the documents beside all that is shown already, and no more than is to be read at once."""
    told = [passage for passage in pages if quoting.tells(passage)]
    if not told:
        return ()
    left = await asker.room(role, shape, {**values, "pages": showing.NOTHING}, choices=choices)
    room = min(left, await asker.reading_tokens(role.tier))
    if room < LEAST_PAGES:
        return ()
    small = [passage for passage in told if quoting.size_of(passage) <= room]
    return fitting(small, size=quoting.size_of, room=room, what="pages")


def taken_by(answer: TakingShape, pages: Sequence[Passage], question: str) -> dict[str, Claim]:
    """The quotes by their marks, each once; one without a mark is nobody's."""
    found: dict[str, Claim] = {}
    for one in answer.taken:
        if quoting.is_quote(one) and (mark := _OWN_MARK.fullmatch(one.key.strip())):
            found.setdefault(mark[1], quoting.claim(one, pages, question))
    return found


def unadmitted(taken: Mapping[str, Claim], pages: Sequence[Passage]) -> dict[str, Fact]:
    """What the quotes will be, by their marks, if they stand in their pages; without those of a page that was not
    shown."""
    by_key = {passage.key: passage for passage in pages}
    return {mark: _fact(mark, claim, by_key[claim.passage]) for mark, claim in taken.items() if claim.passage in by_key}


def _fact(mark: str, claim: Claim, page: Passage) -> Fact:
    evidence = Evidence(
        page_id=page.page_id,
        url=page.url,
        title=page.title,
        quote=claim.quote,
        start=page.start,
        end=page.end,
        source=page.source,
        kind=page.kind,
        title_path=page.title_path,
    )
    return Fact(id=mark, claim=claim.text, evidence=(evidence,), confidence=Confidence.PLAUSIBLE)
