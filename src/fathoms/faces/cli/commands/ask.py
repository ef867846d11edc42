"""`fathoms ask`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fathoms.faces.cli.options import (
    format_option,
    one_question,
    options_of,
    output_option,
    question_argument,
    telling_options,
)

if TYPE_CHECKING:
    from fathoms.app.asking import Given


@click.command()
@question_argument
@options_of("ask")
@format_option
@output_option
@telling_options
def ask(
    given: Given, home: str | None, words: tuple[str, ...], form: str | None, output: Path | None, telling: str
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
      fathoms ask "What did the array cost?" --also "Who runs the ferry?" --docs ./documents --yes
    """
    from fathoms.faces.cli import asking, conversation, reports

    question = one_question(words, in_a_file=bool(given.get("questions")))
    wanted = reports.Wanted.of(form, output, telling)
    reports.check_target(wanted)
    settings, request = asking.request(question, given, home=home)
    if request.authorized:
        return conversation.asked_and_carried_out(settings, request, wanted)
    row, offer = conversation.planned(settings, request, wanted)
    return conversation.offered(settings, row, offer, wanted, yes=False)
