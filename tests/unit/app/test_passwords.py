"""A password in an address is refused where it is said, or never shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathoms.app.settings import load
from fathoms.errors import ConfigError, FathomsError, has_password, without_passwords
from fathoms.ports.engine import web_hit
from tests.command_line import Cli

SECRET = "hunter2"
ADDRESS = f"http://me:{SECRET}@host.example:8080/x"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (ADDRESS, "http://***@host.example:8080/x"),
        (f"proxy {ADDRESS!r} failed", "proxy 'http://***@host.example:8080/x' failed"),
        ("https://host/?api_key=abc&q=1", "https://host/?api_key=***&q=1"),
        ("mail me@host.example, or see https://host/@me", "mail me@host.example, or see https://host/@me"),
    ],
)
def test_an_address_is_shown_without_its_password(text: str, shown: str) -> None:
    assert without_passwords(text) == shown
    assert str(FathomsError(text)) == shown


def test_only_what_stands_before_a_host_is_a_password() -> None:
    assert has_password(ADDRESS)
    assert not has_password("compatible:m@http://host/v1")
    assert not has_password("https://host/@me")


@pytest.mark.parametrize("name", ["model_url", "embedder_url", "trace_to", "model", "sources", "engine_searxng_url"])
def test_a_setting_with_a_password_in_its_address_is_refused_without_showing_it(name: str) -> None:
    with pytest.raises(ConfigError, match="password") as refused:
        load({name: ADDRESS})
    assert SECRET not in str(refused.value)


def test_a_result_with_a_password_in_its_address_is_none() -> None:
    assert web_hit(url=ADDRESS) is None


def test_no_command_shows_the_password_of_a_proxy_or_of_what_was_typed(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOMS_PROXY", f"ftp://me:{SECRET}@proxy.example:1")
    monkeypatch.setenv("FATHOMS_ENGINES", "wikipedia")
    (tmp_path / "a.md").write_text("The harbour has four cranes.", "utf-8")
    for words in (
        ("settings",),
        ("settings", "--json"),
        ("doctor",),
        ("web", "fetch", ADDRESS),
        ("web", "search", "harbour"),
        ("ask", f"What is at {ADDRESS}?", "--docs", tmp_path / "a.md", "--yes"),
        ("ask", "How many cranes?", "--source", f"qdrant+{ADDRESS}", "--yes"),
        ("ask", "How many cranes?", "--model", f"{ADDRESS}#m", "--docs", tmp_path / "a.md", "--yes"),
    ):
        outcome = cli(*words)
        assert SECRET not in outcome.out + outcome.err, words
