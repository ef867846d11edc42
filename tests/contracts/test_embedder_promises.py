"""What every embedder promises, over every entry point of the group `fathoms.embedders`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from fathoms.app import plugins
from fathoms.errors import ConfigError
from fathoms.ports.embedder import Embedder
from fathoms.testing.contracts import finding
from fathoms.testing.contracts.embedder import CHECKS
from tests.samples import EMBEDDERS
from tests.unit.embedders.loopback import Loopback, loopback


def _open(name: str, server: Loopback) -> Embedder:
    opened: Embedder = plugins.find(plugins.EMBEDDERS, name).load()(EMBEDDERS[name](server))
    return opened


@pytest.fixture(scope="module")
def server() -> Iterator[Loopback]:
    with loopback() as running:
        yield running


@pytest.fixture(scope="module", params=sorted(EMBEDDERS))
def embedder(request: pytest.FixtureRequest, server: Loopback) -> Embedder:
    try:
        return _open(request.param, server)
    except ConfigError as error:
        pytest.skip(f"{request.param}: {error}")


def test_every_embedder_there_is_has_a_sample() -> None:
    assert finding.without_sample(plugins.EMBEDDERS, EMBEDDERS, "EMBEDDERS in tests/samples.py") == ""


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_an_embedder_keeps_its_promises(embedder: Embedder, check: Callable[[Embedder], None]) -> None:
    check(embedder)


def test_its_id_does_not_change(embedder: Embedder, server: Loopback) -> None:
    assert _open(embedder.name, server).id == embedder.id
