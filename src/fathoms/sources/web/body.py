"""Receiving a body without being drowned: bytes on the wire and bytes unpacked are counted while they come.

Knows: gzip and deflate, the two codings we ask for.  Does not know: what the bytes mean.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import httpx2

from fathoms.errors import BadAnswer, Refused

ACCEPTED = "gzip, deflate"
_STEP = 65_536
_GZIP_OR_ZLIB = 47
_RAW = -15


async def receive(response: httpx2.Response, *, provider: str, max_bytes: int, max_unpacked: int) -> bytes:
    """The body, unpacked. Raises Refused when it is too large, BadAnswer when it is damaged."""
    declared = response.headers.get("Content-Length", "")
    if declared.isdecimal() and int(declared) > max_bytes:
        raise too_large(provider, int(declared), max_bytes)
    unpack = _unpacker(response.headers.get("Content-Encoding", ""), provider)
    body, on_wire = bytearray(), 0
    async for piece in response.aiter_raw():
        on_wire += len(piece)
        if on_wire > max_bytes:
            raise too_large(provider, on_wire, max_bytes)
        for part in unpack.feed(piece) if unpack else (piece,):
            body += part
            if len(body) > max_unpacked:
                raise Refused(
                    f"{on_wire:,} bytes unpack to more than {max_unpacked:,}: a decompression bomb, or too large",
                    provider=provider,
                )
    return bytes(body)


def too_large(provider: str, size: int, most: int) -> Refused:
    return Refused(f"larger than {most:,} bytes ({size:,} so far); max_page_mb is the limit", provider=provider)


class _Unpacker:
    """Hands out small pieces, so that a bomb is noticed long before it has gone off."""

    def __init__(self, provider: str) -> None:
        self._provider = provider
        self._inner = zlib.decompressobj(_GZIP_OR_ZLIB)
        self._fed = False

    def feed(self, piece: bytes) -> Iterator[bytes]:
        while piece:
            try:
                part = self._inner.decompress(piece, _STEP)
            except zlib.error as error:
                if self._fed:
                    raise BadAnswer(f"the body cannot be unpacked: {error}", provider=self._provider) from error
                self._inner, self._fed = zlib.decompressobj(_RAW), True  # "deflate" without its header is common
                continue
            self._fed = True
            yield part
            piece = self._inner.unconsumed_tail


def _unpacker(coding: str, provider: str) -> _Unpacker | None:
    name = coding.strip().lower()
    if name in ("", "identity"):
        return None
    if name in ("gzip", "x-gzip", "deflate"):
        return _Unpacker(provider)
    raise BadAnswer(f"packed as {coding!r}, which was not asked for", provider=provider)
