"""A run killed at any named moment resumes to the same report, and repeats no finished call."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals import crash as bench
from fathoms.runtime import crash


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bench.Ended:
    ended, _ = bench.unbroken(tmp_path_factory.mktemp("whole"))
    return ended


@pytest.mark.crash
@pytest.mark.parametrize("point", [*crash.POINTS, "search:unsaved*3", "call:kept*5"])
def test_a_run_killed_at_a_named_moment_resumes_to_the_same_report(
    point: str, whole: bench.Ended, tmp_path: Path
) -> None:
    survived = bench.at_point(point, tmp_path, whole)
    assert survived.killed
    assert (survived.same, survived.problem, survived.repeated) == (True, "", 0)
