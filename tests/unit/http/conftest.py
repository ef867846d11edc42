"""A server in this process: the whole application, guard and all, without a socket."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import httpx2
import pytest_asyncio

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.faces.http.app import application
from fathoms.faces.http.desk import Desk
from fathoms.faces.http.guard import Access

LOCAL = "http://127.0.0.1:8640"


@pytest_asyncio.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    async with Service(load({"home": str(tmp_path / "home")})) as service:
        desk = Desk(service, local=True)
        yield desk
        await desk.close()


Connect = Callable[..., httpx2.AsyncClient]


@pytest_asyncio.fixture
async def connect(desk: Desk) -> AsyncIterator[Connect]:
    """A client of a server with this access; by default one that only this machine can reach."""
    async with AsyncExitStack() as stack:

        def connected(access: Access | None = None, base: str = LOCAL) -> httpx2.AsyncClient:
            transport = httpx2.ASGITransport(application(desk, access or Access(host="127.0.0.1")))
            client = httpx2.AsyncClient(transport=transport, base_url=base)
            stack.push_async_callback(client.aclose)
            return client

        yield connected


@pytest_asyncio.fixture
async def client(connect: Connect) -> httpx2.AsyncClient:
    return connect()
