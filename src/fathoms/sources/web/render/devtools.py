"""The DevTools protocol over a pipe: commands out, replies and events in, each a JSON object that ends in a zero byte.

Knows: framing, which reply belongs to which command.  Does not know: what the commands do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from itertools import count
from typing import TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from fathoms.errors import BadAnswer, ProviderError, Refused, Unavailable

Shape = TypeVar("Shape", bound=BaseModel)
Parameters = Mapping[str, JsonValue]
_NAME = "chromium"


class Event(BaseModel):
    """Something that happened over there."""

    method: str = ""
    params: JsonValue = None
    sessionId: str = ""  # noqa: N815 - the protocol's names

    def read_as(self, shape: type[Shape]) -> Shape:
        return _shaped(self.params, shape)


class _Problem(BaseModel):
    message: str = ""


class _Message(Event):
    id: int | None = None
    result: JsonValue = None
    error: _Problem | None = None


class Nothing(BaseModel):
    """The reply to a command that only does something."""


class DevTools:
    """One end of the pipe. Somebody has to `listen` for replies to arrive."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, why_it_ended: Callable[[], ProviderError]
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._why_it_ended = why_it_ended
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[JsonValue]] = {}

    async def call(self, method: str, parameters: Parameters, shape: type[Shape], *, session: str = "") -> Shape:
        """Send a command and wait for its reply. Raises ProviderError."""
        number = next(self._numbers)
        message = _Outgoing(id=number, method=method, params=dict(parameters), sessionId=session or None)
        reply: asyncio.Future[JsonValue] = asyncio.get_running_loop().create_future()
        self._waiting[number] = reply
        try:
            self._writer.write(message.model_dump_json(exclude_none=True).encode() + b"\0")
            await self._writer.drain()
            return _shaped(await reply, shape)
        except ConnectionError as error:
            raise self._why_it_ended() from error
        finally:
            self._waiting.pop(number, None)

    async def listen(self, heard: Callable[[Event], None]) -> None:
        """Hand on events and replies for ever. Raises ProviderError when the browser ends or says too much."""
        while True:
            try:
                raw = await self._reader.readuntil(b"\0")
            except (asyncio.IncompleteReadError, ConnectionError) as error:
                raise self._why_it_ended() from error
            except asyncio.LimitOverrunError as error:
                raise Refused("the page is too large to be drawn", provider=_NAME) from error
            try:
                message = _Message.model_validate_json(raw[:-1])
            except ValidationError as error:
                raise BadAnswer("Chromium said what cannot be understood", provider=_NAME) from error
            if message.id is None:
                heard(message)
            elif (reply := self._waiting.get(message.id)) is not None and not reply.done():
                if message.error is None:
                    reply.set_result(message.result)
                else:
                    reply.set_exception(Unavailable(f"Chromium: {message.error.message}", provider=_NAME))


class _Outgoing(BaseModel):
    id: int
    method: str
    params: dict[str, JsonValue]
    sessionId: str | None = None  # noqa: N815 - the protocol's names


def _shaped(value: JsonValue, shape: type[Shape]) -> Shape:
    try:
        return shape.model_validate(value or {})
    except ValidationError as error:
        raise BadAnswer("Chromium answered in an unknown shape", provider=_NAME) from error
