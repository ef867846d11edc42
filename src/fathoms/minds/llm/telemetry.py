"""OpenTelemetry spans of model calls, after the GenAI conventions; off unless asked for.

The text of prompts and answers is never in a span. Knows: attributes.  Does not know: exporters: who wants
the spans configures OpenTelemetry in the usual way.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from fathoms.minds.llm.exchange import Call, Reply

NAME = "fathoms.minds.llm"


class CallSpan(Protocol):
    def answered(self, reply: Reply) -> None: ...


class _NoSpan:
    def answered(self, reply: Reply) -> None:
        return None


class Tracer:
    def __init__(self, *, enabled: bool) -> None:
        self._enabled = enabled

    @contextmanager
    def call(self, call: Call) -> Iterator[CallSpan]:
        """A span around one request; an error that passes through is recorded by its class."""
        if not self._enabled:
            yield _NoSpan()
            return
        from opentelemetry import trace

        attributes = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": call.model.provider.value,
            "gen_ai.request.model": call.model.model,
            "gen_ai.request.max_tokens": call.max_tokens,
            "fathoms.role": call.role,
        }
        tracer = trace.get_tracer(NAME)
        with tracer.start_as_current_span(
            f"chat {call.model.model}", kind=trace.SpanKind.CLIENT, attributes=attributes, record_exception=False
        ) as span:

            class _Span:
                def answered(self, reply: Reply) -> None:
                    span.set_attribute("gen_ai.usage.input_tokens", reply.tokens_in)
                    span.set_attribute("gen_ai.usage.output_tokens", reply.tokens_out)
                    span.set_attribute("gen_ai.response.finish_reasons", ["length" if reply.cut else "stop"])

            yield _Span()
