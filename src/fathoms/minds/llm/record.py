"""Record and replay of model traffic: one JSON line an exchange, found again by the fingerprint of the call.

Knows: calls and replies in a file.  Does not know: keys, addresses' secrets or headers, which never get here.
A replay sends nothing; a call that was not recorded is an error that says so.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict, deque
from dataclasses import asdict
from pathlib import Path

from fathoms.errors import ConfigError, Refused
from fathoms.minds.llm.exchange import Call, Reply, Transport


class Recording:
    """Passes calls on and keeps what came back."""

    def __init__(self, live: Transport, file: Path) -> None:
        self._live, self._file = live, file
        file.parent.mkdir(parents=True, exist_ok=True)

    async def send(self, call: Call) -> Reply:
        reply = await self._live.send(call)
        line = {
            "call": call.fingerprint,
            "role": call.role,
            "model": str(call.model),
            "system": call.system,
            "user": call.user,
            "max_tokens": call.max_tokens,
            "reply": asdict(reply),
        }
        _append(self._file, json.dumps(line, ensure_ascii=False))
        return reply

    async def aclose(self) -> None:
        await self._live.aclose()


class Replay:
    """Answers from a recording; a call that was made several times gets its answers in order, then the last again."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._replies: defaultdict[str, deque[Reply]] = defaultdict(deque)
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except OSError as error:
            raise ConfigError(f"the recording {str(file)!r} cannot be read: {error.strerror}") from error
        for number, line in enumerate(lines, 1):
            try:
                kept = json.loads(line)
                self._replies[kept["call"]].append(Reply(**kept["reply"]))
            except (ValueError, KeyError, TypeError) as error:
                raise ConfigError(f"line {number} of the recording {str(file)!r} is damaged: {error}") from error

    async def send(self, call: Call) -> Reply:
        replies = self._replies.get(call.fingerprint)
        if not replies:
            raise Refused(
                f"this call as {call.role} is not in the recording {str(self._file)!r}; record the run again",
                provider=call.model.host,
            )
        return replies.popleft() if len(replies) > 1 else replies[0]

    async def aclose(self) -> None:
        return None


def _append(file: Path, line: str) -> None:
    """In one write, so that several processes do not tear each other's lines."""
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(descriptor, f"{line}\n".encode())
    finally:
        os.close(descriptor)
