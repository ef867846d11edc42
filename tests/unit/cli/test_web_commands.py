"""`fathoms web` and what `fathoms doctor` says of the web."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from click.testing import CliRunner, Result

from fathoms.faces.cli.root import cli
from fathoms.testing.hostile import HostileServer


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HostileServer]:
    with HostileServer() as pages, HostileServer() as searching:
        searching.results = [pages.url("/a"), pages.url("/b"), pages.url("/c"), "http://other.example/d"]
        monkeypatch.setenv("FATHOMS_ENGINES", "searxng")
        monkeypatch.setenv("FATHOMS_ENGINE_SEARXNG_URL", searching.url(""))
        monkeypatch.setenv("FATHOMS_ALLOW_HOSTS", pages.endpoint)
        yield pages


def fathoms(*words: str) -> Result:
    return CliRunner().invoke(cli, words, standalone_mode=False)


def test_a_search_shows_at_most_two_results_of_a_server(server: HostileServer) -> None:
    done = fathoms("web", "search", "harbour", "--json")
    assert [hit["url"] for hit in json.loads(done.stdout)] == [
        server.url("/a"),
        server.url("/b"),
        "http://other.example/d",
    ]


def test_a_search_without_results_says_so(server: HostileServer, monkeypatch: pytest.MonkeyPatch) -> None:
    with HostileServer() as empty:
        monkeypatch.setenv("FATHOMS_ENGINE_SEARXNG_URL", empty.url(""))
        done = fathoms("web", "search", "harbour")
    assert (done.stdout, "nothing was found" in done.stderr) == ("", True)


def test_a_fetched_page_is_its_text_on_stdout_and_what_it_is_on_stderr(server: HostileServer) -> None:
    done = fathoms("web", "fetch", server.url("/page"))
    assert "dredged in 2019" in done.stdout
    assert "Skarrow harbour" in done.stderr
    told = json.loads(fathoms("web", "fetch", server.url("/page"), "--json").stdout)
    assert told["format"] == "html"
    assert told["text"] in done.stdout


def test_a_page_is_fetched_anew_each_time(server: HostileServer) -> None:
    for _ in range(2):
        fathoms("web", "fetch", server.url("/page"))
    assert server.count["/page"] == 2


@pytest.mark.parametrize(
    ("engines", "said", "verdict"),
    [
        ("", "no search engine is chosen", "ok"),
        ("wikipedia", "searches with wikipedia", "ok"),
        ("brave", "key", "fail"),
    ],
)
def test_the_doctor_says_whether_the_web_would_work(
    engines: str, said: str, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOMS_ENGINES", engines)
    checks = json.loads(fathoms("doctor", "--json").stdout)
    (check,) = [check for check in checks if check["what"] == "web"]
    assert (check["verdict"], said in check["found"]) == (verdict, True)
