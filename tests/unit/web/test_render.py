"""Pages of scripts are drawn by a real Chromium that reaches nothing but through us, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import os
import socket
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from fathoms.errors import ProviderError, ProviderTimeout, Refused, Unavailable
from fathoms.sources.web import gate
from fathoms.sources.web.desk import Web
from fathoms.sources.web.options import FetchLimits
from fathoms.sources.web.render import chromium
from fathoms.sources.web.render.renderer import Renderer
from fathoms.testing.hostile import HostileServer
from tests.web_making import CHROMIUM, a_web, needs_chromium

pytestmark = needs_chromium
LIMITS = FetchLimits(deadline=12.0, max_bytes=2_000_000, max_unpacked=4_000_000)


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as running:
        yield running


@pytest.fixture
def leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """After the test there is no profile folder and no process of the browser."""
    with tempfile.TemporaryDirectory(prefix="t-") as name:  # its sockets must have short names
        monkeypatch.setattr(tempfile, "tempdir", name)
        yield
        assert list(Path(name).iterdir()) == []
        _wait_until_gone(name)


def _wait_until_gone(name: str) -> None:
    """What was killed is gone at once; its crash reporter, which watches it, follows by itself."""
    until = time.monotonic() + 5
    while left := [line for line in _commands() if name in line]:
        assert time.monotonic() < until, left
        assert all("crashpad" in line for line in left), left
        time.sleep(0.05)


def _commands() -> Iterator[str]:
    for process in Path("/proc").glob("[0-9]*"):
        try:
            yield (process / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue


@asynccontextmanager
async def a_drawing_web(
    home: Path, server: HostileServer, limits: FetchLimits = LIMITS, **more: Any
) -> AsyncIterator[Web]:
    assert CHROMIUM, "CI needs Chromium: `make packages` installs it"
    async with a_web(home, allow=[server.endpoint], limits=limits, render=True, browser=CHROMIUM, **more) as web:
        yield web


@pytest.mark.usefixtures("leaves_nothing")
async def test_a_page_of_scripts_becomes_its_text_and_says_so(server: HostileServer, tmp_path: Path) -> None:
    async with a_drawing_web(tmp_path, server) as web:
        page = await web.page(server.url("/script/app"), source="web")
    assert "dredged in 2019" in page.text
    assert page.rendered
    assert page.url == server.url("/script/app")
    assert (server.count["/script/app"], server.count["/script/app.js"], server.count["/json"]) == (2, 1, 1)
    for headers in server.headers:
        assert headers["user-agent"].startswith("Fathoms/")
        assert not {"authorization", "cookie", "referer"} & set(headers)


async def test_no_browser_is_started_for_a_page_that_can_be_read_without(
    server: HostileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def drawn(_self: Renderer, url: str) -> None:
        raise AssertionError(f"{url} was drawn")

    monkeypatch.setattr(Renderer, "draw", drawn)
    async with a_drawing_web(tmp_path, server) as web:
        assert not (await web.page(server.url("/page"), source="web")).rendered
        with pytest.raises(Refused, match="login"):
            await web.page(server.url("/login"), source="web")


async def test_unless_the_user_wants_it_nothing_is_drawn_and_the_setting_is_named(
    server: HostileServer, tmp_path: Path
) -> None:
    async with a_web(tmp_path, allow=[server.endpoint], browser=CHROMIUM) as web:
        with pytest.raises(Refused, match="web_render = auto"):
            await web.page(server.url("/script/app"), source="web")
    async with a_web(tmp_path, allow=[server.endpoint], render=True) as web:
        with pytest.raises(Refused, match="no Chromium was found"):
            await web.page(server.url("/script/app"), source="web")


@pytest.mark.usefixtures("leaves_nothing")
@pytest.mark.parametrize("path", ["/script/ways-out", "/script/go-there", "/script/go-by-redirect"])
async def test_whatever_a_page_tries_no_packet_reaches_a_forbidden_address(
    path: str, server: HostileServer, tmp_path: Path
) -> None:
    with HostileServer("0.0.0.0") as secret, closing(_udp(secret.port)) as packets:
        async with a_drawing_web(tmp_path, server) as web:
            page = await web.page(server.url(f"{path}?at=127.0.0.2:{secret.port}"), source="web")
        assert "dredged in 2019" in page.text
        assert page.url.startswith(server.url(path))
        assert secret.count == {}
        assert _received(packets) == []
    assert server.count["/service-worker.js"] == 0


def _udp(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    listening.bind(("0.0.0.0", port))
    listening.setblocking(False)
    return listening


def _received(listening: socket.socket) -> list[bytes]:
    try:
        return [listening.recv(2_000)]
    except BlockingIOError:
        return []


async def test_a_name_that_changes_its_mind_leads_a_drawn_page_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the browser has asked for the page, the name leads to where nobody may go."""
    monkeypatch.setattr(gate, "forbidden", lambda address: "" if str(address) == "127.0.0.1" else "private")
    with HostileServer(keeps=False) as allowed, HostileServer("127.0.0.2", port=allowed.port) as secret:
        answers = ["127.0.0.1"] * 3  # robots.txt, the page, the page again for the browser

        async def resolver(host: str, port: int) -> Sequence[str]:
            return [answers.pop() if answers else "127.0.0.2"]

        url = f"http://rebinding.example:{allowed.port}/script/app"
        async with a_drawing_web(tmp_path, allowed, resolver=resolver) as web:
            page = await web.page(url, source="web")
        assert page.rendered
        assert allowed.count["/json"] == 1
        assert secret.count == {}


@pytest.mark.usefixtures("leaves_nothing")
@pytest.mark.parametrize(
    ("path", "error", "said"),
    [
        ("/script/spin", ProviderTimeout, "not drawn within 4 s"),
        ("/script/hoard", Refused, "MB of memory|too much memory"),
        ("/script/grow", Refused, "characters|memory"),
        ("/script/round", Refused, "without JavaScript|without end"),
        ("/script/go-to-file", Refused, "lead to where nothing can be drawn"),
        ("/script/nothing", Refused, "and little with it"),
    ],
)
async def test_a_page_that_abuses_the_browser_is_refused_with_the_reason(
    path: str, error: type[ProviderError], said: str, server: HostileServer, tmp_path: Path
) -> None:
    deadline = 4.0 if "spin" in path else 20.0
    limits = FetchLimits(deadline=deadline, max_bytes=2_000_000, max_unpacked=4_000_000)
    began = time.monotonic()
    async with a_drawing_web(tmp_path, server, limits) as web:
        with pytest.raises(error, match=said):
            await web.page(server.url(path), source="web")
    assert time.monotonic() - began < deadline + 6


@pytest.mark.usefixtures("leaves_nothing")
async def test_a_page_that_never_stops_asking_is_taken_as_it_stands(server: HostileServer, tmp_path: Path) -> None:
    async with a_drawing_web(tmp_path, server) as web:
        page = await web.page(server.url("/script/ask-on"), source="web")
    assert "dredged in 2019" in page.text
    assert server.count["/json"] <= 200


async def test_a_page_that_leads_on_by_script_is_cited_where_it_ended(server: HostileServer, tmp_path: Path) -> None:
    async with a_drawing_web(tmp_path, server) as web:
        page = await web.page(server.url("/script/go-on"), source="web")
    assert page.url == server.url("/script/elsewhere")


async def test_robots_txt_holds_for_what_a_page_asks_for(server: HostileServer, tmp_path: Path) -> None:
    server.robots = "User-agent: *\nDisallow: /private/\n"
    async with a_drawing_web(tmp_path, server) as web:
        with pytest.raises(Refused, match=r"little with it \(robots\.txt"):
            await web.page(server.url("/script/private"), source="web")
    assert server.count["/private/data"] == 0
    assert server.count["/robots.txt"] == 1


async def test_offline_holds_for_what_a_page_asks_for(server: HostileServer, tmp_path: Path) -> None:
    with HostileServer() as other:
        async with a_drawing_web(tmp_path, server, offline=True) as web:
            await web.page(server.url(f"/script/ways-out?at={other.endpoint}"), source="web")
        assert other.count == {}


@pytest.mark.usefixtures("leaves_nothing")
async def test_cancelling_ends_the_browser_within_a_second(server: HostileServer, tmp_path: Path) -> None:
    async with a_drawing_web(tmp_path, server) as web:
        drawing = asyncio.create_task(web.page(server.url("/script/spin"), source="web"))
        while server.count["/script/spin"] < 2:  # noqa: ASYNC110 - the server lives in another thread
            await asyncio.sleep(0.05)
        began = time.monotonic()
        drawing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await drawing
        assert time.monotonic() - began < 1


def test_a_profile_that_was_left_behind_is_removed_when_it_is_old_enough(tmp_path: Path) -> None:
    for name, age in (("fathoms-render-old", 3_700), ("fathoms-render-new", 3_500), ("other", 9_999)):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    chromium._sweep(tmp_path)
    assert {folder.name for folder in tmp_path.iterdir()} == {"fathoms-render-new", "other"}


async def test_a_browser_that_does_not_start_is_named(server: HostileServer, tmp_path: Path) -> None:
    for program, said in (("/bin/false", "Chromium ended by itself"), ("/nowhere/chromium", "Chromium ended")):
        async with a_web(tmp_path, allow=[server.endpoint], limits=LIMITS, render=True, browser=program) as web:
            with pytest.raises(Unavailable, match=said):
                await web.page(server.url("/script/app"), source="web")


async def test_a_page_that_begins_to_go_elsewhere_and_stops_stands_under_its_own_address(
    server: HostileServer, tmp_path: Path
) -> None:
    with HostileServer() as other:
        async with a_web(
            tmp_path, allow=[server.endpoint, other.endpoint], limits=LIMITS, render=True, browser=CHROMIUM
        ) as web:
            page, _ = await web.fetch(server.url(f"/script/go-and-stop?at={other.endpoint}"))
    assert page.rendered
    assert page.url.startswith(server.url("/script/go-and-stop"))
    assert b"eleven metres" in page.body
