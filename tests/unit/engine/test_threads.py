"""How a thread starts: its name, its sub-questions, its rounds."""

from __future__ import annotations

import pytest

from fathoms.domain.brief import EFFORT_LIMITS, Effort, Limits, Subject
from fathoms.domain.plan import ExtractionSpec, Gates
from fathoms.domain.thread import Phase
from fathoms.engine.thread import opening
from tests.thread_making import make_brief, make_task, make_thread


@pytest.mark.parametrize(("ceiling", "budget"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 4), (6, 4), (8, 6), (9, 6)])
def test_the_round_budget_starts_at_two_thirds_of_the_ceiling_rounded_up(ceiling: int, budget: int) -> None:
    assert opening.starting_budget(ceiling) == budget


@pytest.mark.parametrize("effort", list(Effort))
def test_the_ceiling_is_the_efforts(effort: Effort) -> None:
    assert make_thread(brief=make_brief(effort)).ceiling == EFFORT_LIMITS[effort].rounds


def test_a_lowered_limit_of_rounds_holds() -> None:
    lowered = make_brief().model_copy(update={"limits": Limits(top_tasks=1, levels=1, rounds=1, revisions=0, tasks=1)})
    assert make_thread(brief=lowered).ceiling == 1


def test_a_named_emphasis_gets_one_more_round() -> None:
    assert make_thread(make_task(extra_rounds=1), make_brief(Effort.STANDARD)).ceiling == 4


def test_a_task_without_sub_questions_is_its_own_and_ids_count_from_one() -> None:
    alone = make_thread(make_task(question="What is it?"))
    assert [(q.id, q.text) for q in alone.sub_questions] == [("q1", "What is it?")]
    several = make_thread(make_task(sub_questions=("What?", "Why?", "what?", " ")))
    assert [(q.id, q.text) for q in several.sub_questions] == [("q1", "What?"), ("q2", "Why?")]


def test_the_first_phase_is_the_first_that_a_source_serves_in_the_order_of_phases() -> None:
    thread = make_thread(served=(Phase.VERIFY, Phase.EXTRACT))
    assert thread.phase is Phase.EXTRACT
    assert thread.served == (Phase.EXTRACT, Phase.VERIFY)
    assert make_thread(served=()).phase is Phase.SURVEY


def test_what_the_task_asks_beyond_its_question_travels_with_the_thread() -> None:
    gates = Gates(corroboration=2)
    task = make_task(
        gates=gates, importance=0.9, spec=ExtractionSpec(discovery_intense=True), subjects=("TimescaleDB",)
    )
    subjects = (Subject(name="timescaledb", disambiguation=("PostgreSQL extension",)), Subject(name="Other"))
    thread = make_thread(task, make_brief(subjects=subjects))
    assert (thread.gates, thread.importance, thread.discovery_intense) == (gates, 0.9, True)
    assert thread.disambiguation == ("timescaledb: PostgreSQL extension",)


@pytest.mark.parametrize(
    ("task_id", "question", "name"),
    [
        ("1", "How does TimescaleDB's hypertable work?", "1-how-does-timescaledb-s-hypertable-work"),
        ("1.2", "What now?", "1.2-what-now"),
        ("A/1.2", "What now?", "a-1.2-what-now"),
        ("3", "東京タワーの歴史を詳しく", "3-東京タワーの歴史を詳しく"),
        ("4", "ﾃｽﾄ Ｗｉｄｅ", "4-テスト-wide"),
        ("5", "???", "5"),
        ("6", "../../etc/passwd\n\x00", "6-etc-passwd"),
    ],
)
def test_a_thread_is_named_after_its_task_in_a_way_that_every_file_system_takes(
    task_id: str, question: str, name: str
) -> None:
    assert opening.thread_name(make_task(id=task_id, question=question)) == name


def test_ids_and_slugs_cannot_run_into_one_another() -> None:
    first = opening.thread_name(make_task(id="1", question="2 things"))
    second = opening.thread_name(make_task(id="1.2", question="things"))
    assert first != second


@pytest.mark.parametrize("question", ["very long words " * 40, "とても長い質問" * 60, "x" * 500])
def test_a_name_stays_short_enough_for_a_file(question: str) -> None:
    name = opening.thread_name(make_task(id="1.2.3", question=question))
    assert len(f"thread-completion-{name}.md".encode()) < 255
    assert not name.endswith("-")
