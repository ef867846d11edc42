"""One process for everything: the interface, the page, and the worker that carries runs out.

Knows: how the server starts and ends; a signal closes streams, lets runs go (they can be resumed), and then the home.
Does not know: what is served.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import secrets
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from types import FrameType

import uvicorn
from starlette.routing import BaseRoute

from fathoms.app.service import Service
from fathoms.app.settings import Settings
from fathoms.errors import ConfigError
from fathoms.faces.http.app import application
from fathoms.faces.http.desk import Desk
from fathoms.faces.http.guard import Access, is_loopback
from fathoms.faces.http.slow_heads import Impatient

GRACE = 5
"""Seconds that requests under way have to end."""
_TOKEN_BYTES = 24
BACKLOG = 2_048


@dataclass(frozen=True, slots=True)
class Place:
    """Where the server is, once it is there."""

    address: str
    token: str
    """Empty when none is asked for."""
    resumed: int
    """Runs that an earlier server left in the middle and that go on now."""


class _Server(uvicorn.Server):
    """Tells the streams to end before it waits for them."""

    def __init__(self, config: uvicorn.Config, closing: asyncio.Event) -> None:
        super().__init__(config)
        self._closing = closing

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._closing.set()
        super().handle_exit(sig, frame)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal ends the server in an orderly way and is then spent: whoever asked for the server goes on."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        for number in (2, 15):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (2, 15):
                loop.remove_signal_handler(number)


def access_of(settings: Settings) -> Access:
    """What the settings ask of those who come; beyond this machine always a token, made up when none was chosen."""
    host, token = settings.text("serve_host"), settings.text("serve_token")
    if not token and not is_loopback(host):
        token = secrets.token_urlsafe(_TOKEN_BYTES)
    return Access(
        host=host,
        token=token,
        hosts=settings.words("serve_names"),
        per_minute=settings.number("serve_per_minute"),
    )


async def serve(
    settings: Settings, told: Callable[[Place], Awaitable[None] | None], *, resume: bool = True, mcp: bool = False
) -> None:
    """Until a signal ends it."""
    access = access_of(settings)
    bound = _bound(access.host, settings.number("serve_port"))
    with bound:
        async with AsyncExitStack() as stack:
            service = await stack.enter_async_context(Service(settings))
            more = [await stack.enter_async_context(_mcp(service))] if mcp else []
            desk = Desk(service, local=access.local)
            config = uvicorn.Config(
                application(desk, access, *more),
                http=Impatient,
                lifespan="off",
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_keep_alive=15,
                timeout_graceful_shutdown=GRACE,
                backlog=BACKLOG,
                ws="none",
                proxy_headers=False,
            )
            server = _Server(config, desk.closing)
            serving = asyncio.create_task(server.serve(sockets=[bound]))
            try:
                resumed = await desk.go_on() if resume else 0
                place = Place(_address(access.host, bound.getsockname()[1]), access.token, resumed)
                if (waiting := told(place)) is not None:
                    await waiting
                await serving
            finally:
                server.should_exit = True
                await desk.close()
                await asyncio.gather(serving, return_exceptions=True)


def _mcp(service: Service) -> AbstractAsyncContextManager[BaseRoute]:
    from fathoms.faces.mcp.serving import over_http  # the extra `mcp`, slow to import

    return over_http(service)


def _bound(host: str, port: int) -> socket.socket:
    """The socket, listening from here on, so that a port in use is said before anything is opened."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise ConfigError(f"cannot listen on {host}:{port}: {error.strerror}; serve_port names another") from error
    return listening


def _address(host: str, port: int) -> str:
    try:
        wild = ipaddress.ip_address(host).is_unspecified
    except ValueError:
        wild = False
    shown = socket.gethostname() if wild else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"
