"""Events as they happen, server-sent: one line of JSON each, resumed after any of them.

Knows: how an event is written on the wire, once for all who watch.  Does not know: where events come from.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator

from starlette.responses import StreamingResponse

from fathoms.domain.events import Event
from fathoms.faces.http.desk import Desk

MEDIA_TYPE = "text/event-stream"
HEARTBEAT = 15.0
"""Seconds of silence after which a comment says that the line is alive."""
_WRITTEN = 5_000


class _Written:
    """Events on the wire, each written once, the newest kept; the number of a deleted run's event may come again."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()

    def of(self, event: Event) -> bytes:
        key = (event.run, event.seq)
        found = self._kept.get(key)
        if found is None:
            found = f"id: {event.seq}\nevent: {event.body.type}\ndata: {event.model_dump_json()}\n\n".encode()
            self._kept[key] = found
            while len(self._kept) > _WRITTEN:
                self._kept.popitem(last=False)
        return found


_written = _Written()


def stream(desk: Desk, run: str, after: int) -> StreamingResponse:
    """Every event of the run after this one, until it has ended, is left, or the server closes."""
    headers = {"x-accel-buffering": "no"}
    return StreamingResponse(_told(desk, run, after), media_type=MEDIA_TYPE, headers=headers)


async def _told(desk: Desk, run: str, after: int) -> AsyncIterator[bytes]:
    desk.streams += 1
    events = desk.service.watch_together(run, after=after)
    closing = asyncio.ensure_future(desk.closing.wait())
    coming = asyncio.ensure_future(anext(events))
    try:
        yield b"retry: 1000\n\n"
        while not desk.closing.is_set():
            done, _ = await asyncio.wait({coming, closing}, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
            if not done:
                yield b": here\n\n"
            elif coming in done:
                try:
                    together = coming.result()
                except StopAsyncIteration:
                    break
                yield b"".join(map(_written.of, together))
                coming = asyncio.ensure_future(anext(events))
        if not desk.closing.is_set():
            row = await asyncio.to_thread(desk.service.run, run)
            yield f'event: stream.closed\ndata: "{"ended" if row.status.ended else "left"}"\n\n'.encode()
    finally:
        desk.streams -= 1
        for task in (coming, closing):
            task.cancel()
        await asyncio.gather(coming, closing, return_exceptions=True)
        await events.aclose()  # type: ignore[attr-defined]
