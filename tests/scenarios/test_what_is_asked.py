"""What is asked of an engine, word for word: runs over a small web, each case a data file in `asked/`."""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from fathoms import Fathoms
from fathoms.domain.report import Report
from fathoms.testing.hostile import HostileServer, answer, page
from fathoms.text.words import content_words

ROOT = Path(__file__).parents[2]
CASES = sorted((Path(__file__).parent / "asked").glob("*.toml"))


@dataclass
class Site:
    title: str
    text: str
    host: str = "127.0.0.1"
    links: dict[str, str] = field(default_factory=dict)
    """Words of a link, and the page that it leads to."""
    listed: bool = True
    """Whether the engine finds it; what it does not find only a link leads to."""


@dataclass
class Case:
    """A question, the web it is asked of, and what must come of it."""

    question: str
    pages: dict[str, Site]
    docs: list[str] = field(default_factory=list)
    """Folders of the project that are searched beside the web."""
    primary: list[str] = field(default_factory=list)
    """Hosts that the user calls primary."""
    asks: dict[str, Any] = field(default_factory=dict)
    """Further options of the question."""
    queries: list[str] = field(default_factory=list)
    """Each is sent, as it stands."""
    every: list[str] = field(default_factory=list)
    """Words of which each query has one at least."""
    never: list[str] = field(default_factory=list)
    """What no query holds."""
    found: list[str] = field(default_factory=list)
    """What the report tells."""
    untold: list[str] = field(default_factory=list)
    """What it does not tell."""
    micro: list[str] = field(default_factory=list)
    """What the micro-reports say."""
    confidence: dict[str, str] = field(default_factory=dict)
    """By words of a fact, how far it is trusted."""
    answered: int = 0
    """How many parts have an answer in the report."""


def read(path: Path) -> Case:
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    return Case(**{**told, "pages": {name: Site(**site) for name, site in told["pages"].items()}})


class Pages(HostileServer):
    """The pages of a case on one address."""

    def __init__(self, host: str, pages: dict[str, Site]) -> None:
        super().__init__(host)
        self.pages = pages
        self.places: dict[str, str] = {}

    async def _behave(self, path: str, target: str, headers: dict[str, str], writer: asyncio.StreamWriter) -> bool:
        site = self.pages.get(path.strip("/"))
        if site is None:
            return await super()._behave(path, target, headers, writer)

        async def send(data: bytes) -> None:
            writer.write(data)
            await writer.drain()

        body = "".join(f"<p>{part}</p>" for part in site.text.split("\n\n"))
        body += "".join(f'<p><a href="{self.places[name]}">{words}</a></p>' for words, name in site.links.items())
        await answer(send, page(body, title=site.title))
        return True


class Engine(HostileServer):
    """Finds every page that shares a content word with the query, those that share most first; notes what is asked."""

    def __init__(self, pages: dict[str, tuple[str, Site]]) -> None:
        super().__init__()
        self.pages = pages
        self.asked: list[str] = []

    async def _behave(self, path: str, target: str, headers: dict[str, str], writer: asyncio.StreamWriter) -> bool:
        if path != "/search":
            return await super()._behave(path, target, headers, writer)
        query = parse_qs(urlsplit(target).query)["q"][0]
        self.asked.append(query)
        words = content_words(query)
        shared = {url: len(words & content_words(f"{s.title} {s.text}")) for url, s in self.pages.values()}
        rows = [{"url": url, "title": s.title} for url, s in self.pages.values() if s.listed and shared[url]]
        rows.sort(key=lambda row: -shared[row["url"]])

        async def send(data: bytes) -> None:
            writer.write(data)
            await writer.drain()

        await answer(send, json.dumps({"results": rows}), kind="application/json")
        return True


@pytest.fixture(params=CASES, ids=[path.stem for path in CASES])
def case(request: pytest.FixtureRequest) -> Case:
    return read(request.param)


@pytest.fixture
def engine(case: Case, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Engine]:
    rules = tmp_path / "rules.toml"
    rules.write_text(f"primary = {json.dumps(case.primary)}\n", encoding="utf-8")
    monkeypatch.setenv("FATHOMS_AUTHORITY_RULES", str(rules))
    hosts = dict.fromkeys(site.host for site in case.pages.values())
    servers = [Pages(host, {n: s for n, s in case.pages.items() if s.host == host}) for host in hosts]
    for server in servers:
        server.__enter__()
    places = {server.host: server for server in servers}
    addresses = {name: places[site.host].url(f"/{name}") for name, site in case.pages.items()}
    for server in servers:
        server.places = addresses
    with Engine({name: (addresses[name], site) for name, site in case.pages.items()}) as searching:
        monkeypatch.setenv("FATHOMS_ENGINES", "searxng")
        monkeypatch.setenv("FATHOMS_ENGINE_SEARXNG_URL", searching.url(""))
        monkeypatch.setenv("FATHOMS_ALLOW_HOSTS", ",".join(server.endpoint for server in servers))
        yield searching
    for server in servers:
        server.__exit__(None, None, None)


async def test_an_engine_is_asked_in_words_that_a_person_would_use(case: Case, engine: Engine, tmp_path: Path) -> None:
    async with Fathoms(tmp_path / "h") as opened:
        docs = [ROOT / name for name in case.docs]
        report = await opened.ask(case.question, docs=docs, web=True, authorize=True, **case.asks)
        folder = opened.service.shop.home.run_folder(report.run) / "threads"
    asked = [query for query in dict.fromkeys(engine.asked) if query != case.question]  # that one scouts
    told = "\n".join(asked)
    assert [query for query in case.queries if query not in asked] == [], told
    if case.every:
        assert [query for query in asked if not any(word in query for word in case.every)] == [], told
    assert [bad for bad in case.never if bad in told] == [], told
    assert [text for text in case.found if text not in _told(report)] == [], str(report)
    assert [text for text in case.untold if text in _told(report)] == [], str(report)
    noted = "\n".join(file.read_text(encoding="utf-8") for file in folder.glob("micro-report-*.md"))
    assert [text for text in case.micro if text not in noted] == [], noted
    assert report.run_facts.answered == case.answered, str(report)
    trusted = {
        words: fact.confidence.value for words in case.confidence for fact in report.facts if words in fact.claim
    }
    assert trusted == case.confidence, str(report)


def _told(report: Report) -> str:
    return " ".join(s.text for section in report.sections for p in section.paragraphs for s in p.statements)
