"""The proof of the house sees circles through lazy imports, imports upward and second definitions."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals import house


@pytest.fixture
def world(tmp_path: Path) -> Path:
    package = tmp_path / "fathoms"
    package.mkdir()
    (package / "__init__.py").write_text("")
    return package


def test_a_circle_is_found_though_one_import_waits_in_a_function(world: Path) -> None:
    (world / "a.py").write_text("from fathoms import b\n")
    (world / "b.py").write_text("def late() -> None:\n    from fathoms.a import x\n")
    (world / "c.py").write_text("from fathoms.a import y\n")
    graph = house.imports(house.modules(world.parent))
    assert house.circles(graph) == (("fathoms.a", "fathoms.b"),)


def test_what_only_the_type_checker_reads_closes_no_circle(world: Path) -> None:
    (world / "a.py").write_text("from fathoms import b\n")
    (world / "b.py").write_text("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from fathoms.a import x\n")
    assert house.circles(house.imports(house.modules(world.parent))) == ()


def test_an_import_upward_is_named(world: Path) -> None:
    (world / "low.py").write_text("def late() -> None:\n    from fathoms.high import x\n")
    (world / "high.py").write_text("from fathoms.low import late\n")
    graph = house.imports(house.modules(world.parent))
    assert house.upward(graph, (frozenset({"fathoms.high"}), frozenset({"fathoms.low"}))) == (
        "fathoms.low → fathoms.high",
    )


def test_a_second_figure_and_a_second_idea_of_a_year_are_named(world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "SOURCE", world.parent)
    (world / "other.py").write_text('import re\nclass Figure: ...\nX = re.compile(r"(?:19|20)\\d\\d")\n')
    assert house.twice_defined(house.modules(world.parent)) == (
        "figure: fathoms.other.Figure (other.py:2)",
        "year: fathoms/other.py:3",
    )


def test_the_house_has_no_circle_and_nothing_that_looks_up() -> None:
    graph = house.imports(house.modules())
    assert house.circles(graph) == ()
    assert house.upward(graph, house.layers()) == ()


def test_figures_dates_and_denials_are_defined_once() -> None:
    assert house.twice_defined(house.modules()) == ()
