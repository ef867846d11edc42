"""Which sentences of a report are held against other pages, and how often a page is gone through for that."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from fathoms.domain.evidence import Confidence, Evidence, Fact, Page, SourceKind
from fathoms.domain.plan import Plan, Task, TaskStatus
from fathoms.domain.report import Finding, Paragraph, Statement, TaskOutcome
from fathoms.report.build import crosscheck
from fathoms.text.figures import may_count

NOW = datetime(2026, 1, 1, tzinfo=UTC)
TEXT = (
    "The northern tidal array has sixteen turbines. The crew sings.\n\n"
    "The array cost 118 million marks.\n\nThe quay is 90 m long."
)
PLAN = Plan(tasks=(Task(id="1", question="How large is the array?"),))


def page(text: str, name: str = "array") -> Page:
    return Page(
        id=f"p-{name}",
        url=f"kb://docs/{name}.md",
        title="The Array",
        text=text,
        source="documents",
        kind=SourceKind.INTERNAL,
        fetched_at=NOW,
    )


def fact(quote: str, of: Page) -> Fact:
    start = of.text.index(quote)
    evidence = Evidence(
        page_id=of.id,
        url=of.url,
        title=of.title,
        quote=quote,
        start=start,
        end=start + len(quote),
        source=of.source,
        kind=of.kind,
    )
    return Fact(id=f"f-{start}", claim=quote, evidence=(evidence,), confidence=Confidence.PLAUSIBLE, task="1")


def outcome(*facts: Fact) -> TaskOutcome:
    said = tuple(Statement(text=one.claim, facts=(one.id,)) for one in facts)
    finding = Finding(
        task="1", question="How large is the array?", heading="Array", paragraphs=(Paragraph(statements=said),)
    )
    return TaskOutcome(task="1", status=TaskStatus.DONE, finding=finding, facts=facts)


@pytest.fixture
def gone_through(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The documents that were gone through for figures, once for each time."""
    seen: list[str] = []
    real = crosscheck._page_sayings

    def counted(page: Page, within: list[tuple[int, int]] | None = None) -> tuple[crosscheck.Saying, ...]:
        seen.append(page.id)
        return real(page, within)

    monkeypatch.setattr(crosscheck, "_page_sayings", counted)
    return seen


def test_a_page_is_gone_through_once_however_many_facts_stand_on_it(gone_through: list[str]) -> None:
    of = page(TEXT)
    shown = outcome(fact("sixteen turbines", of), fact("The array cost 118 million marks.", of))
    checked = crosscheck.figured([shown], {of.id: of})
    assert [one.saying.clause for one in checked] == [
        "The northern tidal array has sixteen turbines.",
        "The array cost 118 million marks.",
    ]
    assert gone_through == [of.id]


def test_only_pages_of_other_documents_can_say_otherwise(gone_through: list[str]) -> None:
    of, other = page(TEXT), page("The northern tidal array has fourteen turbines.", "survey")
    shown = outcome(fact("The northern tidal array has sixteen turbines.", of))
    checked = crosscheck.figured([shown], {of.id: of})
    gone_through.clear()
    (told,) = crosscheck.disagreements(checked, [of, other], [shown], PLAN)
    assert gone_through == [other.id]
    assert [(found.left_says, found.right_says) for found in told.conflicts] == [("sixteen", "fourteen")]


@pytest.mark.parametrize("text", ["16 cars", "Sixteen cars", "２０隻", "五人", "½ ton", "No one came", "seventy-two"])
def test_what_could_hold_a_figure_gets_the_thorough_look(text: str) -> None:
    assert may_count(text)


@pytest.mark.parametrize("text", ["", "The crew sings.", "人が来た"])
def test_what_cannot_hold_a_figure_is_spared_it(text: str) -> None:
    assert not may_count(text)
