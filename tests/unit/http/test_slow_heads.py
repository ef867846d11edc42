"""Requests that do not come to the point, on real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from fathoms.faces.http import slow_heads

HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"


async def answers_late(scope: Any, receive: Any, send: Any) -> None:
    """Its answer begins at once and ends long after the deadline for heads."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"o", "more_body": True})
    await asyncio.sleep(3 * slow_heads.HEAD_SECONDS)
    await send({"type": "http.response.body", "body": b"k"})


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    config = uvicorn.Config(answers_late, http=slow_heads.Impatient, lifespan="off", log_level="critical", port=0)
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    port = server.servers[0].sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        await server.shutdown()


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_heads, "HEAD_SECONDS", 0.2)


@pytest.mark.parametrize("begun", [b"", HEAD, b"G"])
async def test_a_request_without_an_end_to_its_headers_is_given_up(begun: bytes) -> None:
    async with connected() as (reader, writer):
        writer.write(begun)
        assert (await asyncio.wait_for(reader.read(), 10)).startswith(b"HTTP/1.1 408")


async def test_more_bytes_buy_no_more_time() -> None:
    async with connected() as (reader, writer):
        writer.write(HEAD)

        async def dribble() -> None:
            while not writer.is_closing():
                writer.write(b"X: y\r\n")
                await asyncio.sleep(0.05)

        dribbling = asyncio.create_task(dribble())
        try:
            assert (await asyncio.wait_for(reader.read(200), 10)).startswith(b"HTTP/1.1 408")
        finally:
            dribbling.cancel()


async def test_an_answer_may_take_as_long_as_it_likes_and_the_next_request_has_its_own_time() -> None:
    async with connected() as (reader, writer):
        for _ in range(2):
            writer.write(HEAD + b"\r\n")
            assert (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)).startswith(b"HTTP/1.1 200")
            assert await asyncio.wait_for(reader.readexactly(2), 10) == b"ok"
        writer.write(HEAD)
        assert (await asyncio.wait_for(reader.read(), 10)).startswith(b"HTTP/1.1 408")
