"""A web server on loopback that speaks HTTP/2 only, over TLS, and counts connections and requests."""

from __future__ import annotations

import asyncio
import ssl

import h2.config
import h2.connection
import h2.events
import trustme

from fathoms.testing.hostile import ARTICLE, page
from fathoms.testing.loopback import LoopbackServer

BODY = page(f"<p>{ARTICLE * 3}</p>").encode()


class Http2Server(LoopbackServer):
    """Use as `with Http2Server(authority) as server:`."""

    def __init__(self, authority: trustme.CA, *, protocols: tuple[str, ...] = ("h2",)) -> None:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.set_alpn_protocols(list(protocols))
        authority.issue_cert("localhost").configure_cert(tls)
        super().__init__(tls=tls)
        self.negotiated: list[str | None] = []
        """What each connection agreed upon."""
        self.paths: list[str] = []
        self.most_at_once = 0
        self.wait_for = 0
        """Answer only when so many requests are open at once."""

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        spoken = writer.get_extra_info("ssl_object").selected_alpn_protocol()
        self.negotiated.append(spoken)
        talk = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        talk.initiate_connection()
        writer.write(talk.data_to_send())
        waiting: list[int] = []
        try:
            while data := await reader.read(65_536):
                for event in talk.receive_data(data):
                    if isinstance(event, h2.events.RequestReceived) and event.stream_id:
                        self.paths.append(dict(event.headers or ())[b":path"].decode())
                        waiting.append(event.stream_id)
                        self.most_at_once = max(self.most_at_once, len(waiting))
                if len(waiting) >= self.wait_for:
                    for stream in waiting:
                        talk.send_headers(stream, [(":status", "200"), ("content-type", "text/html; charset=utf-8")])
                        talk.send_data(stream, BODY, end_stream=True)
                    waiting.clear()
                writer.write(talk.data_to_send())
                await writer.drain()
        finally:
            writer.close()
