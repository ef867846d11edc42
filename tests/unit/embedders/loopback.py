"""An embedding server on loopback that speaks OpenAI's and Ollama's interface, and misbehaves on demand.

Vectors are made from a hash of the text, so they are the same whenever and with whatever they are asked.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DIMENSIONS = 8
DIGEST = "0a109f422b47e3a30ba2b10eca18548e944e8a23073ee3f3e947efcf3c45e59f"


def vector(text: str) -> list[float]:
    return [byte / 255 + 0.01 for byte in hashlib.sha256(text.encode()).digest()[:DIMENSIONS]]


@dataclass(frozen=True)
class Reply:
    """What the server does instead of answering well."""

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    hang: bool = False
    drip: bool = False
    """Send a byte of the headers now and then, for ever."""


@dataclass(frozen=True)
class Received:
    path: str
    headers: dict[str, str]
    texts: list[str]


@dataclass
class Loopback:
    """`faults` are used up, one per embedding request; `always` comes after them."""

    faults: list[Reply] = field(default_factory=list)
    always: Reply | None = None
    received: list[Received] = field(default_factory=list)
    tags: Reply | None = None
    url: str = ""
    released: threading.Event = field(default_factory=threading.Event)

    def next_fault(self) -> Reply | None:
        return self.faults.pop(0) if self.faults else self.always


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    world: Loopback

    def do_GET(self) -> None:
        models = [{"name": "other:latest", "digest": "ff"}, {"name": "nomic-embed-text:latest", "digest": DIGEST}]
        self._send(self.world.tags or Reply(body=json.dumps({"models": models}).encode()))

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.world.received.append(Received(self.path, dict(self.headers), asked["input"]))
        fault = self.world.next_fault()
        if fault is not None:
            self._send(fault)
        elif self.path == "/v1/embeddings":
            rows = [{"index": i, "embedding": vector(text)} for i, text in enumerate(asked["input"])]
            self._send(Reply(body=json.dumps({"object": "list", "data": rows[::-1]}).encode()))
        elif self.path == "/api/embed":
            self._send(Reply(body=json.dumps({"embeddings": [vector(text) for text in asked["input"]]}).encode()))
        else:
            self._send(Reply(404, b'{"error": "no such page"}'))

    def _send(self, reply: Reply) -> None:
        if reply.hang:
            self.world.released.wait(5)
            self.close_connection = True
            return
        if reply.drip:
            self._drip()
            return
        self.send_response(reply.status)
        for name, value in reply.headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body)

    def _drip(self) -> None:
        self.close_connection = True
        try:
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Drip: ")
            while not self.world.released.wait(0.02):
                self.wfile.write(b".")
        except OSError:
            pass  # the client has gone, as it should

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@contextmanager
def loopback() -> Iterator[Loopback]:
    world = Loopback()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"world": world}))
    server.daemon_threads = True
    world.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield world
    finally:
        world.released.set()
        server.shutdown()
        server.server_close()
        thread.join(5)
