"""From a question to its report, as a terminal sees it: take in, plan, agree, follow, show.

Each part opens the home for itself, so that waiting for the user's word holds nothing open; where it was given
beforehand, the home is opened once.

Knows: the order of these.  Does not know: arguments, or how anything is drawn.
"""

from __future__ import annotations

import asyncio

from fathoms.app.endings import EXIT_CODES, exit_code
from fathoms.app.exports import exported
from fathoms.app.offers import Offer, offer_of
from fathoms.app.service import Service
from fathoms.app.settings import Settings
from fathoms.domain.asking import Ask
from fathoms.domain.run import RunRow, RunStatus
from fathoms.engine.run.state import fold
from fathoms.errors import FathomsError
from fathoms.faces.cli import approvals, authorisation, interrupts, progress, reports, taking_in, terminal
from fathoms.faces.cli.reports import Wanted
from fathoms.faces.cli.session import command, look


def planned(settings: Settings, ask: Ask, wanted: Wanted) -> tuple[RunRow, Offer]:
    """Register a question, take in its documents, and make its plan."""

    async def work() -> tuple[RunRow, Offer]:
        async with Service(settings) as service:
            row = await service.register(ask)
            return await _planned(service, row.order.run, quiet=wanted.silent)

    return interrupts.run(work())


def asked_and_carried_out(settings: Settings, ask: Ask, wanted: Wanted) -> int:
    """All in one go, for a user who agrees to whatever plan comes out."""

    async def work() -> tuple[RunRow, Offer, str | bytes]:
        async with Service(settings) as service:
            row = await service.register(ask)
            row, offer = await _planned(service, row.order.run, quiet=wanted.silent)
            if row.status is RunStatus.REFUSED:
                return row, offer, ""
            row = await _followed(service, row.order.run, progress.Telling(wanted.telling))
            return row, offer, await asyncio.to_thread(exported, service, row.order.run, wanted.form)

    row, offer, text = interrupts.run(work())
    interrupts.go_on_with("")
    return _refused(offer) if row.status is RunStatus.REFUSED else _delivered(row, text, wanted, settings)


def gone_on(settings: Settings, name: str, wanted: Wanted, *, yes: bool) -> int:
    """Take a run up where it was left: before its plan, at its authorisation, in the middle, or at its end."""
    reports.check_target(wanted)
    row = look(settings, lambda service: service.run(service.find(name)))
    if row.status in (RunStatus.DONE, RunStatus.NOT_FOUND, RunStatus.FAILED):
        if not row.report_path:
            why = f": {row.reason}" if row.reason else ""
            raise FathomsError(f"run {row.order.run} has already ended ({row.status}){why}; it left no report")
        terminal.note(f"run {row.order.run} has already ended ({row.status}); this is its report")
        return _delivered(
            row, look(settings, lambda service: exported(service, row.order.run, wanted.form)), wanted, settings
        )

    async def work() -> tuple[RunRow, Offer]:
        async with Service(settings) as service:
            return await _planned(service, row.order.run)

    planned_row, offer = interrupts.run(work())
    return offered(settings, planned_row, offer, wanted, yes=yes)


def offered(settings: Settings, row: RunRow, offer: Offer, wanted: Wanted, *, yes: bool) -> int:
    """Carry the plan out if the user agrees, now or before; else say how to, later."""
    if not yes and row.started_at is None and terminal.can_ask():
        row, offer = _clarified(settings, row, offer)
    if row.status is RunStatus.REFUSED:
        return _refused(offer)
    if yes or row.order.ask.authorized or row.status is RunStatus.RUNNING or row.started_at is not None:
        return carried_out(settings, row.order.run, wanted)
    start = command(f"fathoms authorize {row.order.run}", settings)
    if not terminal.can_ask():
        terminal.result(authorisation.shown(offer))
        say_how_to_answer(offer)
        terminal.note(f"nothing was started; to start it: {start}")
        return EXIT_CODES[RunStatus.PROPOSED]
    if authorisation.agreed(offer):
        return carried_out(settings, row.order.run, wanted)
    terminal.note(f"nothing was started; to start it: {start}")
    return EXIT_CODES[RunStatus.PROPOSED]


def carried_out(settings: Settings, run: str, wanted: Wanted) -> int:
    """Follow the run to its end on stderr, then print its report."""
    reports.check_target(wanted)

    async def work() -> tuple[RunRow, str | bytes]:
        async with Service(settings) as service:
            _can_go_on(settings, run)
            row = await _followed(service, run, progress.Telling(wanted.telling))
            return row, await asyncio.to_thread(exported, service, row.order.run, wanted.form)

    row, text = interrupts.run(work())
    interrupts.go_on_with("")
    return _delivered(row, text, wanted, settings)


def _clarified(settings: Settings, row: RunRow, offer: Offer) -> tuple[RunRow, Offer]:
    """Ask what the verdict wants to know and plan again with the answers, until it is sharp or nothing is said."""
    while offer.verdict.questions:
        answers = authorisation.answers(offer)
        if not any(answers):
            break
        run = row.order.run

        async def work(run: str = run, answers: tuple[str, ...] = answers) -> tuple[RunRow, Offer]:
            async with Service(settings) as service:
                await service.clarify(run, answers)
                return await _planned(service, run)

        row, offer = interrupts.run(work())
    return row, offer


def _refused(offer: Offer) -> int:
    terminal.result(authorisation.shown(offer))
    say_how_to_answer(offer)
    return EXIT_CODES[RunStatus.REFUSED]


def say_how_to_answer(offer: Offer) -> None:
    if offer.verdict.questions:
        given = " ".join("--answer TEXT" for _ in offer.verdict.questions)
        terminal.note(f"to answer, ask again with {given}")


async def _planned(service: Service, run: str, *, quiet: bool = False) -> tuple[RunRow, Offer]:
    row = await asyncio.to_thread(service.run, run)
    _can_go_on(service.settings, run)
    if row.proposal is None:
        if not quiet:
            terminal.note(f"run {run}")
        if row.order.ask.docs:
            with taking_in.Bar(quiet=quiet) as bar:
                result = await service.take_in(run, bar.show)
            taking_in.summarise(result, quiet=quiet)
        with progress.thinking("" if quiet else "planning"):
            row = await service.plan(run)
    return row, await asyncio.to_thread(offer_of, service, run)


async def _followed(service: Service, run: str, telling: progress.Telling) -> RunRow:
    before, row = await asyncio.to_thread(lambda: (service.events(run), service.run(run)))
    state, last = fold(before), before[-1].seq if before else 0
    asking = row.order.ask.interactive and terminal.can_ask()
    with progress.screen(state, telling, asking=asking) as screen:
        following = asyncio.create_task(progress.follow(service.watch(run, after=last), state, screen))
        beside = [following]
        if asking:
            beside.append(asyncio.create_task(approvals.ask_on_terminal(service, run, last)))
        try:
            row = await service.carry_out(run)
            await asyncio.wait({following}, timeout=1)  # its last events are there; let them be seen
            return row
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)


def _can_go_on(settings: Settings, run: str) -> None:
    interrupts.go_on_with(command(f"fathoms resume {run}", settings))


def _delivered(row: RunRow, text: str | bytes, wanted: Wanted, settings: Settings) -> int:
    run = row.order.run
    if row.status is RunStatus.CANCELLED:
        terminal.note(f"cancelled; go on with: {command(f'fathoms resume {run}', settings)}")
    if row.status is RunStatus.WITHHELD:
        terminal.complain(f"fathoms: {row.reason} The draft: {command(f'fathoms show {run}', settings)}")
    elif text and wanted.on_screen:
        reports.draw(run, settings)
    elif text:
        reports.deliver(text, wanted, again=command(f"fathoms export {run}", settings))
    if row.status is RunStatus.FAILED:
        terminal.complain(f"fathoms: error: run {run!r} failed: {row.reason or 'no task succeeded'}")
    return exit_code(row)
