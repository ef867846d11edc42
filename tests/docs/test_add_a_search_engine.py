"""The steps of docs/how-to/add-a-search-engine.md, run as they stand there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from fathoms.testing.engines import Reply, Service

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "add-a-search-engine.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The package of the page, as an installer would leave it: a file, and its entry point in the metadata."""
    engine, suite = blocks("python")
    (entry,) = re.findall(r'^(\w+ = ".*")$', blocks("toml")[0], re.MULTILINE)
    (tmp_path / "pond_engine.py").write_text(engine, encoding="utf-8")
    (tmp_path / "test_pond.py").write_text(suite, encoding="utf-8")
    metadata = tmp_path / "pond-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: pond\nVersion: 1.0\n", encoding="utf-8")
    entry = entry.replace('"', "")
    (metadata / "entry_points.txt").write_text(f"[fathoms.engines]\n{entry}\n", encoding="utf-8")
    return tmp_path


def run(package: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    known = os.environ | {"PYTHONPATH": str(package), "FATHOMS_HOME": str(package / "home")} | environment
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, env=known, cwd=package, capture_output=True, text=True, timeout=120, check=False)


def test_the_engine_of_the_page_keeps_the_contract(package: Path) -> None:
    done = run(package, "pytest", "-q", "-p", "no:cacheprovider", "-o", "asyncio_mode=auto", "test_pond.py")
    assert done.returncode == 0, done.stdout[-3000:]
    assert "passed" in done.stdout


def test_the_engine_of_the_page_is_found_and_answers(package: Path) -> None:
    rows = b'{"found": [{"where": "https://harbour.example/depth", "name": "Depth of the harbour", "about": "11 m"}]}'
    with Service(Reply(body=rows)) as service:
        done = run(
            package,
            "fathoms",
            "web",
            "search",
            "harbour depth",
            "--engine",
            "pond",
            FATHOMS_ENGINE_POND_URL=service.url,
        )
    assert done.returncode == 0, done.stderr
    assert "https://harbour.example/depth" in done.stdout
    assert service.requests[0][0].startswith("GET /find?q=harbour+depth")
