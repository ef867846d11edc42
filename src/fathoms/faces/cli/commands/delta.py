"""`fathoms delta`."""

from __future__ import annotations

from pathlib import Path

import click

from fathoms.faces.cli.options import home_option, json_option, output_option


@click.command()
@click.argument("earlier", metavar="EARLIER")
@click.argument("later", metavar="LATER")
@json_option
@output_option
@home_option
def delta(earlier: str, later: str, as_json: bool, output: Path | None, home: str | None) -> int:
    """Say what changed between two runs on the same question.

    \b
    Example:
      fathoms delta 261001-4f2a last
    """
    from fathoms.faces.cli import evidence_views

    return evidence_views.delta(earlier, later, output, home, as_json=as_json)
