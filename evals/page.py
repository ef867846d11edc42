"""The page in a real browser: whole journeys, an audit of accessibility, pictures in light and dark, wide and narrow.

`SHOTS=DIR` keeps the pictures there.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from evals import SKIPPED
from evals.large_run import EVENTS, FACTS, MOST_BLOCKED, TASKS, blocked
from evals.serving import Server, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PROOF = "every journey through the page holds in a real browser, none of its views has a serious fault of accessibility"

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome") or ""
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
DISPUTED = "How much electricity did the Kittlehead Tidal Array deliver to the city grid in 2025?"
HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script> \u202egnp.exe"
WAIT = 120_000
START = re.compile("^Start")
SLOW_SCRIPT = """
seconds = {seconds}
[[plan]]
[[plan.tasks]]
id = "1"
question = "How many turbines has the Kittlehead Tidal Array?"
importance = 0.9
[[plan.tasks]]
id = "2"
question = "Who maintains the lighthouse?"
depends_on = [{{ on = "1", need = "soft" }}]
[[plan.tasks]]
id = "3"
question = "When do porpoises calve?"
depends_on = [{{ on = "2", need = "soft" }}]
[[finding]]
task = "1"
depth = "superficial"
areas = ["How is a turbine braked?"]
"""


@contextmanager
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        try:
            yield opened
        finally:
            opened.close()


@contextmanager
def visiting(opened: Browser, server: Server, *, width: int = 1280, scheme: str = "light") -> Iterator[Page]:
    """A page that tells of everything that goes wrong in it."""
    context = opened.new_context(viewport={"width": width, "height": 860}, color_scheme=scheme, accept_downloads=True)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(WAIT)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on("dialog", lambda dialog: dialog.accept())
    page.on("console", lambda said: wrong.append(f"console: {said.text}") if "Content Security" in said.text else None)
    try:
        page.goto(server.address)
        yield page
        assert not wrong, wrong
    finally:
        context.close()


def slow_run(server: Server, seconds: float = 0.8, **more: object) -> str:
    """A run of three tasks, each of which takes a moment; the first wants to be dug into."""
    script = server.home / "slow.toml"
    script.write_text(SLOW_SCRIPT.format(seconds=seconds), encoding="utf-8")
    body = {
        "question": "How do the arrays work?",
        "docs": [str(server.docs)],
        "mind": f"scripted:{script}",
        "authorize": True,
    }
    _, begun = server.call("POST", "/runs", body | more)
    return str(begun["run"])


def ask_to_export(page: Page, server: Server) -> None:
    """Ask, edit the plan, start, watch facts land, open a quote, read, settle, follow up, export."""
    page.get_by_label("Your question").fill(DISPUTED)
    page.get_by_label("A folder on this machine").fill(str(server.docs))
    page.get_by_role("button", name="Plan it").click()
    task = page.get_by_label("Question of task 1")
    task.wait_for()
    task.fill("How much electricity did the Kittlehead Tidal Array deliver in 2025?")
    page.get_by_role("button", name="Start with your plan").click()
    page.locator(".quote, .said").first.wait_for()
    page.locator(".said").first.wait_for()
    page.locator(".tabs").get_by_text("Research").click()
    page.locator(".quote").first.click()
    page.locator("#drawer mark").first.wait_for()
    page.keyboard.press("Escape")
    assert page.locator("#drawer").is_hidden()
    page.locator(".tabs").get_by_text("Report").click()
    page.locator(".said").first.click()
    shown = page.locator("#drawer mark").first
    shown.wait_for()
    assert shown.inner_text().strip()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="This holds").first.click()
    page.get_by_text("you say this holds").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Markdown").click()
    assert "Kittlehead" in Path(saved.value.path()).read_text(encoding="utf-8")
    page.locator("#follow").fill("And how much in 2024?")
    page.locator(".follow").get_by_role("button", name="Plan it").click()
    page.get_by_role("button", name=START).wait_for()
    page.locator("h1", has_text="2024").wait_for()


def a_vague_question(page: Page, server: Server) -> None:
    """What is not clear is asked as buttons, and the answer makes the plan."""
    page.get_by_label("Your question").fill("How does it work?")
    page.get_by_label("A folder on this machine").fill(str(server.docs))
    page.get_by_role("button", name="Plan it").click()
    page.get_by_role("heading", name="Before that").wait_for()
    page.get_by_label("Your answer").first.fill("the Cold Quay Battery")
    page.get_by_role("button", name="Plan with my answer").click()
    page.get_by_role("button", name=START).wait_for()


def an_approval(page: Page, server: Server) -> None:
    """A decision is a card; the rest goes on meanwhile."""
    run = slow_run(server, 0.3, interactive=True)
    page.goto(f"{server.address}/#/run/{run}")
    page.get_by_role("heading", name="Look deeper here?").wait_for()
    page.get_by_role("button", name="Yes").click()
    page.get_by_text("added on the way").first.wait_for()
    server.until(run, "done")


def cancel(page: Page, server: Server) -> None:
    run = slow_run(server, 5.0)
    page.goto(f"{server.address}/#/run/{run}")
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Go on where it was").wait_for()
    assert server.until(run, "cancelled")


def stop_and_write(page: Page, server: Server) -> None:
    run = slow_run(server, 3.0)
    page.goto(f"{server.address}/#/run/{run}")
    page.locator(".task.running").first.wait_for()
    page.get_by_role("button", name="Stop and write").click()
    page.locator(".said").first.wait_for()
    states = {task["id"]: task["status"] for task in server.call("GET", f"/runs/{run}/tasks")[1]}
    assert states["3"] == "skipped", states


def add_a_question(page: Page, server: Server) -> None:
    run = slow_run(server, 3.0)
    page.goto(f"{server.address}/#/run/{run}")
    page.locator(".task.running").first.wait_for()
    page.get_by_label("Add a question to this run").fill("What does the array cost?")
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator(".said").first.wait_for()
    page.get_by_role("heading", name="What does the array cost?").first.wait_for()


def reload_in_the_middle(page: Page, server: Server) -> None:
    """After a reload the same view."""
    run = slow_run(server, 2.0)
    page.goto(f"{server.address}/#/run/{run}")
    page.locator(".quote").first.wait_for()
    before = page.locator(".quote .words").first.inner_text()
    page.reload()
    page.locator(".quote").first.wait_for()
    assert before in page.locator(".quote .words").all_inner_texts()
    page.locator(".said").first.wait_for()


def server_killed_in_the_middle(page: Page, server: Server) -> None:
    """Killed and started again: the view goes on by itself, and says that nothing is paid twice."""
    run = slow_run(server, 3.0)
    page.goto(f"{server.address}/#/run/{run}")
    page.locator(".quote").first.wait_for()
    server.kill()
    page.get_by_text("The line to the server broke").wait_for()
    server.start()
    page.get_by_text("nothing is paid twice").first.wait_for()
    page.locator(".said").first.wait_for()
    seen = [event["seq"] for event in server.call("GET", f"/runs/{run}/events")[1]]
    assert len(seen) == len(set(seen))


def hostile_text(page: Page, server: Server) -> None:
    """Whatever a document or a question says is shown as text."""
    folder = server.home / "hostile"
    folder.mkdir()
    (folder / "note.md").write_text(f"# {HOSTILE}\n\nThe lamp {HOSTILE} has 7 lenses of glass.\n", encoding="utf-8")
    body = {"question": f"How many lenses has the lamp {HOSTILE}?", "docs": [str(folder)], "authorize": True}
    run = str(server.call("POST", "/runs", body)[1]["run"])
    server.until(run, "done", "not found")
    for view in ("report", "live", "evidence", "timeline"):
        page.goto(f"{server.address}/#/run/{run}/{view}")
        page.locator("h1").wait_for()
        page.wait_for_timeout(300)
        assert page.locator("main img[src=x], main script").count() == 0
        assert "<img src=x" in page.locator("main").inner_text()
    page.goto(f"{server.address}/#/library")
    page.locator("details").first.wait_for()
    assert page.locator("main img[src=x], main script").count() == 0


def documents_handed_over(page: Page, server: Server) -> None:
    """Each file says what became of it."""
    page.locator("form input[type=file]").set_input_files(
        [
            {
                "name": "lamp.md",
                "mimeType": "text/markdown",
                "buffer": b"# Lamp\n\nThe lamp of Skarrow has 7 lenses.\n",
            },
            {"name": "broken.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 nothing"},
        ]
    )
    page.locator(".chip.good", has_text="lamp.md").wait_for()
    page.locator(".chip.bad", has_text="broken.pdf").wait_for()
    page.get_by_label("Your question").fill("How many lenses has the lamp of Skarrow?")
    page.get_by_role("button", name="Plan it").click()
    page.get_by_role("button", name=START).click()
    page.get_by_text("The lamp of Skarrow has 7 lenses.").first.wait_for()


def evidence_timeline_compare(page: Page, server: Server) -> None:
    run = server.ask()
    server.ask(fresh=True)
    page.goto(f"{server.address}/#/run/{run}/evidence")
    page.locator(".quote").first.wait_for()
    page.get_by_label("Used or not").select_option("used")
    page.locator(".tabs").get_by_text("Timeline").click()
    place = page.get_by_label("Moment of the run")
    place.wait_for()
    place.press("Home")
    page.get_by_text("1 of ").first.wait_for()
    page.locator(".tabs").get_by_text("Compare").click()
    page.get_by_label("Compare with").wait_for()
    page.goto(f"{server.address}/#/evidence")
    page.get_by_label("What do we know about").fill("battery")
    page.keyboard.press("Enter")
    page.locator(".quote").first.wait_for()


def keyboard_only(page: Page, server: Server) -> None:
    """Question, plan and a sentence's source without a mouse."""
    run = server.ask()
    page.goto(f"{server.address}/#/run/{run}/report")
    sentence = page.locator(".said").first
    sentence.focus()
    page.keyboard.press("Enter")
    page.locator("#drawer mark").first.wait_for()
    assert page.evaluate("document.activeElement.closest('#drawer') !== null")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.classList.contains('said')")
    page.goto(f"{server.address}/#/")
    page.get_by_label("Your question").wait_for()
    page.keyboard.type("How does the Cold Quay Battery work?")
    page.keyboard.press("Control+Enter")
    page.get_by_role("button", name=START).wait_for()


JOURNEYS: dict[str, Callable[[Page, Server], None]] = {
    journey.__name__: journey
    for journey in (
        ask_to_export, a_vague_question, an_approval, cancel, stop_and_write, add_a_question, reload_in_the_middle,
        server_killed_in_the_middle, hostile_text, documents_handed_over, evidence_timeline_compare, keyboard_only,
    )
}  # fmt: skip


def views(server: Server) -> dict[str, str]:
    """Every view there is, by its address."""
    run = server.ask(DISPUTED)
    waiting = str(
        server.call("POST", "/runs", {"question": DISPUTED, "docs": [str(server.docs)], "fresh": True})[1]["run"]
    )
    server.until(waiting, "proposed")
    tabs = {name: f"#/run/{run}/{name}" for name in ("report", "live", "evidence", "timeline", "compare")}
    return {"ask": "#/", "plan": f"#/run/{waiting}", **tabs, "library": "#/library", "known": "#/evidence"}


def faults(page: Page) -> list[str]:
    """What axe calls serious or critical."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found if one["impact"] in ("serious", "critical")
    ]


def looked_at(opened: Browser, server: Server, folder: Path) -> tuple[int, list[str]]:
    """Pictures of every view, light and dark, wide and narrow; and what an audit objects to."""
    shots, objections = 0, []
    addresses = views(server)
    for width in (1280, 390):
        for scheme in ("light", "dark"):
            with visiting(opened, server, width=width, scheme=scheme) as page:
                for name, address in addresses.items():
                    page.goto(f"{server.address}/{address}")
                    page.reload()
                    page.locator("h1").wait_for()
                    page.wait_for_timeout(600)
                    page.screenshot(path=folder / f"{name}-{width}-{scheme}.png")
                    shots += 1
                    objections += [f"{name} {width} {scheme}: {fault}" for fault in faults(page)]
                    if page.evaluate("document.documentElement.scrollWidth > window.innerWidth + 1"):
                        objections.append(f"{name} {width} {scheme}: wider than the window")
    return shots, objections


def main() -> int:
    if not CHROMIUM:
        print("there is no Chromium on this machine")
        return SKIPPED
    held = 0
    folder = Path(os.environ.get("SHOTS") or tempfile.mkdtemp(prefix="fathoms-page-"))
    folder.mkdir(parents=True, exist_ok=True)
    with browser() as opened:
        for name, journey in JOURNEYS.items():
            with served(settings={"serve_per_minute": "0"}) as server, visiting(opened, server) as page:
                try:
                    journey(page, server)
                except Exception:  # noqa: BLE001 - one journey that breaks does not end the others
                    page.screenshot(path=folder / f"broken-{name}.png")
                    traceback.print_exc(file=sys.stdout)
                    print(f"{name:<30} BROKEN")
                    continue
            held += 1
            print(f"{name:<30} held", flush=True)
        with served(settings={"serve_per_minute": "0"}) as server:
            shots, objections = looked_at(opened, server, folder)
            with visiting(opened, server) as page:
                blocks = blocked(page, server)
    for objection in objections:
        print(objection)
    print(f"pictures in {folder}")
    for name, milliseconds in blocks.items():
        print(f"{TASKS} tasks, {EVENTS:,} events, {FACTS:,} facts: {name} blocks for {milliseconds:.0f} ms at most")
    told = f"{held} of {len(JOURNEYS)} journeys held, {shots} pictures"
    worst = max(blocks.values())
    print(
        f"{told}, {len(objections)} serious faults of accessibility (0), "
        f"longest block of a large run {worst:.0f} ms (≤ {MOST_BLOCKED:.0f})"
    )
    return 0 if held == len(JOURNEYS) and not objections and worst <= MOST_BLOCKED else 1
