"""`fathoms plan`."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import Research, json_option, one_question, question_argument, research_options


@click.command()
@question_argument
@research_options
@json_option
def plan(research: Research, words: tuple[str, ...], as_json: bool) -> int:
    """Show the verdict and the plan for a question; start nothing.

    The plan is kept: `fathoms authorize RUN` starts it.

    \b
    Example:
      fathoms plan "How did the ferry programme change, and why?" --docs ./documents
    """
    from fathoms.app.endings import EXIT_CODES
    from fathoms.domain.run import RunStatus
    from fathoms.faces.cli import asking, authorisation, conversation, terminal
    from fathoms.faces.cli.session import command

    settings, request = asking.request(one_question(words), research)
    row, offer = conversation.planned(settings, request)
    terminal.result(offer.model_dump_json(indent=2) if as_json else authorisation.shown(offer))
    conversation.say_how_to_answer(offer)
    if not offer.verdict.feasible:
        return EXIT_CODES[RunStatus.REFUSED]
    terminal.note(f"nothing was started; to start it: {command(f'fathoms authorize {row.order.run}', settings)}")
    return 0
