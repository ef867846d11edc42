"""Offline, and with models kept on this machine, no client of ours reaches another one, by whichever road."""

from __future__ import annotations

import pytest

from fathoms.app import build
from fathoms.app.reach import check_offline, service_addresses
from fathoms.app.settings import load
from fathoms.errors import ConfigError
from fathoms.minds.llm.exchange import Call
from fathoms.minds.llm.models import LiveTransport
from fathoms.minds.llm.names import parse
from fathoms.ports.models import ModelOptions
from fathoms.testing.hostile import HostileServer
from fathoms.testing.model_server import ModelServer

ELSEWHERE = "http://embedder.example:8080"


@pytest.mark.parametrize("setting", [{"offline": True}, {"model_reach": "local"}])
@pytest.mark.parametrize(
    ("kind", "name"), [("embedder", "openai_compatible"), ("embedder", "ollama"), ("reranker", "rerank_endpoint")]
)
def test_a_service_that_reads_texts_must_be_on_this_machine(setting: dict[str, object], kind: str, name: str) -> None:
    chosen = load({kind: name, f"{kind}_url": ELSEWHERE, f"{kind}_model": "m", **setting})  # type: ignore[dict-item]
    with pytest.raises(ConfigError, match="not on this machine"):
        (build.make_embedder if kind == "embedder" else build.make_reranker)(chosen)


def test_offline_an_allowed_host_may_be_elsewhere() -> None:
    check_offline(load({"embedder_url": ELSEWHERE, "allow_hosts": "embedder.example:8080", "model_reach": "any"}))
    with pytest.raises(ConfigError, match="asked offline"):
        check_offline(load({"embedder_url": ELSEWHERE, "allow_hosts": "embedder.example:9090", "model_reach": "any"}))


async def test_a_model_on_this_machine_is_reached_without_the_proxy_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with HostileServer() as proxy, ModelServer() as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", "HTTPS_PROXY"):
            monkeypatch.setenv(name, proxy.url(""))
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        transport = LiveTransport(ModelOptions(local_only=True))
        call = Call(
            model=parse(f"{server.url}#scripted"), role="parent", system="", user="Why?", schema={}, max_tokens=10
        )
        await transport.send(call)
        await transport.aclose()
    assert not proxy.count


def test_every_address_of_the_settings_is_a_service_of_our_own() -> None:
    chosen = load(
        {
            "reranker_url": "http://127.0.0.1:1/r",
            "model": "compatible:m@http://127.0.0.1:2/v1",
            "model_fallback": "ollama:a@http://127.0.0.1:3, compatible:b@http://127.0.0.1:4/v1",
            "trace_to": "http://127.0.0.1:5",
            "sources": "chroma+http://127.0.0.1:6/name mcp+http://127.0.0.1:7/mcp#tool",
        }
    )
    found = " ".join(service_addresses(chosen))
    assert all(f"127.0.0.1:{n}" in found for n in range(1, 8))
