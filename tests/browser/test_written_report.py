"""A report that a model wrote, as the page shows it: the page itself sets it, from the report's JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from evals import page as proof
from evals.serving import served
from fathoms.domain.report import CitedTable, Layout, Paragraph, Row, Section, Statement, StatementKind

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.skipif(not proof.CHROMIUM, reason="there is no Chromium on this machine")

Shown = Callable[..., AbstractContextManager["Page"]]
LONG = "nats consumer add ORDERS DISPATCH --filter <subject> --ack explicit --pull --deliver all --max-deliver 20"


@pytest.fixture(scope="module")
def found() -> Iterator[tuple[dict[str, Any], Shown]]:
    """What a run found, and the page with that report, changed by hand."""
    with proof.browser() as opened, served(settings={"serve_per_minute": "0"}) as server:
        run = server.ask()
        report = server.call("GET", f"/runs/{run}/report")[1]
        empty: dict[str, Any] = {"answer": [], "summary": [], "sections": [], "gaps": [], "table": None}
        facts = report["run_facts"] | {"voice": "written"}

        @contextmanager
        def shown(width: int = 1280, **parts: Any) -> Iterator[Page]:
            with proof.visiting(opened, server, width=width) as page:
                told = report | empty | {"run_facts": facts} | parts
                page.route(f"**/api/runs/{run}/report?*", lambda route: route.fulfill(json=told))
                page.goto(f"{server.address}/#/run/{run}/report")
                page.locator(".report h2").first.wait_for()
                yield page

        yield report, shown


@pytest.fixture
def shown(found: tuple[dict[str, Any], Shown]) -> Shown:
    return found[1]


@pytest.fixture
def fact(found: tuple[dict[str, Any], Shown]) -> str:
    return str(found[0]["facts"][0]["id"])


@pytest.fixture
def other(found: tuple[dict[str, Any], Shown]) -> str:
    """A fact on other passages than the first."""
    first, *others = found[0]["facts"]
    return str(next(one["id"] for one in others if one["evidence"] != first["evidence"]))


def section(*paragraphs: Paragraph, **more: Any) -> list[dict[str, Any]]:
    return [Section(task="1", heading="Part", paragraphs=paragraphs, **more).model_dump(mode="json")]


def said(*statements: Statement) -> list[dict[str, Any]]:
    return [one.model_dump(mode="json") for one in statements]


def test_the_sentences_and_code_of_one_item_share_it_and_steps_count_on(shown: Shown, fact: str) -> None:
    steps = (
        Statement(text="Start the pump.", facts=(fact,), item=1),
        Statement(text="pump --slow", facts=(fact,), code="bash", item=1),
        Statement(text="The valve opens.", facts=(fact,), item=1),
        Statement(text="Wait.", item=2),
    )
    last = Paragraph(statements=(Statement(text="Stop it.", item=3),), layout=Layout.STEPS, goes_on=True)
    between = Paragraph(statements=(Statement(text="Then comes the evening."),))
    with shown(sections=section(Paragraph(statements=steps, layout=Layout.STEPS), between, last)) as page:
        items = page.locator(".report ol:not(.refs) > li")
        assert items.count() == 3
        for words in ("Start the pump.", "pump --slow", "The valve opens."):
            assert words in items.first.inner_text()
        starts = page.locator(".report ol:not(.refs)").evaluate_all("all => all.map(one => one.start)")
        assert starts == [1, 3]


def test_the_points_of_one_hand_stand_with_its_answer_and_an_editors_below_the_table(shown: Shown, fact: str) -> None:
    answer = said(Statement(text="Choose the pump.", facts=(fact,)))
    points = said(
        Statement(text="It is slow.", facts=(fact,), item=1),
        Statement(text="That is well.", facts=(fact,), item=1),
        Statement(text="It is old.", item=2),
    )
    told = Paragraph(statements=(Statement(text="More of it."),))
    with shown(answer=answer, summary=points, sections=section(told, tells=("1",))) as page:
        assert page.locator(".answer li").count() == 2
        assert page.get_by_role("heading", name="In short").count() == 0
    with shown(answer=answer, summary=points, sections=section(told)) as page:
        assert page.locator(".answer li").count() == 0
        assert page.locator("section", has=page.get_by_role("heading", name="In short")).locator("li").count() == 2


def test_what_a_writer_set_between_backticks_is_code_everywhere(shown: Shown, fact: str) -> None:
    cell = Statement(text="Use `always`", facts=(fact,))
    table = CitedTable(columns=("`sync`",), rows=(Row(label="`disk`", cells=(cell,)),))
    sentences = (
        Statement(text="Set `store_dir` first.", facts=(fact,)),
        Statement(text="Run `pump --slow` now.", strong="Run `pump --slow`"),
        Statement(text="Of `pump`, the pump is best.", strong="pump"),
    )
    parts = {"table": table.model_dump(mode="json"), "gaps": ["Whether `fast` holds; measure it"]}
    with shown(sections=section(Paragraph(statements=sentences)), **parts) as page:
        codes = page.locator(".report code").all_inner_texts()
        assert codes == ["sync", "disk", "always", "store_dir", "pump --slow", "pump", "fast"]
        assert "`" not in page.locator(".report").inner_text()
        assert page.locator(".report strong").all_inner_texts() == ["Run pump --slow"]
        assert page.locator(".wide-table tbody td").get_attribute("data-column") == "sync"
        page.locator(".said", has_text="store_dir").click()
        assert page.locator("#drawer .growing code").all_inner_texts() == ["store_dir"]


def test_marks_stand_once_behind_neighbours_on_the_same_passages_and_say_what_is_reasoned(
    shown: Shown, fact: str, other: str
) -> None:
    reasoned = StatementKind.REASONED
    sentences = (
        Statement(text="One.", facts=(fact,)),
        Statement(text="Two.", facts=(fact,)),
        Statement(text="Three.", facts=(fact,), kind=reasoned),
        Statement(text="Four.", facts=(other,), kind=reasoned),
        Statement(text="Five.", facts=(fact,), kind=StatementKind.JUDGEMENT),
    )
    items = tuple(Statement(text=text, facts=(fact,), item=item) for text, item in (("A.", 1), ("B.", 1), ("C.", 2)))
    own = (Statement(text="X.", facts=(fact,)), Statement(text="Y.", facts=(fact,)))
    told = (
        Paragraph(statements=sentences),
        Paragraph(statements=items, layout=Layout.LIST),
        Paragraph(statements=own, layout=Layout.LIST),
    )
    with shown(sections=section(*told)) as page:
        marks = dict(one.split(".", 1) for one in page.locator(".report .said").all_inner_texts())
        bare = {name for name, mark in marks.items() if not mark}
        assert bare == {"One", "A"}
        assert {name for name, mark in marks.items() if mark.startswith("≈")} == {"Three", "Four", "Five"}
        assert "own judgement" in page.locator(".report .answer").inner_text()
        three = page.locator(".said", has_text="Three.")
        assert three.get_attribute("title") == "reasoned or advised; its sources say why"
        assert three.evaluate("one => getComputedStyle(one).borderBottomStyle") == "none"
        page.locator(".said", has_text="One.").click()
        page.locator("#drawer mark").first.wait_for()


def test_an_empty_corner_is_named_as_in_the_exported_page(shown: Shown, fact: str) -> None:
    rows = (Row(label="Pump", cells=(Statement(text="Slow", facts=(fact,)), None)),)
    table = CitedTable(columns=("Speed", "Cost"), rows=rows).model_dump(mode="json")
    with shown(table=table, sections=section(sides=("This", "That"), rows=rows)) as page:
        heads = page.locator(".wide-table thead th:first-child").all_inner_texts()
        assert heads == ["Item", "Respect"]


def test_long_code_scrolls_by_itself_on_a_phone_and_can_be_reached(shown: Shown, fact: str) -> None:
    led = (Statement(text="Create it:", facts=(fact,)), Statement(text=LONG, facts=(fact,), code="bash"))
    alone = (Statement(text=LONG, facts=(fact,), code="bash", item=1),)
    cell = Statement(text=f"`{'long_name_' * 8}`", facts=(fact,))
    table = CitedTable(columns=("Is",), rows=(Row(label=f"`{'long_name_' * 8}`", cells=(cell,)),))
    paragraphs = (
        Paragraph(statements=led),
        Paragraph(statements=alone, layout=Layout.LIST),
        Paragraph(statements=(Statement(text=f"See `{'long_name_' * 8}`."),), table=table),
    )
    with shown(390, sections=section(*paragraphs)) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert proof.faults(page) == []
        page.get_by_role("button", name="Sources", exact=False).click()
        page.locator("#drawer mark").first.wait_for()


def test_a_long_address_and_many_columns_keep_to_the_width_of_the_page(
    found: tuple[dict[str, Any], Shown], shown: Shown, fact: str
) -> None:
    name = "running_a_service_" * 4
    references = [one | {"url": f"kb://docs/{name}.md"} for one in found[0]["references"]]
    cells = tuple(Statement(text="What is known of it at some length", facts=(fact,)) for _ in range(5))
    table = CitedTable(columns=tuple("ABCDE"), rows=(Row(label="Pump", cells=cells),))
    with shown(390, references=references) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    with shown(table=table.model_dump(mode="json")) as page:
        assert page.locator(".wide-table").evaluate("one => one.scrollWidth <= one.clientWidth")
