"""JSON over HTTP to one server: a deadline that holds, a bounded number of tries, answers of a known shape.

Knows: status codes, Retry-After, how long to wait.  Does not know: embeddings.
"""

from __future__ import annotations

import asyncio
import itertools
import math
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from pydantic import BaseModel, ValidationError

from fathoms.errors import (
    AuthFailed,
    BadAnswer,
    ConfigError,
    ProviderError,
    ProviderTimeout,
    RateLimited,
    Refused,
    Unavailable,
)
from fathoms.ports.embedder import NO_SECRET, Secret
from fathoms.sources.embedders.installed import from_extra
from fathoms.sources.retry_after import parse_retry_after
from fathoms.text.addresses import is_loopback

if TYPE_CHECKING:
    import httpx2

DEADLINE_SECONDS = 120.0
"""For one request with all its tries and waits. A local server may have to load its model first."""
BACKOFF_SECONDS = (0.5, 1.0, 2.0)
"""Waits between tries, when the server names none."""
_CONNECT_SECONDS = 10.0
_MOST_ANSWER_BYTES = 64_000_000

Shape = TypeVar("Shape", bound=BaseModel)
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class _Failed:
    """A try that brought nothing, and the wait the server asked for."""

    error: ProviderError
    asked_wait: float = 0.0


class Endpoint:
    """One server. Its address is checked here, before anything is sent."""

    def __init__(
        self,
        *,
        provider: str,
        base_url: str,
        api_key: Secret = NO_SECRET,
        local_only: bool = False,
        deadline: float = DEADLINE_SECONDS,
        backoff: Sequence[float] = BACKOFF_SECONDS,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        with from_extra("endpoints", embedder=provider):
            import httpx2
        self.provider = provider
        self.base_url = _checked_url(base_url, provider)
        if local_only and not is_loopback(self.base_url):
            raise ConfigError(
                f"{provider} at {self.place} is not on this machine, which texts may not leave (offline, model_reach)"
            )
        self._api_key = _checked_key(api_key, provider)
        self._deadline = deadline
        self._backoff = tuple(backoff)
        self._pause = pause
        self._tls = httpx2.create_ssl_context(trust_env=False)  # reading the certificates anew would cost every call

    @property
    def place(self) -> str:
        """Host, port and path: enough to tell two servers apart."""
        return self.base_url.partition("://")[2]

    def get(self, path: str, shape: type[Shape]) -> Shape:
        return _run(self._converse("GET", path, (None,), shape))[0]

    def post(self, path: str, bodies: Sequence[BaseModel], shape: type[Shape]) -> list[Shape]:
        """One request per body, one after the other over one connection; the answers in the same order."""
        return _run(self._converse("POST", path, bodies, shape))

    async def _converse(
        self, method: str, path: str, bodies: Sequence[BaseModel | None], shape: type[Shape]
    ) -> list[Shape]:
        import httpx2

        headers = {"Accept": "application/json", "Content-Type": "application/json"}
        if self._api_key:
            headers["Authorization"] = f"Bearer {self._api_key.reveal()}"
        # No redirects: they would carry the key elsewhere. No environment: settings are read in one place.
        patience = httpx2.Timeout(None, connect=_CONNECT_SECONDS)
        async with httpx2.AsyncClient(headers=headers, timeout=patience, verify=self._tls, trust_env=False) as client:
            answers = []
            for body in bodies:
                content = None if body is None else body.model_dump_json().encode()
                request = client.build_request(method, self.base_url + path, content=content)
                answers.append(self._parsed(await self._persist(client, request), shape))
            return answers

    async def _persist(self, client: httpx2.AsyncClient, request: httpx2.Request) -> bytes:
        """Try again while it can help, and never longer than the deadline."""
        clock = asyncio.get_running_loop().time
        give_up = clock() + self._deadline
        backoff = itertools.chain(self._backoff, (math.inf,))  # after the last try, no wait is short enough
        try:
            async with asyncio.timeout_at(give_up):
                while True:
                    outcome = await self._attempt(client, request)
                    if isinstance(outcome, bytes):
                        return outcome
                    wait = max(next(backoff), outcome.asked_wait)
                    if not outcome.error.retryable or clock() + wait >= give_up:
                        raise outcome.error
                    await self._pause(wait)
        except TimeoutError as error:
            raise ProviderTimeout(
                f"no answer from {self.place} within {self._deadline:g} s", provider=self.provider
            ) from error

    async def _attempt(self, client: httpx2.AsyncClient, request: httpx2.Request) -> bytes | _Failed:
        import httpx2

        try:
            response = await client.send(request, stream=True)
            try:
                body = await self._body(response)
            finally:
                await response.aclose()
        except httpx2.DecodingError as error:
            raise BadAnswer(f"{self.place} sent a body that cannot be decoded", provider=self.provider) from error
        except httpx2.TransportError as error:
            reason = str(error) or type(error).__name__
            return _Failed(Unavailable(f"{self.place} cannot be reached: {reason}", provider=self.provider))
        if response.status_code == 200:
            return body
        asked = parse_retry_after(response.headers.get("Retry-After"), now=datetime.now(UTC))
        return _Failed(self._failure(response.status_code, asked, body), asked_wait=asked or 0.0)

    async def _body(self, response: httpx2.Response) -> bytes:
        body = bytearray()
        async for piece in response.aiter_bytes():
            body += piece
            if len(body) > _MOST_ANSWER_BYTES:
                raise BadAnswer(f"{self.place} sent more than {_MOST_ANSWER_BYTES:,} bytes", provider=self.provider)
        return bytes(body)

    def _failure(self, status: int, retry_after: float | None, body: bytes) -> ProviderError:
        if status in (401, 403):
            # What the server says is left out: some repeat part of the key.
            return AuthFailed(f"{self.place} does not accept the API key ({status})", provider=self.provider)
        if status == 429:
            return RateLimited(
                f"{self.place} asks for fewer requests (429)", provider=self.provider, retry_after=retry_after
            )
        if status >= 500:
            return Unavailable(f"{self.place} failed ({status})", provider=self.provider)
        if 300 <= status < 400:
            return Refused(f"{self.place} redirects ({status}); set the final address", provider=self.provider)
        return Refused(f"{self.place} refused ({status}): {self._excerpt(body)}", provider=self.provider)

    def _excerpt(self, body: bytes) -> str:
        said = " ".join(body[:1000].decode("utf-8", "replace").split())
        if self._api_key:
            said = said.replace(self._api_key.reveal(), repr(self._api_key))
        return said[:200]

    def _parsed(self, body: bytes, shape: type[Shape]) -> Shape:
        try:
            return shape.model_validate_json(body)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            where = ".".join(map(str, first["loc"])) or "the top"
            raise BadAnswer(
                f"unexpected answer from {self.place} at {where}: {first['msg']}", provider=self.provider
            ) from None  # the cause would quote the answer, and a server may echo the key in it


def _checked_url(base_url: str, provider: str) -> str:
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise ConfigError(f"the embedder {provider!r} needs a base_url such as http://localhost:11434")
    if parts.username is not None or parts.query or parts.fragment:
        raise ConfigError(f"the base_url of {provider!r} holds more than host and path; a key belongs in api_key")
    return base_url.rstrip("/")


def _checked_key(api_key: Secret, provider: str) -> Secret:
    key = api_key.reveal().strip()
    if not (key.isascii() and key.isprintable()):
        raise ConfigError(f"the api_key of {provider!r} holds characters that no header can carry")
    return Secret(key)


def _run(work: Coroutine[Any, Any, Result]) -> Result:
    """To the end, from any thread. Only asyncio can stop a server that sends a byte now and then."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as beside_the_loop:
        return beside_the_loop.submit(asyncio.run, work).result()
