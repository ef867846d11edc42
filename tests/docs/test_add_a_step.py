"""The steps of docs/how-to/add-a-step.md, run as they stand there."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fathoms.runtime import crash

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "add-a-step.md").read_text(encoding="utf-8")
_OF_THE_RUN = re.compile(r"\b\d{6}-[0-9a-f]{6}\b|\d{4}-\d\d-\d\d \d\d:\d\d")
"""What every run has of its own: its id, and when it was asked."""
NOTES = """# The quay of Skarrow

The quay of Skarrow was built in 1911 on oak piles.

A wreck is said to lie below the quay of Skarrow.
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The package of the page, as an installer would leave it: a file, and its entry point in the metadata."""
    step, suite = blocks("python")
    (entry,) = re.findall(r'^(\w+ = ".*")$', blocks("toml")[0], re.MULTILINE)
    package = tmp_path / "package"
    metadata = package / "careful-1.0.dist-info"
    metadata.mkdir(parents=True)
    (package / "careful_step.py").write_text(step, encoding="utf-8")
    (package / "test_careful.py").write_text(suite, encoding="utf-8")
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: careful\nVersion: 1.0\n", encoding="utf-8")
    entry = entry.replace('"', "")
    (metadata / "entry_points.txt").write_text(f"[fathoms.steps]\n{entry}\n", encoding="utf-8")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "quay.md").write_text(NOTES, encoding="utf-8")
    return package


def run(package: Path, *words: str, installed: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
    own = {"PYTHONPATH": str(package) if installed else "", "FATHOMS_HOME": str(package.parent / "home")}
    command = [sys.executable, "-m", *words]
    return subprocess.run(
        command,
        env=os.environ | own | environment,
        cwd=package.parent,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def asked() -> tuple[list[str], dict[str, str]]:
    """The words of the page's `ask`, and what it exports before."""
    (console,) = blocks("console")
    (export,) = re.findall(r"^\$ export (FATHOMS_STEPS=\w+)$", console, re.MULTILINE)
    (question, rest) = re.findall(r'^\$ fathoms ask "(.*?)" (.*)$', console, re.MULTILINE)[0]
    name, _, value = export.partition("=")
    return ["fathoms", "ask", question, *rest.split()], {name: value}


def only_run(package: Path) -> str:
    (row,) = json.loads(run(package, "fathoms", "runs", "--json").stdout)
    return str(row["run"] if "run" in row else row["order"]["run"])


def test_the_step_of_the_page_keeps_the_contract(package: Path) -> None:
    suite = str(package / "test_careful.py")
    done = run(package, "pytest", "-q", "-p", "no:cacheprovider", "-o", "asyncio_mode=auto", suite)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "passed" in done.stdout


def test_the_step_of_the_page_is_found_does_its_work_and_is_shown(package: Path) -> None:
    words, setting = asked()
    done = run(package, *words, **setting)
    assert done.returncode == 0, done.stderr
    tree = run(package, "fathoms", "show", only_run(package), "--tree").stdout
    assert re.search(r"after_extract careful: \d facts?, 1 trusted less", tree)
    events = run(package, "fathoms", "show", only_run(package), "--events").stdout
    assert re.search(r"trusts less '.*' \(careful: hearsay\)", " ".join(events.split()))
    trace = run(package, "fathoms", "show", only_run(package), "--trace").stdout
    assert "after_extract" in trace


def test_an_installed_step_that_no_setting_names_does_nothing(package: Path) -> None:
    words, _ = asked()
    assert run(package, *words).returncode == 0
    assert "careful" not in run(package, "fathoms", "show", only_run(package), "--events").stdout


def test_a_step_that_is_not_installed_is_refused_before_anything_starts(package: Path) -> None:
    words, setting = asked()
    done = run(package, *words, installed=False, **setting)
    assert done.returncode == 2
    assert "there is no step 'careful'" in done.stderr


@pytest.mark.parametrize("point", crash.OF_STEPS)
def test_a_run_killed_in_a_step_goes_on_with_the_same_steps_and_asks_none_again(package: Path, point: str) -> None:
    words, setting = asked()
    log = package.parent / "calls.log"
    killed = run(package, *words, FATHOMS_CRASH_AT=point, FATHOMS_CALLS_LOG=str(log), **setting)
    assert killed.returncode == -signal.SIGKILL
    name = only_run(package)
    missing = run(package, "fathoms", "resume", name, installed=False)
    assert missing.returncode == 2
    assert "asked for with the step 'careful', which is not installed here" in " ".join(missing.stderr.split())
    resumed = run(package, "fathoms", "resume", name, FATHOMS_CALLS_LOG=str(log))  # the setting is gone
    assert resumed.returncode == 0, resumed.stderr
    started = [line.split()[2:] for line in log.read_text().splitlines() if line.startswith("start ")]
    of_step = [key for kind, key in started if kind == "step.careful"]
    assert of_step
    assert len(of_step) == len(set(of_step))
    whole = run(package, *words, FATHOMS_HOME=str(package.parent / "whole"), **setting)
    assert _OF_THE_RUN.sub("", resumed.stdout) == _OF_THE_RUN.sub("", whole.stdout) != ""
    tree = run(package, "fathoms", "show", name, "--tree").stdout
    assert re.search(r"after_extract careful: \d facts?, 1 trusted less", tree)
