"""What a user may say about the web, as one value.

Knows: limits, allowed hosts, engines.  Does not know: settings files or flags (`app/web.py` reads those).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fathoms.ports.engine import EngineOptions

USER_AGENT = "Fathoms/0.1 (research assistant; reads single pages on behalf of one person)"


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchLimits:
    """Bounds of reading one page, and of reading many."""

    deadline: float = 20.0
    """Seconds for one page, from the first connection to its last byte, redirects included."""
    connect: float = 8.0
    max_bytes: int = 10_000_000
    """Most bytes on the wire."""
    max_unpacked: int = 20_000_000
    """Most bytes after decompression."""
    redirects: int = 5
    at_once: int = 16
    per_host: int = 2
    reading: float = 30.0
    """Seconds for turning the bytes of one page into text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebOptions:
    engines: tuple[EngineOptions, ...] = ()
    """The chain: the first is asked, the others stand in for it."""
    allow_hosts: tuple[str, ...] = ()
    """Hosts that may be reached although they are private, and the only ones when offline."""
    own_services: tuple[str, ...] = ()
    """Addresses of services that we use ourselves: a page never leads there."""
    offline: bool = False
    robots: bool = True
    render: bool = False
    """Draw pages that show nothing without JavaScript."""
    browser: str = ""
    """The Chromium to draw them with; empty when there is none."""
    limits: FetchLimits = field(default_factory=FetchLimits)
    engine_deadline: float = 20.0
    proxy: str = ""
    no_proxy: tuple[str, ...] = ()
    ca_file: str = ""
    user_agent: str = USER_AGENT
    cache_hours: float = 24.0
    """Age up to which a kept page is used without asking again; 0 asks each time."""
