"""Documents are read in depth: whole where they fit, for every open sub-question at once."""

from __future__ import annotations

from pathlib import Path

from fathoms import Fathoms
from fathoms.domain.events import RoundScoped
from fathoms.domain.plan import Mode, Plan, Task

FILLER = "The committee met in the usual room and took the usual notes of its meeting.\n\n"


def written(folder: Path) -> Path:
    """A document of some 9,000 characters: what is asked for stands at its end, far from where its subject is named."""
    folder.mkdir()
    text = "# The Skarrow quay\n\nThe Skarrow quay was built by the firm Brandt.\n\n"
    text += "".join(f"## Meeting {n}\n\n{FILLER * 4}" for n in range(25))
    text += (
        "## Costs\n\nThe Skarrow quay cost 41 million crowns.\n\n## Opening\n\nIt was opened by the mayor in 1987.\n"
    )
    (folder / "quay.md").write_text(text, encoding="utf-8")
    return folder


async def test_a_long_document_is_read_whole_in_one_round(tmp_path: Path) -> None:
    async with Fathoms(tmp_path / "h") as opened:
        report = await opened.ask(
            "What did the Skarrow quay cost?", docs=[written(tmp_path / "docs")], effort="quick", authorize=True
        )
        told = next(iter(opened.service.threads_folder(report.run).glob("micro-report-*-round-1.md")))
        shown = opened.service.state(report.run)
    assert shown
    assert "41 million" in told.read_text(encoding="utf-8")
    assert any("41 million" in fact.claim for fact in report.facts)


async def test_every_sub_question_is_searched_in_the_first_round(tmp_path: Path) -> None:
    subs = ("Who built the Skarrow quay?", "What did the Skarrow quay cost?")
    task = Task(id="1", question="What is known of the Skarrow quay?", sub_questions=subs)
    plan = Plan(mode=Mode.SIMPLE, tasks=(task,))
    async with Fathoms(tmp_path / "h") as opened:
        report = await opened.ask(
            task.question, docs=[written(tmp_path / "docs")], suggested=plan, effort="quick", authorize=True
        )
        scoped = [e.body for e in opened.service.events(report.run) if isinstance(e.body, RoundScoped)]
    assert len(scoped[0].queries) == 2
    claims = " ".join(fact.claim for fact in report.facts if fact.round == 1)
    assert "Brandt" in claims
    assert "41 million" in claims
