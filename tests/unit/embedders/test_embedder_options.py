"""Options and secrets, addresses, and what a server may say about waiting."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fathoms.errors import ConfigError
from fathoms.ports.embedder import EmbedderOptions, Secret
from fathoms.sources.embedders import openai_compatible
from fathoms.sources.embedders.endpoint import Endpoint
from fathoms.sources.retry_after import parse_retry_after

NOW = datetime(2026, 11, 15, 12, 0, 0, tzinfo=UTC)


def test_a_secret_shows_itself_only_to_who_asks_by_name() -> None:
    options = EmbedderOptions(api_key=Secret("sk-1"))
    shown = f"{options} {options!r} {options.api_key} {options.api_key!r:>5} {dataclasses.asdict(options)}"
    assert "sk-1" not in shown
    assert "***" in shown
    assert options.api_key.reveal() == "sk-1"


def test_secrets_compare_copy_and_know_whether_they_are_empty() -> None:
    assert Secret("a") == Secret("a") != Secret("b")
    assert Secret("a") != "a"
    assert len({Secret("a"), Secret("a")}) == 1
    assert (bool(Secret()), bool(Secret("a"))) == (False, True)
    assert pickle.loads(pickle.dumps(Secret("a"))) == copy.deepcopy(Secret("a")) == Secret("a")


@pytest.mark.parametrize("name", ["threads", "batch_size"])
def test_a_number_below_0_is_refused_and_0_is_not(name: str) -> None:
    EmbedderOptions(**{name: 0})
    with pytest.raises(ConfigError, match=name):
        EmbedderOptions(**{name: -1})


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (None, None),
        ("0", 0.0),
        (" 7 ", 7.0),
        ("Sun, 15 Nov 2026 12:00:30 GMT", 30.0),
        ("Sun, 15 Nov 2026 11:59:30 GMT", 0.0),
        ("Sun, 15 Nov 2026 12:00:30 -0000", 30.0),
        ("soon", None),
        ("-3", None),
        ("1.5", None),
        ("", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str | None, seconds: float | None) -> None:
    assert parse_retry_after(value, now=NOW) == seconds


_NUMBER = st.integers(0, 100_000)


@settings(deadline=None)  # the machine may be busy
@given(
    st.text(max_size=40)
    | st.builds("Sun, {} Nov {} {}:{}:{} {}".format, _NUMBER, _NUMBER, _NUMBER, _NUMBER, _NUMBER, st.text(max_size=6))
)
def test_no_retry_after_header_breaks_the_parser(value: str) -> None:
    seconds = parse_retry_after(value, now=NOW)
    assert seconds is None or seconds >= 0


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:11434",
        "ftp://host",
        "http://",
        "file:///etc/passwd",
        "http://host:99999",
        "http://[::1",
        "http://:80",
    ],
)
def test_an_address_that_is_none_is_refused_before_anything_is_sent(url: str) -> None:
    with pytest.raises(ConfigError, match="base_url"):
        Endpoint(provider="x", base_url=url)


@pytest.mark.parametrize("url", ["https://user:secret@host", "https://host?key=secret", "https://host#secret"])
def test_an_address_that_holds_a_secret_is_refused_without_showing_it(url: str) -> None:
    with pytest.raises(ConfigError, match="api_key") as caught:
        Endpoint(provider="x", base_url=url)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("options", [EmbedderOptions(base_url="http://localhost"), EmbedderOptions(model="m")])
def test_an_openai_compatible_server_needs_an_address_and_a_model(options: EmbedderOptions) -> None:
    with pytest.raises(ConfigError, match=r"model|base_url"):
        openai_compatible.open_embedder(options)
