"""`fathoms plan`."""

from __future__ import annotations

from pathlib import Path

import click

from fathoms.faces.cli.options import json_option, one_question, question_argument, research_options


@click.command()
@question_argument
@research_options
@json_option
def plan(
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
    as_json: bool,
) -> int:
    """Show the verdict and the plan for a question; start nothing.

    The plan is kept: `fathoms authorize RUN` starts it.

    \b
    Example:
      fathoms plan "How did the ferry programme change, and why?" --docs ./documents
    """
    from fathoms.errors import EXIT_REFUSED
    from fathoms.faces.cli import asking, authorisation, conversation, terminal
    from fathoms.faces.cli.session import command

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
        answers=answers,
        split=split,
        fresh=fresh,
        plan_file=plan_file,
        known=known,
        strict=strict,
        follow=follow,
    )
    settings, request = asking.request(one_question(words), docs, flags, wishes)
    row, offer = conversation.planned(settings, request)
    terminal.result(offer.model_dump_json(indent=2) if as_json else authorisation.shown(offer))
    conversation.say_how_to_answer(offer)
    if not offer.verdict.feasible:
        return EXIT_REFUSED
    terminal.note(f"nothing was started; to start it: {command(f'fathoms authorize {row.order.run}', settings)}")
    return 0
