"""The plan in the how-to is one that would be adopted."""

from __future__ import annotations

import re
from pathlib import Path

from fathoms.app.plan_files import read_plan
from fathoms.domain.brief import EFFORT_LIMITS, Effort
from fathoms.domain.plan import STANDARD_GATE
from fathoms.engine.plan import suggestion

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "plan-files.md"


def test_the_plan_of_the_page_is_adopted_and_its_parent_has_the_standard_gate(tmp_path: Path) -> None:
    found = re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    file = tmp_path / "plan.toml"
    file.write_text(found.group(1), encoding="utf-8")
    plan = read_plan(file)
    assert suggestion.take(plan, EFFORT_LIMITS[Effort.STANDARD]).verdict == "adopted"
    assert plan.task("2.1").parent == "2"
    assert [task.gates for task in plan.tasks] == [None, STANDARD_GATE, None]
