"""OpenTelemetry spans of model calls, after the GenAI conventions; off unless asked for.

The text of prompts and answers is in a span only when that was asked for outright; an error is named by its class,
since its message may hold words of a provider. Knows: attributes.  Does not know: where spans go (`app/telemetry.py`,
or whoever configured OpenTelemetry in this process).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from fathoms.errors import FathomsError
from fathoms.minds.llm.exchange import Call, Reply
from fathoms.minds.llm.names import Provider
from fathoms.ports.models import Tracing

if TYPE_CHECKING:
    from opentelemetry.trace import Span

NAME = "fathoms.minds.llm"
_PROVIDERS = {Provider.GOOGLE: "gcp.gemini"}
"""Where the conventions have another name than we."""


class CallSpan(Protocol):
    def answered(self, reply: Reply) -> None: ...


class _NoSpan:
    def answered(self, reply: Reply) -> None:
        return None


class _CallSpan:
    def __init__(self, span: Span, *, content: bool) -> None:
        self._span, self._content = span, content

    def answered(self, reply: Reply) -> None:
        reason = "length" if reply.cut else "stop"
        self._span.set_attribute("gen_ai.usage.input_tokens", reply.tokens_in)
        self._span.set_attribute("gen_ai.usage.output_tokens", reply.tokens_out)
        self._span.set_attribute("gen_ai.response.finish_reasons", [reason])
        if self._content:
            said = {**_message("assistant", reply.text), "finish_reason": reason}
            self._span.set_attribute("gen_ai.output.messages", _json([said]))


class Tracer:
    def __init__(self, tracing: Tracing) -> None:
        self._tracing = tracing

    @contextmanager
    def call(self, call: Call) -> Iterator[CallSpan]:
        """A span around one request; an error that passes through is recorded by its class."""
        if self._tracing is Tracing.OFF:
            yield _NoSpan()
            return
        from opentelemetry import trace

        content = self._tracing is Tracing.CONTENT
        with trace.get_tracer(NAME).start_as_current_span(
            f"chat {call.model.model}",
            kind=trace.SpanKind.CLIENT,
            attributes={**_attributes(call), **(_asked(call) if content else {})},
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield _CallSpan(span, content=content)
            except FathomsError as error:
                span.set_attribute("error.type", type(error).__name__)
                span.set_status(trace.StatusCode.ERROR)
                raise


def _attributes(call: Call) -> dict[str, str | int | float]:
    model = call.model
    address = urlsplit(model.address)
    return {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": _PROVIDERS.get(model.provider, model.provider.value),
        "gen_ai.request.model": model.model,
        "gen_ai.request.max_tokens": call.max_tokens,
        "gen_ai.output.type": "json",
        "fathoms.role": call.role,
        **({"server.address": address.hostname} if address.hostname else {}),
        **({"server.port": address.port} if address.port else {}),
    }


def _asked(call: Call) -> dict[str, str]:
    return {
        "gen_ai.system_instructions": _json([{"type": "text", "content": call.system}]),
        "gen_ai.input.messages": _json([_message("user", call.user)]),
    }


def _message(role: str, text: str) -> dict[str, object]:
    return {"role": role, "parts": [{"type": "text", "content": text}]}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
