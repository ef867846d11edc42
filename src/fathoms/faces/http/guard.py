"""Who may come in: the right host, the same origin, the token, not too often; and the headers of every answer.

A pure ASGI layer around the application: nothing behind it is reached by a request that it turns away.

Knows: hosts, origins, tokens, rates.  Does not know: what is asked for.
"""

from __future__ import annotations

import hmac
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fathoms.faces.http.problems import Problem, Refusal, response

COOKIE = "fathoms_token"
OPEN = ("/api/health",)
"""What answers without a token."""
SIGN_IN = "/api/session"
"""Takes the token itself, and gives a cookie for it."""
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_CLIENTS = 10_000
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}
_SAFE = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True, slots=True)
class Access:
    """Where the server listens, and what it asks of those who come."""

    host: str
    token: str = ""
    """Empty: none is asked for, which only a server that this machine alone can reach does."""
    hosts: tuple[str, ...] = ()
    """Names beside its address under which it may be called."""
    per_minute: int = 1_200
    """Requests of one client; 0: no limit."""

    @property
    def local(self) -> bool:
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


class Guard:
    """The layer itself."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app, self._access = app, access
        self._clients: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                _dress(MutableHeaders(scope=message))
            await send(message)

        headers = Headers(scope=scope)
        if problem := self._turned_away(scope, headers):
            extra = {"www-authenticate": "Bearer"} if problem.status == 401 else {}
            if problem.status == 401 and _is_page(scope["path"], headers):
                scope = {**scope, "path": "/sign-in", "raw_path": b"/sign-in"}
                await self._app(scope, receive, dressed)
                return
            if problem.status == 429:
                extra["retry-after"] = "10"
            await response(problem, extra)(scope, receive, dressed)
            return
        await self._app(scope, receive, dressed)

    def _turned_away(self, scope: Scope, headers: Headers) -> Problem | None:
        try:
            self._check_host(headers)
            _check_origin(scope, headers)
            self._check_rate(scope)
            self._check_token(scope, headers)
        except Refusal as refusal:
            return refusal.problem
        return None

    def _check_host(self, headers: Headers) -> None:
        """A name that a stranger's page made point here is not one of ours."""
        hosts = headers.getlist("host")
        name = _host_name(hosts[0]) if len(hosts) == 1 else ""
        access = self._access
        known = (*_LOOPBACK, access.host.lower(), *(host.lower() for host in access.hosts))
        if name in known and (name not in _LOOPBACK or access.local or _is_wildcard(access.host)):
            return
        if _is_wildcard(access.host) and access.token and _is_address(name):
            return
        raise Refusal(421, "this server is not called by that name", code="host")

    def _check_rate(self, scope: Scope) -> None:
        most = self._access.per_minute
        client = scope["client"][0] if scope.get("client") else ""
        if not most:
            return
        now = time.monotonic()
        left, since = self._clients.pop(client, (float(most), now))
        left = min(float(most), left + (now - since) * most / 60)
        self._clients[client] = (max(0.0, left - 1), now)
        while len(self._clients) > _CLIENTS:
            self._clients.popitem(last=False)
        if left < 1:
            raise Refusal(429, f"more than {most:,} requests a minute", code="too-many")

    def _check_token(self, scope: Scope, headers: Headers) -> None:
        wanted, path = self._access.token, scope["path"]
        if not wanted or path in OPEN or (path == SIGN_IN and scope["method"] == "POST"):
            return
        if not same_token(given_token(headers), wanted):
            raise Refusal(401, "this server asks for its token", code="token")


def given_token(headers: Mapping[str, str]) -> str:
    """From the header of a program, or from the cookie of the page."""
    kind, _, said = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return said.strip()
    try:
        cookie = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return ""
    return cookie[COOKIE].value if COOKIE in cookie else ""


def same_token(given: str, wanted: str) -> bool:
    """Compared in the same time wherever they differ."""
    return hmac.compare_digest(given.encode(errors="replace"), wanted.encode())


def _check_origin(scope: Scope, headers: Headers) -> None:
    """A page of another origin can neither start anything nor read; a link from elsewhere may lead to our page."""
    site, path = headers.get("sec-fetch-site", ""), scope["path"]
    if origin := headers.get("origin"):
        if origin.partition("://")[2].lower() != headers.get("host", "").lower():
            raise Refusal(403, "requests of other origins are not answered", code="origin")
        return
    arrives = scope["method"] == "GET" and headers.get("sec-fetch-mode") == "navigate" and not path.startswith("/api")
    if site in ("cross-site", "same-site") and not arrives:
        raise Refusal(403, "requests of other sites are not answered", code="origin")


def _is_page(path: str, headers: Headers) -> bool:
    return path == "/" and "text/html" in headers.get("accept", "")


def _host_name(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower() if host.count(":") <= 1 else host.lower()


def _is_wildcard(host: str) -> bool:
    return host in ("0.0.0.0", "::", "")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _dress(headers: MutableHeaders) -> None:
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
