"""Whatever happens becomes a message and an exit code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from fathoms import errors
from fathoms.faces.cli import interrupts, root, terminal
from tests.command_line import Cli
from tests.unit.cli.conftest import FATHOMS


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Make `fathoms runs` end in this error."""

    @click.command()
    @click.option("--home")
    def runs(home: str | None) -> None:
        raise error

    monkeypatch.setattr(root.LazyGroup, "get_command", lambda self, ctx, name: runs)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.UsageError("mend it"), 2),
        (errors.HomeError("mend it"), 4),
        (errors.RateLimited("mend it", provider="x"), 5),
        (errors.RunLocked("mend it"), 6),
        (errors.PlanRefused(["mend it"]), 1),
    ],
)
def test_every_error_of_ours_is_one_line_with_its_exit_code(
    error: errors.FathomsError, code: int, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, error)
    outcome = cli("runs")
    assert (outcome.code, outcome.out) == (code, "")
    assert outcome.err == "fathoms: error: mend it\n"


def test_trouble_in_the_middle_of_a_run_says_how_to_go_on(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, errors.HomeError("the disk is full"))
    interrupts.go_on_with("fathoms resume r1")
    assert cli("runs").err == "fathoms: error: the disk is full; then go on with: fathoms resume r1\n"


def test_any_other_error_is_told_as_a_bug_and_kept_in_home(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "my-home"
    home.mkdir()
    failing(monkeypatch, ZeroDivisionError("no\nmind"))
    outcome = cli("runs", "--home", home)
    assert outcome.code == 1
    assert "ZeroDivisionError: no mind; this is a bug" in outcome.err
    assert "Traceback" not in outcome.err
    (kept,) = home.glob("crash-*.txt")
    assert str(kept) in outcome.err
    assert "Traceback" in kept.read_text()
    assert f"command: fathoms runs --home {home}" in kept.read_text()


def test_a_crash_in_a_home_that_cannot_be_used_is_kept_elsewhere(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "tmp"
    elsewhere.mkdir()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(elsewhere))
    failing(monkeypatch, ZeroDivisionError())
    outcome = cli("runs", "--home", tmp_path / "not" / "there")
    assert outcome.code == 1
    assert list(elsewhere.glob("crash-*.txt"))


def test_wrong_usage_names_the_help_to_read(cli: Cli) -> None:
    outcome = cli("runs", "--limit", "none")
    assert outcome.code == 2
    assert outcome.err.startswith("fathoms: error: invalid value for '--limit'")
    assert outcome.err.rstrip().endswith("see `fathoms runs --help`")


def test_an_error_is_red_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from rich.console import Console

    console = Console(force_terminal=True, color_system="standard", width=80)
    monkeypatch.setattr(terminal, "shows_live", lambda: True)
    monkeypatch.setattr(terminal, "console", lambda: console)
    with console.capture() as captured:
        terminal.complain("fathoms: error: mend it")
    assert captured.get() == "\x1b[31mfathoms: error: mend it\x1b[0m\n"


def run_with(code: str, **streams: int | None) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", code], text=True, **streams)  # type: ignore[call-overload,no-any-return]


def test_a_reader_that_went_away_ends_us_quietly() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    code = "from fathoms.faces.cli.entry import run; import sys; sys.exit(run(['settings']))"
    process = run_with(code, stdout=writer, stderr=subprocess.PIPE)
    _, err = process.communicate(timeout=60)
    os.close(writer)
    assert (process.returncode, err.splitlines()) == (errors.EXIT_OUTPUT_CLOSED, [])


def test_a_result_that_cannot_be_written_is_an_error() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    code = "from fathoms.faces.cli.entry import run; import sys; sys.exit(run(['completion', 'bash']))"
    with Path("/dev/full").open("w") as full:
        process = run_with(code, stdout=full.fileno(), stderr=subprocess.PIPE)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "No space left on device" in err
    assert "Traceback" not in err


def test_streams_that_are_closed_from_the_start_do_no_harm() -> None:
    done = subprocess.run(
        ["bash", "-c", f"{FATHOMS} --version 2>&- <&-"], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0


WAITING = """
import asyncio, sys
from fathoms.faces.cli import interrupts
interrupts.install()
interrupts.go_on_with("fathoms resume r1")
async def work():
    try:
        print("ready", flush=True)
        await asyncio.sleep(60)
    finally:
        {cleanup}
        print("unwound", flush=True)
interrupts.run(work())
"""


def interrupted(cleanup: str, *signals: int) -> tuple[int, str, str]:
    process = run_with(WAITING.format(cleanup=cleanup), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    for number in signals:
        process.send_signal(number)
    out, err = process.communicate(timeout=30)
    return process.returncode, out, err


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_unwinds_the_work_and_says_how_to_go_on(number: int, code: int) -> None:
    assert interrupted("pass", number) == (code, "unwound\n", "interrupted; resume with: fathoms resume r1\n")


def test_work_that_does_not_stop_is_left_after_a_moment() -> None:
    code, out, err = interrupted("import time; time.sleep(30)", signal.SIGINT)
    assert (code, out) == (130, "")
    assert err == "interrupted; resume with: fathoms resume r1\n"


def test_what_an_interrupt_cuts_off_shows_no_traceback() -> None:
    fails_later = "asyncio.get_running_loop().create_future().set_exception(RuntimeError('cut off'))"
    assert interrupted(fails_later, signal.SIGINT)[2] == "interrupted; resume with: fathoms resume r1\n"


def test_an_interrupt_outside_the_work_leaves_at_once() -> None:
    script = (
        "import sys, time\nfrom fathoms.faces.cli import interrupts\ninterrupts.install()\n"
        "print('ready', flush=True)\ntime.sleep(60)\n"
    )
    process = run_with(script, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "interrupted\n")


def test_a_run_that_broke_leaves_its_details_and_resume_claims_no_report(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("The harbour of Skarrow has four cranes.", "utf-8")

    def broken(*_: object, **__: object) -> None:
        raise KeyError("3")

    monkeypatch.setattr("fathoms.report.build.assemble.assembled", broken)
    home = tmp_path / "h"
    outcome = cli("ask", "How many cranes has the harbour of Skarrow?", "--docs", tmp_path, "--yes", "--home", home)
    assert outcome.code == 1
    (crash,) = home.glob("crash-*.txt")
    assert str(crash) in outcome.err
    assert "Traceback" in crash.read_text("utf-8")
    again = cli("resume", "last", "--home", home)
    assert again.code == 1
    assert "it left no report" in again.err
    assert "this is its report" not in again.err
