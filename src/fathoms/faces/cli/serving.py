"""The server from the command line: started, told of, ended by Ctrl-C.

Knows: what is said of a server that starts and ends.  Does not know: what it serves.
"""

from __future__ import annotations

import asyncio
import logging
import webbrowser
from importlib.util import find_spec

from fathoms.errors import InstallExtra, UsageError
from fathoms.faces.cli import terminal
from fathoms.faces.cli.layout import plural
from fathoms.faces.cli.session import configured
from fathoms.faces.http.serving import Place
from fathoms.faces.http.serving import serve as served


def serve(home: str | None, *, host: str | None, port: int | None, in_browser: bool, resume: bool, mcp: bool) -> int:
    settings = configured(home=home, serve_host=host, serve_port=port)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")

    def told(place: Place) -> None:
        terminal.result(place.address)
        if place.token:
            terminal.note(f"token: {place.token}")
        terminal.note(f"the page and the interface are there; home: {settings.home}; Ctrl-C ends it")
        if place.resumed:
            terminal.note(f"{plural(place.resumed, 'run')} left in the middle go on; nothing is paid twice")
        if in_browser:
            webbrowser.open(place.address)

    if mcp:
        _need_mcp()
    asyncio.run(served(settings, told, resume=resume, mcp=mcp))
    terminal.note("ended; runs that were under way go on when it is started again")
    return 0


def serve_agent(home: str | None) -> int:
    """Standard output carries the protocol, so nothing else is said there."""
    _need_mcp()
    from fathoms.faces.mcp.serving import over_stdio

    asyncio.run(over_stdio(configured(home=home)))
    return 0


def _need_mcp() -> None:
    if find_spec("mcp") is None:
        raise UsageError("MCP needs an extra that is not installed", next_step=InstallExtra("mcp"))
