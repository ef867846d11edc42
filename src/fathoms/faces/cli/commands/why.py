"""`fathoms why`."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import home_option, json_option, length_option, run_argument


@click.command()
@run_argument
@click.argument("asked", metavar="SENTENCE|[N]")
@length_option
@json_option
@home_option
def why(run: str, asked: str, length: str | None, as_json: bool, home: str | None) -> int:
    """Follow a sentence or a reference down to its quote.

    The chain goes from what the report says to the facts it cites, the quotes they stand on, and the stored pages
    with the characters at which the quotes are found. Of a report that was exported with another length, say which:
    its references have other numbers.

    \b
    Example:
      fathoms why last "[3]"
      fathoms why last "sixteen turbines of 1.5 MW"
      fathoms why last "[7]" --length long
    """
    from fathoms.domain.report import Length
    from fathoms.faces.cli import evidence_views

    return evidence_views.why(run, asked, home, length=Length(length) if length else None, as_json=as_json)
