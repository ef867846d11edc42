"""`fathoms show`."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import home_option, json_option, run_argument


@click.command()
@run_argument
@click.option("--tree", "view", flag_value="tree", help="The tasks and how far each is.")
@click.option("--events", "view", flag_value="events", help="Everything that happened, in order.")
@click.option("--trace", "view", flag_value="trace", help="Every recorded step with its time and result.")
@click.option("--state", "view", flag_value="state", help="Where the run stands, or stood (--at).")
@click.option("--facts", "view", flag_value="facts", help="Every fact with its quotes.")
@click.option("--micro", "view", flag_value="micro", help="The micro-reports of all rounds.")
@click.option("--conflicts", "view", flag_value="conflicts", help="Where sources disagree.")
@click.option("--cost", "view", flag_value="cost", help="What each task spent.")
@click.option("--plan-history", "view", flag_value="plan-history", help="How the plan changed, and why.")
@click.option("--mermaid", "view", flag_value="mermaid", help="The plan as a Mermaid diagram.")
@click.option("--at", type=int, metavar="N", help="With --state: after so many events of the run (see --events).")
@click.option("--task", metavar="ID", help="Only this task; alone: what it concluded.")
@json_option
@home_option
def show(run: str, view: str | None, at: int | None, task: str | None, as_json: bool, home: str | None) -> int:
    """Show a run: its report, tree, events, trace, state, facts, plan.

    Without an option it shows the report, or, while there is none, where the run stands. RUN is an id, a unique
    beginning of one, or `last`.

    \b
    Example:
      fathoms show last
      fathoms show last --tree
      fathoms show last --state --at 12 --json
      fathoms show last --task 2
    """
    from fathoms.faces.cli import run_views

    if at is not None and view != "state":
        raise click.UsageError("--at goes with --state")
    if as_json and view == "mermaid":
        raise click.UsageError("--mermaid has no JSON form; --state --json has the plan")
    return run_views.show(run, view or ("task" if task else "report"), home, at=at, task=task or "", as_json=as_json)
