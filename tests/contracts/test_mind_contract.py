"""What every mind promises, over every entry point of the group `fathoms.minds`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest

from fathoms.app import plugins
from fathoms.app.build import OpenedMinds
from fathoms.domain.brief import Effort
from fathoms.errors import ProviderError
from fathoms.ports.mind import BriefRequest, Mind
from fathoms.ports.models import ModelOptions
from fathoms.testing.contracts import finding
from fathoms.testing.contracts.mind import CHECKS, LIMITS, QUESTION
from fathoms.testing.model_server import Fault, ModelServer
from tests.samples import MINDS


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as started:
        yield started


@pytest.fixture
async def minds() -> AsyncIterator[OpenedMinds]:
    opened = OpenedMinds(ModelOptions(context_tokens=8_192, local_only=True, timeout_seconds=0.5))
    yield opened
    await opened.aclose()


def test_every_mind_there_is_has_a_sample() -> None:
    assert finding.without_sample(plugins.MINDS, MINDS, "MINDS in tests/samples.py") == ""


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", sorted(MINDS))
async def test_a_mind_keeps_its_promises(
    name: str, check: Callable[[Mind], Awaitable[None]], minds: OpenedMinds, server: ModelServer
) -> None:
    await check(minds(MINDS[name](server)))


FAULTS = {
    "garbage": "not JSON",
    "empty": "",
    "429": Fault(429, {"Retry-After": "0"}),
    "500": Fault(500),
    "401": Fault(401),
    "400": Fault(400),
    "slow": Fault(200, seconds=2.0),
    "wrong shape": {"subjects": 7, "language": ["?"]},
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_model_that_misbehaves_is_a_provider_error_and_nothing_else(
    fault: str, minds: OpenedMinds, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fathoms.minds.llm.asking._FIRST_WAIT", 0.0)
    server.script = lambda asked: FAULTS[fault]
    mind = minds(f"llm:{server.url}#scripted")
    with pytest.raises(ProviderError):
        await mind.brief(BriefRequest(question=QUESTION, effort=Effort.STANDARD, limits=LIMITS))
