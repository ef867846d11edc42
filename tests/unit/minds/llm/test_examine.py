"""Doctor on models: what works, what does not, and what to do."""

from __future__ import annotations

import pytest

from fathoms.testing.model_server import Answer, Fault, ModelServer
from tests.command_line import Cli


def model_line(out: str) -> str:
    (line,) = [line for line in out.splitlines() if " model " in line]
    return " ".join(line.split())


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"colour": "ultramarine"}, "schemas enforced"),
        ("Blue.", "schemas not enforced"),
        (Fault(401), "check the key"),
        (Fault(429, {"Retry-After": "1"}), "model_per_minute"),
        (Fault(503), "is the server running"),
    ],
)
def test_doctor_says_how_a_model_is_and_what_to_do(
    answer: Answer | str | Fault, told: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    models: list[Answer] = [{"id": "scripted", "max_model_len": 16_384}]
    with ModelServer(lambda asked: answer, models=models) as server:
        monkeypatch.setenv("FATHOMS_MODEL", f"{server.url}#scripted")
        done = cli("doctor", "--verbose")
    assert told in model_line(done.out)
    assert done.code == (1 if isinstance(answer, Fault) else 0)
    if not isinstance(answer, Fault):
        assert "16,384 tokens (told by the server)" in done.out


def test_doctor_names_a_missing_key(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_REACH", "any")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("FATHOMS_MODEL", "openai:gpt-4.1")
    done = cli("doctor", "--verbose")
    assert done.code == 1
    assert "`openai_key`" in done.out
