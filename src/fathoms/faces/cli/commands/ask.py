"""`fathoms ask`."""

from __future__ import annotations

from pathlib import Path

import click

from fathoms.faces.cli.options import (
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
    words: tuple[str, ...],
    docs: tuple[Path, ...],
    web: bool | None,
    sources: tuple[str, ...],
    offline: bool | None,
    effort: str | None,
    mind: str | None,
    model: str | None,
    order: str | None,
    slots: int | None,
    revise: str | None,
    plan_file: Path | None,
    answers: tuple[str, ...],
    split: bool,
    fresh: bool,
    follow: str,
    length: str | None,
    known: tuple[str, ...],
    strict: bool,
    max_calls: int | None,
    max_usd: float | None,
    max_tokens: int | None,
    max_minutes: int | None,
    keep_originals: bool | None,
    artifacts: str | None,
    home: str | None,
    interactive: bool,
    yes: bool,
    form: str,
    output: Path | None,
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
    flags = asking.Flags(
        effort=effort,
        mind=mind,
        model=model,
        order=order,
        slots=slots,
        artifacts=artifacts,
        home=home,
        revise=revise,
        max_calls=max_calls,
        max_usd=max_usd,
        max_tokens=max_tokens,
        max_minutes=max_minutes,
        web="on" if web else None,
        sources=" ".join(sources) or None,
        offline="on" if offline else None,
        length=length,
        keep_originals="on" if keep_originals else None,
    )
    wishes = asking.Wishes(
        authorized=yes,
        interactive=interactive,
        answers=answers,
        split=split,
        fresh=fresh,
        plan_file=plan_file,
        known=known,
        strict=strict,
        follow=follow,
    )
    settings, request = asking.request(question, docs, flags, wishes)
    if yes:
        return conversation.asked_and_carried_out(settings, request, wanted)
    row, offer = conversation.planned(settings, request)
    return conversation.offered(settings, row, offer, wanted, yes=False)
