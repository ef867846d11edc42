"""The contract of a search engine, as cases: typed hits or a typed error, nothing else, whatever the service sends.

Knows: the port, and what services send on good and bad days.  Does not know: any engine; one brings a sample of its
service's answers, written in the shape that its documentation gives.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from fathoms.domain.thread import Phase
from fathoms.errors import AuthFailed, BadAnswer, ProviderError, ProviderTimeout, RateLimited, Unavailable
from fathoms.ports.engine import Engine, WebQuery
from fathoms.testing.loopback import LoopbackServer, Request

RETRY_AFTER = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """What the service behind an engine sends, in its own shape."""

    good: bytes
    """Two results or more."""
    empty: bytes
    missing: bytes
    """One good result, and others without address or title, or of the wrong type."""
    useless: bytes
    """Results of which none has an address."""
    wrong: bytes
    """Well-formed, but another shape altogether."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    silent: bool = False
    """Never answers."""


@dataclass(frozen=True, slots=True)
class Case:
    """One answer of the service, and what the engine has to make of it."""

    name: str
    reply: Callable[[Sample], Reply]
    error: type[ProviderError] | None = None
    least: int = 0
    most: int = 100


HTML = b"<!doctype html><html><body><h1>Please log in</h1></body></html>"
CASES = (
    Case("good", lambda s: Reply(body=s.good), least=2),
    Case("empty", lambda s: Reply(body=s.empty), most=0),
    Case("missing fields", lambda s: Reply(body=s.missing), least=1, most=1),
    Case("no usable result", lambda s: Reply(body=s.useless), error=BadAnswer),
    Case("another shape", lambda s: Reply(body=s.wrong), error=BadAnswer),
    Case("garbage", lambda s: Reply(body=b"\x00\xff{]not json"), error=BadAnswer),
    Case("cut off", lambda s: Reply(body=s.good[: len(s.good) // 2]), error=BadAnswer),
    Case("nothing at all", lambda s: Reply(body=b""), error=BadAnswer),
    Case("HTML", lambda s: Reply(body=HTML), error=BadAnswer),
    Case("401", lambda s: Reply(status=401, body=b'{"error": "bad key"}'), error=AuthFailed),
    Case("403", lambda s: Reply(status=403, body=b'{"error": "no plan"}'), error=AuthFailed),
    Case("429", lambda s: Reply(status=429, headers=(("Retry-After", str(RETRY_AFTER)),)), error=RateLimited),
    Case("500", lambda s: Reply(status=500, body=b"oops"), error=Unavailable),
    Case("redirect", lambda s: Reply(status=302, headers=(("Location", "http://127.0.0.1:9/"),)), error=ProviderError),
    Case("no answer", lambda s: Reply(silent=True), error=ProviderTimeout),
)


async def problem(engine: Engine, case: Case) -> str:
    """What the engine does wrong in this case; empty when it keeps its promise."""
    query = WebQuery(words="harbour dredging", phase=next(p for p in Phase if p in engine.phases), limit=10)
    try:
        hits = await engine.search(query)
    except ProviderError as error:
        if case.error is None or not isinstance(error, case.error):
            return f"raised {type(error).__name__}: {error}"
        if isinstance(error, RateLimited) and error.retry_after not in (None, RETRY_AFTER):
            return f"was told to wait {RETRY_AFTER} s and says {error.retry_after}"
        return "" if error.provider == engine.name else f"the error names {error.provider!r}"
    except Exception as error:  # noqa: BLE001 - any other exception is the very thing that is looked for
        return f"raised {type(error).__name__}, which is no ProviderError: {error}"
    if case.error is not None:
        return f"answered with {len(hits)} hits instead of raising {case.error.__name__}"
    if not case.least <= len(hits) <= case.most:
        return f"{len(hits)} hits instead of {case.least} to {case.most}"
    bad = [hit for hit in hits if not hit.title.strip() or not hit.url.startswith(("http://", "https://"))]
    return f"a hit without title or address: {bad[0]}" if bad else ""


class Service(LoopbackServer):
    """A service that says what it is told to say, whatever it is asked."""

    def __init__(self, reply: Reply | None = None) -> None:
        super().__init__()
        self.reply = reply or Reply()
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        """Request line, headers and body of what came."""

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    async def answered(self, request: Request, writer: asyncio.StreamWriter) -> bool:
        self.requests.append((request.line, request.headers, request.body))
        if self.reply.silent:
            await asyncio.sleep(3_600)
        more = "".join(f"{name}: {value}\r\n" for name, value in self.reply.headers)
        head = f"HTTP/1.1 {self.reply.status} X\r\nContent-Length: {len(self.reply.body)}\r\nConnection: close\r\n"
        writer.write(f"{head}{more}\r\n".encode() + self.reply.body)
        await writer.drain()
        return False
