"""Addresses as the engine compares them: one spelling per page, one site per publisher.

Knows: tracking parameters, default ports, the list of public suffixes (the library `tld`).  Does not know: how credible
a site is (`engine/evidence/confidence.py`) or what stands on it.
"""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit, urlunsplit

_TRACKING_PREFIXES = ("utm_", "mc_", "pk_", "hsa_")
_TRACKING = frozenset({"fbclid", "gclid", "dclid", "msclkid", "yclid", "igshid", "ref_src", "_ga", "_hsenc", "_hsmi"})
_COLLECTION = re.compile(r"^kb://[^/]+/")
_DEFAULT_PORTS = {"http": 80, "https": 443}


def is_external(url: str) -> bool:
    """Whether the address lies in the world outside, rather than in the user's own documents or brief."""
    return url.partition(":")[0].lower() in _DEFAULT_PORTS


def canonical(url: str) -> str:
    """One spelling for one page: no tracking, no fragment, lower-case host. Own addresses stay as they are."""
    parts = _split(url)
    if parts is None or not is_external(url):
        return url
    kept = [(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if not _tracks(name)]
    scheme, host, port = endpoint(url)
    shown = f"[{host}]" if ":" in host else host
    if port != _DEFAULT_PORTS[scheme]:
        shown = f"{shown}:{port}"
    return urlunsplit((scheme, shown, parts.path or "/", urlencode(kept), ""))


def document(url: str) -> str:
    """The page or document that an address points into: the unit that gets one number."""
    return canonical(url) if is_external(url) else url.partition("#")[0]


def place(url: str) -> str:
    """As people read it: an own document by its path without its collection, a page of the web as it is."""
    if is_external(url):
        return url
    return unquote(_COLLECTION.sub("", document(url)))


def host_of(url: str) -> str:
    """The host, lower-case, without port, user or trailing dot; empty when there is none."""
    parts = _split(url)
    return (parts.hostname or "").rstrip(".") if parts else ""


def is_loopback(url: str) -> bool:
    """Whether the address, as it is written, is on this machine: a name could lead anywhere."""
    host = host_of(url)
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def endpoint(url: str) -> tuple[str, str, int]:
    """Scheme, host and port: what a server is, for limits per host."""
    parts = _split(url)
    if parts is None:
        return ("", url, 0)
    return (parts.scheme, host_of(url), _port(parts) or _DEFAULT_PORTS.get(parts.scheme, 0))


def site(url: str) -> str:
    """Who publishes it: the registrable part of the host; for own documents the document itself."""
    if not is_external(url):
        return document(url)
    return _registrable(host_of(url))


@lru_cache(maxsize=10_000)
def _registrable(host: str) -> str:
    """What somebody registered: one label before a public suffix; the last two labels under a suffix nobody lists."""
    labels = host.split(".")
    if len(labels) < 3 or all(label.isdigit() for label in labels):
        return host
    from tld import get_fld  # here: the list is read only where pages from outside are compared

    return get_fld(f"https://{host}/", fail_silently=True) or ".".join(labels[-2:])


def _split(url: str) -> SplitResult | None:
    try:
        return urlsplit(url)
    except ValueError:
        return None


def _port(parts: SplitResult) -> int | None:
    try:
        return parts.port
    except ValueError:
        return None


def _tracks(name: str) -> bool:
    return name.lower() in _TRACKING or name.lower().startswith(_TRACKING_PREFIXES)
