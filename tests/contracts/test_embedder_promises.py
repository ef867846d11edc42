"""What every embedder promises, over every entry point of the group `fathoms.embedders`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import entry_points

import numpy as np
import pytest

from fathoms.errors import ConfigError
from fathoms.ports.embedder import Embedder, EmbedderOptions
from tests.unit.embedders.loopback import Loopback, loopback

GROUP = "fathoms.embedders"

OPTIONS: dict[str, Callable[[Loopback], EmbedderOptions]] = {
    "minilm": lambda server: EmbedderOptions(threads=2),
    "use_multilingual": lambda server: EmbedderOptions(threads=2),
    "ollama": lambda server: EmbedderOptions(base_url=server.url),
    "openai_compatible": lambda server: EmbedderOptions(base_url=server.url, model="any-model", batch_size=3),
}

TEXTS = (
    "The Kittlehead Tidal Array has twelve turbines.",
    "Hull.",
    "岬の潮流発電所には十二基のタービンがあります。",
    "A longer passage about ferries, batteries and harbours, told at some length. " * 12,
    "Der Hafen wurde 1911 gebaut 🚢.",
)


def _open(name: str, server: Loopback) -> Embedder:
    (entry,) = entry_points(group=GROUP, name=name)
    opened: Embedder = entry.load()(OPTIONS[name](server))
    return opened


@pytest.fixture(scope="module")
def server() -> Iterator[Loopback]:
    with loopback() as running:
        yield running


@pytest.fixture(scope="module", params=sorted(entry.name for entry in entry_points(group=GROUP)))
def embedder(request: pytest.FixtureRequest, server: Loopback) -> Embedder:
    try:
        return _open(request.param, server)
    except ConfigError as error:
        pytest.skip(f"{request.param}: {error}")


def test_all_four_embedders_have_an_entry_point() -> None:
    assert {entry.name for entry in entry_points(group=GROUP)} >= set(OPTIONS)


def test_it_gives_one_float32_row_of_length_1_per_text(embedder: Embedder) -> None:
    rows = embedder.embed(TEXTS)
    assert rows.shape == (len(TEXTS), embedder.dimensions)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=1e-5)


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimensions)


def test_the_same_texts_get_the_same_vectors_again(embedder: Embedder) -> None:
    assert np.array_equal(embedder.embed(TEXTS), embedder.embed(TEXTS))


def test_a_text_has_the_same_vector_alone_and_in_any_batch_and_order(embedder: Embedder) -> None:
    together = embedder.embed(TEXTS)
    alone = np.vstack([embedder.embed([text]) for text in TEXTS])
    backwards = embedder.embed(TEXTS[::-1])[::-1]
    assert np.abs(together - alone).max() < 1e-3
    assert np.abs(together - backwards).max() < 1e-3


def test_different_texts_get_different_vectors(embedder: Embedder) -> None:
    rows = embedder.embed(TEXTS)
    assert (rows @ rows.T)[~np.eye(len(TEXTS), dtype=bool)].max() < 0.999


@pytest.mark.parametrize("odd", ["", "   ", "\x00", "\ud800 half a pair", "🏳️‍🌈" * 50, "漢" * 20_000, "word " * 200_000])
def test_an_odd_text_still_has_a_direction(embedder: Embedder, odd: str) -> None:
    assert np.linalg.norm(embedder.embed([odd, "Hull."]), axis=1) == pytest.approx(1, abs=1e-5)


def test_several_threads_may_use_it_at_once(embedder: Embedder) -> None:
    expected = embedder.embed(TEXTS)
    with ThreadPoolExecutor(4) as pool:
        for rows in pool.map(embedder.embed, [TEXTS] * 8):
            assert np.abs(rows - expected).max() < 1e-3


async def test_it_works_inside_and_beside_a_running_event_loop(embedder: Embedder) -> None:
    inside = embedder.embed(TEXTS[:2])
    beside = await asyncio.to_thread(embedder.embed, TEXTS[:2])
    assert np.array_equal(inside, beside)


def test_its_id_names_the_vector_space_and_does_not_change(embedder: Embedder, server: Loopback) -> None:
    assert embedder.id.startswith(embedder.name)
    assert embedder.id != embedder.name
    assert _open(embedder.name, server).id == embedder.id
