"""`fathoms authorize`, `resume`, `cancel` and `fork`: what a run's owner may do with it."""

from __future__ import annotations

from pathlib import Path

import click

from fathoms.faces.cli.options import (
    format_option,
    home_option,
    output_option,
    run_argument,
    telling_options,
    yes_option,
)


@click.command()
@run_argument
@home_option
@format_option
@output_option
@telling_options
def authorize(run: str, home: str | None, form: str | None, output: Path | None, telling: str) -> int:
    """Start a run whose plan is waiting.

    This command is the authorisation: it does not ask again. RUN is an id, a unique beginning of one, or `last`.

    \b
    Example:
      fathoms plan "How did the ferry programme change?" --docs ./documents
      fathoms authorize last
    """
    return _go_on(run, home, form, output, telling, yes=True)


@click.command()
@run_argument
@home_option
@yes_option
@format_option
@output_option
@telling_options
def resume(run: str, home: str | None, yes: bool, form: str | None, output: Path | None, telling: str) -> int:
    """Go on with a run that was interrupted or cancelled.

    Nothing that was finished is done again. A run that was interrupted before its plan was authorised asks for it.

    \b
    Example:
      fathoms resume last
      fathoms resume 261115-3fa9c1 -o report.md
    """
    return _go_on(run, home, form, output, telling, yes=yes)


@click.command()
@run_argument
@home_option
def cancel(run: str, home: str | None) -> int:
    """End a run, from any process.

    What it has found so far is kept, and `fathoms resume RUN` goes on with it. A step in flight ends within a second.

    \b
    Example:
      fathoms cancel last
    """
    from fathoms.app.service import Service
    from fathoms.faces.cli import interrupts, terminal
    from fathoms.faces.cli.session import command, configured

    settings = configured(home=home)

    async def work() -> str:
        async with Service(settings) as service:
            return (await service.cancel(service.find(run))).order.run

    name = interrupts.run(work())
    terminal.result(f"cancelled {name}")
    terminal.note(f"go on with: {command(f'fathoms resume {name}', settings)}")
    return 0


@click.command()
@run_argument
@click.argument("request", metavar="[ID]", required=False)
@home_option
def approve(run: str, request: str | None, home: str | None) -> int:
    """Approve a drill-down or revision that a run asks for.

    Without ID it answers the one that is open. Also while nobody works on the run: it goes on with `fathoms resume`.

    \b
    Example:
      fathoms ask "Compare the arrays" --docs ./documents --yes --interactive
      fathoms approve last a1
    """
    return _answer(run, request, home, approved=True, reason="")


@click.command()
@run_argument
@click.argument("request", metavar="[ID]", required=False)
@click.option("--reason", default="", metavar="TEXT", help="Why not; it is recorded with the plan.")
@home_option
def refuse(run: str, request: str | None, reason: str, home: str | None) -> int:
    """Refuse a drill-down or revision that a run asks for.

    \b
    Example:
      fathoms refuse last a1 --reason "out of scope"
    """
    return _answer(run, request, home, approved=False, reason=reason)


@click.command()
@run_argument
@click.option("--from", "task", required=True, metavar="TASK", help="The task to do again, with all that builds on it.")
@home_option
@yes_option
@format_option
@output_option
@telling_options
def fork(run: str, task: str, home: str | None, yes: bool, form: str | None, output: Path | None, telling: str) -> int:
    """Start a new run from a task of an earlier one.

    The outcomes of all other tasks are taken over; the earlier run stays as it is.

    \b
    Example:
      fathoms show last --tree
      fathoms fork last --from 2 --yes
    """
    from fathoms.app.service import Service
    from fathoms.faces.cli import conversation, interrupts, reports, terminal
    from fathoms.faces.cli.session import configured

    wanted = reports.Wanted.of(form, output, telling)
    reports.check_target(wanted)
    settings = configured(home=home)

    async def work() -> str:
        async with Service(settings) as service:
            return (await service.fork(service.find(run), task)).order.run

    name = interrupts.run(work())
    terminal.note(f"run {name}")
    return conversation.gone_on(settings, name, wanted, yes=yes)


def _answer(name: str, request: str | None, home: str | None, *, approved: bool, reason: str) -> int:
    from fathoms.app.service import Service
    from fathoms.faces.cli import approvals, interrupts, terminal
    from fathoms.faces.cli.session import configured

    async def work() -> str:
        async with Service(configured(home=home)) as service:
            run = service.find(name)
            asked = approvals.the_one_asked(service, run, request)
            await service.answer(run, asked.id, approved=approved, reason=reason)
            return f"{'approved' if approved else 'refused'} {asked.id} of run {run}: {asked.reason}"

    terminal.result(interrupts.run(work()))
    return 0


def _go_on(run: str, home: str | None, form: str | None, output: Path | None, telling: str, *, yes: bool) -> int:
    from fathoms.faces.cli import conversation
    from fathoms.faces.cli.reports import Wanted
    from fathoms.faces.cli.session import configured

    return conversation.gone_on(configured(home=home), run, Wanted.of(form, output, telling), yes=yes)
