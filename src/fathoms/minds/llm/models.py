"""How a model is reached: pydantic-ai speaks to every provider, this file speaks to pydantic-ai.

Knows: providers, their clients, their errors as ours.  Does not know: prompts, retries, budgets.
The library takes a second to import, so it is imported when the first call is made.
"""

from __future__ import annotations

import asyncio
import inspect
import weakref
from typing import TYPE_CHECKING

from fathoms.errors import (
    AuthFailed,
    BadAnswer,
    ConfigError,
    InstallExtra,
    ProviderError,
    ProviderTimeout,
    RateLimited,
    Refused,
    Unavailable,
    Unreached,
)
from fathoms.minds.llm.exchange import Call, Reply
from fathoms.minds.llm.names import HOSTED, ModelName, Provider
from fathoms.ports.models import ModelOptions

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.exceptions import AgentRunError
    from pydantic_ai.messages import ModelResponse
    from pydantic_ai.models import Model, ModelRequestParameters

_NO_KEY = "none"
"""Sent to servers that want a key but check none."""
_CONNECT_SECONDS = 10.0
_SHOWN = 200
"""Characters of a provider's own message that are passed on."""


class LiveTransport:
    """Real requests. A client belongs to the event loop it was made in, so each loop gets its own."""

    def __init__(self, options: ModelOptions) -> None:
        self._options = options
        self._models: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, dict[ModelName, Model]] = (
            weakref.WeakKeyDictionary()
        )
        self._without_schema: set[ModelName] = set()

    async def send(self, call: Call) -> Reply:
        from pydantic_ai.exceptions import AgentRunError
        from pydantic_ai.messages import ModelRequest, SystemPromptPart, UserPromptPart
        from pydantic_ai.settings import ModelSettings

        model = self._model(call.model)
        said = ModelRequest(parts=[SystemPromptPart(call.system), UserPromptPart(call.user)])
        settings = ModelSettings(max_tokens=call.max_tokens, timeout=self._options.timeout_seconds, max_retries=0)
        if call.model.provider not in HOSTED:
            settings["temperature"] = call.variety
        try:
            async with asyncio.timeout(self._options.timeout_seconds):
                response = await model.request([said], settings, self._parameters(call))
        except AgentRunError as error:
            meant = as_ours(error, call.model)
            if isinstance(meant, Refused) and self._enforces_schema(call.model):
                self._without_schema.add(call.model)  # some servers know no schemas: the prompt describes the form
                return await self.send(call)
            raise meant from error
        except TimeoutError as error:
            seconds = self._options.timeout_seconds
            raise ProviderTimeout(f"{call.model} did not answer in {seconds:g} s", provider=call.model.host) from error
        return _reply(response)

    def _enforces_schema(self, name: ModelName) -> bool:
        return name not in self._without_schema

    def _parameters(self, call: Call) -> ModelRequestParameters:
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.output import OutputObjectDefinition

        if not self._enforces_schema(call.model):
            return ModelRequestParameters()
        wanted = OutputObjectDefinition(json_schema=call.schema, name=call.role, strict=call.model.provider in HOSTED)
        return ModelRequestParameters(output_mode="native", output_object=wanted, allow_text_output=False)

    async def aclose(self) -> None:
        for model in self._models.pop(asyncio.get_running_loop(), {}).values():
            await _closed(model)

    def _model(self, name: ModelName) -> Model:
        known = self._models.setdefault(asyncio.get_running_loop(), {})
        if name not in known:
            known[name] = open_model(name, self._options)
        return known[name]


def open_model(name: ModelName, options: ModelOptions) -> Model:
    """The client of a model. Raises `ConfigError` when a key, an extra or the permission to leave is missing."""
    if options.local_only and not name.local:
        raise ConfigError(f"{name} is not on this machine, and only local models are allowed (`model_reach`)")
    try:
        return _opened(name, options)
    except ImportError as error:
        raise ConfigError(f"{name} needs packages that are not installed", next_step=InstallExtra("llm")) from error


def _opened(name: ModelName, options: ModelOptions) -> Model:
    key = options.key(name.provider.value).reveal()
    if name.provider in HOSTED and not key:
        raise ConfigError(
            f"{name} needs a key: set `{key_setting(name.provider)}`, or {name.provider.value.upper()}_API_KEY"
        )
    match name.provider:
        case Provider.ANTHROPIC:
            from pydantic_ai.models.anthropic import AnthropicModel
            from pydantic_ai.providers.anthropic import AnthropicProvider

            return AnthropicModel(name.model, provider=AnthropicProvider(api_key=key))
        case Provider.GOOGLE:
            from pydantic_ai.models.google import GoogleModel
            from pydantic_ai.providers.google import GoogleProvider

            return GoogleModel(name.model, provider=GoogleProvider(api_key=key))
        case Provider.OPENAI:
            from pydantic_ai.models.openai import OpenAIChatModel
            from pydantic_ai.providers.openai import OpenAIProvider

            return OpenAIChatModel(name.model, provider=OpenAIProvider(api_key=key))
        case Provider.OLLAMA:
            from pydantic_ai.models.openai import OpenAIChatModel
            from pydantic_ai.providers.ollama import OllamaProvider

            return OpenAIChatModel(
                name.model,
                provider=OllamaProvider(base_url=name.address, api_key=key or _NO_KEY, http_client=_client(name)),
            )
        case Provider.COMPATIBLE:
            from pydantic_ai.models.openai import OpenAIChatModel
            from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

            provider = OpenAICompatibleProvider(
                "compatible", base_url=name.address, api_key=key or _NO_KEY, http_client=_client(name)
            )
            return OpenAIChatModel(name.model, provider=provider)


def _client(name: ModelName) -> httpx2.AsyncClient:
    """What is asked of a model on this machine goes through no proxy of the environment, and no server leads it on."""
    import httpx2

    return httpx2.AsyncClient(timeout=httpx2.Timeout(None, connect=_CONNECT_SECONDS), trust_env=not name.local)


def key_setting(provider: Provider) -> str:
    return f"{provider.value}_key" if provider in HOSTED else "model_key"


async def _closed(model: Model) -> None:
    """Close the connections of a model's client; Google's keeps one apart for asynchronous calls."""
    client: object = getattr(model, "client", None)
    for owner in (client, getattr(client, "aio", None)):
        close = getattr(owner, "close", None) or getattr(owner, "aclose", None)
        closing = close() if callable(close) else None
        if inspect.isawaitable(closing):
            await closing


def as_ours(error: AgentRunError, name: ModelName) -> ProviderError:
    """A foreign error as one of ours, so that the one place that retries knows what to do. No key is in it."""
    from pydantic_ai import exceptions as theirs

    host, said = name.host, _said(error)
    match error:
        case theirs.ModelRateLimitError():
            return RateLimited(f"{name}: too many requests", provider=host, retry_after=error.retry_after)
        case theirs.ModelQuotaExceededError():
            return AuthFailed(f"{name}: the account's quota is used up ({said})", provider=host)
        case theirs.ModelConnectionError(phase="pool" | "connect"):
            return Unreached(f"{name} cannot be reached ({said})", provider=host)
        case theirs.ModelTimeoutError() | theirs.ModelRequestTimeout():
            return ProviderTimeout(f"{name} did not answer in time", provider=host)
        case theirs.ModelAuthenticationError():
            return AuthFailed(f"{name} refuses the key; check `{key_setting(name.provider)}`", provider=host)
        case theirs.ModelNotFoundError():
            return AuthFailed(f"{name}: there is no such model ({said})", provider=host)
        case theirs.ModelConnectionError() | theirs.ModelUnavailableError() | theirs.ModelServerError():
            return Unavailable(f"{name} cannot be reached or failed ({said})", provider=host)
        case theirs.ModelRequestRejectedError():
            return Refused(f"{name} rejects the request ({said})", provider=host)
        case theirs.ModelHTTPError() if error.status_code >= 500:
            return Unavailable(f"{name} failed ({said})", provider=host)
        case theirs.ModelAPIError():
            return Unavailable(f"{name} failed ({said})", provider=host)
        case _:
            return BadAnswer(f"{name} answered what cannot be read ({said})", provider=host)


def _said(error: AgentRunError) -> str:
    text = " ".join(str(error).split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _reply(response: ModelResponse) -> Reply:
    from pydantic_ai.messages import TextPart

    return Reply(
        text="".join(part.content for part in response.parts if isinstance(part, TextPart)),
        tokens_in=response.usage.input_tokens,
        tokens_out=response.usage.output_tokens,
        cut=response.finish_reason == "length",
    )
