"""`fathoms mcp`."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import home_option


@click.command()
@home_option
def mcp(home: str | None) -> int:
    """Serve an agent over the Model Context Protocol, on standard input and output.

    `fathoms serve --mcp` offers the same over HTTP.

    \b
    Example:
      fathoms mcp --home ~/research
    """
    from fathoms.faces.cli import serving

    return serving.serve_agent(home)
