"""A run killed at any named moment resumes to the same report, and repeats no finished call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from evals import crash as bench
from fathoms.runtime import crash
from fathoms.testing.model_server import ModelServer


@dataclass(frozen=True)
class Unbroken:
    course: bench.Course
    whole: bench.Ended


@pytest.fixture(scope="module")
def courses() -> Iterator[dict[str, bench.Course]]:
    with ModelServer(bench.digs_and_revises) as server:
        yield {course.name: course for course in bench.courses(server)}


@pytest.fixture(scope="module")
def plain(courses: dict[str, bench.Course], tmp_path_factory: pytest.TempPathFactory) -> Unbroken:
    ended, _ = bench.unbroken(tmp_path_factory.mktemp("whole"), courses["plain"])
    return Unbroken(courses["plain"], ended)


@pytest.fixture(scope="module")
def changing(courses: dict[str, bench.Course], tmp_path_factory: pytest.TempPathFactory) -> Unbroken:
    ended, _ = bench.unbroken(tmp_path_factory.mktemp("whole"), courses["changing"])
    return Unbroken(courses["changing"], ended)


def resumes_to_the_same(point: str, folder: Path, unbroken: Unbroken) -> None:
    survived = bench.at_point(point, folder, unbroken.course, unbroken.whole)
    assert survived.killed
    assert (survived.same, survived.problem, survived.repeated) == (True, "", 0)


def test_calls_of_minds_without_an_answer_were_in_flight_and_those_of_sources_cost_nothing(tmp_path: Path) -> None:
    log = tmp_path / "calls.log"
    log.write_text("start r mind.plan a\ndone r mind.plan a\nstart r mind.extract b\nstart r search.documents c\n")
    assert bench.calls_in_flight(log) == 1


def test_what_was_spent_is_read_from_the_report_and_never_taken_for_nothing() -> None:
    assert bench.spent_calls("# Report\n\n- Spent: 0.0120 USD, 1,204 tokens, 1,009 calls\n") == 1009
    assert bench.spent_calls("Rounds: 11 · Spent: 0.0000 USD, 47574 tokens, 20 calls · Support check: 100%") == 20
    with pytest.raises(RuntimeError, match="spent"):
        bench.spent_calls("# Report\n")


@pytest.mark.crash
@pytest.mark.parametrize("point", [*crash.POINTS, "search:unsaved*3", "call:kept*5"])
def test_a_run_killed_at_a_named_moment_resumes_to_the_same_report(point: str, plain: Unbroken, tmp_path: Path) -> None:
    resumes_to_the_same(point, tmp_path, plain)


@pytest.mark.crash
@pytest.mark.parametrize("point", [*crash.OF_CHANGES, "change:unsaved*2", "task:enqueued*3"])
def test_a_run_killed_while_its_plan_changes_resumes_to_the_same_report(
    point: str, changing: Unbroken, tmp_path: Path
) -> None:
    resumes_to_the_same(point, tmp_path, changing)
