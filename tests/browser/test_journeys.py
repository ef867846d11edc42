"""The page in a real browser: every journey of the proof `page`, each with a server of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from evals import large_run
from evals import page as proof
from evals.serving import Server, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.skipif(not proof.CHROMIUM, reason="there is no Chromium on this machine")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with proof.browser() as opened:
        yield opened


@pytest.fixture
def server() -> Iterator[Server]:
    with served(settings={"serve_per_minute": "0"}) as running:
        yield running


@pytest.mark.parametrize("journey", proof.JOURNEYS.values(), ids=proof.JOURNEYS)
def test_a_journey_through_the_page_holds(
    browser: Browser, server: Server, journey: Callable[[Page, Server], None]
) -> None:
    with proof.visiting(browser, server) as page:
        journey(page, server)


def test_the_first_view_has_no_serious_fault_of_accessibility(browser: Browser, server: Server) -> None:
    with proof.visiting(browser, server) as page:
        page.get_by_label("Your question").wait_for()
        assert proof.faults(page) == []


def test_a_signal_ends_the_server_and_a_run_in_the_middle_goes_on_with_the_next(server: Server) -> None:
    run = proof.slow_run(server, 1.0)
    server.until(run, "running")
    assert server.stop() == 0
    server.start()
    assert server.until(run, "done") == "done"
    sent = [event["seq"] for event in server.call("GET", f"/runs/{run}/events")[1]]
    assert sent == sorted(set(sent))


def test_a_run_of_two_thousand_events_and_a_thousand_facts_does_not_block_the_page(
    browser: Browser, server: Server
) -> None:
    with proof.visiting(browser, server) as page:
        blocks = large_run.blocked(page, server)
    assert max(blocks.values()) <= large_run.MOST_BLOCKED, blocks
