"""`fathoms serve`."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import home_option


@click.command()
@click.option("--host", metavar="NAME", help="Address to listen on (the setting serve_host).")
@click.option("--port", type=click.IntRange(0, 65_535), metavar="N", help="Port (the setting serve_port; 0: any).")
@click.option("--open", "in_browser", is_flag=True, help="Open the page in a browser.")
@click.option("--no-resume", is_flag=True, help="Leave runs alone that an earlier process left in the middle.")
@click.option("--mcp", is_flag=True, help="Offer the MCP server at /mcp too (the extra mcp).")
@home_option
def serve(host: str | None, port: int | None, in_browser: bool, no_resume: bool, mcp: bool, home: str | None) -> int:
    """Serve the page and the HTTP interface, and carry runs out, in one process.

    Beyond this machine a token is asked for; it is printed once. Ctrl-C ends it: runs under way can be resumed, and go
    on by themselves when it is started again.

    \b
    Example:
      fathoms serve --open
      fathoms serve --host 0.0.0.0 --port 8640
    """
    from fathoms.faces.cli import serving

    return serving.serve(home, host=host, port=port, in_browser=in_browser, resume=not no_resume, mcp=mcp)
