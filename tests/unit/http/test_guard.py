"""Who may come in: the right host, the same origin, the token, not too often."""

from __future__ import annotations

import pytest

from fathoms.faces.http.guard import Access, is_loopback, same_token
from fathoms.faces.http.table import ENDPOINTS
from tests.unit.http.conftest import Connect

BEYOND = Access(host="0.0.0.0", token="the-token", hosts=("research.example",))
OUTSIDE = "http://research.example"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "", "0.0.0.0"])
async def test_a_name_that_a_stranger_made_point_here_is_not_answered(connect: Connect, host: str) -> None:
    answer = await connect().get("/api/health", headers={"host": host})
    assert answer.status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1:8640", "localhost:8640", "[::1]:8640"])
async def test_the_machine_itself_is_answered(connect: Connect, host: str) -> None:
    answer = await connect().get("/api/health", headers={"host": host})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
    ],
)
async def test_a_page_of_another_origin_can_neither_read_nor_start_anything(
    connect: Connect, headers: dict[str, str]
) -> None:
    client = connect()
    read = await client.get("/api/runs", headers=headers)
    start = await client.post("/api/runs", json={"question": "Why?"}, headers=headers)
    assert (read.status_code, start.status_code) == (403, 403)
    assert "access-control-allow-origin" not in read.headers


async def test_our_own_page_is_answered_and_a_link_from_elsewhere_leads_to_it(connect: Connect) -> None:
    client = connect()
    own = await client.get("/api/runs", headers={"origin": "http://127.0.0.1:8640", "sec-fetch-site": "same-origin"})
    link = await client.get("/", headers={"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"})
    assert (own.status_code, link.status_code) == (200, 200)


@pytest.mark.parametrize("content", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
async def test_what_a_form_of_another_page_could_send_starts_nothing(connect: Connect, content: str) -> None:
    answer = await connect().post("/api/runs", content=b'{"question": "Why?"}', headers={"content-type": content})
    assert answer.status_code == 415


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda one: f"{one.method} {one.path}")
async def test_beyond_this_machine_nothing_but_health_answers_without_the_token(connect: Connect, endpoint) -> None:  # type: ignore[no-untyped-def]
    path = "/api" + endpoint.path.replace("{", "").replace("}", "").replace(":path", "")
    client = connect(BEYOND, OUTSIDE)
    for headers in ({}, {"authorization": "Bearer wrong"}, {"cookie": "fathoms_token=wrong"}):
        answer = await client.request(endpoint.method, path, headers=headers)
        assert answer.status_code == (200 if endpoint.path == "/health" else 401)


@pytest.mark.parametrize("path", ["/", "/app.js", "/api/openapi.json", "/no-such-thing"])
async def test_nor_does_the_page(connect: Connect, path: str) -> None:
    answer = await connect(BEYOND, OUTSIDE).get(path, headers={"accept": "text/html"})
    assert answer.status_code == 401


async def test_the_token_lets_in_by_header_and_signing_in_gives_a_cookie_no_script_can_read(connect: Connect) -> None:
    client = connect(BEYOND, OUTSIDE)
    assert (await client.get("/api/runs", headers={"authorization": "Bearer the-token"})).status_code == 200
    wrong = await client.post("/api/session", json={"token": "a-token"})
    assert wrong.status_code == 401
    assert "set-cookie" not in wrong.headers
    right = await client.post("/api/session", json={"token": "the-token"})
    cookie = right.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert (await client.get("/api/runs")).status_code == 200


async def test_a_client_that_asks_too_often_is_told_to_wait(connect: Connect) -> None:
    client = connect(Access(host="127.0.0.1", per_minute=5))
    codes = [(await client.get("/api/health")).status_code for _ in range(7)]
    assert codes == [200] * 5 + [429] * 2


async def test_every_answer_carries_the_headers_that_keep_a_browser_safe(connect: Connect) -> None:
    for path in ("/", "/api/runs", "/api/runs/none"):
        headers = (await connect().get(path)).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    ("host", "local"), [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False)]
)
def test_only_loopback_needs_no_token(host: str, local: bool) -> None:
    assert is_loopback(host) is local


def test_tokens_are_compared_whole() -> None:
    assert same_token("the-token", "the-token")
    assert not same_token("the-toke", "the-token")
    assert not same_token("", "the-token")
