"""Receiving a body without being drowned: bytes on the wire and bytes unpacked are counted while they come.

Knows: gzip and deflate, the two codings we ask for.  Does not know: what the bytes mean.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import httpx2

from fathoms.errors import BadAnswer, Refused

ACCEPTED = "gzip, deflate"
_STEP = 65_536
_GZIP_OR_ZLIB = 47
_RAW = -15
_BODILESS = frozenset((204, 304))


@dataclass(slots=True)
class Allowance:
    """How much may still come. The bodies of one page may share it: then it bounds their sum."""

    max_bytes: int
    """On the wire."""
    max_unpacked: int
    on_wire: int = 0
    unpacked: int = 0

    def take(self, size: int, provider: str) -> None:
        self.on_wire += size
        if self.on_wire > self.max_bytes:
            raise self.too_large(provider, self.on_wire)

    def unpack(self, size: int, provider: str) -> None:
        self.unpacked += size
        if self.unpacked > self.max_unpacked:
            raise Refused(
                f"{self.on_wire:,} bytes unpack to more than {self.max_unpacked:,}: a decompression bomb, or too large",
                provider=provider,
            )

    def too_large(self, provider: str, size: int) -> Refused:
        return Refused(
            f"larger than {self.max_bytes:,} bytes ({size:,} so far); max_page_mb is the limit", provider=provider
        )


async def receive(response: httpx2.Response, allowance: Allowance, *, provider: str) -> bytes:
    """The body, unpacked. Raises Refused when it is too large, BadAnswer when it is damaged."""
    declared = response.headers.get("Content-Length", "")
    if declared.isdecimal() and allowance.on_wire + int(declared) > allowance.max_bytes:
        raise allowance.too_large(provider, allowance.on_wire + int(declared))
    unpack = _unpacker(response.headers.get("Content-Encoding", ""), provider)
    body = bytearray()
    async for piece in response.aiter_raw():
        allowance.take(len(piece), provider)
        for part in unpack.feed(piece) if unpack else (piece,):
            allowance.unpack(len(part), provider)
            body += part
    return bytes(body)


async def drain(response: httpx2.Response) -> None:
    """Read a small body that nobody wants, such as that of a redirect, so that its connection can be used again."""
    declared = response.headers.get("Content-Length", "")
    if response.status_code in _BODILESS or (declared.isdecimal() and int(declared) <= _STEP):
        async for _ in response.aiter_raw():
            pass


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
