"""How large a window a server says its model has. Asked once a process; a server that does not say is no error.

Knows: what vLLM, llama.cpp, LM Studio and Ollama answer.  Does not know: what is done with it.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from fathoms.minds.llm.names import HOSTED, ModelName, Provider
from fathoms.ports.models import ModelOptions, Traffic

_SECONDS = 3.0
_NAMES = ("max_model_len", "n_ctx", "context_length", "max_context_length", "loaded_context_length")


async def asked_window(name: ModelName, options: ModelOptions) -> int | None:
    """Tokens, or None when it is not ours to ask or the server does not tell."""
    if name.provider in HOSTED or options.traffic is Traffic.REPLAY or (options.local_only and not name.local):
        return None
    return await asyncio.to_thread(_ask, name, options)


def _ask(name: ModelName, options: ModelOptions) -> int | None:
    if name.provider is Provider.OLLAMA:
        # What a loaded model really runs with; what it was trained for would promise too much.
        listed = _get(_sibling(name.address, "/api/ps"), options, name)
        return _told_for(name, listed.get("models"))
    return _told_for(name, _get(f"{name.address}/models", options, name).get("data"))


def _told_for(name: ModelName, listed: Any) -> int | None:
    models = [model for model in listed if isinstance(model, dict)] if isinstance(listed, list) else []
    own = [model for model in models if name.model in (model.get("id"), model.get("name"), model.get("model"))]
    for model in own or models[:1]:
        meta = model.get("meta")
        for place in (model, meta if isinstance(meta, dict) else {}):
            for key in _NAMES:
                if isinstance(place.get(key), int) and place[key] > 0:
                    return int(place[key])
    return None


def _sibling(address: str, path: str) -> str:
    parts = urlsplit(address)
    return urlunsplit((parts.scheme, parts.netloc, path, "", ""))


def _get(url: str, options: ModelOptions, name: ModelName) -> dict[str, Any]:
    import httpx2

    key = options.key(name.provider.value).reveal()
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        # Certificates are loaded only where they are looked at: that takes longer than the answer.
        answer = httpx2.get(url, headers=headers, timeout=_SECONDS, verify=url.startswith("https:"))
        answer.raise_for_status()
        body = answer.json()
    except (httpx2.HTTPError, json.JSONDecodeError, UnicodeDecodeError):
        return {}
    return body if isinstance(body, dict) else {}
