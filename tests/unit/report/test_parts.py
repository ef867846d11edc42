"""The outline of a report: one order for every reader, one walk over its statements."""

from __future__ import annotations

import pytest
from report_making import make_fact, make_outcome, make_page, make_report, make_task

from fathoms.domain.report import Report, Row, Section, Statement
from fathoms.report import trail
from fathoms.report.parts import Role, every_part, parts, said_in
from fathoms.report.render import flat, html, markdown
from fathoms.report.statements import Place, map_statements, statements

PAGE = make_page("The array has sixteen turbines. It stands in the sound. The turbines came from Shioura.")
FACTS = [make_fact(PAGE, quote) for quote in ("The array has sixteen turbines.", "The turbines came from Shioura.")]


@pytest.fixture
def report() -> Report:
    """A report whose every place holds a statement."""
    tasks = [make_task("1"), make_task("1.1")]
    made = make_report([make_outcome(task, [fact]) for task, fact in zip(tasks, FACTS, strict=True)], tasks)
    said = made.sections[0].paragraphs[0].statements[0]
    table = Section(task="2", heading="Compared", sides=("A", "B"), rows=(Row(label="size", cells=(said, said)),))
    return made.model_copy(
        update={
            "sections": (*made.sections, table),
            "conclusion": (Statement(text="So it has turbines.", facts=said.facts),),
            "recommendations": (Statement(text="Visit it.", facts=said.facts),),
            "gaps": ("Nobody said what it cost.",),
        }
    )


def test_the_parts_come_in_one_order_and_each_once(report: Report) -> None:
    roles = [part.role for part in parts(report)]
    assert roles == [
        Role.MODE,
        Role.TITLE,
        Role.SECTION,
        Role.SECTION,
        Role.RECOMMENDATIONS,
        Role.GAPS,
        Role.REFERENCES,
        Role.ABOUT,
    ]
    assert [part.task for part in every_part(parts(report)) if part.role is Role.SECTION] == ["1", "1.1", "2"]


def test_every_format_shows_the_headings_in_the_order_of_the_outline(report: Report) -> None:
    headings = [part.heading for part in every_part(parts(report)) if part.heading and part.role is not Role.ABOUT]
    flat_text = "\n".join(block.text for block in flat.flattened(report))
    page = html.render(report)
    body = page[page.index("<h1>") :]
    for text in (markdown.render(report), flat_text, body[: body.index("<nav")] + body[body.index("<main") :]):
        places = [text.index(heading) for heading in headings]
        assert places == sorted(places)


def test_a_report_without_an_answer_has_no_sections_and_says_so() -> None:
    report = make_report([make_outcome(make_task("1"), [])])
    roles = [part.role for part in parts(report)]
    assert Role.NOT_FOUND in roles
    assert Role.SECTION not in roles


def test_a_change_reaches_statements_wherever_they_stand(report: Report) -> None:
    seen: list[Place] = []

    def louder(place: Place, said: tuple[Statement, ...]) -> tuple[Statement, ...]:
        seen.extend(place for _ in said)
        return tuple(one.model_copy(update={"text": one.text.upper()}) for one in said)

    loud = map_statements(report, louder)
    assert all(statement.text.isupper() for statement in statements(loud))
    assert len(seen) == len(list(statements(report)))
    assert {place.task for place in seen} == {"", "1", "1.1", "2"}


def test_what_a_change_empties_is_gone(report: Report) -> None:
    silent = map_statements(report, lambda place, said: ())
    assert not list(statements(silent))
    assert not any(section.rows or section.paragraphs or section.sides for section in silent.sections)


def test_why_knows_every_statement_of_the_outline(report: Report) -> None:
    shown = [said.statement for part in every_part(parts(report)) for said in said_in(part)]
    for statement in shown:
        (found, *_) = trail.trails(report, {PAGE.id: PAGE}, statement.text)
        assert found.statement == statement.text
