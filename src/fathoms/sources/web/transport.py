"""HTTP over connections that pass the gate: an httpx2 transport whose sockets are opened by us alone.

Knows: httpcore2's pool and how to hand it a network backend, which is its public way to do so.  Does not know:
pages or engines.  The transport is written out rather than derived from httpx2's own, so that a change there
cannot quietly bring back connections that no gate has seen.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import httpcore2
import httpx2

from fathoms.errors import ConfigError
from fathoms.sources.web.gate import Gate

_KEEPALIVE_SECONDS = 15.0


class GatedBackend(httpcore2.AsyncNetworkBackend):
    """Opens TCP connections only to addresses that the gate has judged, and to those very addresses."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._inner = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the signature is theirs
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        *others, last = await self._gate.addresses(host, port)
        for address in others:
            try:
                return await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
        return await self._inner.connect_tcp(last, port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109 - the signature is theirs
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        raise httpcore2.UnsupportedProtocol("the web is not reached through local sockets")

    async def sleep(self, seconds: float) -> None:
        await self._inner.sleep(seconds)


class GatedTransport(httpx2.AsyncBaseTransport):
    """Sends requests over gated connections, through a proxy when there is one."""

    def __init__(self, gate: Gate, *, tls: ssl.SSLContext, connections: int, proxy: httpx2.Proxy | None = None) -> None:
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=tls,
            proxy=_as_core(proxy) if proxy else None,
            max_connections=connections,
            max_keepalive_connections=connections,
            keepalive_expiry=_KEEPALIVE_SECONDS,
            http1=True,
            http2=True,
            network_backend=GatedBackend(gate),
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        assert isinstance(request.stream, httpx2.AsyncByteStream)
        asked = httpcore2.Request(
            method=request.method,
            url=httpcore2.URL(
                scheme=request.url.raw_scheme,
                host=request.url.raw_host,
                port=request.url.port,
                target=request.url.raw_path,
            ),
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        with _mapped():
            answer = await self._pool.handle_async_request(asked)
        assert isinstance(answer.stream, AsyncIterable)
        return httpx2.Response(
            status_code=answer.status,
            headers=answer.headers,
            stream=_Stream(answer.stream),
            extensions=answer.extensions,
        )

    async def aclose(self) -> None:
        await self._pool.aclose()


class _Stream(httpx2.AsyncByteStream):
    def __init__(self, inner: AsyncIterable[bytes]) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _mapped():
            async for part in self._inner:
                yield part

    async def aclose(self) -> None:
        close = getattr(self._inner, "aclose", None)
        if close is not None:
            await close()


@contextmanager
def _mapped() -> Iterator[None]:
    """Errors of the pool as errors of the client; what the gate says passes through as it is."""
    try:
        yield
    except httpcore2.TimeoutException as error:
        raise httpx2.TimeoutException(str(error) or "no answer in time") from error
    except (
        httpcore2.NetworkError,
        httpcore2.ProtocolError,
        httpcore2.ProxyError,
        httpcore2.UnsupportedProtocol,
    ) as error:
        raise httpx2.TransportError(str(error) or type(error).__name__) from error


def _as_core(proxy: httpx2.Proxy) -> httpcore2.Proxy:
    url = proxy.url
    return httpcore2.Proxy(
        url=httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
        auth=proxy.raw_auth,
        headers=proxy.headers.raw,
        ssl_context=proxy.ssl_context,
    )


def tls_context(ca_file: str) -> ssl.SSLContext:
    """The certificates we trust: the system's, and those of the given file. Raises ConfigError."""
    context = httpx2.create_ssl_context(trust_env=False)
    if ca_file:
        try:
            context.load_verify_locations(cafile=ca_file)
        except (OSError, ssl.SSLError) as error:
            raise ConfigError(f"ca_file {ca_file!r} cannot be used: {error}") from error
    return context
