"""Japanese by its words: one dictionary and one tokenizer for all threads, since both take memory."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from fathoms.sources.kb import japanese

pytestmark = pytest.mark.skipif(not japanese.available(), reason="the extra `japanese` is not installed")


def test_particles_are_left_out_and_words_are_normalised() -> None:
    words = japanese.japanese_words("港のクレーンを建てた")
    assert japanese.MARK + "港" in words
    assert not any(word.endswith(("の", "を")) for word in words)


def test_threads_take_turns_with_one_tokenizer_and_get_the_words_they_get_alone() -> None:
    texts = [f"港のクレーンを{number}台建てた。" * 50 for number in range(16)]
    alone = [japanese.japanese_words(text) for text in texts]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(japanese.japanese_words, texts)) == alone
    assert japanese._tokenizer.cache_info().currsize == 1
