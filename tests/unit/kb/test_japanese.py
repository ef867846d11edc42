"""Japanese by its words: one dictionary for all threads, since it takes the memory."""

from __future__ import annotations

import threading

import pytest

from fathoms.sources.kb import japanese

pytestmark = pytest.mark.skipif(not japanese.available(), reason="the extra `japanese` is not installed")


def test_particles_are_left_out_and_words_are_normalised() -> None:
    words = japanese.japanese_words("港のクレーンを建てた")
    assert japanese.MARK + "港" in words
    assert not any(word.endswith(("の", "を")) for word in words)


def test_threads_share_the_dictionary_and_not_the_tokenizer() -> None:
    made: list[object] = [japanese._tokenizer()]
    thread = threading.Thread(target=lambda: made.append(japanese._tokenizer()))
    thread.start()
    thread.join()
    assert made[0] is not made[1]
    assert japanese._dictionary.cache_info().currsize == 1
