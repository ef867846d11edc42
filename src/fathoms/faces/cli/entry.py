"""Whatever happens becomes a message on stderr and an exit code; never a traceback.

Knows: every kind of failure and where a crash is written down.  Does not know: any command.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from fathoms import __version__
from fathoms.errors import FathomsError, HomeError, ProviderError, ReportBug, without_passwords
from fathoms.faces.cli import interrupts, terminal
from fathoms.faces.cli.next_steps import told
from fathoms.faces.cli.root import PROGRAM, cli

_BUG = 1


def run(argv: Sequence[str] | None = None) -> int:
    """Parse, do, and say how it went."""
    terminal.prepare()
    try:
        code = cli.main(args=argv, prog_name=PROGRAM, standalone_mode=False)
    except click.UsageError as error:
        where = f"; see `{error.ctx.command_path} --help`" if error.ctx else ""
        return _say(f"{_sentence(error.format_message())}{where}", error.exit_code)
    except click.ClickException as error:
        return _say(_sentence(error.format_message()), error.exit_code)
    except (HomeError, ProviderError) as error:
        return _say(f"{told(error)}{_then()}", error.exit_code)
    except FathomsError as error:
        broken = isinstance(error.next_step, ReportBug)
        kept = _keep(error, list(sys.argv[1:] if argv is None else argv)) if broken else None
        return _say(f"{told(error)}{f'; the details are in {str(kept)!r}' if kept else ''}", error.exit_code)
    except Exception as error:  # noqa: BLE001 - the last line of defence: a bug is told in one line, too
        return _say(_crash(error, list(sys.argv[1:] if argv is None else argv)), _BUG)
    return code if isinstance(code, int) else 0


def _say(message: str, code: int) -> int:
    terminal.complain(f"{PROGRAM}: error: {message}")
    return code


def _then() -> str:
    """How to go on once the trouble is mended, when a run was under way."""
    command = interrupts.unfinished()
    return f"; then go on with: {command}" if command else ""


def _sentence(message: str) -> str:
    """Click's words in the form of ours."""
    message = message.strip().rstrip(".")
    return message[:1].lower() + message[1:]


def _crash(error: Exception, arguments: list[str]) -> str:
    told = f"{type(error).__name__}: {terminal.clean(without_passwords(str(error))) or 'no message'}"
    kept = _keep(error, arguments)
    where = f"the details are in {str(kept)!r}, please report it with them" if kept else "please report it"
    return f"{told}; this is a bug: {where}"


def _report(error: Exception, arguments: list[str]) -> str:
    lines = (
        f"fathoms {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"command: {PROGRAM} {' '.join(arguments)}",
        "",
        "".join(traceback.format_exception(error)),
    )
    return _without_secrets("\n".join(lines))


def _without_secrets(report: str) -> str:
    """A report is sent to others: it has none of the user's keys in it."""
    from fathoms.app import settings

    try:
        return settings.load().hidden_in(report)
    except FathomsError:
        return without_passwords(report)


def _keep(error: Exception, arguments: list[str]) -> Path | None:
    """What happened, in home when that can be written, else among the temporary files."""
    report = _report(error, arguments)
    name = f"crash-{datetime.now(UTC):%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    for folder in (_home(arguments), Path(tempfile.gettempdir())):
        try:
            with os.fdopen(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(report.encode("utf-8", "replace").decode("utf-8"))
        except OSError:
            continue
        return folder / name
    return None


def _home(arguments: list[str]) -> Path:
    """The home that the broken command worked on, without trusting anything that could break again."""
    from fathoms.app import settings

    chosen = next((arguments[i + 1] for i, word in enumerate(arguments[:-1]) if word == "--home"), None)
    try:
        return settings.load({"home": chosen}).home
    except FathomsError:
        return Path(tempfile.gettempdir())
