"""What every embedder promises (`ports/embedder.py`). A check is handed one that is open.

Knows: the port.  Does not know: any embedder, or how well its vectors mean anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from fathoms.ports.embedder import Embedder

TEXTS = (
    "The Kittlehead Tidal Array has twelve turbines.",
    "Hull.",
    "岬の潮流発電所には十二基のタービンがあります。",
    "A longer passage about ferries, batteries and harbours, told at some length. " * 12,
    "Der Hafen wurde 1911 gebaut 🚢.",
)
ODD = ("", "   ", "\x00", "\ud800 half a pair", "🏳️‍🌈" * 50, "漢" * 20_000, "word " * 200_000)
NEAR = 1e-3
"""Within this, two vectors are the same; weights are not exact to the last bit in every batch."""
UNIT = 1e-5


def it_gives_one_float32_row_of_length_1_per_text(embedder: Embedder) -> None:
    rows = embedder.embed(TEXTS)
    assert rows.shape == (len(TEXTS), embedder.dimensions)
    assert rows.dtype == np.float32
    assert np.abs(np.linalg.norm(rows, axis=1) - 1).max() < UNIT


def no_texts_give_no_rows(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimensions)


def the_same_texts_get_the_same_vectors_again(embedder: Embedder) -> None:
    assert np.array_equal(embedder.embed(TEXTS), embedder.embed(TEXTS))


def a_text_has_the_same_vector_alone_and_in_any_batch_and_order(embedder: Embedder) -> None:
    together = embedder.embed(TEXTS)
    alone = np.vstack([embedder.embed([text]) for text in TEXTS])
    backwards = embedder.embed(TEXTS[::-1])[::-1]
    assert np.abs(together - alone).max() < NEAR
    assert np.abs(together - backwards).max() < NEAR


def different_texts_get_different_vectors(embedder: Embedder) -> None:
    rows = embedder.embed(TEXTS)
    assert (rows @ rows.T)[~np.eye(len(TEXTS), dtype=bool)].max() < 1 - NEAR


def odd_texts_still_have_a_direction(embedder: Embedder) -> None:
    for odd in ODD:
        assert np.abs(np.linalg.norm(embedder.embed([odd, "Hull."]), axis=1) - 1).max() < UNIT


def several_threads_may_use_it_at_once(embedder: Embedder) -> None:
    expected = embedder.embed(TEXTS)
    with ThreadPoolExecutor(4) as pool:
        for rows in pool.map(embedder.embed, [TEXTS] * 8):
            assert np.abs(rows - expected).max() < NEAR


def it_works_inside_and_beside_a_running_event_loop(embedder: Embedder) -> None:
    async def both() -> bool:
        inside = embedder.embed(TEXTS[:2])
        return np.array_equal(inside, await asyncio.to_thread(embedder.embed, TEXTS[:2]))

    assert asyncio.run(both())


def its_id_names_the_vector_space(embedder: Embedder) -> None:
    assert embedder.id.startswith(embedder.name)
    assert embedder.id != embedder.name


CHECKS: tuple[Callable[[Embedder], None], ...] = (
    it_gives_one_float32_row_of_length_1_per_text,
    no_texts_give_no_rows,
    the_same_texts_get_the_same_vectors_again,
    a_text_has_the_same_vector_alone_and_in_any_batch_and_order,
    different_texts_get_different_vectors,
    odd_texts_still_have_a_direction,
    several_threads_may_use_it_at_once,
    it_works_inside_and_beside_a_running_event_loop,
    its_id_names_the_vector_space,
)
