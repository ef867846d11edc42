"""`fathoms web fetch|search` and the doctor's line on the browser: what a person sees, and what to do next."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from fathoms.testing.hostile import HostileServer
from tests.command_line import Cli
from tests.web_making import needs_chromium


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HostileServer]:
    with HostileServer() as running:
        monkeypatch.setenv("FATHOMS_ALLOW_HOSTS", running.endpoint)
        yield running


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("", "must begin with https://"),
        ("example.org", "must begin with https://"),
        ("/etc/passwd", "must begin with https://"),
        ("file:///etc/passwd", "not file:"),
        ("ftp://example.org/x", "not ftp:"),
        ("http://", "is no address of a page"),
        ("http://[::1", "is no address"),
        ("http://u:p@example.org/", "carries credentials"),
        ("http://127.0.0.1:9/", "127.0.0.1 is a forbidden address (loopback); allow_hosts"),
        ("http://2130706433/", "leads to 127.0.0.1, a forbidden address"),
    ],
)
def test_an_address_that_cannot_be_fetched_is_refused_with_the_reason(cli: Cli, address: str, said: str) -> None:
    done = cli("web", "fetch", address)
    assert done.code == 5
    assert said in done.err
    assert done.out == ""


@pytest.mark.parametrize(
    ("path", "code", "said"),
    [
        ("/gone", 5, "no such page (404)"),
        ("/empty", 5, "empty page"),
        ("/picture", 5, "not text: image/png"),
        ("/script/app", 5, "web_render = auto"),
        ("/pdf-called-html", 0, "pdf"),
        ("/json", 0, "records"),
        ("/text", 0, "text"),
    ],
)
def test_what_a_page_becomes_is_said(cli: Cli, server: HostileServer, path: str, code: int, said: str) -> None:
    done = cli("web", "fetch", server.url(path))
    assert (done.code, said in done.err) == (code, True)
    assert bool(done.out) == (code == 0)


def test_a_host_beyond_ascii_is_looked_for_under_its_other_name(cli: Cli) -> None:
    done = cli("web", "fetch", "http://münchen.invalid/", "--offline")
    assert done.code == 5
    assert "xn--mnchen-3ya.invalid" in done.err


@needs_chromium
def test_with_render_a_page_of_scripts_is_shown(cli: Cli, server: HostileServer) -> None:
    done = cli("web", "fetch", server.url("/script/app"), "--render")
    assert "dredged in 2019" in done.out
    assert "drawn by Chromium" in done.err
    assert json.loads(cli("web", "fetch", server.url("/script/app"), "--render", "--json").out)["rendered"] is True


def test_without_a_browser_render_says_what_to_install(
    cli: Cli, server: HostileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    done = cli("web", "fetch", server.url("/script/app"), "--render")
    assert (done.code, "apt install chromium" in done.err) == (2, True)
    assert server.requests == 0


@pytest.mark.parametrize(
    ("render", "browser", "verdict", "advice"),
    [
        ("auto", "/bin/sh", "ok", ""),
        ("off", "/bin/sh", "ok", "web_render = auto"),
        ("auto", "", "warn", "apt install chromium"),
        ("off", "", "ok", "optional"),
        ("auto", "/nowhere", "fail", "web_browser"),
    ],
)
def test_the_doctor_says_whether_pages_of_scripts_can_be_drawn(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, render: str, browser: str, verdict: str, advice: str
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("FATHOMS_WEB_RENDER", render)
    monkeypatch.setenv("FATHOMS_WEB_BROWSER", browser)
    line = next(check for check in json.loads(cli("doctor", "--json").out) if check["what"] == "browser")
    assert line["verdict"] == verdict
    assert advice in line["advice"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("harbour",), 2, "`engines` names none"),
        (("harbour", "--engine", "gogle"), 2, "no engine 'gogle'"),
        (("harbour", "--engine", "tavily"), 2, "engine_tavily_key"),
        (("harbour", "--engine", "searxng"), 2, "engine_searxng_url"),
        (("  ", "--engine", "wikipedia"), 2, "the query is empty"),
        (("harbour", "--engine", "arxiv", "--phase", "DIVERSIFY"), 5, "none of arxiv serves DIVERSIFY"),
        (("harbour", "--engine", "wikipedia", "--offline"), 5, "not among allow_hosts"),
    ],
)
def test_a_search_that_cannot_be_made_says_what_is_missing(
    cli: Cli, words: tuple[str, ...], code: int, said: str
) -> None:
    done = cli("web", "search", *words)
    assert (done.code, said in done.err) == (code, True), done.err


def test_a_search_shows_what_the_engine_found(cli: Cli, server: HostileServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATHOMS_ENGINE_SEARXNG_URL", server.url(""))
    server.results = ["http://a.example/harbour"]
    assert "http://a.example/harbour" in cli("web", "search", "harbour", "--engine", "searxng").out
    server.results = []
    nothing = cli("web", "search", "harbour", "--engine", "searxng")
    assert (nothing.code, nothing.out, "nothing was found" in nothing.err) == (0, "", True)
    monkeypatch.setenv("FATHOMS_ENGINE_SEARXNG_URL", "http://127.0.0.1:1")
    assert "cannot be reached at 127.0.0.1:1" in cli("web", "search", "harbour", "--engine", "searxng").err
