"""`fathoms replay`."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import home_option, json_option, run_argument


@click.command()
@run_argument
@json_option
@home_option
def replay(run: str, as_json: bool, home: str | None) -> int:
    """Make a report again from what its run kept, and check every quote.

    Nothing is searched, fetched or asked. The exit code is 1 when the report comes out differently or a quote is
    not at its place in its stored page.

    \b
    Example:
      fathoms replay last
    """
    from fathoms.faces.cli import evidence_views

    return evidence_views.replay(run, home, as_json=as_json)
