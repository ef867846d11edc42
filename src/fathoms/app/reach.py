"""How far the services of the settings may be: offline, and with models kept on this machine, texts do not leave it.

Knows: `offline`, `model_reach`, `allow_hosts`, and every setting that holds an address.  Does not know: any client.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fathoms.app.settings import Settings
from fathoms.errors import ConfigError
from fathoms.sources.web.gate import is_allowed
from fathoms.text.addresses import is_loopback

READING_TEXTS = ("embedder_url", "reranker_url")
"""Services that are sent the words of documents."""
_ADDRESSED = (*READING_TEXTS, "model_url", "trace_to", "mind", "model", "model_fast", "model_best", "model_fallback")
_ADDRESS = re.compile(r"https?://[^\s,;#]+")


def local_only(settings: Settings, url: str, *, offline: bool = False) -> bool:
    """Whether the service at this address has to be on this machine; offline, an allowed host may be elsewhere."""
    if settings.text("model_reach") == "local":
        return True
    return (offline or settings.on("offline")) and not is_allowed(url, settings.words("allow_hosts"))


def check_offline(settings: Settings) -> None:
    """For a question asked offline: what reads its documents must be here. Raises ConfigError."""
    for name in READING_TEXTS:
        url = settings.text(name)
        if url and local_only(settings, url, offline=True) and not is_loopback(url):
            raise ConfigError(f"{name} is not on this machine, and the question is asked offline")


def service_addresses(settings: Settings) -> Iterator[str]:
    """Where services of our own are: never read as pages."""
    for text in (*map(settings.text, _ADDRESSED), *settings.words("sources")):
        yield from _ADDRESS.findall(text)
