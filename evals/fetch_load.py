"""Two hundred pages wanted at once: the limits hold, memory stays low, and cancelling is quick.

Ten servers on loopback count how many requests each sees at the same time. The pages are wanted through the web that a
run opens (`Service`'s own wiring); then the same again on pages that never come, cancelled in the middle.
"""

from __future__ import annotations

import asyncio
import resource
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from fathoms.app import settings
from fathoms.app.web import OpenedWeb
from fathoms.testing.hostile import HostileServer

PROOF = "200 pages at once: within the limits per host and in all, under 300 MB, cancelled within a second"

PAGES = 200
SERVERS = 10
AT_ONCE = 16
PER_HOST = 2
MOST_MB = 300
MOST_SECONDS = 1.0


class Watch:
    """The most requests in flight over all servers, looked at often."""

    def __init__(self, servers: list[HostileServer]) -> None:
        self._servers = servers
        self.most = 0

    async def look(self) -> None:
        while True:
            self.most = max(self.most, sum(server.now for server in self._servers))
            await asyncio.sleep(0.002)


async def _load(servers: list[HostileServer], home: Path) -> tuple[int, int, float, float]:
    chosen = settings.load({
        "home": str(home), "allow_hosts": "127.0.0.1", "web_at_once": AT_ONCE, "web_per_host": PER_HOST,
    })  # fmt: skip
    shelf = OpenedWeb(chosen, home)
    web = shelf.opened(False)
    watch = Watch(servers)
    looking = asyncio.create_task(watch.look())
    began = time.monotonic()
    wanted = (web.page(servers[n % SERVERS].url(f"/slow?s=0.05&kb=60&n={n}"), source="web") for n in range(PAGES))
    pages = await asyncio.gather(*wanted)
    took = time.monotonic() - began
    waiting = asyncio.gather(*(web.page(servers[n % SERVERS].url(f"/never?n={n}"), source="web") for n in range(PAGES)))
    await asyncio.to_thread(servers[0].reached.wait, 10)
    began = time.monotonic()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    cancelled = time.monotonic() - began
    looking.cancel()
    await asyncio.gather(looking, return_exceptions=True)
    await shelf.aclose()
    return len({page.url for page in pages}), watch.most, took, cancelled


def main() -> int:
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers = [stack.enter_context(HostileServer()) for _ in range(SERVERS)]
        read, most, took, cancelled = asyncio.run(_load(servers, home))
        per_host = max(server.most_at_once for server in servers)
        robots = sum(server.count["/robots.txt"] for server in servers)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(f"{'what':<32} {'measured':>9} {'limit':>7}")
    for what, measured, limit in (
        ("pages read", read, PAGES),
        ("most at once, in all", most, AT_ONCE),
        ("most at once, one server", per_host, PER_HOST),
        ("robots.txt asked for", robots, SERVERS),
        ("peak MB, servers included", round(peak), MOST_MB),
    ):
        print(f"{what:<32} {measured:>9} {limit:>7}")
    shown = f"{read} pages in {took:.1f} s, {most} at once, {per_host} per host, {peak:.0f} MB"
    print(f"{shown}, cancelled in {cancelled:.2f} s")
    held = read == PAGES and most <= AT_ONCE and per_host <= PER_HOST and robots == SERVERS
    return 0 if held and peak < MOST_MB and cancelled < MOST_SECONDS else 1
