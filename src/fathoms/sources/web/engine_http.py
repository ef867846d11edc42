"""How engines reach their services: JSON out, bytes in, within a deadline, and every failure a typed one.

Knows: status codes and what they mean from a service.  Does not know: any engine.
The address comes from the user's own settings, so it may be private; redirects are not followed, since they would
carry the key elsewhere.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from urllib.parse import urlencode, urlsplit

import httpx2

from fathoms.errors import AuthFailed, ProviderError, ProviderTimeout, RateLimited, Refused, Unavailable
from fathoms.ports.embedder import Secret
from fathoms.ports.engine import EngineRequest
from fathoms.sources.retry_after import parse_retry_after
from fathoms.sources.web.body import ACCEPTED, Allowance, receive
from fathoms.sources.web.road import Road

_MOST_BYTES = 8_000_000
_SAID = 200


class ServiceHttp:
    """One service, reached by one engine."""

    def __init__(
        self, provider: str, road: Road, *, user_agent: str, deadline: float, key: Secret, key_setting: str = ""
    ) -> None:
        """`key_setting` is where the key was set, for who has to mend it."""
        self._provider = provider
        self._road = road
        self._deadline = deadline
        self._key = key
        self._key_setting = key_setting or f"engine_{provider}_key"
        self._headers = {"User-Agent": user_agent, "Accept-Encoding": ACCEPTED, "Accept": "application/json"}

    async def send(self, request: EngineRequest) -> bytes:
        try:
            async with asyncio.timeout(self._deadline):
                return await self._sent(request)
        except (TimeoutError, httpx2.TimeoutException) as error:
            raise ProviderTimeout(
                f"{self._provider}: no answer within {self._deadline:g} s", provider=self._provider
            ) from error
        except httpx2.TransportError as error:
            where = urlsplit(request.url).netloc
            raise Unavailable(
                f"{self._provider} cannot be reached at {where}: {error}", provider=self._provider
            ) from error

    async def _sent(self, request: EngineRequest) -> bytes:
        url = f"{request.url}?{urlencode(request.params)}" if request.params else request.url
        headers = self._headers | dict(request.headers)
        content = None
        if request.body is not None:
            headers["Content-Type"] = "application/json"
            content = request.body.model_dump_json(exclude_none=True, by_alias=True).encode()
        method = "GET" if content is None else "POST"
        response = await self._road.send(method, url, headers=headers, content=content)
        try:
            body = await receive(response, Allowance(_MOST_BYTES, _MOST_BYTES), provider=self._provider)
        finally:
            await response.aclose()
        if 200 <= response.status_code < 300:
            return body
        raise self._failure(response, body)

    def _failure(self, response: httpx2.Response, body: bytes) -> ProviderError:
        status, name = response.status_code, self._provider
        if status in (401, 403):
            # What the service says is left out: some repeat part of the key.
            return AuthFailed(
                f"{name} does not accept the request ({status}); check {self._key_setting}", provider=name
            )
        if status == 429:
            wait = parse_retry_after(response.headers.get("Retry-After"), now=datetime.now(UTC))
            return RateLimited(f"{name} asks for fewer requests (429)", provider=name, retry_after=wait)
        if status >= 500:
            return Unavailable(f"{name} failed ({status})", provider=name)
        if 300 <= status < 400:
            return Refused(f"{name} redirects ({status}); set its final address", provider=name)
        return Refused(f"{name} refused ({status}): {self._excerpt(body)}", provider=name)

    def _excerpt(self, body: bytes) -> str:
        return self._key.hidden_in(" ".join(body[:1000].decode("utf-8", "replace").split()))[:_SAID]
