"""The whole report by one hand: the sections that were drafted part by part are its material, and it is written anew.

Knows: drafts, facts, pages where there is room for them, the form that the plan settled, whether one answer can hold
the report.  Does not know: whether any of it holds: what it quotes from a page becomes a fact when code has found it
there, nor what stands where in the report.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from fathoms.domain.draft import Edited, WrittenSection
from fathoms.domain.evidence import Fact
from fathoms.domain.report import Finding
from fathoms.domain.thread import Claim
from fathoms.engine.plan.lengths import OPENING
from fathoms.minds.llm import editor, finding, paging, quoting, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.blocks import block
from fathoms.minds.llm.citing import Keys, size_of
from fathoms.minds.llm.fit import fitting
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.shapes import (
    ComposeShape,
    PagedComposeShape,
    PagedWholeShape,
    ParagraphShape,
    SectionShape,
    Shape,
    TakingShape,
    WholeShape,
)
from fathoms.ports import meter
from fathoms.ports.mind import Composition, EditRequest
from fathoms.text.words import content_words

S = TypeVar("S", bound=Shape)

COMPOSE = Role("compose", Tier.BEST, 8_000)
ROLE = Role("whole", Tier.BEST, 8_000)
MARK = Role("whole", Tier.BEST, 8_000, prompt="mark")
MOST_READ = 60_000
"""Tokens of drafts and facts that one hand is shown."""
MOST_MARKED = 90_000
"""Tokens of facts for whoever sets marks, who has no pages beside them: what the writer was shown and nobody can mark
any more is true and weakened all the same."""
TOKENS_A_WORD = 4
"""What a word of a report takes of an answer, its marks and the answer's shape included."""

COMPOSED = 0.87
"""Share of its words that a report is composed with: what is said so that it is read once takes the others."""


async def compose(asker: Asker, request: EditRequest) -> Composition:
    """The report as one would send it; nothing where one hand cannot."""
    usable = tuple(fact for fact in request.facts if not fact.loose)
    cited = editor.cited_facts(_drafts(request), usable)
    desk = _Desk.of(asker, request)
    values = desk.to_compose()
    room = await desk.room(COMPOSE, ComposeShape, values)
    if not usable or not await desk.fits(COMPOSE, cited, room):
        meter.current().waive()
        return Composition()
    answer, _, taken = await desk.asked(COMPOSE, ComposeShape, PagedComposeShape, values, room, cited)
    return Composition(text=answer.text.strip(), taken=taken)


async def write(asker: Asker, request: EditRequest) -> Edited | None:
    """The report with its marks: of what was composed already, else from its material. None where one hand cannot: it
    is too long for one answer, or its drafts for one reading."""
    usable = tuple(fact for fact in request.facts if not fact.loose)
    if not usable:
        meter.current().waive()
        return Edited()
    cited = () if request.text else editor.cited_facts(_drafts(request), usable)
    desk = _Desk.of(asker, request)
    role, most, values = desk.to_mark() if request.text else desk.to_write()
    room = await desk.room(role, WholeShape, values, most)
    if not (request.brief.in_one_go or await desk.fits(role, cited, room)):
        return None
    answer, keys, taken = await desk.asked(role, WholeShape, PagedWholeShape, values, room, cited, request.text)
    body = tuple(_written(answer.sections, keys, desk.known))
    title = finding.neutral(answer.title, desk.known)
    weighed = editor.weighed(answer.weighed, request)
    update = {"body": body, "title": title, "taken": taken, "weighed": weighed}
    return editor.opening(answer, keys, request).model_copy(update=update)


@dataclass(frozen=True, slots=True)
class _Desk:
    """What a writer has before it: facts under their marks, pages where there is room."""

    asker: Asker
    request: EditRequest
    keys: Keys

    @classmethod
    def of(cls, asker: Asker, request: EditRequest) -> _Desk:
        """What the drafts tell comes first, then what else was found; last what answers none of the parts: a warning
        that nobody asked for may be what the whole needs."""
        usable = tuple(fact for fact in request.facts if not fact.loose)
        beside = (fact for fact in request.facts if fact.loose)
        facts = (*editor.cited_facts(_drafts(request), usable), *usable, *beside)
        return cls(asker, request, Keys.of_distinct(facts, request.brief.question))

    @property
    def known(self) -> frozenset[str]:
        asked = (self.request.brief.question, *(one.question for one in self.request.findings))
        return finding.known_words(asked, self.keys.facts)

    def size_of(self, cited: Sequence[Fact]) -> int:
        wanted = {self.keys.same[fact.id] for fact in cited}
        return sum(size_of(fact) for fact in self.keys.facts if fact.id in wanted)

    def to_compose(self) -> dict[str, str]:
        """A report without marks, from its material."""
        words = 10 * round(COMPOSED * (self.request.words + OPENING) / 10) if self.request.words else 0
        return {**self.frame(), **self.material(), "words": finding.aim(words)}

    def to_write(self) -> tuple[Role, int, dict[str, str]]:
        """A report from its material."""
        return ROLE, MOST_READ, {**self.frame(), **self.material()}

    def to_mark(self) -> tuple[Role, int, dict[str, str]]:
        """A report that is composed: its text, and room for all that its writer was shown."""
        gaps, text = self.material()["gaps"], block("draft", "text", self.request.text)
        return MARK, MOST_MARKED, {**editor.frame(self.request), "gaps": gaps, "text": text}

    def frame(self) -> dict[str, str]:
        return {**editor.frame(self.request), "words": finding.aim(self.request.words), "pages": ""}

    def material(self) -> dict[str, str]:
        """What others drafted and did not find, and what the writer thought before."""
        findings, sketch = _drafts(self.request), "\n\n".join(self.request.sketches)
        return {
            "drafts": f"Drafts, part by part:\n{showing.drafted(findings, self.keys.marks)}" if findings else "",
            "gaps": showing.listed(editor.still_open(editor.in_plan_order(self.request))),
            "sketch": block("note", "sketch", sketch) if sketch else "",
        }

    async def fits(self, role: Role, cited: Sequence[Fact], room: int) -> bool:
        """Whether one answer can hold the report, and one reading what it has to tell."""
        needed = self.request.words * TOKENS_A_WORD
        return self.size_of(cited) <= room and needed <= await self.asker.answer_tokens(role)

    async def room(self, role: Role, shape: type[Shape], values: Mapping[str, str], most: int = MOST_READ) -> int:
        """Tokens for facts."""
        choices = editor.criteria_choices(self.request)
        return min(most, await self.asker.room(role, shape, values, choices=choices))

    async def asked(
        self,
        role: Role,
        plain: type[S],
        paged: type[S],
        values: Mapping[str, str],
        room: int,
        needed: Sequence[Fact],
        about: str = "",
    ) -> tuple[S, Keys, dict[str, Claim]]:
        """The answer, the facts that it may cite, and what it took from pages by its marks. Of the facts first what is
        needed, then what bears on a text; of the pages all that there is room for."""
        wanted = {self.keys.same[fact.id] for fact in needed}
        sought = content_words(about)
        ranked = sorted(
            self.keys.facts,
            key=lambda fact: (fact.id not in wanted, -len(sought & content_words(fact.claim)) if sought else 0),
        )
        shown = {**values, "facts": self.keys.shown(fitting(ranked, size=size_of, room=room, what="facts"))}
        choices = editor.criteria_choices(self.request)
        pages = await paging.that_fit(self.asker, role, paged, shown, self.request.pages, choices)
        if pages:
            shown["pages"] = quoting.shown(pages)
        answer = await self.asker.ask(role, paged if pages else plain, shown, choices=choices)
        taken = paging.taken_by(answer, pages, self.request.brief.question) if isinstance(answer, TakingShape) else {}
        return answer, self.keys.with_taken(paging.unadmitted(taken, pages)), taken


def _drafts(request: EditRequest) -> Sequence[Finding]:
    return () if request.brief.in_one_go else editor.in_plan_order(request)


def _written(sections: Sequence[SectionShape], keys: Keys, known: frozenset[str]) -> Iterator[WrittenSection]:
    """What was written, as it was laid out. A heading that claims something is left to the part that it tells."""
    for one in sections:
        if paragraphs := finding.laid_out((ParagraphShape(text=one.text),), keys, known):
            yield WrittenSection(heading=finding.neutral(one.heading, known), paragraphs=paragraphs)
