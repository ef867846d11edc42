"""What each shipped plug-in needs to be put through its contract suite. A new plug-in is added here, under its name.

Knows: every plug-in of this package.  Does not know: what the suites ask of them (`fathoms.testing.contracts`).
"""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from urllib.parse import quote

from fathoms.app import plugins
from fathoms.app.web import open_engine
from fathoms.domain.run import SourceSpec
from fathoms.ports.embedder import Embedder, EmbedderOptions
from fathoms.ports.engine import EngineOptions
from fathoms.ports.source import Source
from fathoms.ports.step import Step
from fathoms.sources.kb import KnowledgeBase
from fathoms.sources.opening import Surroundings
from fathoms.sources.web.desk import Web
from fathoms.sources.web.options import WebOptions
from fathoms.testing import ScriptedSource, ScriptedStep
from fathoms.testing.collections import ChromaServer, Collection, McpServer, PageServer, QdrantServer
from fathoms.testing.contracts.source import TEXTS
from fathoms.testing.engines import Reply, Service
from fathoms.testing.model_server import ModelServer
from tests.unit.embedders.loopback import Loopback
from tests.web_making import a_web

OpenedSource = Callable[[Path], AbstractAsyncContextManager[Source]]
MCP_COMMAND = f"stdio:{quote(sys.executable)}%20{quote(str(Path(__file__).parent / 'mcp_server.py'))}"


def _opened(plugin: str, target: str, surroundings: Surroundings) -> Source:
    spec = SourceSpec(plugin=plugin, name=plugin, target=target)
    source: Source = plugins.find(plugins.SOURCES, plugin).load()(spec, surroundings)
    return source


@asynccontextmanager
async def _knowledge_base(home: Path, *, embedder: Embedder | None = None) -> AsyncIterator[Source]:
    docs = home / "docs"
    docs.mkdir()
    for title, text in TEXTS.items():
        (docs / f"{title.lower()}.md").write_text(f"# {title}\n\n{text}\n", encoding="utf-8")
    with KnowledgeBase(home / "kb.db", embedder=embedder) as kb:
        kb.ingest([docs], collection="harbour")
    yield _opened("kb", "harbour", Surroundings(home=home, embedder=lambda: embedder))


@functools.cache
def _minilm() -> Embedder:
    embedder: Embedder = plugins.find(plugins.EMBEDDERS, "minilm").load()(EmbedderOptions())
    return embedder


def _by_meaning(home: Path) -> AbstractAsyncContextManager[Source]:
    return _knowledge_base(home, embedder=_minilm())


def _collection(plugin: str, server: type[Collection]) -> OpenedSource:
    @asynccontextmanager
    async def opened(home: Path) -> AsyncIterator[Source]:
        with server(TEXTS) as running:
            async with a_web(home) as web:
                yield _opened(plugin, running.target, Surroundings(home=home, web=lambda _offline: web))

    return opened


@asynccontextmanager
async def _mcp_command(home: Path) -> AsyncIterator[Source]:
    async with a_web(home) as web:
        yield _opened("mcp", f"{MCP_COMMAND}#harbours", Surroundings(home=home, web=lambda _offline: web))


@asynccontextmanager
async def _web(home: Path) -> AsyncIterator[Source]:
    with PageServer(TEXTS) as pages:
        rows = [{"url": pages.url(title), "title": title, "content": text} for title, text in TEXTS.items()]
        with Service(Reply(body=json.dumps({"results": rows}).encode())) as service:
            engine = EngineOptions(name="searxng", base_url=service.url)
            allowed = (f"{pages.host}:{pages.port}",)
            web = Web(WebOptions(engines=(engine,), allow_hosts=allowed), open_engine, home)
            try:
                yield _opened("web", "searxng", Surroundings(home=home, web=lambda _offline: web))
            finally:
                await web.aclose()


@asynccontextmanager
async def _scripted(_home: Path) -> AsyncIterator[Source]:
    pages = {f"https://a.example/{title.lower()}": f"{title}\n\n{text}" for title, text in TEXTS.items()}
    yield ScriptedSource(pages=pages)


SOURCES: dict[str, OpenedSource] = {
    "kb": _knowledge_base,
    "kb by meaning": _by_meaning,
    "chroma": _collection("chroma", ChromaServer),
    "qdrant": _collection("qdrant", QdrantServer),
    "mcp": _collection("mcp", McpServer),
    "mcp of a command": _mcp_command,
    "web": _web,
    "scripted": _scripted,
}
"""Opened in a home, each with the texts of the source contract to be found."""

MINDS: dict[str, Callable[[ModelServer], str]] = {
    "extractive": lambda server: "extractive",
    "llm": lambda server: f"llm:{server.url}#scripted",
    "scripted": lambda server: "scripted",
}
"""What a run calls the mind; `server` answers for models."""

EMBEDDERS: dict[str, Callable[[Loopback], EmbedderOptions]] = {
    "minilm": lambda server: EmbedderOptions(threads=2),
    "use_multilingual": lambda server: EmbedderOptions(threads=2),
    "ollama": lambda server: EmbedderOptions(base_url=server.url),
    "openai_compatible": lambda server: EmbedderOptions(base_url=server.url, model="any-model", batch_size=3),
}
"""What opens it; `server` makes vectors for those that ask for them."""

STEPS: dict[str, Callable[[], Step]] = {"scripted": ScriptedStep}
"""Beside the installed ones, which need nothing to be opened."""
