"""A plan that the user wrote down, as TOML or JSON.

    [[task]]
    id = "1"
    question = "How does the battery work?"

    [[task]]
    id = "2"
    question = "What are its limits?"
    depends_on = ["1"]            # or [{ on = "1", need = "soft" }]
    importance = 0.9

Knows: the two forms of a file.  Does not know: whether the plan is sound (`engine/plan/rules.py`).
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from fathoms.domain.plan import STANDARD_GATE, Plan, Task
from fathoms.errors import UsageError

_TABLE: TypeAdapter[dict[str, object]] = TypeAdapter(dict[str, object])
_TASKS: TypeAdapter[list[dict[str, object]]] = TypeAdapter(list[dict[str, object]])
_EDGES: TypeAdapter[list[str | dict[str, str]]] = TypeAdapter(list[str | dict[str, str]])


def read_plan(path: Path) -> Plan:
    """The plan in a file. What is wrong with it is said with the place where it is."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the plan {str(path)!r} cannot be read: {error}") from error
    try:
        table = _TABLE.validate_python(json.loads(text) if path.suffix == ".json" else tomllib.loads(text))
        tasks = _TASKS.validate_python(table.pop("task", None) or table.pop("tasks", []))
        plan = Plan.model_validate({**table, "tasks": [_task(task) for task in tasks]}, strict=False)
        return plan.replacing(*(_gated(task) for task in plan.tasks if plan.children(task.id)))
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"the plan {str(path)!r} is neither TOML nor JSON: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise UsageError(f"the plan {str(path)!r} is wrong at {where}: {first['msg']}") from error


def _gated(parent: Task) -> Task:
    """A task with children has a gate: the standard one when the file names none."""
    return parent if parent.gates else parent.model_copy(update={"gates": STANDARD_GATE})


def _task(task: dict[str, object]) -> dict[str, object]:
    """Dependencies may be given by id alone, and the level follows from the id."""
    edges = _EDGES.validate_python(task.get("depends_on", []))
    number = str(task.get("id", "")).rpartition("/")[2]
    parent = task.get("parent") or (str(task["id"]).rpartition(".")[0] or None if "." in number else None)
    return {
        **task,
        "depends_on": [{"on": edge} if isinstance(edge, str) else edge for edge in edges],
        "parent": parent,
        "level": task.get("level", number.count(".") + 1),
    }
