"""A web server on loopback that misbehaves in every way we know of, and counts what reaches it.

Knows: pages that never end, lie, explode or lead elsewhere.  Does not know: who asks.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import ssl
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import cache
from urllib.parse import parse_qs, unquote, unquote_plus, urlsplit

from fathoms.testing.loopback import LoopbackServer, Request
from fathoms.testing.scripted import SCRIPTED

ARTICLE = "The harbour of Skarrow was dredged in 2019 to a depth of eleven metres, at a cost of four million crowns. "
_HTML = "text/html; charset=utf-8"
_SMALL_PDF_TEXT = "The tide gauge of Skarrow stands on the north pier"

Send = Callable[[bytes], Awaitable[None]]


def page(body: str, title: str = "Skarrow harbour") -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>'
        f"<body><main><h1>{title}</h1>{body}</main></body></html>"
    )


def small_pdf(text: str = _SMALL_PDF_TEXT) -> bytes:
    """A one-page PDF, written by hand."""
    stream = f"BT /F1 12 Tf 40 700 Td ({text}.) Tj ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
    ]
    out, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


@cache
def bomb(megabytes: int = 60) -> bytes:
    """Zeros without number, packed a thousand to one."""
    return gzip.compress(b"\0" * (megabytes * 1_000_000), compresslevel=1)


class HostileServer(LoopbackServer):
    """Use as `with HostileServer() as server:`; `server.url("/never")` is an address, `server.count` what came."""

    def __init__(
        self, host: str = "127.0.0.1", *, port: int = 0, tls: ssl.SSLContext | None = None, keeps: bool = True
    ) -> None:
        super().__init__(host, port=port, tls=tls)
        self._keeps = keeps
        """Whether a connection serves more than one request."""
        self.count: Counter[str] = Counter()
        """Requests by path; `""` counts connections."""
        self.most_at_once = 0
        self.now = 0
        self.headers: list[dict[str, str]] = []
        self.heard: list[str] = []
        """Every request's target, its escapes undone."""
        self.results: Sequence[str] = ()
        """Addresses that the search endpoint returns."""
        self.robots = ""
        self.reached = threading.Event()
        """Set when somebody waits for the page that never comes."""

    def url(self, path: str) -> str:
        scheme = "https" if self._tls else "http"
        shown = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{shown}:{self.port}{path}"

    @property
    def endpoint(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def requests(self) -> int:
        """Pages asked for; robots.txt and searches aside."""
        return sum(n for path, n in self.count.items() if path and path not in ("/robots.txt", "/search"))

    def connected(self) -> None:
        self.count[""] += 1

    async def answered(self, request: Request, writer: asyncio.StreamWriter) -> bool:
        path = urlsplit(request.target).path
        self.count[path] += 1
        self.heard.append(unquote_plus(request.target))
        self.headers.append({"path": path, **request.headers})
        self.now += 1
        self.most_at_once = max(self.most_at_once, self.now)
        try:
            return await self._behave(path, request.target, request.headers, writer) and self._keeps
        finally:
            self.now -= 1

    async def _behave(self, path: str, target: str, headers: dict[str, str], writer: asyncio.StreamWriter) -> bool:
        """Answer one request; False when the connection is of no more use."""

        async def send(data: bytes) -> None:
            writer.write(data)
            await writer.drain()

        query = {name: values[0] for name, values in parse_qs(urlsplit(target).query).items()}
        match path:
            case "/robots.txt":
                await answer(send, self.robots, kind="text/plain", status="200 OK" if self.robots else "404 Not Found")
            case "/search":
                rows = [{"url": url, "title": f"Skarrow harbour {n}"} for n, url in enumerate(self.results)]
                await answer(send, json.dumps({"results": rows}), kind="application/json")
            case "/never":
                self.reached.set()
                await asyncio.sleep(3_600)
            case "/drip" | "/flood" | "/huge" | "/cut":
                return await self._endless(path, send)
            case "/to":
                await send(_redirect(unquote(query["url"])))
            case "/loop":
                await send(_redirect(f"/loop?n={int(query.get('n', '0')) + 1}"))
            case "/slow":
                await asyncio.sleep(float(query.get("s", "0.05")))
                paragraphs = f"<p>{ARTICLE * 10}</p>" * int(query.get("kb", "1"))
                await answer(send, page(f"{paragraphs}<p>Page {query.get('n', '')}.</p>"))
            case "/etag":
                if headers.get("if-none-match") == '"v1"':
                    await send(b'HTTP/1.1 304 Not Modified\r\nETag: "v1"\r\n\r\n')
                else:
                    await answer(send, page(f"<p>{ARTICLE * 3}</p>"), more='ETag: "v1"\r\n')
            case "/bomb":
                await answer(send, bomb(), more="Content-Encoding: gzip\r\n")
            case _ if path in STATIC:
                kind, body, status = STATIC[path]
                await answer(send, body, kind=kind, status=status)
            case _:
                await answer(send, page(f"<p>{ARTICLE * 3}</p>", title=f"Skarrow harbour {path}"))
        return True

    async def _endless(self, path: str, send: Send) -> bool:
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {_HTML}\r\n"
        if path == "/drip":
            await send(f"{head}Content-Length: 5000\r\n\r\n".encode())
            for _ in range(5_000):
                await send(b"x")
                await asyncio.sleep(1)
        elif path in ("/flood", "/huge"):
            declared = "Content-Length: 24000000" if path == "/huge" else "Connection: close"
            await send(f"{head}{declared}\r\n\r\n".encode())
            for _ in range(24):
                await send(b"<p>text</p>" * 90_909 + b"\n")
        else:
            await send(f"{head}Content-Length: 5000\r\n\r\n<html><p>{ARTICLE}".encode())
        return False


def _nested(depth: int) -> str:
    return page(f"{'<div>' * depth}<p>{ARTICLE * 3}</p>{'</div>' * depth}")


def _links(number: int) -> str:
    listed = "".join(f'<li><a href="/page/{n}">Link number {n} of the list</a></li>' for n in range(number))
    return page(f"<p>{ARTICLE * 5}</p><ul>{listed}</ul>")


_WALL = "<p>Please enable JavaScript and cookies to continue.</p>"
_JAPANESE = "港の水深は十一メートルで、二〇一九年に浚渫された。費用は四百万クローネである。" * 4
STATIC: dict[str, tuple[str, str | bytes, str]] = {
    "/wrong-charset": ("text/html; charset=utf-8", page(f"<p>{_JAPANESE}</p>").encode("shift_jis"), "200 OK"),
    "/links": (_HTML, _links(10_000), "200 OK"),
    "/nested": (_HTML, _nested(20_000), "200 OK"),
    "/pdf-called-html": (_HTML, small_pdf(), "200 OK"),
    "/html-called-pdf": ("application/pdf", page(f"<p>{ARTICLE * 3}</p>"), "200 OK"),
    "/broken-pdf": ("application/pdf", b"%PDF-1.7\n" + bytes(range(256)) * 40, "200 OK"),
    "/picture": ("image/png", b"\x89PNG\r\n\x1a\n" + b"\0" * 200, "200 OK"),
    "/binary": (_HTML, bytes(range(256)) * 100, "200 OK"),
    "/empty": (_HTML, "", "200 OK"),
    "/wall": (_HTML, page(_WALL, title="Just a moment..."), "200 OK"),
    "/login": (_HTML, page("<p>Please log in to continue reading.</p>", title="Sign in"), "200 OK"),
    "/gone": (_HTML, page("<p>Gone.</p>"), "404 Not Found"),
    "/failing": (_HTML, page("<p>Oops.</p>"), "500 Internal Server Error"),
    "/forbidden": (_HTML, page("<p>No.</p>"), "403 Forbidden"),
    "/text": ("text/plain; charset=utf-8", ARTICLE * 3, "200 OK"),
    **{path: (kind, body, "200 OK") for path, (kind, body) in SCRIPTED.items()},
    "/json": ("application/json", json.dumps({"title": "Dredging", "depth_m": 11, "note": ARTICLE}), "200 OK"),
}


async def answer(send: Send, body: str | bytes, *, kind: str = _HTML, status: str = "200 OK", more: str = "") -> None:
    data = body.encode() if isinstance(body, str) else body
    await send(f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n{more}\r\n".encode())
    with suppress(ConnectionError):
        await send(data)


def _redirect(place: str) -> bytes:
    return f"HTTP/1.1 302 Found\r\nLocation: {place}\r\nContent-Length: 0\r\n\r\n".encode()
