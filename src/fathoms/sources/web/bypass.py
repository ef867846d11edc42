"""Which hosts are reached without the proxy: `NO_PROXY` as curl, Go and Python's own clients read it.

Knows: `*`, names with all below them (a leading dot or `*.` is the same), addresses, networks, each with a port or
without; loopback never goes through a proxy.  Does not know: proxies.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass

from fathoms.sources.web.gate import as_address

_ALL = "*"


@dataclass(frozen=True, slots=True)
class _Entry:
    host: str
    port: int | None

    def means(self, host: str, port: int) -> bool:
        if self.port not in (None, port):
            return False
        address = as_address(host)
        if address is None:
            return host == self.host or host.endswith(f".{self.host}")
        try:
            return address in ipaddress.ip_network(self.host, strict=False)
        except ValueError:
            return False


class Bypass:
    """Asked for every host."""

    def __init__(self, entries: Iterable[str]) -> None:
        written = [entry.strip().lower() for entry in entries if entry.strip()]
        self._all = _ALL in written
        self._entries = tuple(_parsed(entry) for entry in written if entry != _ALL)

    def holds(self, host: str, port: int) -> bool:
        host = host.lower().strip("[]").rstrip(".")
        address = as_address(host)
        if self._all or host == "localhost" or (address is not None and address.is_loopback):
            return True
        return any(entry.means(host, port) for entry in self._entries)


def _parsed(entry: str) -> _Entry:
    host, colon, port = entry.rpartition(":")
    if not (colon and port.isdecimal() and (":" not in host or host.endswith("]"))):
        host, port = entry, ""  # a bare IPv6 address has colons, and no port
    return _Entry(host.strip("[]").removeprefix("*").strip("."), int(port) if port else None)
