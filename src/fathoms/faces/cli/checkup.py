"""The checks of `fathoms doctor`: what is there, whether it will do, and what to do if not.

Knows: what Fathoms needs around it.  Does not know: how to mend it; it only says how.
"""

from __future__ import annotations

import importlib.metadata
import platform
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from enum import StrEnum
from pathlib import Path

from pydantic import TypeAdapter

from fathoms.app import plugins, settings
from fathoms.app.build import OpenedMinds
from fathoms.app.minds import mind_name, model_options
from fathoms.app.queries import Looking
from fathoms.app.run_cards import INTERRUPTED, status_of
from fathoms.app.settings import Settings
from fathoms.app.web import HOW_TO_GET_CHROMIUM, chromium, opened_engines
from fathoms.domain.value import Value
from fathoms.errors import ConfigError, HomeError, UsageError
from fathoms.faces.cli import interrupts, terminal
from fathoms.faces.cli.layout import plural, size, table
from fathoms.faces.cli.next_steps import told
from fathoms.faces.cli.session import command, configured, look
from fathoms.ports.mind import Examination, Examined
from fathoms.runtime.damage import gone, unreadable

_NEEDED = (plugins.MINDS, plugins.SOURCES)
_OLDEST_PYTHON = (3, 11)
_SCARCE_BYTES = 1_000_000_000
_TOO_LITTLE_BYTES = 50_000_000


class Verdict(StrEnum):
    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


class Check(Value):
    """One thing that was looked at."""

    verdict: Verdict
    what: str
    found: str
    advice: str = ""


def show(home: str | None, *, as_json: bool, verbose: bool = False) -> int:
    """All checks as a table or JSON, or only those that need somebody; 1 when one fails."""
    checks = tuple(checkup(home))
    if as_json:
        terminal.result(TypeAdapter(tuple[Check, ...]).dump_json(checks, indent=2).decode())
    else:
        rows = [
            (check.verdict, check.what, check.found, check.advice)
            for check in checks
            if verbose or check.verdict is not Verdict.OK
        ]
        if rows:
            terminal.result(table(("", "check", "found", "what to do"), rows))
        fine = sum(check.verdict is Verdict.OK for check in checks)
        terminal.result(
            f"{fine} of {plural(len(checks), 'check')} are fine{'' if verbose else '; --verbose lists them'}"
        )
    return 1 if any(check.verdict is Verdict.FAIL for check in checks) else 0


def checkup(home: str | None) -> Iterator[Check]:
    yield system()
    yield python()
    yield sqlite()
    yield from loadable_plugins()
    yield from extras()
    yield encoding()
    try:
        chosen = configured(home=home)
    except ConfigError as error:
        yield Check(
            verdict=Verdict.FAIL, what="settings", found=told(error), advice="mend it; `fathoms settings` lists all"
        )
        return
    yield Check(verdict=Verdict.OK, what="settings", found=str(settings.settings_file()))
    yield free_space(chosen.home)
    yield from models(chosen)
    yield web(chosen)
    yield browser(chosen)
    yield from files_of(chosen.home)
    try:
        yield from look(chosen, lambda service: tuple(home_checks(service)))
    except HomeError as error:
        yield Check(verdict=Verdict.FAIL, what="home", found=told(error), advice="see there")


def models(chosen: settings.Settings) -> Iterator[Check]:
    """Every model of the configured mind, asked one small thing; a mind without models has nothing to check."""
    try:
        yield from interrupts.run(_examined(chosen))
    except UsageError as error:
        yield Check(verdict=Verdict.FAIL, what="mind", found=told(error), advice="mend `mind` or `model`")
    except ImportError:
        return  # a mind that does not load has a line of its own


async def _examined(chosen: settings.Settings) -> tuple[Check, ...]:
    minds = OpenedMinds(model_options(chosen))
    mind = minds(mind_name(chosen))
    if not isinstance(mind, Examined):
        return ()
    try:
        found = await mind.examine()
    finally:
        await minds.aclose()
    return tuple(
        Check(verdict=_verdict(item), what="model", found=f"{item.model}: {item.found}", advice=item.advice)
        for item in found
    )


def _verdict(item: Examination) -> Verdict:
    if not item.works:
        return Verdict.FAIL
    return Verdict.WARN if item.advice else Verdict.OK


def system() -> Check:
    """Windows has what is needed, as far as one can read; nobody has seen it work there."""
    found = f"{platform.system()} {platform.release()}"
    if platform.system() == "Windows":
        return Check(
            verdict=Verdict.WARN, what="system", found=f"{found}: never tried", advice="use WSL, or Linux, macOS"
        )
    return Check(verdict=Verdict.OK, what="system", found=found)


def python() -> Check:
    found = f"{platform.python_version()} at {sys.executable}"
    if sys.version_info < _OLDEST_PYTHON:
        return Check(verdict=Verdict.FAIL, what="Python", found=found, advice="install Python 3.11 or newer")
    return Check(verdict=Verdict.OK, what="Python", found=found)


def sqlite() -> Check:
    """Full-text search is a build option of SQLite."""
    try:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
    except sqlite3.OperationalError as error:
        advice = "use a Python whose SQLite has FTS5, such as those of python.org"
        return Check(verdict=Verdict.FAIL, what="SQLite", found=f"{sqlite3.sqlite_version}, {error}", advice=advice)
    return Check(verdict=Verdict.OK, what="SQLite", found=f"{sqlite3.sqlite_version} with FTS5")


def loadable_plugins() -> Iterator[Check]:
    """Minds and sources must be there and load; other kinds may need an extra that is not installed."""
    found = {group for group in importlib.metadata.entry_points().groups if group.startswith("fathoms.")}
    for group in (*_NEEDED, *sorted(found.difference(_NEEDED))):
        kind = group.removeprefix("fathoms.")
        names = plugins.names(group)
        if not names:
            advice = "install Fathoms again: its entry points are missing"
            yield Check(verdict=Verdict.FAIL, what=kind, found="none", advice=advice)
        for name in names:
            yield _loaded(kind, group, name)


def _loaded(kind: str, group: str, name: str) -> Check:
    try:
        entry = plugins.find(group, name)
        entry.load()
    except Exception as error:  # noqa: BLE001 - the edge to plug-ins: whatever they raise is the finding
        found = f"{name}: {type(error).__name__}: {error}"
        if group not in _NEEDED and isinstance(error, ImportError):
            return Check(verdict=Verdict.OK, what=kind, found=found, advice="optional: see the extras below")
        advice = "update or uninstall the package it came with"
        return Check(verdict=Verdict.FAIL, what=kind, found=found, advice=advice)
    return Check(verdict=Verdict.OK, what=kind, found=f"{name} ({entry.value})")


def extras() -> Iterator[Check]:
    """Every optional group of packages, and whether it is complete."""
    needs: dict[str, list[str]] = {}
    for requirement in importlib.metadata.requires("fathoms") or ():
        extra = re.search(r"extra\s*==\s*['\"]([\w-]+)['\"]", requirement)
        if extra:
            needs.setdefault(extra.group(1), []).append(re.split(r"[^\w.-]", requirement, maxsplit=1)[0])
    for extra_name, packages in sorted(needs.items()):
        missing = [package for package in packages if not _installed(package)]
        if not missing:
            yield Check(verdict=Verdict.OK, what="extra", found=extra_name)
        else:
            advice = f"optional: pip install 'fathoms[{extra_name}]'"
            yield Check(verdict=Verdict.OK, what="extra", found=f"{extra_name}: not installed", advice=advice)


def _installed(package: str) -> bool:
    try:
        importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def encoding() -> Check:
    found = (sys.stdout.encoding or "unknown").lower()
    if found.replace("-", "") == "utf8":
        return Check(verdict=Verdict.OK, what="terminal", found=found)
    advice = "set a UTF-8 locale (LANG=C.UTF-8); other characters are shown as `?`"
    return Check(verdict=Verdict.WARN, what="terminal", found=found, advice=advice)


def web(chosen: Settings) -> Check:
    """Whether `--web` would work, as far as can be said without asking anybody."""
    if not chosen.text("engines"):
        advice = "optional: set `engines`, for instance to searxng or duckduckgo"
        return Check(verdict=Verdict.OK, what="web", found="no search engine is chosen", advice=advice)
    try:
        names = interrupts.run(opened_engines(chosen))
    except UsageError as error:
        return Check(verdict=Verdict.FAIL, what="web", found=told(error), advice="mend the settings of the web")
    return Check(verdict=Verdict.OK, what="web", found=f"searches with {', '.join(names)}")


def browser(chosen: Settings) -> Check:
    """Whether pages that show nothing without JavaScript could be drawn."""
    wanted = chosen.text("web_render") == "auto"
    try:
        found = chromium(chosen)
    except ConfigError as error:
        return Check(verdict=Verdict.FAIL, what="browser", found=told(error), advice="mend `web_browser`")
    if not found:
        verdict, advice = (Verdict.WARN, "") if wanted else (Verdict.OK, "optional: ")
        return Check(verdict=verdict, what="browser", found="no Chromium", advice=advice + HOW_TO_GET_CHROMIUM)
    if wanted:
        return Check(verdict=Verdict.OK, what="browser", found=f"{found} draws pages of scripts")
    advice = "optional: web_render = auto draws pages that show nothing without JavaScript"
    return Check(verdict=Verdict.OK, what="browser", found=found, advice=advice)


def free_space(home: Path) -> Check:
    place = next(folder for folder in (home, *home.absolute().parents) if folder.exists())
    free = shutil.disk_usage(place).free
    found = f"{size(free)} free for {home}"
    if free < _TOO_LITTLE_BYTES:
        return Check(verdict=Verdict.FAIL, what="disk", found=found, advice="free some space, or choose another --home")
    if free < _SCARCE_BYTES:
        return Check(verdict=Verdict.WARN, what="disk", found=found, advice="free some space before a large ingest")
    return Check(verdict=Verdict.OK, what="disk", found=found)


def files_of(folder: Path) -> Iterator[Check]:
    """Also of a home that cannot be opened because of them."""
    for damage in unreadable(folder):
        yield Check(verdict=Verdict.FAIL, what=damage.file, found=damage.found, advice=damage.advice)


def home_checks(service: Looking) -> Iterator[Check]:
    """Of a home that could be opened."""
    home = service.shop.home.path
    used = size(sum(path.stat().st_size for path in home.rglob("*") if path.is_file()))
    if service.shop.home.writable:
        yield Check(verdict=Verdict.OK, what="home", found=f"{home}, writable, {used}")
    else:
        found = f"{home}, only readable ({service.shop.home.only_read}), {used}"
        advice = "its runs can be shown; to ask, mend that, or choose another with --home"
        yield Check(verdict=Verdict.FAIL, what="home", found=found, advice=advice)
    for damage in gone(service.shop.home, service.runs()):
        yield Check(verdict=Verdict.FAIL, what=damage.file, found=damage.found, advice=damage.advice)
    yield _originals(service)
    yield _locks(service)
    yield from _runs(service)


def _originals(service: Looking) -> Check:
    count, used = service.shop.originals.extent()
    keeping = "kept with every run" if service.settings.on("keep_originals") else "kept where a run asks for it"
    found = f"{keeping}; {plural(count, 'file')}, {size(used)}"
    advice = f"to free the space: remove {service.shop.home.originals}; text and quotes stay" if count else ""
    return Check(verdict=Verdict.OK, what="originals", found=found, advice=advice)


def _locks(service: Looking) -> Check:
    """A lock is free when its process is dead; its file may stay."""
    leases = service.shop.leases
    processes = [name for name in leases.names() if name.startswith("p-")]
    left = [name for name in processes if leases.holder(name) is None]
    found = f"{plural(len(processes) - len(left), 'process', 'processes')} at work"
    if not left:
        return Check(verdict=Verdict.OK, what="locks", found=found)
    stale = f"{found}, {plural(len(left), 'lock')} left by dead processes"
    return Check(verdict=Verdict.OK, what="locks", found=stale, advice="nothing: the next run removes them")


def _runs(service: Looking) -> Iterator[Check]:
    rows = service.runs()
    left = [
        row for row in rows if not row.status.ended and status_of(row, service.worker(row.order.run)) == INTERRUPTED
    ]
    if not left:
        yield Check(verdict=Verdict.OK, what="runs", found=f"{plural(len(rows), 'run')}, none interrupted")
    for row in left:
        advice = command(f"fathoms resume {row.order.run}", service.settings)
        found = f"{row.order.run} was left by a process that died or was interrupted"
        yield Check(verdict=Verdict.WARN, what="runs", found=found, advice=advice)
