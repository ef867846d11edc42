"""Where the spans of runs and model calls go: to a collector, into a file, or to whoever asked for them here.

Knows: the settings `model_trace` and `trace_to`, OpenTelemetry's SDK (extra `otel`).  Does not know: what is in a span.
A program that has configured OpenTelemetry itself keeps what it configured.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

from fathoms import __version__
from fathoms.app.settings import Settings
from fathoms.errors import ConfigError, InstallExtra
from fathoms.ports.models import Tracing
from fathoms.text.addresses import is_loopback

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter

_TRACES = "/v1/traces"
_SECONDS = 5.0
"""How long a collector may take: a run does not wait for one that is not there."""

_ours: dict[str, TracerProvider] = {}
"""OpenTelemetry takes one provider per process: the one that we gave it, by where it sends."""


def begin(settings: Settings) -> None:
    """Have spans sent where the settings say. Raises `ConfigError` when that cannot be."""
    if settings.text("model_trace") == Tracing.OFF:
        return
    target = settings.text("trace_to")
    if not target and importlib.util.find_spec("opentelemetry") is None:
        raise ConfigError("model_trace needs packages that are not installed", next_step=InstallExtra("otel"))
    if not target or target in _ours:
        return
    if settings.on("offline") and _is_address(target) and not is_loopback(target):
        raise ConfigError(f"trace_to is {target!r}, and `offline` reaches no other machine")
    try:
        from opentelemetry import trace
        from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        exporter = _exporter(target)
    except ImportError as error:
        raise ConfigError(
            f"trace_to needs packages that are not installed ({error})", next_step=InstallExtra("otel")
        ) from error
    if isinstance(trace.get_tracer_provider(), TracerProvider):
        return  # somebody else's, or ours for another place: there is one per process
    provider = TracerProvider(resource=Resource({SERVICE_NAME: "fathoms", SERVICE_VERSION: __version__}))
    provider.add_span_processor(BatchSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    _ours[target] = provider


def flush() -> None:
    """Send what is left, within reason."""
    for provider in _ours.values():
        provider.force_flush(int(_SECONDS * 1_000))


def _exporter(target: str) -> SpanExporter:
    if _is_address(target):
        import requests
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

        address = target if target.endswith(_TRACES) else f"{target.rstrip('/')}{_TRACES}"
        session = requests.Session()
        session.trust_env = not is_loopback(target)  # what stays on this machine takes no proxy
        return OTLPSpanExporter(endpoint=address, timeout=_SECONDS, session=session)
    from opentelemetry.sdk.trace.export import ConsoleSpanExporter

    path = Path(target).expanduser()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        out = path.open("a", encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"trace_to is {target!r}, which cannot be written: {error.strerror}") from error
    return ConsoleSpanExporter(out=out, formatter=lambda span: f"{span.to_json(indent=None)}\n")


def _is_address(target: str) -> bool:
    return target.startswith(("http://", "https://"))
