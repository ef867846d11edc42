"""Collections of other people's are searched and read, never written; what they send wrong is a typed error."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

import numpy as np
import pytest

from fathoms.app import plugins
from fathoms.app.build import build
from fathoms.app.settings import load
from fathoms.domain.evidence import Query, SourceKind
from fathoms.domain.run import SourceSpec
from fathoms.domain.thread import Phase
from fathoms.errors import AuthFailed, BadAnswer, ConfigError, ProviderError, Refused, Unavailable
from fathoms.ports.secret import Secret
from fathoms.ports.source import Source
from fathoms.sources.opening import Surroundings
from fathoms.testing.collections import ChromaServer, Collection, McpServer, QdrantServer
from fathoms.testing.engines import Reply, Service
from fathoms.testing.hostile import HostileServer
from tests.web_making import a_web

DEEP = "The harbour of Skarrow was dredged in 2019 to a depth of eleven metres."
SERVER = f"stdio:{quote(sys.executable)}%20{quote(str(Path(__file__).parents[2] / 'mcp_server.py'))}"


class Embedder:
    id = name = "fake"
    dimensions = 2

    def embed(self, texts):  # type: ignore[no-untyped-def]
        return np.array([[0.6, 0.8]] * len(texts), dtype=np.float32)


@asynccontextmanager
async def opened(
    plugin: str,
    target: str,
    home: Path,
    *,
    embedder: Embedder | None = None,
    offline: bool = False,
    allow: tuple[str, ...] = (),
    key: str = "",
) -> AsyncIterator[Source]:
    async with a_web(home, offline=offline) as web:
        given = Surroundings(
            home=home, web=lambda _offline: web, embedder=lambda: embedder, key=lambda _plugin: Secret(key)
        )
        spec = SourceSpec(plugin=plugin, name=plugin, target=target)
        yield plugins.find(plugins.SOURCES, plugin).load()(spec, given)


async def found(source: Source, text: str = "How deep is the harbour of Skarrow?") -> list[tuple[str, str, str]]:
    answer = await source.search(Query(source=source.name, text=text), limit=5, phase=Phase.SURVEY)
    pages = [await source.read(hit) for hit in answer.hits]
    for hit, page in zip(answer.hits, pages, strict=True):
        assert page.kind is SourceKind.INTERNAL
        if hit.start is not None:
            assert page.text[hit.start : hit.end] == hit.snippet
    return [(page.url, page.title, page.text) for page in pages]


def qdrant(*points: object) -> Reply:
    return Reply(body=json.dumps({"result": {"points": points}}).encode())


async def test_points_of_qdrant_are_found_by_vector_and_read(tmp_path: Path) -> None:
    point = {"id": 7, "score": 0.9, "payload": {"page_content": DEEP, "title": "Skarrow"}}
    with Service(qdrant(point, {"id": "x", "payload": None})) as service:
        async with opened("qdrant", f"{service.url}/minutes", tmp_path, embedder=Embedder()) as source:
            assert await found(source) == [(f"qdrant://127.0.0.1:{service.port}/minutes/7", "Skarrow", DEEP)]
    line, _, body = service.requests[0]
    assert line.startswith("POST /collections/minutes/points/query ")
    assert json.loads(body)["query"] == pytest.approx([0.6, 0.8])


async def test_points_of_qdrant_are_found_by_words_and_ranked_by_them(tmp_path: Path) -> None:
    points = [{"id": n, "payload": {"text": text}} for n, text in enumerate(("A harbour.", DEEP))]
    with Service(qdrant(*points)) as service:
        async with opened("qdrant", f"{service.url}/minutes", tmp_path) as source:
            assert (await found(source))[0][2] == DEEP
    assert service.requests[0][0].startswith("POST /collections/minutes/points/scroll ")


async def test_documents_of_chroma_are_found_by_words(tmp_path: Path) -> None:
    got = {"id": "c-1", "ids": ["a", "b"], "documents": [DEEP, None], "metadatas": [{"source": "minutes.md"}, None]}
    with Service(Reply(body=json.dumps(got).encode())) as service:
        async with opened("chroma", f"{service.url}/minutes", tmp_path) as source:
            assert await found(source) == [(f"chroma://127.0.0.1:{service.port}/minutes/a", "minutes.md", DEEP)]
    assert [line.split()[1].rpartition("/collections/")[2] for line, _, _ in service.requests] == ["minutes", "c-1/get"]


async def test_documents_of_chroma_are_found_by_vector(tmp_path: Path) -> None:
    got = {"id": "c-1", "ids": [["a"]], "documents": [[DEEP]], "metadatas": [[None]], "distances": [[0.1]]}
    with Service(Reply(body=json.dumps(got).encode())) as service:
        async with opened("chroma", f"{service.url}/minutes", tmp_path, embedder=Embedder()) as source:
            assert (await found(source))[0][2] == DEEP
    assert service.requests[1][0].split()[1].endswith("/c-1/query")


@pytest.mark.parametrize("plugin", ["qdrant", "chroma"])
@pytest.mark.parametrize(
    "reply", [Reply(body=b"<html>"), Reply(body=b'{"ids": 5}'), Reply(status=500), Reply(status=401)]
)
async def test_a_collection_that_misbehaves_is_a_typed_error(plugin: str, reply: Reply, tmp_path: Path) -> None:
    with Service(reply) as service:
        async with opened(plugin, f"{service.url}/minutes", tmp_path) as source:
            with pytest.raises(ProviderError):
                await found(source)


@pytest.mark.parametrize("plugin", ["qdrant", "chroma"])
async def test_offline_a_collection_that_is_not_allowed_is_not_asked(plugin: str, tmp_path: Path) -> None:
    with Service() as service:
        async with opened(plugin, f"{service.url}/minutes", tmp_path, offline=True) as source:
            with pytest.raises(Refused, match="offline"):
                await found(source)
    assert not service.requests


@pytest.mark.parametrize("tool", ["search", "words"])
async def test_the_tool_of_an_mcp_server_is_searched(tool: str, tmp_path: Path) -> None:
    async with opened("mcp", f"{SERVER}#{tool}", tmp_path) as source:
        (only,) = await found(source)
    assert only[0].startswith("mcp://mcp/")
    assert "eleven metres" in only[2]


@pytest.mark.parametrize(
    ("target", "query", "error", "said"),
    [
        (f"{SERVER}#search", "fail now", BadAnswer, "the tool 'search' failed"),
        (f"{SERVER}#dig", "depth", BadAnswer, "it has harbours, search, words"),
        ("stdio:/no/such/command#search", "depth", Unavailable, "cannot be asked"),
        ("http://127.0.0.1:9/mcp#search", "depth", Unavailable, "cannot be asked"),
    ],
)
async def test_an_mcp_server_that_fails_is_a_typed_error(
    target: str, query: str, error: type[ProviderError], said: str, tmp_path: Path
) -> None:
    async with opened("mcp", target, tmp_path) as source:
        with pytest.raises(error, match=said):
            await found(source, query)


async def test_a_page_that_a_tool_names_is_read_through_the_gate(tmp_path: Path) -> None:
    from fathoms.sources.collections.records import Record, RecordSource

    class Finder:
        def __init__(self, url: str) -> None:
            self.url = url

        async def find(self, text: str, limit: int) -> list[Record]:
            return [Record(key="k", text="", title="T", url=self.url)]

    with HostileServer() as allowed, HostileServer() as secret:
        async with a_web(tmp_path, allow=[allowed.endpoint]) as web:
            for server, text in ((allowed, "Skarrow"), (secret, "")):
                source = RecordSource(
                    "m", "mcp://m", Finder(server.url("/p")), page=lambda url: web.page(url, source="m")
                )
                answer = await source.search(Query(source="m", text="x"), limit=5, phase=Phase.SURVEY)
                if text:
                    assert text in (await source.read(answer.hits[0])).text
                else:
                    with pytest.raises(Refused, match="forbidden"):
                        await source.read(answer.hits[0])
        assert secret.count[""] == 0


@pytest.mark.parametrize(
    ("plugin", "target"),
    [("qdrant", "minutes"), ("chroma", "ftp://x/y"), ("mcp", "http://127.0.0.1/mcp"), ("mcp", "ws://x#search")],
)
async def test_a_target_that_names_nothing_is_a_mistake(plugin: str, target: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        async with opened(plugin, target, tmp_path):
            pass


async def test_offline_no_command_is_started(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="offline"):
        async with opened("mcp", f"{SERVER}#search", tmp_path, offline=True):
            pass


KEY = "sk-harbour-0123456789"
SERVERS: dict[str, type[Collection]] = {"qdrant": QdrantServer, "chroma": ChromaServer, "mcp": McpServer}


@pytest.mark.parametrize("plugin", sorted(SERVERS))
async def test_the_key_of_the_settings_reaches_its_source(plugin: str, tmp_path: Path) -> None:
    with SERVERS[plugin]({"Skarrow": DEEP}, key=KEY) as server:
        shop = build(load({"home": str(tmp_path), f"source_{plugin}_key": KEY}))
        try:
            source = shop.open_source(SourceSpec(plugin=plugin, name=plugin, target=server.target))
            assert [text for _, _, text in await found(source)] == [DEEP]
        finally:
            await shop.aclose()


@pytest.mark.parametrize("plugin", sorted(SERVERS))
async def test_a_key_that_is_refused_is_named_by_its_setting_and_never_shown(plugin: str, tmp_path: Path) -> None:
    with SERVERS[plugin]({"Skarrow": DEEP}, key="another") as server:
        async with opened(plugin, server.target, tmp_path, key=KEY) as source:
            with pytest.raises(AuthFailed, match=f"source_{plugin}_key") as failed:
                await found(source)
    assert any(KEY in value for value in server.asked[0].headers.values())
    assert KEY not in "".join(traceback.format_exception(failed.value))


@pytest.mark.parametrize("plugin", sorted(SERVERS))
async def test_without_a_key_none_is_sent(plugin: str, tmp_path: Path) -> None:
    with SERVERS[plugin]({"Skarrow": DEEP}) as server:
        async with opened(plugin, server.target, tmp_path) as source:
            assert await found(source)
    assert all(server.key_header not in request.headers for request in server.asked)


@pytest.mark.parametrize("plugin", ["qdrant", "chroma"])
async def test_a_service_that_repeats_the_key_is_quoted_without_it(plugin: str, tmp_path: Path) -> None:
    with Service(Reply(status=400, body=f"what is {KEY}?".encode())) as service:
        async with opened(plugin, f"{service.url}/minutes", tmp_path, key=KEY) as source:
            with pytest.raises(Refused, match=r"what is \*\*\*\?"):
                await found(source)
