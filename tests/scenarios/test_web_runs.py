"""Whole runs over a web on loopback: alone and with documents, with pages that fail, offline, with settled hosts."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fathoms import Fathoms
from fathoms.domain.evidence import Confidence, SourceKind, Tier
from fathoms.domain.report import Report
from fathoms.errors import ConfigError, Refused, UsageError
from fathoms.testing.hostile import HostileServer
from tests.web_making import needs_chromium

QUESTION = "When was the harbour of Skarrow dredged?"


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as running:
        yield running


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch, server: HostileServer) -> Iterator[HostileServer]:
    """A search service on a port of its own; pages of `server` are allowed."""
    with HostileServer() as searching:
        searching.results = [server.url("/harbour")]
        monkeypatch.setenv("FATHOMS_ENGINES", "searxng")
        monkeypatch.setenv("FATHOMS_ENGINE_SEARXNG_URL", searching.url(""))
        monkeypatch.setenv("FATHOMS_ALLOW_HOSTS", server.endpoint)
        monkeypatch.setenv("FATHOMS_PAGE_SECONDS", "2")
        yield searching


async def asked(home: Path, **more: object) -> tuple[Report, Path]:
    async with Fathoms(home) as opened:
        report = await opened.ask(QUESTION, web=True, effort="quick", authorize=True, **more)  # type: ignore[arg-type]
        folder = opened.service.shop.home.run_folder(report.run)
    return report, folder


async def test_a_run_over_the_web_alone_cites_the_page_that_it_read(
    engine: HostileServer, server: HostileServer, tmp_path: Path
) -> None:
    report, _ = await asked(tmp_path / "h")
    assert {reference.url for reference in report.references} == {server.url("/harbour")}
    assert report.facts
    assert all(evidence.kind is SourceKind.EXTERNAL for fact in report.facts for evidence in fact.evidence)
    assert server.count["/harbour"] == 1


async def test_the_bytes_of_pages_and_files_are_kept_by_a_run_that_is_told_to(
    engine: HostileServer, server: HostileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOMS_KEEP_ORIGINALS", "on")
    (tmp_path / "docs").mkdir()
    file = tmp_path / "docs" / "minutes.txt"
    file.write_bytes(b"The board of Skarrow resolved in 2018 that the harbour be dredged within a year.\r\n")
    async with Fathoms(tmp_path / "h") as opened:
        report = await opened.ask(QUESTION, docs=[tmp_path / "docs"], web=True, effort="quick", authorize=True)
        service = opened.service
        assert all(spec.keep_originals for spec in service.run(report.run).order.sources), "so it can be resumed"
        originals = {s.url: service.original(service.page(s.page_id)) for s in service.snapshots(report.run)}
        assert service.replay(report.run).holds
    (address,) = (url for url in originals if url.startswith("kb://"))
    assert originals.pop(address) == file.read_bytes()
    assert b"<html" in originals[server.url("/harbour")]


async def test_documents_and_the_web_are_searched_in_one_run(
    engine: HostileServer, server: HostileServer, tmp_path: Path
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "minutes.md").write_text(
        "# Harbour minutes\n\nThe board of Skarrow resolved in 2018 that the harbour be dredged within a year.\n",
        encoding="utf-8",
    )
    report, _ = await asked(tmp_path / "h", docs=[docs])
    kinds = {evidence.kind for fact in report.facts for evidence in fact.evidence}
    assert kinds == {SourceKind.INTERNAL, SourceKind.EXTERNAL}


async def test_pages_that_fail_are_named_by_the_micro_report_and_the_rest_goes_on(
    engine: HostileServer, server: HostileServer, tmp_path: Path
) -> None:
    with HostileServer() as forbidden:
        engine.results = [server.url("/bomb"), forbidden.url("/secret"), server.url("/harbour")]
        report, folder = await asked(tmp_path / "h")
        assert forbidden.count[""] == 0
    told = next(iter(folder.glob("threads/micro-report-*-round-1.md"))).read_text(encoding="utf-8")
    assert "decompression bomb" in told
    assert "forbidden address" in told
    assert report.facts


@needs_chromium
async def test_a_page_of_scripts_that_was_drawn_is_cited_and_the_micro_report_says_so(
    engine: HostileServer, server: HostileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOMS_WEB_RENDER", "auto")
    monkeypatch.setenv("FATHOMS_PAGE_SECONDS", "20")
    engine.results = [server.url("/script/app"), server.url("/script/nothing")]
    report, folder = await asked(tmp_path / "h")
    assert {reference.url for reference in report.references} == {server.url("/script/app")}
    told = next(iter(folder.glob("threads/micro-report-*-round-1.md"))).read_text(encoding="utf-8")
    assert f"Drawn by a browser: {server.url('/script/app')}." in told
    assert "it shows nothing without JavaScript, and little with it" in told


async def test_an_engine_that_another_one_stood_in_for_is_named(
    engine: HostileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOMS_ENGINES", "brave,searxng")
    monkeypatch.setenv("FATHOMS_ENGINE_BRAVE_URL", engine.url("/no-brave"))
    monkeypatch.setenv("FATHOMS_ENGINE_BRAVE_KEY", "a-key")
    report, folder = await asked(tmp_path / "h")
    told = next(iter(folder.glob("threads/micro-report-*-round-1.md"))).read_text(encoding="utf-8")
    assert report.facts
    assert "brave: unexpected answer" in told


async def test_facts_of_one_host_that_nobody_knows_are_unverified_and_marked_and_meet_nothing(
    engine: HostileServer, tmp_path: Path
) -> None:
    report, folder = await asked(tmp_path / "h")
    assert {fact.confidence for fact in report.facts} == {Confidence.UNVERIFIED}
    assert report.run_facts.answered == 0
    assert not any(criterion.met for criterion in report.criteria if "dredged" in criterion.text)
    written = next(iter(folder.glob("report_*.md"))).read_text(encoding="utf-8")
    assert "unverified: one source of unknown standing" in written


WORLD = Path(__file__).parents[2] / "examples" / "world"
PARIS = "Paris is the capital of France. It has been the seat of government since 987."


class SmallWeb(HostileServer):
    """Two pages, found by any search."""

    async def _behave(self, path: str, target: str, headers: dict[str, str], writer: asyncio.StreamWriter) -> bool:
        if path != "/france":
            return await super()._behave(path, target, headers, writer)
        body = f"<html><title>France</title><body><h1>France</h1><p>{PARIS}</p></body></html>".encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        return True


async def test_a_web_page_answers_though_the_documents_do_not_know_the_words(
    engine: HostileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SmallWeb() as web:
        monkeypatch.setenv("FATHOMS_ALLOW_HOSTS", web.endpoint)
        engine.results = [web.url("/france")]
        async with Fathoms(tmp_path / "h") as opened:
            report = await opened.ask("What is the capital of France?", docs=[WORLD], web=True, authorize=True)
    assert report.found
    told = " ".join(s.text for section in report.sections for p in section.paragraphs for s in p.statements)
    assert "Paris is the capital of France" in told
    assert not any(fact.evidence[0].kind is SourceKind.INTERNAL for fact in report.facts), "the documents know nothing"


async def test_a_host_that_the_user_calls_primary_makes_its_facts_verified(
    engine: HostileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text('primary = ["127.0.0.1"]\n', encoding="utf-8")
    monkeypatch.setenv("FATHOMS_AUTHORITY_RULES", str(rules))
    settled, _ = await asked(tmp_path / "h")
    assert {fact.confidence for fact in settled.facts} == {Confidence.VERIFIED}
    assert {evidence.tier for fact in settled.facts for evidence in fact.evidence} == {Tier.PRIMARY}


async def test_offline_an_engine_that_is_not_allowed_is_not_asked(
    engine: HostileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOMS_OFFLINE", "on")
    with pytest.raises(Refused, match="offline"):
        await asked(tmp_path / "h")
    assert engine.count[""] == 0


async def test_without_an_engine_the_setting_to_set_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="engines"):
        await asked(tmp_path / "h")


async def test_an_engine_without_its_key_is_told_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOMS_ENGINES", "tavily")
    with pytest.raises(ConfigError, match="engine_tavily_key"):
        await asked(tmp_path / "h")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("FATHOMS_ENGINES", "gogle", "no engine 'gogle'"),
        ("FATHOMS_ENGINE_SEARXG_URL", "http://127.0.0.1:1", "did you mean 'searxng'"),
        ("FATHOMS_ALLOW_HOSTS", "a_b/c", "allow_hosts"),
        ("FATHOMS_AUTHORITY_RULES", "/nowhere.toml", "authority_rules"),
        ("FATHOMS_CA_FILE", "/nowhere.pem", "ca_file"),
        ("FATHOMS_PROXY", "socks9://x", "proxy"),
    ],
)
async def test_a_mistake_in_the_settings_is_said_at_once(
    name: str, value: str, said: str, engine: HostileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(UsageError, match=said):
        await asked(tmp_path / "h")


_WATCHED = """
import sys
def note(event, arguments):
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        print("CONNECT", arguments[1][0], arguments[1][1], file=sys.stderr)
    elif event == "socket.getaddrinfo":
        print("LOOKUP", arguments[0], file=sys.stderr)
sys.addaudithook(note)
from fathoms.faces.cli import main
sys.exit(main())
"""


def test_offline_a_whole_run_opens_no_connection_but_to_allowed_hosts(
    engine: HostileServer, server: HostileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interpreter itself notes every connection and every name that is looked up."""
    engine.results = ["http://example.org/a", "http://93.184.216.34/b", server.url("/harbour")]
    monkeypatch.setenv("FATHOMS_ALLOW_HOSTS", f"{server.endpoint},{engine.endpoint}")
    command = [sys.executable, "-c", _WATCHED, "ask", QUESTION, "--web", "--offline", "--yes", "--effort", "quick"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    connected = {tuple(line.split()[1:]) for line in done.stderr.splitlines() if line.startswith("CONNECT")}
    assert connected == {(server.host, str(server.port)), (engine.host, str(engine.port))}
    looked_up = {line.split()[1] for line in done.stderr.splitlines() if line.startswith("LOOKUP")}
    assert looked_up <= {"127.0.0.1"}
    assert "offline" in done.stdout
