"""`fathoms ask`."""

from __future__ import annotations

from pathlib import Path

import click

from fathoms.faces.cli.options import (
    Research,
    format_option,
    interactive_option,
    one_question,
    output_option,
    question_argument,
    research_options,
    yes_option,
)


@click.command()
@question_argument
@research_options
@interactive_option
@yes_option
@format_option
@output_option
def ask(
    research: Research, words: tuple[str, ...], interactive: bool, yes: bool, form: str, output: Path | None
) -> int:
    """Research a question and print the cited report.

    The documents are taken in first (only what changed), then a plan is made and shown. It starts when you
    type "Authorized to execute", or at once with --yes. Where the question is not sharp you are asked first, two
    questions at most (--answer answers them beforehand). Ctrl-C at any moment leaves a run that can be resumed.

    \b
    Example:
      fathoms ask "Compare the two arrays: turbines, capacity, cost" --docs ./documents --yes
      fathoms ask "Who decided on the ferry?" --docs minutes/ --docs 'letters/*.txt' --effort deep -o ferry.md
      fathoms ask "What changed in Django 5?" --web --effort quick --yes
    """
    from fathoms.faces.cli import asking, conversation, reports

    question = one_question(words)
    wanted = reports.Wanted(form, output)
    reports.check_target(wanted)
    settings, request = asking.request(question, research, authorized=yes, interactive=interactive)
    if yes:
        return conversation.asked_and_carried_out(settings, request, wanted)
    row, offer = conversation.planned(settings, request)
    return conversation.offered(settings, row, offer, wanted, yes=False)
