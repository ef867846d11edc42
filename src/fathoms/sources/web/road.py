"""The road out: one request, sent directly or through the user's proxy, never without the gate.

Knows: which hosts go through the proxy.  Does not know: what is fetched.  No cookies, no stored credentials, no
redirects: a request carries what its caller put into it and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

import httpx2

from fathoms.errors import ConfigError, Refused, Unavailable
from fathoms.sources.web.bypass import Bypass
from fathoms.sources.web.gate import Gate, as_address
from fathoms.sources.web.options import WebOptions
from fathoms.sources.web.transport import GatedTransport, tls_context


class Road:
    """Opened once, used for all requests of one kind; connections are kept and reused."""

    def __init__(self, options: WebOptions, gate: Gate, *, connections: int) -> None:
        tls = tls_context(options.ca_file)
        self._gate = gate
        self._timeout = {"connect": options.limits.connect, "read": None, "write": None, "pool": None}
        self._direct = GatedTransport(gate, tls=tls, connections=connections)
        self._proxied: GatedTransport | None = None
        self._bypass = Bypass(options.no_proxy)
        if options.proxy:
            to_proxy = Gate(allow_hosts=options.allow_hosts, trusted=(options.proxy,), offline=options.offline)
            proxy = _proxy(options.proxy)
            self._proxied = GatedTransport(to_proxy, tls=tls, connections=connections, proxy=proxy)

    async def send(
        self, method: str, url: str, *, headers: Mapping[str, str], content: bytes | None = None
    ) -> httpx2.Response:
        """The answer with its body unread; the caller closes it. Raises httpx2's errors and the gate's."""
        try:
            request = httpx2.Request(
                method, url, headers=dict(headers), content=content, extensions={"timeout": self._timeout}
            )
        except (httpx2.InvalidURL, UnicodeError) as error:
            raise Refused(f"{url[:80]!r} is no address: {error}", provider="web") from error
        host, port = request.url.host, request.url.port or _port(request.url.scheme)
        await self._gate.meets_page(host, port)
        transport = await self._way_to(host, port)
        response = await transport.handle_async_request(request)
        response.request = request
        return response

    async def _way_to(self, host: str, port: int) -> GatedTransport:
        if self._proxied is None or self._bypass.holds(host, port):
            return self._direct
        try:
            await self._gate.addresses(host, port)
        except Unavailable:
            if as_address(host):
                raise
            # Behind many proxies names are known to the proxy alone: then it has to judge where they lead.
        return self._proxied

    async def aclose(self) -> None:
        await self._direct.aclose()
        if self._proxied is not None:
            await self._proxied.aclose()


def _port(scheme: str) -> int:
    return 443 if scheme == "https" else 80


def _proxy(url: str) -> httpx2.Proxy:
    parts = urlsplit(url if "://" in url else f"http://{url}")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigError(f"proxy is {url!r}; it must look like http://host:port")
    return httpx2.Proxy(parts.geturl())
