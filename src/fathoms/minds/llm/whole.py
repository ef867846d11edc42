"""The whole report by one hand: the sections that were drafted part by part are its material, and it is written anew.

Knows: drafts, facts, pages where there is room for them, the form that the plan settled, whether one answer can hold
the report.  Does not know: whether any of it holds: what it quotes from a page becomes a fact when code has found it
there, nor what stands where in the report.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from fathoms.domain.draft import Edited, WrittenSection
from fathoms.domain.evidence import Confidence, Evidence, Fact, Passage
from fathoms.domain.report import Statement
from fathoms.domain.thread import Claim
from fathoms.minds.llm import editor, finding, quoting, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.citing import Keys, size_of
from fathoms.minds.llm.fit import fitting
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.shapes import PagedWholeShape, ParagraphShape, SectionShape, WholeShape
from fathoms.ports import meter
from fathoms.ports.mind import EditRequest

ROLE = Role("whole", Tier.BEST, 6_000)
MOST_READ = 40_000
"""Tokens of drafts and facts that one hand is shown."""
TOKENS_A_WORD = 4
"""What a word of a report takes of an answer, its marks and the answer's shape included."""
LEAST_PAGES = 4_000
"""Tokens that there must be for pages, or none is shown: a quarter of a window of 16,000."""
_OWN_MARK = re.compile(r"\[?(N\d{1,3})\]?")


async def write(asker: Asker, request: EditRequest) -> Edited | None:
    """None where one hand cannot: the report is too long for one answer, or its drafts for one reading."""
    usable = tuple(fact for fact in request.facts if not fact.loose)
    if not usable:
        meter.current().waive()
        return Edited()
    findings = () if request.brief.in_one_go else editor.in_plan_order(request)
    cited = editor.cited_facts(findings, usable)
    facts, same = _each_once((*cited, *usable))
    keys = Keys.of(facts, request.brief.question)

    def marks(statement: Statement) -> str:
        told = dict.fromkeys(same.get(fact, fact) for fact in statement.facts)
        return keys.marks(statement.model_copy(update={"facts": tuple(told)}))

    values = {
        **editor.frame(request),
        "words": finding.aim(request.words),
        "drafts": f"Drafts, part by part:\n{showing.drafted(findings, marks)}" if findings else "",
        "gaps": showing.listed(editor.still_open(findings)),
        "pages": "",
    }
    choices = editor.criteria_choices(request)
    room = min(MOST_READ, await asker.room(ROLE, WholeShape, values, choices=choices))
    needed = sum(size_of(fact) for fact in facts if fact in cited)
    fits = needed <= room and request.words * TOKENS_A_WORD <= await asker.answer_tokens(ROLE)
    if not (fits or request.brief.in_one_go):
        return None
    values["facts"] = keys.shown(fitting(facts, size=size_of, room=room, what="facts"))
    pages = await _pages(asker, request, values)
    if pages:
        values["pages"] = quoting.shown(pages)
        paged = await asker.ask(ROLE, PagedWholeShape, values, choices=choices)
        return _edited(paged, request, keys, facts, _taken(paged, pages, request))
    return _edited(await asker.ask(ROLE, WholeShape, values, choices=choices), request, keys, facts, {})


async def _pages(asker: Asker, request: EditRequest, values: Mapping[str, str]) -> tuple[Passage, ...]:
    """What fits of the documents beside all that is shown already, and no more than a model is to read at once."""
    told = [passage for passage in request.pages if quoting.tells(passage)]
    if not told:
        return ()
    choices = editor.criteria_choices(request)
    left = await asker.room(ROLE, PagedWholeShape, {**values, "pages": showing.NOTHING}, choices=choices)
    room = min(left, await asker.reading_tokens(ROLE.tier))
    small = [passage for passage in told if quoting.size_of(passage) <= room]
    return fitting(small, size=quoting.size_of, room=room, what="pages") if room >= LEAST_PAGES else ()


def _taken(answer: PagedWholeShape, pages: Sequence[Passage], request: EditRequest) -> dict[str, Claim]:
    """The quotes by their marks, each once; one without a mark is nobody's."""
    found: dict[str, Claim] = {}
    for one in answer.taken:
        if quoting.is_quote(one) and (mark := _OWN_MARK.fullmatch(one.key.strip())):
            found.setdefault(mark[1], quoting.claim(one, pages, request.brief.question))
    return found


def _edited(
    answer: WholeShape, request: EditRequest, keys: Keys, facts: Sequence[Fact], taken: Mapping[str, Claim]
) -> Edited:
    own = {mark: fact for mark, claim in taken.items() if (fact := _unadmitted(mark, claim, request.pages))}
    keys = keys.with_taken(own)
    known = finding.known_words((request.brief.question, *(one.question for one in request.findings)), facts)
    body = tuple(_written(answer.sections, keys, known))
    title = finding.neutral(answer.title, known)
    update = {"body": body, "title": title, "taken": dict(taken)}
    return editor.opening(answer, keys, request).model_copy(update=update)


def _unadmitted(mark: str, claim: Claim, pages: Sequence[Passage]) -> Fact | None:
    """What a quote will be if it stands in its page, under its mark; None where no such page was shown."""
    page = next((passage for passage in pages if passage.key == claim.passage), None)
    if page is None:
        return None
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


def _each_once(facts: Sequence[Fact]) -> tuple[tuple[Fact, ...], Mapping[str, str]]:
    """The facts without those that quote the very words of an earlier one, and by which one each of them is told."""
    first: dict[tuple[str, int, str], Fact] = {}
    same = {fact.id: first.setdefault(fact.evidence[0].place, fact).id for fact in facts}
    return tuple(first.values()), same


def _written(sections: Sequence[SectionShape], keys: Keys, known: frozenset[str]) -> Iterator[WrittenSection]:
    """What was written, as it was laid out. A heading that claims something is left to the part that it tells."""
    for one in sections:
        if paragraphs := finding.laid_out((ParagraphShape(text=one.text),), keys, known):
            yield WrittenSection(heading=finding.neutral(one.heading, known), paragraphs=paragraphs)
