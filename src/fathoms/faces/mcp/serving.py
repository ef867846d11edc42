"""The MCP server on its transports: stdio for an agent that starts it, streamable HTTP beside the page.

Knows: how each transport is run.  Does not know: the tools.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mcp.server.streamable_http_manager import StreamableHTTPASGIApp
from mcp.server.transport_security import TransportSecuritySettings
from starlette.routing import BaseRoute, Route

from fathoms.app.service import Service
from fathoms.app.settings import Settings
from fathoms.faces.mcp.server import Tools

PATH = "/mcp"


async def over_stdio(settings: Settings) -> None:
    """Until whoever started it closes its end; runs under way can be resumed."""
    async with Service(settings) as service:
        await Tools(service).server().run_stdio_async()


@asynccontextmanager
async def over_http(service: Service) -> AsyncIterator[BaseRoute]:
    """A route for the server that has the guard: it is the guard that checks host, origin and token."""
    server = Tools(service).server()
    unguarded = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    server.streamable_http_app(transport_security=unguarded)
    async with server.session_manager.run():
        yield Route(PATH, StreamableHTTPASGIApp(server.session_manager))
