"""Addresses as the engine compares them: one spelling per page, one site per publisher.

Knows: tracking parameters, default ports, two-part country suffixes.  Does not know: how credible a
site is (`confidence.py`) or what stands on it.
"""

from __future__ import annotations

from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit, urlunsplit

_TRACKING_PREFIXES = ("utm_", "mc_", "pk_", "hsa_")
_TRACKING = frozenset({"fbclid", "gclid", "dclid", "msclkid", "yclid", "igshid", "ref_src", "_ga", "_hsenc", "_hsmi"})
_DEFAULT_PORTS = {"http": 80, "https": 443}
_SECOND_LEVEL = frozenset({"ac", "co", "com", "edu", "ed", "go", "gob", "gouv", "gov", "mil", "ne", "net", "or", "org"})
"""Labels under a country code that name a kind of owner, not an owner: `example.co.uk`."""


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


def host_of(url: str) -> str:
    """The host, lower-case, without port, user or trailing dot; empty when there is none."""
    parts = _split(url)
    return (parts.hostname or "").rstrip(".") if parts else ""


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
    labels = host_of(url).split(".")
    if all(label.isdigit() for label in labels):
        return ".".join(labels)
    two_part = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL
    return ".".join(labels[-3:] if two_part else labels[-2:])


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
