"""Spans of runs, tasks, rounds and model calls: what is in them, what never is, and where they go."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from fathoms.app import telemetry
from fathoms.app.settings import load
from fathoms.errors import ConfigError
from fathoms.faces.cli.entry import run as main
from fathoms.testing.model_server import Fault, ModelServer, Script, honest

QUESTION = "How deep is the harbour of Anselm?"
ANSWER = "The harbour of Anselm is nine metres deep."


@pytest.fixture(scope="module")
def exporter() -> InMemorySpanExporter:
    """OpenTelemetry takes one provider per process, so all tests here share one."""
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    trace.set_tracer_provider(provider)
    return kept


@pytest.fixture
def spans(exporter: InMemorySpanExporter) -> InMemorySpanExporter:
    exporter.clear()
    return exporter


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "harbour.md").write_text(f"# Harbour of Anselm\n\n{ANSWER}\n", encoding="utf-8")
    return folder


def asked(docs: Path, url: str) -> list[str]:
    return ["ask", QUESTION, "--docs", str(docs), "--yes", "--effort", "quick", "--model", f"{url}#scripted"]


def ask(docs: Path, script: Script = honest) -> int:
    with ModelServer(script) as server:
        return main(asked(docs, server.url))


def calls(spans: InMemorySpanExporter) -> tuple[ReadableSpan, ...]:
    """Those of model calls."""
    return tuple(span for span in spans.get_finished_spans() if "fathoms.role" in (span.attributes or {}))


def parent_of(span: ReadableSpan, spans: tuple[ReadableSpan, ...]) -> str:
    """The name of the span that one stands in; empty for the outermost."""
    return next((s.name for s in spans if span.parent and s.context.span_id == span.parent.span_id), "")


@pytest.mark.parametrize("model", [False, True])
def test_a_run_its_tasks_and_their_rounds_are_spans_with_every_mind(
    docs: Path, spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch, *, model: bool
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_TRACE", "on")
    without = ["ask", QUESTION, "--docs", str(docs), "--yes", "--effort", "quick"]
    assert (ask(docs) if model else main(without)) == 0
    made = spans.get_finished_spans()
    assert {span.name: parent_of(span, made) for span in made if span.name[:4] in ("run", "task", "roun")} == {
        "run": "",
        "task 1": "run",
        "round 1": "task 1",
    }
    held = {span.name: dict(span.attributes or {}) for span in made}
    assert held["run"]["fathoms.status"] == "done"
    assert held["task 1"]["fathoms.stopped"] == "CRITERIA_MET"
    assert held["round 1"]["fathoms.phase"] == "SURVEY"
    assert held["round 1"]["fathoms.new_facts"] == 1
    assert "Anselm" not in told(made), "neither question nor answer"
    if model:
        inside = {s.attributes["fathoms.role"]: parent_of(s, made) for s in calls(spans) if s.attributes}
        assert inside["extract"] == "round 1"
        assert inside["whole"] == "run"


def test_a_task_that_fails_is_a_span_that_says_so(
    docs: Path, spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_TRACE", "content")
    monkeypatch.setenv("FATHOMS_ENGINES", "searxng")
    monkeypatch.setenv("FATHOMS_ENGINE_SEARXNG_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("FATHOMS_ENGINE_SECONDS", "1")
    assert main(["ask", QUESTION, "--web", "--yes", "--effort", "quick"]) == 5
    held = {span.name: dict(span.attributes or {}) for span in spans.get_finished_spans()}
    assert held["task 1"]["fathoms.status"] == "failed"
    assert held["round 1"]["fathoms.unanswered"] == 1
    assert held["task 1"]["fathoms.question"] == QUESTION, "words only because they were asked for"


def told(spans: tuple[ReadableSpan, ...]) -> str:
    return "".join(span.to_json() for span in spans)


def test_each_call_is_a_span_with_model_role_and_tokens_and_no_text(
    docs: Path, spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_TRACE", "on")
    assert ask(docs) == 0
    made = calls(spans)
    roles = [span.attributes["fathoms.role"] for span in made if span.attributes]
    assert roles == ["brief", "plan", "extract", "whole"]
    first = made[0]
    assert first.attributes is not None
    assert (first.name, first.kind) == ("chat scripted", trace.SpanKind.CLIENT)
    assert first.attributes["gen_ai.operation.name"] == "chat"
    assert first.attributes["gen_ai.provider.name"] == "compatible"
    assert first.attributes["gen_ai.request.model"] == "scripted"
    assert first.attributes["gen_ai.response.finish_reasons"] == ("stop",)
    assert first.attributes["server.address"] == "127.0.0.1"
    for span in made:
        assert span.attributes is not None
        assert int(str(span.attributes["gen_ai.usage.input_tokens"])) > 0
        assert int(str(span.attributes["gen_ai.usage.output_tokens"])) > 0
    assert "Anselm" not in told(spans.get_finished_spans())


def test_text_is_in_the_spans_only_when_it_was_asked_for(
    docs: Path, spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_TRACE", "content")
    assert ask(docs) == 0
    extract = next(span for span in calls(spans) if span.attributes and span.attributes["fathoms.role"] == "extract")
    assert extract.attributes is not None
    sent = json.loads(str(extract.attributes["gen_ai.input.messages"]))
    came = json.loads(str(extract.attributes["gen_ai.output.messages"]))
    assert ANSWER in sent[0]["parts"][0]["content"]
    assert ANSWER in came[0]["parts"][0]["content"]
    assert json.loads(str(extract.attributes["gen_ai.system_instructions"]))[0]["type"] == "text"


def test_nothing_is_traced_unless_asked_for(docs: Path, spans: InMemorySpanExporter) -> None:
    assert ask(docs) == 0
    assert spans.get_finished_spans() == ()


def test_a_failed_call_is_a_span_that_names_the_kind_of_its_error_and_no_message(
    docs: Path, spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_TRACE", "on")
    assert ask(docs, lambda asked: Fault(401)) == 5
    (span,) = spans.get_finished_spans()
    assert span.attributes is not None
    assert span.attributes["error.type"] == "AuthFailed"
    assert (span.status.status_code, span.status.description) == (trace.StatusCode.ERROR, None)
    assert "gen_ai.usage.input_tokens" not in span.attributes


class Collector:
    """What an OTLP collector receives."""

    def __init__(self) -> None:
        self.received: list[tuple[str, bytes]] = []
        received = self.received

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                received.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                return None

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    thread = threading.Thread(target=made.server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    thread.join()


def traced_run(docs: Path, target: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own, since spans have one way out per process."""
    with ModelServer() as server:
        return subprocess.run(
            [sys.executable, "-m", "fathoms", *asked(docs, server.url)],
            env={**os.environ, "FATHOMS_MODEL_TRACE": "on", "FATHOMS_TRACE_TO": target},
            capture_output=True,
            text=True,
            check=False,
        )


def test_spans_go_to_a_file_as_json_lines(docs: Path, tmp_path: Path) -> None:
    file = tmp_path / "new" / "spans.jsonl"
    assert traced_run(docs, str(file)).returncode == 0
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line["attributes"].get("gen_ai.request.model") for line in lines].count("scripted") == 4
    assert {line["name"] for line in lines} == {"chat scripted", "run", "task 1", "round 1"}
    assert lines[0]["resource"]["attributes"]["service.name"] == "fathoms"


def test_spans_go_to_a_collector_that_the_settings_name(docs: Path, collector: Collector) -> None:
    assert traced_run(docs, collector.url).returncode == 0
    assert {path for path, _ in collector.received} == {"/v1/traces"}
    assert b"gen_ai.usage.output_tokens" in b"".join(body for _, body in collector.received)


def test_offline_sends_no_spans_to_another_machine() -> None:
    chosen = load({"model_trace": "on", "trace_to": "http://collector.example:4318", "offline": "on"})
    with pytest.raises(ConfigError, match="offline"):
        telemetry.begin(chosen)


def test_a_file_that_cannot_be_written_is_said_before_anything_starts(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("", encoding="utf-8")
    with pytest.raises(ConfigError, match="cannot be written"):
        telemetry.begin(load({"model_trace": "on", "trace_to": str(tmp_path / "plain" / "spans.jsonl")}))
