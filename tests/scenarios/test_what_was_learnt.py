"""Later runs are better off for earlier ones: findings are taken over, and what was learnt can be seen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fathoms import Fathoms
from fathoms.domain.events import FactRecalled, FindingReused
from fathoms.domain.plan import Plan, Task
from tests.command_line import Cli


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.md").write_text("# Harbour\n\nThe harbour of Skarrow is 14 metres deep.\n", encoding="utf-8")
    return folder


async def test_a_question_in_other_words_takes_over_what_was_found_with_its_age(docs: Path, tmp_path: Path) -> None:
    async with Fathoms(tmp_path / "h") as opened:
        first = await opened.ask("How deep is the harbour of Skarrow?", docs=[docs], effort="quick", authorize=True)
        again = await opened.ask("Skarrow's harbour: how deep is it?", docs=[docs], effort="quick", authorize=True)
        events = [event.body for event in opened.service.events(again.run)]
    (reused,) = (body for body in events if isinstance(body, FindingReused))
    assert reused.run == first.run
    assert reused.found_at.tzinfo is not None
    assert {fact.claim for fact in again.facts} == {fact.claim for fact in first.facts}


async def test_another_question_begins_where_an_earlier_run_found_what_it_asks(docs: Path, tmp_path: Path) -> None:
    question = "How many metres deep is the harbour of Skarrow?"
    async with Fathoms(tmp_path / "h") as opened:
        first = await opened.ask("How deep is the harbour of Skarrow?", docs=[docs], effort="quick", authorize=True)
        for n in range(30):  # what would crowd it out
            text = f"# Note {n}\n\nThe harbour of Skarrow. Many metres, deep in thought of the harbour of Skarrow.\n"
            (docs / f"{n}.md").write_text(text, encoding="utf-8")
        again = await opened.ask(question, docs=[docs], effort="quick", authorize=True)
        fresh = await opened.ask(question, docs=[docs], effort="quick", authorize=True, fresh=True)
        told = [event.body for event in opened.service.events(again.run)]
        untold = [event.body for event in opened.service.events(fresh.run)]
    recalled = [body for body in told if isinstance(body, FactRecalled)]
    assert any("14 metres" in fact.claim for fact in first.facts)
    assert any("14 metres" in body.claim and body.run == first.run for body in recalled)
    assert any("14 metres" in fact.claim for fact in again.facts)
    assert not any(isinstance(body, FactRecalled) for body in untold)


def test_learned_shows_what_was_counted_and_what_it_changes(docs: Path, cli: Cli) -> None:
    assert "nothing was learnt yet" in cli("learned").err
    assert cli("ask", "How deep is the harbour of Skarrow?", "--docs", docs, "--effort", "quick", "--yes").code == 0
    shown = cli("learned").out
    assert "1 thread" in shown
    assert "simple was enough in 1 of 1" in shown
    assert "changes: nothing yet" in shown
    assert json.loads(cli("learned", "--json").out)["counts"]["types"][0]["threads"] == 1


async def test_a_finding_taken_over_from_another_place_in_another_plan_is_at_home_in_the_new_one(
    tmp_path: Path,
) -> None:
    """It was task 3 there and is task 1 here."""
    (tmp_path / "a.md").write_text(
        "The harbour of Skarrow has four cranes.\n\nThe harbour of Skarrow is eleven metres deep.\n\n"
        "The ferry Merganser is run by Holloway Lines.\n",
        "utf-8",
    )
    questions = (
        "How many cranes has the harbour of Skarrow?",
        "How deep is the harbour of Skarrow?",
        "Who runs the ferry Merganser?",
    )
    tasks = tuple(Task(id=str(n), question=question) for n, question in enumerate(questions, 1))
    async with Fathoms(tmp_path / "h") as opened:
        whole = "What about the harbour of Skarrow and the ferry Merganser?"
        await opened.ask(whole, docs=[tmp_path / "a.md"], suggested=Plan(tasks=tasks), authorize=True)
        report = await opened.ask(questions[2], docs=[tmp_path / "a.md"], authorize=True)
    assert any("Holloway" in fact.claim for fact in report.facts)
