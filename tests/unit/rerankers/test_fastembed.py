"""Rerankers through fastembed: a model from a folder scores for real, what is unknown or out of reach is said so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fathoms.errors import ConfigError, Unavailable
from fathoms.ports.reranker import Reranker, RerankerOptions
from fathoms.sources.rerankers import cross_encoder, fastembed

QUESTION = "How long does the crossing take?"
ANSWER, LIKE, OTHER = "The crossing takes forty minutes.", "The crossing is served by two ferries.", "Bread is baked."
PADS_WITH = {"pad_token": "[PAD]", "model_max_length": cross_encoder.MOST_TOKENS}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model as a hub would lay it out; its weights are those of the extra `local`."""
    made = tmp_path_factory.mktemp("model")
    (made / "model.onnx").write_bytes(cross_encoder.WEIGHTS.read())
    (made / "tokenizer.json").write_bytes(cross_encoder.TOKENIZER.read())
    (made / "config.json").write_text(json.dumps({"pad_token_id": 0}), encoding="utf-8")
    (made / "tokenizer_config.json").write_text(json.dumps(PADS_WITH), encoding="utf-8")
    (made / "special_tokens_map.json").write_text(json.dumps({"pad_token": "[PAD]"}), encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def reader(folder: Path) -> Reranker:
    return fastembed.open_reranker(RerankerOptions(model=str(folder)))


def test_a_model_in_a_folder_puts_the_passage_that_answers_first(reader: Reranker) -> None:
    other, answer, like = reader.score(QUESTION, [OTHER, ANSWER, LIKE])
    assert answer > like > other


def test_the_same_folder_can_be_opened_twice(folder: Path, reader: Reranker) -> None:
    again = fastembed.open_reranker(RerankerOptions(model=str(folder)))
    assert again.score(QUESTION, [ANSWER]) == reader.score(QUESTION, [ANSWER])


def test_no_passage_has_no_score(reader: Reranker) -> None:
    assert reader.score(QUESTION, []) == []


def test_a_folder_without_a_model_names_what_is_looked_for(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"holds no model: one of model\.onnx"):
        fastembed.open_reranker(RerankerOptions(model=str(tmp_path)))


def test_a_name_that_is_on_no_list_is_answered_with_the_list() -> None:
    with pytest.raises(ConfigError, match=r"no reranker 'no/such-model'.*BAAI/bge-reranker-base"):
        fastembed.open_reranker(RerankerOptions(model="no/such-model"))


def test_a_model_that_is_not_here_and_cannot_be_fetched_is_unavailable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path))
    with pytest.raises(Unavailable, match="neither found on this machine nor fetched"):
        fastembed.open_reranker(RerankerOptions(model="Xenova/ms-marco-MiniLM-L-6-v2"))
