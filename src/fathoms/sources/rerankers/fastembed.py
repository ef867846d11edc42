"""Rerankers of fastembed's list, multilingual ones among them: fetched once from a model hub, or read from a folder.

Knows: the extra `fastembed`; which of its models read English only.  Does not know: what the scores are for.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

from fathoms.errors import ConfigError, Unavailable
from fathoms.ports.reranker import RerankerOptions
from fathoms.sources.embedders.batches import encodable
from fathoms.sources.embedders.installed import from_extra

NAME = "fastembed"
DEFAULT_MODEL = "BAAI/bge-reranker-v2-m3-int8"
"""The smallest of the list that reads many languages and may be used for anything: 0.6 GB."""
_ENGLISH = ("ms-marco", "-en")
_FILES = ("model.onnx", "onnx/model.onnx", "onnx/model_int8.onnx")
_MOST_CHARACTERS = 16 * 1024
_BATCH = 4
"""Pairs that are scored together, padded to the longest: more of them cost memory and no less time."""


class _Encoder(Protocol):
    def rerank(self, query: str, documents: Iterable[str], batch_size: int) -> Iterable[float]: ...


class FastembedReranker:
    name = NAME
    answers_from = None

    def __init__(self, encoder: _Encoder, *, multilingual: bool) -> None:
        self._encoder = encoder
        self.multilingual = multilingual

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        asked = encodable(question, most_characters=_MOST_CHARACTERS)
        read = [encodable(text, most_characters=_MOST_CHARACTERS) for text in texts]
        try:
            return [float(score) for score in self._encoder.rerank(asked, read, batch_size=_BATCH)]
        except Exception as error:  # the library names no errors of its own; onnxruntime's are many
            raise Unavailable(f"fastembed could not score: {error}", provider=NAME) from error


def open_reranker(options: RerankerOptions) -> FastembedReranker:
    """The entry point. `model` is a name of fastembed's list, or a folder with a model in ONNX and its tokenizer."""
    with from_extra("fastembed", embedder=NAME):
        library = importlib.import_module("fastembed.rerank.cross_encoder")
        sources = importlib.import_module("fastembed.common.model_description")
    encoders = library.TextCrossEncoder
    model, where = options.model or DEFAULT_MODEL, {}
    if (folder := Path(model).expanduser()).is_dir():
        model, where = str(folder.resolve()), {"specific_model_path": str(folder.resolve())}
        _register(encoders, sources.ModelSource, folder, model)
    known = [one["model"] for one in encoders.list_supported_models()]
    if model.lower() not in {name.lower() for name in known}:
        listed = ", ".join(sorted(name for name in known if not Path(name).is_absolute()))
        raise ConfigError(f"fastembed knows no reranker {model!r} and there is no such folder; it knows {listed}")
    try:
        encoder = encoders(model, **where)
    except Exception as error:  # what a hub, a cache and a network may raise is not named anywhere
        raise Unavailable(
            f"the model {model!r} could be neither found on this machine nor fetched: {error}", provider=NAME
        ) from error
    return FastembedReranker(encoder, multilingual=not any(part in model.lower() for part in _ENGLISH))


def _register(encoders: Any, source: Any, folder: Path, name: str) -> None:
    """A folder becomes a model of the list, once per process."""
    file = next((one for one in _FILES if (folder / one).is_file()), None)
    if file is None:
        raise ConfigError(f"{str(folder)!r} holds no model: one of {', '.join(_FILES)} is looked for")
    if name.lower() not in {one["model"].lower() for one in encoders.list_supported_models()}:
        encoders.add_custom_model(name, source(url=folder.resolve().as_uri()), model_file=file)
