"""A mind that follows a script, through every face: `fathoms ask … --mind scripted:FILE`.

    seconds = 0.5                # how long the mind takes over a round's reading; without it no time

    [[plan]]                     # the first try; a second one answers a rejection, the last one is repeated
    strategy = "aspect"
    [[plan.tasks]]
    id = "1"
    question = "How do the cranes work?"
    importance = 0.9

    [[finding]]                  # what is concluded of a task, beyond the facts that were found
    task = "1"
    depth = "superficial"
    areas = ["How is a crane braked?"]
    [finding.revision]
    trigger = "new topic"
    reason = "the pages name a tug"
    [[finding.revision.add]]
    question = "Which tug serves the quay?"
    importance = 0.8

To try what the rules make of a plan, its drill-downs and its revisions, without a model and without chance.
Knows: the roles that plan and judge.  Does not know: documents; it takes the first line of every passage for a fact.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import ValidationError

from fathoms.domain.plan import Plan
from fathoms.domain.report import Depth, DepthVerdict, Finding
from fathoms.domain.revision import RevisionProposal
from fathoms.domain.value import Value
from fathoms.errors import UsageError
from fathoms.ports.mind import Capability, ConcludeRequest, PlanRequest
from fathoms.ports.models import ModelOptions
from fathoms.testing.fakes import ScriptedMind, all_facts


class ScriptedVerdict(Value):
    """What the mind says of one task when it has ended."""

    task: str
    depth: Depth = Depth.ADEQUATE
    areas: tuple[str, ...] = ()
    revision: RevisionProposal | None = None


class Script(Value):
    seconds: float = 0.0
    """How long the mind takes over what was read in a round."""
    plan: tuple[Plan, ...] = ()
    finding: tuple[ScriptedVerdict, ...] = ()


def open_mind(path: str = "", _options: ModelOptions | None = None) -> ScriptedMind:
    """The mind that follows the script in this file; without a file it plans one task and finds it adequate."""
    script = _read(Path(path)) if path else Script()
    verdicts = {verdict.task: verdict for verdict in script.finding}
    tries: list[PlanRequest] = []

    def plan(request: PlanRequest) -> Plan:
        tries.append(request)
        return script.plan[min(len(tries), len(script.plan)) - 1]

    def conclude(request: ConcludeRequest) -> Finding:
        said = verdicts.get(request.task.id)
        finding = all_facts(request)
        if said is None:
            return finding
        depth = DepthVerdict(depth=said.depth, areas=said.areas, reasoning="scripted")
        return finding.model_copy(update={"depth": depth, "revision": said.revision})

    writes = frozenset({Capability.WRITES})
    return ScriptedMind(
        capabilities=writes,
        on_plan=plan if script.plan else None,
        on_conclude=conclude,
        seconds=script.seconds,
    )


def _read(path: Path) -> Script:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        for verdict in table.get("finding", ()):
            if "revision" in verdict:
                verdict["revision"].setdefault("found_by", verdict.get("task"))
        return Script.model_validate(table, strict=False)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the script {str(path)!r} cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"the script {str(path)!r} is not valid TOML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise UsageError(f"the script {str(path)!r} is wrong at {where}: {first['msg']}") from error
