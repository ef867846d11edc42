"""`fathoms ingest`."""

from __future__ import annotations

from pathlib import Path

import click

from fathoms.faces.cli.options import home_option


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH…")
@home_option
def ingest(paths: tuple[Path, ...], home: str | None) -> int:
    """Take folders and files into the knowledge base.

    `ask` does this by itself; here it is done ahead of time. Only what changed is read again. The paths make one
    collection, the one that `ask --docs` with the same paths searches.

    \b
    Example:
      fathoms ingest ./documents
    """
    from fathoms.faces.cli import kb_views

    return kb_views.add([str(path) for path in paths], None, home)
