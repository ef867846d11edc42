"""`fathoms plan`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fathoms.faces.cli.options import json_option, one_question, options_of, question_argument

if TYPE_CHECKING:
    from fathoms.app.asking import Given


@click.command()
@question_argument
@options_of("plan")
@json_option
def plan(given: Given, home: str | None, words: tuple[str, ...], as_json: bool) -> int:
    """Show the verdict and the plan for a question; start nothing.

    The plan is kept: `fathoms authorize RUN` starts it.

    \b
    Example:
      fathoms plan "How did the ferry programme change, and why?" --docs ./documents
    """
    from fathoms.app.endings import EXIT_CODES
    from fathoms.domain.run import RunStatus
    from fathoms.faces.cli import asking, authorisation, conversation, reports, terminal
    from fathoms.faces.cli.session import command

    settings, request = asking.request(one_question(words, in_a_file=bool(given.get("questions"))), given, home=home)
    row, offer = conversation.planned(settings, request, reports.Wanted())
    terminal.result(offer.model_dump_json(indent=2) if as_json else authorisation.shown(offer))
    conversation.say_how_to_answer(offer)
    if not offer.verdict.feasible:
        return EXIT_CODES[RunStatus.REFUSED]
    terminal.note(f"nothing was started; to start it: {command(f'fathoms authorize {row.order.run}', settings)}")
    return 0
