"""Pages of a hostile server are read, or refused with the reason, in bounded time; nothing forbidden is reached."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

import pytest
import trustme

from fathoms.errors import AuthFailed, BadAnswer, ProviderError, ProviderTimeout, Refused, Unavailable
from fathoms.sources.web import gate
from fathoms.sources.web.failures import REMEMBERED, Failures
from fathoms.sources.web.options import FetchLimits
from fathoms.testing.hostile import HostileServer, bomb
from tests.web_making import a_web


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as running:
        yield running


@pytest.mark.parametrize(
    ("path", "error", "said"),
    [
        ("/never", ProviderTimeout, "within 1 s"),
        ("/drip", ProviderTimeout, "within 1 s"),
        ("/flood", Refused, "larger than"),
        ("/huge", Refused, "larger than"),
        ("/bomb", Refused, "bomb"),
        ("/loop", Refused, "redirects"),
        ("/cut", Unavailable, "cannot be reached"),
        ("/broken-pdf", BadAnswer, "pdf"),
        ("/picture", Refused, "not text: image/png"),
        ("/binary", BadAnswer, "not text"),
        ("/empty", BadAnswer, "empty page"),
        ("/wall", Refused, "check for robots"),
        ("/login", Refused, "after a login"),
        ("/gone", Refused, "no such page"),
        ("/failing", Unavailable, "500"),
        ("/forbidden", AuthFailed, "403"),
    ],
)
async def test_what_cannot_be_read_is_refused_with_the_reason_and_in_time(
    path: str, error: type[ProviderError], said: str, server: HostileServer, tmp_path: Path
) -> None:
    bomb()  # packing it takes longer than the deadline on a busy machine
    began = time.monotonic()
    async with a_web(tmp_path, allow=[server.endpoint]) as web:
        with pytest.raises(error, match=said):
            await web.page(server.url(path), source="web")
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("path", "holds"),
    [
        ("/page", "harbour of Skarrow was dredged"),
        ("/wrong-charset", "港の水深は十一メートル"),
        ("/links", "harbour of Skarrow was dredged"),
        ("/nested", "harbour of Skarrow was dredged"),
        ("/pdf-called-html", "tide gauge of Skarrow"),
        ("/html-called-pdf", "harbour of Skarrow was dredged"),
        ("/text", "harbour of Skarrow was dredged"),
        ("/json", "depth_m: 11"),
    ],
)
async def test_what_can_be_read_is_read_whatever_the_server_calls_it(
    path: str, holds: str, server: HostileServer, tmp_path: Path
) -> None:
    limits = FetchLimits(deadline=5)
    async with a_web(tmp_path, allow=[server.endpoint], limits=limits) as web:
        page = await web.page(server.url(path), source="web")
    assert holds in page.text
    assert page.title
    assert page.id.startswith("p-")


FORBIDDEN = ["127.0.0.1", "localhost", "2130706433", "0177.0.0.1", "0x7f.1", "127.1", "[::ffff:127.0.0.1]", "0.0.0.0"]


@pytest.mark.parametrize("host", FORBIDDEN)
async def test_no_redirect_leads_to_a_forbidden_address(host: str, server: HostileServer, tmp_path: Path) -> None:
    with HostileServer() as secret:
        url = server.url(f"/to?url={quote(f'http://{host}:{secret.port}/secret', safe='')}")
        async with a_web(tmp_path, allow=[server.endpoint]) as web:
            with pytest.raises((Refused, Unavailable)):
                await web.page(url, source="web")
        assert secret.count[""] == 0
        assert server.count["/to"] == 1


@pytest.mark.parametrize(
    "place", ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1:70/x", "http://u:p@h/"]
)
async def test_no_redirect_leads_out_of_the_web(place: str, server: HostileServer, tmp_path: Path) -> None:
    async with a_web(tmp_path, allow=[server.endpoint]) as web:
        with pytest.raises(Refused):
            await web.page(server.url(f"/to?url={quote(place, safe='')}"), source="web")


async def test_a_name_that_changes_between_check_and_connection_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First it leads to an open server, then to a forbidden one on the same port."""
    monkeypatch.setattr(gate, "forbidden", lambda address: "" if str(address) == "127.0.0.1" else "private")
    with HostileServer() as allowed, HostileServer("127.0.0.2", port=allowed.port) as secret:
        answers = iter([["127.0.0.1"]] + [["127.0.0.2"]] * 9)

        async def resolver(host: str, port: int) -> Sequence[str]:
            return next(answers)

        async with a_web(tmp_path, allow=(), resolver=resolver, robots=False) as web:
            page = await web.page(f"http://rebinding.example:{allowed.port}/page", source="web")
            assert "Skarrow" in page.text
        async with a_web(tmp_path, allow=(), resolver=resolver, robots=False) as web:
            with pytest.raises(Refused, match="forbidden"):
                await web.page(f"http://rebinding.example:{allowed.port}/other", source="web")
        assert secret.count[""] == 0


async def test_a_certificate_that_nobody_vouches_for_is_refused_and_one_of_the_users_own_authority_is_not(
    tmp_path: Path,
) -> None:
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(context)
    ca_file = tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(ca_file)
    with HostileServer(tls=context) as server:
        url = f"https://localhost:{server.port}/page"
        async with a_web(tmp_path, allow=[f"localhost:{server.port}"]) as web:
            with pytest.raises(Unavailable, match="certificate"):
                await web.page(url, source="web")
        assert server.requests == 0
        async with a_web(tmp_path, allow=[f"localhost:{server.port}"], ca_file=str(ca_file)) as web:
            assert "Skarrow" in (await web.page(url, source="web")).text


async def test_no_credentials_and_no_cookies_are_sent(server: HostileServer, tmp_path: Path) -> None:
    async with a_web(tmp_path, allow=[server.endpoint]) as web:
        await web.page(server.url("/a"), source="web")
        await web.page(server.url("/b"), source="web")
    assert server.headers
    for headers in server.headers:
        assert not {"authorization", "cookie", "referer", "proxy-authorization"} & set(headers)
        assert headers["user-agent"].startswith("Fathoms/")


async def test_robots_txt_is_respected_unless_the_user_says_otherwise(server: HostileServer, tmp_path: Path) -> None:
    server.robots = "User-agent: *\nDisallow: /private/\n"
    async with a_web(tmp_path, allow=[server.endpoint]) as web:
        with pytest.raises(Refused, match=r"robots\.txt"):
            await web.page(server.url("/private/x"), source="web")
        await web.page(server.url("/public/x"), source="web")
    assert server.count["/private/x"] == 0
    assert server.count["/robots.txt"] == 1
    async with a_web(tmp_path, allow=[server.endpoint], robots=False) as web:
        await web.page(server.url("/private/x"), source="web")


async def test_a_kept_page_is_used_while_it_is_fresh_and_asked_for_again_with_its_validator(
    server: HostileServer, tmp_path: Path
) -> None:
    async with a_web(tmp_path, allow=[server.endpoint]) as web:
        first = await web.page(server.url("/etag"), source="web")
        assert (await web.page(server.url("/etag"), source="web")).id == first.id
    assert server.count["/etag"] == 1
    async with a_web(tmp_path, allow=[server.endpoint], cache_hours=0) as web:
        again = await web.page(server.url("/etag"), source="web")
    assert server.count["/etag"] == 2
    assert server.headers[-1]["if-none-match"] == '"v1"'
    assert (again.id, again.fetched_at > first.fetched_at) == (first.id, True)


async def test_never_more_pages_at_once_than_the_limits_say_and_cancelling_is_quick(
    server: HostileServer, tmp_path: Path
) -> None:
    limits = FetchLimits(at_once=6, per_host=3)
    async with a_web(tmp_path, allow=[server.endpoint], limits=limits, robots=False) as web:
        pages = await asyncio.gather(*(web.page(server.url(f"/slow?n={n}"), source="web") for n in range(12)))
        assert len({page.url for page in pages}) == 12
        assert server.most_at_once == 3
        waiting = asyncio.gather(*(web.page(server.url(f"/never?n={n}"), source="web") for n in range(12)))
        assert await asyncio.to_thread(server.reached.wait, 5)
        began = time.monotonic()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert time.monotonic() - began < 1


async def test_offline_not_even_a_socket_is_opened_elsewhere(
    server: HostileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    real = asyncio.get_running_loop().getaddrinfo

    async def watched(host: str, *args: object, **kwargs: object) -> object:
        asked.append(host)
        return await real(host, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", watched)
    async with a_web(tmp_path, allow=[server.endpoint], offline=True) as web:
        await web.page(server.url("/page"), source="web")
        for url in ("http://example.org/", "https://93.184.216.34/", server.url("/to?url=http%3A%2F%2Fexample.org")):
            with pytest.raises(Refused, match="offline"):
                await web.page(url, source="web")
    assert set(asked) <= {server.host}


async def test_a_page_is_asked_for_through_the_proxy_and_forbidden_addresses_are_not(
    server: HostileServer, tmp_path: Path
) -> None:
    proxy = f"http://{server.endpoint}"
    async with a_web(tmp_path, proxy=proxy, robots=False) as web:
        page = await web.page("http://93.184.216.34/behind", source="web")
        assert "Skarrow" in page.text
        with pytest.raises(Refused, match="forbidden"):
            await web.page("http://169.254.169.254/latest/meta-data", source="web")
    assert server.requests == 1


async def test_a_page_that_failed_is_not_asked_for_again_at_once(server: HostileServer, tmp_path: Path) -> None:
    async with a_web(tmp_path, allow=[server.endpoint]) as web:
        for _ in range(3):
            with pytest.raises(Unavailable, match="500"):
                await web.page(server.url("/failing"), source="web")
    assert server.count["/failing"] == 1


def test_a_failure_is_forgotten_after_a_while() -> None:
    now = [0.0]
    failures = Failures(clock=lambda: now[0])
    failures.note("http://a.example/", Unavailable("down"))
    now[0] = REMEMBERED
    assert failures.of("http://a.example/")
    now[0] = REMEMBERED + 1
    assert failures.of("http://a.example/") is None


async def test_a_damaged_cache_loses_no_page(server: HostileServer, tmp_path: Path) -> None:
    (tmp_path / "web.db").write_bytes(b"no database at all" * 100)
    async with a_web(tmp_path, allow=[server.endpoint]) as web:
        assert "Skarrow" in (await web.page(server.url("/page"), source="web")).text
