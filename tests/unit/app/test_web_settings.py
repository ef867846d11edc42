"""Settings of the web: those that every program reads, and those that exist once per engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathoms.app import settings
from fathoms.app.settings import Origin
from fathoms.app.web import engine_names, more_sources
from fathoms.errors import ConfigError, UsageError


def test_the_proxy_of_every_program_is_ours_unless_our_own_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("NO_PROXY", "intranet.example, 10.0.0.1")
    chosen = settings.load()
    assert chosen.text("proxy") == "http://proxy.example:3128"
    assert chosen.values["proxy"].origin is Origin.ENVIRONMENT
    assert chosen.words("no_proxy") == ("intranet.example", "10.0.0.1")
    monkeypatch.setenv("FATHOMS_PROXY", "http://ours.example:1")
    assert settings.load().text("proxy") == "http://ours.example:1"


def test_an_engine_has_its_address_and_key_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATHOMS_ENGINE_BRAVE_KEY", "secret")
    chosen = settings.load()
    assert chosen.of_engine("brave", "key") == "secret"
    assert chosen.of_engine("brave", "url") == ""
    (shown,) = [known for known in chosen.listed if known.name == "engine_brave_key"]
    assert shown.secret


def test_a_key_is_not_shown_by_the_settings_command(monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from fathoms.faces.cli.root import cli

    monkeypatch.setenv("FATHOMS_ENGINE_BRAVE_KEY", "very-secret")
    shown = CliRunner().invoke(cli, ["settings"], standalone_mode=False).stdout
    assert "engine_brave_key" in shown
    assert "very-secret" not in shown


def test_a_name_near_that_of_an_engine_setting_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "settings.toml"
    place.write_text('engine_brave_kee = "x"\n', encoding="utf-8")
    monkeypatch.setenv("FATHOMS_SETTINGS", str(place))
    with pytest.raises(ConfigError, match="unknown setting"):
        settings.load()


def test_an_engine_that_does_not_exist_is_refused_by_name() -> None:
    chosen = settings.load({"engines": "searxng", "engine_bravo_key": "x"})
    with pytest.raises(ConfigError, match="did you mean 'brave'"):
        engine_names(chosen)


def test_more_sources_are_named_once_each() -> None:
    chosen = settings.load({"sources": "qdrant+http://a:1/x qdrant+http://b:1/y, chroma+http://c:1/z"})
    assert [(spec.name, spec.target) for spec in more_sources(chosen.words("sources"))] == [
        ("qdrant", "http://a:1/x"),
        ("qdrant-2", "http://b:1/y"),
        ("chroma", "http://c:1/z"),
    ]


@pytest.mark.parametrize(("entry", "said"), [("qdrant", "must look like"), ("oracle+http://a/b", "no source 'oracle'")])
def test_a_source_that_cannot_be_is_refused(entry: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        list(more_sources((entry,)))
