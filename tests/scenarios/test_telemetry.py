"""Spans of model calls: what is in them, what never is, and where they go."""

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


def told(spans: tuple[ReadableSpan, ...]) -> str:
    return "".join(span.to_json() for span in spans)


def test_each_call_is_a_span_with_model_role_and_tokens_and_no_text(
    docs: Path, spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_TRACE", "on")
    assert ask(docs) == 0
    made = spans.get_finished_spans()
    roles = [span.attributes["fathoms.role"] for span in made if span.attributes]
    assert roles == ["brief", "plan", "scope", "extract", "finding", "editor"]
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
    assert "Anselm" not in told(made)


def test_text_is_in_the_spans_only_when_it_was_asked_for(
    docs: Path, spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_TRACE", "content")
    assert ask(docs) == 0
    extract = next(s for s in spans.get_finished_spans() if s.attributes and s.attributes["fathoms.role"] == "extract")
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
    assert len(lines) == 6
    assert {line["attributes"]["gen_ai.request.model"] for line in lines} == {"scripted"}
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
