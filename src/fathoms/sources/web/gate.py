"""The gate: which addresses may be connected to. Every connection of the web source passes it.

A name is resolved once, here; every address it has is judged; the connection is made to one of the very addresses
that were judged. So a name that changes between check and connection changes nothing.

Knows: address ranges, the user's allowed hosts, our own services, offline.  Does not know: HTTP.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from urllib.parse import urlsplit

from fathoms.errors import ConfigError, Refused, Unavailable

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Resolver = Callable[[str, int], Awaitable[Sequence[str]]]

_DEFAULT_PORTS = {"http": 80, "https": 443}
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
_GLOBAL_IPV6 = ipaddress.ip_network("2000::/3")
"""All that was ever given out; what lies outside is local, translated or reserved."""
_METADATA = frozenset((ipaddress.ip_address("168.63.129.16"),))
"""Of one provider of clouds: a global address that leads to the machine's own host."""
_ISATAP = 0x5EFE
"""The third quarter of an address that wraps an IPv4 address in its last, but for two bits."""
_LONGEST_HOST = 253
_HOST_AND_PORT = re.compile(r"(?:https?://)?(?P<host>\[[0-9a-f:.]+\]|[\w.-]+)(?::(?P<port>\d{1,5}))?/?")


async def resolve(host: str, port: int) -> Sequence[str]:
    """All addresses of a name, as the system knows them. Decimal and octal spellings count as names here."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise Unavailable(f"{host} cannot be found: {why}", provider=host) from error
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


@dataclass(frozen=True, slots=True)
class _Allowed:
    """One entry of the user's list: a host, a network, or either with a port."""

    host: str
    network: Network | None
    port: int | None

    @classmethod
    def parse(cls, entry: str) -> _Allowed:
        text = entry.strip().lower()
        try:
            return cls("", ipaddress.ip_network(text.strip("[]"), strict=False), None)
        except ValueError:
            pass
        found = _HOST_AND_PORT.fullmatch(text)
        port = int(found["port"]) if found and found["port"] else None
        if found is None or (port is not None and not 0 < port < 65_536):
            raise ConfigError(f"allow_hosts: {entry!r} is no host, host:port or network such as 10.0.0.0/8")
        host = found["host"].strip("[]").rstrip(".")
        literal = as_address(host)
        return cls("", ipaddress.ip_network(literal), port) if literal else cls(host, None, port)

    def names(self, host: str, port: int) -> bool:
        """Whether the host as written is meant, without asking what it resolves to."""
        if self.port not in (None, port):
            return False
        if self.network is None:
            return host == self.host
        literal = as_address(host)  # a name in the hands of others could lead into the network
        return literal is not None and literal in self.network


class _Page:
    """What all requests of one page share."""

    def __init__(self) -> None:
        self.names: dict[str, Sequence[str]] = {}
        self.public: bool | None = None
        """Whether the page came from the open internet; None before it came."""

    def meets(self, host: str, addresses: Sequence[Address]) -> None:
        """The first request is for the page itself. Raises Refused where a public one asks for a private address."""
        private = next((kind for address in addresses if (kind := forbidden(address))), "")
        if self.public is None:
            self.public = not private
        if self.public and private:
            raise Refused(f"a page of the open internet asks for {host} ({private})", provider=host)


_page: ContextVar[_Page | None] = ContextVar("page", default=None)


@contextmanager
def one_page() -> Iterator[None]:
    """All requests within are those of one page: names stay what they were, and a public page stays outside."""
    token = _page.set(_Page())
    try:
        yield
    finally:
        _page.reset(token)


class Gate:
    """Says yes or no to a host and port, and to which addresses one may connect."""

    def __init__(
        self,
        *,
        allow_hosts: Sequence[str] = (),
        own_services: Sequence[str] = (),
        trusted: Sequence[str] = (),
        offline: bool = False,
        resolver: Resolver = resolve,
    ) -> None:
        self._allowed = tuple(_Allowed.parse(entry) for entry in allow_hosts if entry.strip())
        self._own = frozenset(end for url in own_services for end in _endpoints(url))
        self._trusted = frozenset(end for url in trusted for end in _endpoints(url))
        """Endpoints from the user's own settings: they may be private, not outside the allowed when offline."""
        self._offline = offline
        self._resolver = resolver

    async def addresses(self, host: str, port: int) -> tuple[str, ...]:
        """The addresses to connect to. Raises Refused, or Unavailable when the name has none."""
        host = host.lower().strip("[]").rstrip(".")
        if not host or len(host) > _LONGEST_HOST:
            raise Refused(f"{host[:60]!r} is no host", provider="web")
        listed = any(entry.names(host, port) for entry in self._allowed)
        if self._offline and not listed:
            raise Refused(f"offline: {host}:{port} is not among allow_hosts", provider=host)
        found = [str(literal)] if (literal := as_address(host)) else list(await self._looked_up(host, port))
        if not found:
            raise Unavailable(f"{host} has no address", provider=host)
        for text in found:
            self._judge(host, port, _parsed(host, text), listed=listed)
        return tuple(found)

    async def meets_page(self, host: str, port: int) -> None:
        """Before each request of a page that is drawn, since a kept connection asks nobody. Raises Refused."""
        if (page := _page.get()) is not None:
            with suppress(Unavailable):  # a name that only the proxy knows
                page.meets(host, [_parsed(host, text) for text in await self.addresses(host, port)])

    async def _looked_up(self, host: str, port: int) -> Sequence[str]:
        """A name leads to the same addresses for as long as one page is drawn."""
        page = _page.get()
        if page is None:
            return await self._resolver(host, port)
        if host not in page.names:
            page.names[host] = tuple(await self._resolver(host, port))
        return page.names[host]

    def _judge(self, host: str, port: int, address: Address, *, listed: bool) -> None:
        if (host, port) in self._trusted:
            return
        if (host, port) in self._own or (str(address), port) in self._own:
            raise Refused(f"{host}:{port} is a service of our own, not a page", provider=host)
        if listed:
            return
        if kind := forbidden(address):
            what = "is" if host == str(address) else f"leads to {address},"
            raise Refused(f"{host} {what} a forbidden address ({kind}); allow_hosts can allow it", provider=host)


def is_allowed(url: str, allow_hosts: Sequence[str]) -> bool:
    """Whether the user's list names the host of an address as it is written."""
    entries = [_Allowed.parse(entry) for entry in allow_hosts if entry.strip()]
    return any(entry.names(host, port) for host, port in _endpoints(url) for entry in entries)


def as_address(host: str) -> Address | None:
    """The address that a host is when written plainly; None for names and for odd spellings of numbers."""
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None


def forbidden(address: Address) -> str:
    """Why a page may not come from this address; empty for the open internet."""
    inner = _inside(address)
    if inner is not None and (kind := forbidden(inner)):
        return kind
    checks = (
        (address in _METADATA, "where cloud metadata lives"),
        (address.is_loopback, "loopback"),
        (address.is_link_local, "link-local, where cloud metadata lives"),
        (address.is_unspecified, "unspecified"),
        (address.is_multicast, "multicast"),
        (
            isinstance(address, ipaddress.IPv6Address) and inner is None and address not in _GLOBAL_IPV6,
            "private or reserved",
        ),
        (inner is None and not address.is_global, "private or reserved"),
    )
    return next((reason for holds, reason in checks if holds), "")


def _inside(address: Address) -> Address | None:
    """The IPv4 address that an IPv6 address only wraps."""
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if address.ipv4_mapped:
        return address.ipv4_mapped
    if address.sixtofour:
        return address.sixtofour
    if address.teredo:
        return address.teredo[1]
    isatap = (int(address) >> 32) & 0xFCFFFFFF == _ISATAP
    if address in _TRANSLATED or isatap or (int(address) >> 32 == 0 and int(address) > 1):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return None


def _parsed(host: str, text: str) -> Address:
    address = as_address(text)
    if address is None:
        raise Refused(f"{host} leads to {text!r}, which is no address", provider=host)
    return address


def _endpoints(url: str) -> Iterator[tuple[str, int]]:
    """Host and port of a service's address; `localhost` stands for its loopback addresses as well."""
    try:
        parts = urlsplit(url if "//" in url else f"//{url}")
        host, port = (parts.hostname or "").rstrip("."), parts.port or _DEFAULT_PORTS.get(parts.scheme, 0)
    except ValueError:
        return
    if host:
        yield host, port
    if host == "localhost":
        yield from (("127.0.0.1", port), ("::1", port))
