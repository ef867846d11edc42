"""Every engine, against every kind of answer: typed hits or a typed error, nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

import ddgs
import pytest
from ddgs.exceptions import DDGSException, RatelimitException, TimeoutException

from fathoms.app import plugins
from fathoms.app.web import open_engine
from fathoms.domain.thread import Phase
from fathoms.errors import AuthFailed, ConfigError
from fathoms.ports.embedder import Secret
from fathoms.ports.engine import Engine, EngineOptions, WebQuery
from fathoms.sources.web.desk import Web
from fathoms.sources.web.options import WebOptions
from fathoms.testing.contracts import finding
from fathoms.testing.engines import CASES, Case, Reply, Service, problem
from tests.engine_samples import SAMPLES

KEY = "key-that-must-not-be-shown"


@asynccontextmanager
async def opened(name: str, service: Service, home: Path) -> AsyncIterator[Engine]:
    options = EngineOptions(name=name, base_url=service.url, api_key=Secret(KEY))
    web = Web(WebOptions(engines=(options,), engine_deadline=0.4), open_engine, home)
    try:
        yield web.engine(name)
    finally:
        await web.aclose()


def test_every_engine_there_is_has_a_sample() -> None:
    samples = {*SAMPLES, "duckduckgo"}  # asked through a library, which is replaced below
    assert finding.without_sample(plugins.ENGINES, samples, "SAMPLES in tests/engine_samples.py") == ""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("name", sorted(SAMPLES))
async def test_an_engine_gives_typed_hits_or_a_typed_error(name: str, case: Case, tmp_path: Path) -> None:
    with Service(case.reply(SAMPLES[name])) as service:
        async with opened(name, service, tmp_path) as engine:
            assert await problem(engine, case) == ""


@pytest.mark.parametrize("name", ["tavily", "brave", "serper", "firecrawl"])
async def test_a_key_is_sent_to_its_service_and_shown_nowhere_else(name: str, tmp_path: Path) -> None:
    with Service(Reply(status=400, body=f"the key {KEY} is wrong".encode())) as service:
        async with opened(name, service, tmp_path) as engine:
            said = await problem(engine, Case("400", lambda s: Reply(), error=AuthFailed))
    assert "Refused" in said
    assert KEY not in said
    assert any(KEY in value for value in service.requests[0][1].values())


@pytest.mark.parametrize("name", ["tavily", "brave", "serper", "firecrawl"])
def test_an_engine_without_its_key_says_which_setting_is_missing(name: str) -> None:
    with pytest.raises(ConfigError, match=f"engine_{name}_key"):
        open_engine(EngineOptions(name=name), None)  # type: ignore[arg-type]


def test_searxng_without_an_address_says_which_setting_is_missing() -> None:
    with pytest.raises(ConfigError, match="engine_searxng_url"):
        open_engine(EngineOptions(name="searxng"), None)  # type: ignore[arg-type]


_HINTED = 'dredging cost "experience with" (site:gov OR site:example.org)'


@pytest.mark.parametrize("name", sorted(SAMPLES))
async def test_hints_reach_only_engines_that_understand_them(name: str, tmp_path: Path) -> None:
    with Service(Reply(body=SAMPLES[name].good)) as service:
        async with opened(name, service, tmp_path) as engine:
            phase = next(p for p in Phase if p in engine.phases)
            await engine.search(WebQuery.parse(_HINTED, phase=phase, limit=5, recent=True))
    line, _, body = service.requests[0]
    sent = line + body.decode()
    understands = name in ("searxng", "brave", "serper", "firecrawl")
    assert ("site%3A" in sent or "site:" in sent) is understands
    assert ("example.org" in sent) is (understands or name == "tavily")


class _Library:
    """Stands in for the library's client and does what a test says."""

    answer: Any = None

    def __init__(self, **_options: object) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None: ...

    def text(self, _query: str, **_options: object) -> object:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


_GOOD = [{"href": "https://a.example/", "title": "A", "body": "x"}, {"href": "https://b.example/", "title": "B"}]


@pytest.mark.parametrize(
    ("answer", "case"),
    [
        (_GOOD, "good"),
        ([], "empty"),
        (DDGSException("No results found."), "empty"),
        ([_GOOD[0] | {"title": None}, {"title": "no address"}, 5], "missing fields"),
        ([{"title": "no address"}], "no usable result"),
        ("nonsense", "garbage"),
        ({"a": 1}, "another shape"),
        (RatelimitException("202 Ratelimit"), "429"),
        (TimeoutException("timed out"), "no answer"),
        (DDGSException("500 from the service"), "500"),
    ],
)
async def test_duckduckgo_gives_typed_hits_or_a_typed_error(
    answer: object, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Library, "answer", answer)
    monkeypatch.setattr(ddgs, "DDGS", _Library)
    engine = open_engine(EngineOptions(name="duckduckgo"), None)  # type: ignore[arg-type]
    assert await problem(engine, next(known for known in CASES if known.name == case)) == ""


def test_duckduckgo_is_not_used_offline() -> None:
    with pytest.raises(ConfigError, match="offline"):
        open_engine(EngineOptions(name="duckduckgo", offline=True), None)  # type: ignore[arg-type]
