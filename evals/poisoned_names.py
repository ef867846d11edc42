"""A name service in the hands of an attacker, for proofs; `python -m evals.poisoned_names …` is `fathoms …` with it.

Names that lead inside, one that changes its mind between two questions, one that mixes good and bad addresses.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

LEADS_TO = {
    "metadata.evil.example": ("169.254.169.254",),
    "loopback.evil.example": ("127.0.0.1",),
    "mixed.example": ("93.184.216.34", "127.0.0.2"),
}
CHANGING = "rebinding.example"
"""The allowed server first, then the one beside it on the same port, and so on in turns."""


@contextmanager
def poisoned_names() -> Iterator[list[str]]:
    """The names that were asked for."""
    real, asked = socket.getaddrinfo, []

    def lookup(host: Any, port: Any, *args: Any, **kwargs: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else str(host)
        asked.append(name)
        if name == CHANGING:
            return real("127.0.0.1" if asked.count(name) % 2 else "127.0.0.2", port, *args, **kwargs)
        return [entry for to in LEADS_TO.get(name, (host,)) for entry in real(to, port, *args, **kwargs)]

    socket.getaddrinfo = lookup
    try:
        yield asked
    finally:
        socket.getaddrinfo = real


if __name__ == "__main__":
    from fathoms.faces.cli import main

    with poisoned_names():
        sys.exit(main())
