"""The steps of a page: its blocks of code, put where a reader would put them, and its commands, run as they stand."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def page(name: str) -> str:
    return (ROOT / "docs" / "how-to" / name).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def install(place: Path, text: str) -> None:
    """The first Python file of the page with its entry point, as an installer would leave them."""
    (group, entry) = re.findall(r'entry-points\."(.*)"\]\n(\w+ = ".*")$', blocks(text, "toml")[0], re.MULTILINE)[0]
    (name, module) = re.findall(r'^(\w+) = "(\w+):', entry)[0]
    (place / f"{module}.py").write_text(blocks(text, "python")[0], encoding="utf-8")
    metadata = place / f"{name}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    entry = entry.replace('"', "")
    (metadata / "entry_points.txt").write_text(f"[{group}]\n{entry}\n", encoding="utf-8")


def contract(place: Path, text: str) -> subprocess.CompletedProcess[str]:
    """The second Python file of the page: the suite that what was written has to pass."""
    (place / "test_of_the_page.py").write_text(blocks(text, "python")[1], encoding="utf-8")
    return run(place, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "asyncio_mode=auto", "test_of_the_page.py")


def commands(text: str) -> list[tuple[dict[str, str], list[str]]]:
    """What a reader types, each with the variables set before it."""
    found = []
    for line in re.findall(r"^\$ (.*)$", "\n".join(blocks(text, "console")), re.MULTILINE):
        words = shlex.split(line)
        start = words.index("fathoms")
        found.append((dict(word.split("=", 1) for word in words[:start]), words[start:]))
    return found


def run(place: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A Python module with its arguments, where the page's package is installed."""
    known = os.environ | {"PYTHONPATH": str(place), "FATHOMS_HOME": str(place / "home")} | environment
    command = [sys.executable, *words]
    return subprocess.run(command, env=known, cwd=place, capture_output=True, text=True, timeout=120, check=False)
