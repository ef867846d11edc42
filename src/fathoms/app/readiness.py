"""Getting ready for a run while its planning is waited for.

The durable engine and the reader of web pages take a second to import. A mind that is far away leaves that time
free: who has agreed to the plan beforehand does not wait for it twice.

Knows: which modules a run will need.  Does not know: what they do.
"""

from __future__ import annotations

import asyncio
import importlib

from fathoms.domain.run import RunOrder

ENGINE = "fathoms.runtime.journal"
_READERS = {"web": "fathoms.sources.web.reading.article"}
"""By plug-in of a source: what it imports when it first reads."""


class Readiness:
    """At most one thread that imports; nothing of it is kept but the modules themselves."""

    def __init__(self) -> None:
        self._importing: asyncio.Future[None] | None = None

    def begin(self, order: RunOrder) -> None:
        if self._importing is None:
            modules = (ENGINE, *(_READERS[spec.plugin] for spec in order.sources if spec.plugin in _READERS))
            self._importing = asyncio.ensure_future(asyncio.to_thread(_import, modules))

    async def done(self) -> None:
        """When what was begun is there; at once when nothing was."""
        if self._importing is not None:
            await self._importing


def _import(modules: tuple[str, ...]) -> None:
    for name in modules:
        importlib.import_module(name)
