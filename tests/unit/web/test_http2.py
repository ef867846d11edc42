"""HTTP/2 is spoken with servers that offer it, and one connection serves many pages."""

from __future__ import annotations

import asyncio
from pathlib import Path

import trustme

from fathoms.sources.web.options import FetchLimits
from fathoms.testing.hostile import HostileServer
from tests.h2_server import Http2Server
from tests.web_making import a_web


async def test_http_2_is_agreed_upon_and_one_connection_carries_pages_one_after_another_and_side_by_side(
    tmp_path: Path,
) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    with Http2Server(authority) as server:
        base = f"https://localhost:{server.port}"
        async with a_web(
            tmp_path,
            allow=[f"localhost:{server.port}"],
            ca_file=str(tmp_path / "ca.pem"),
            limits=FetchLimits(per_host=3, deadline=5),
            robots=False,
        ) as web:
            for n in range(3):
                assert "dredged in 2019" in (await web.page(f"{base}/{n}", source="web")).text
            server.wait_for = 3
            await asyncio.gather(*(web.page(f"{base}/together/{n}", source="web") for n in range(3)))
    assert server.negotiated == ["h2"]
    assert len(server.paths) == 6
    assert server.most_at_once == 3


async def test_a_server_without_it_is_spoken_to_in_http_1_1_over_one_connection(tmp_path: Path) -> None:
    with HostileServer() as server:
        async with a_web(tmp_path, allow=[server.endpoint], limits=FetchLimits(per_host=1, deadline=5)) as web:
            for n in range(3):
                await web.page(server.url(f"/{n}"), source="web")
            await web.page(server.url("/to?url=/after-a-redirect"), source="web")
    assert server.requests == 5
    assert server.count["/robots.txt"] == 1  # answered with 404
    assert server.count[""] == 1
