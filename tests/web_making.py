"""A web for tests: no engines, short deadlines, only what a test allows."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fathoms.ports.engine import Engine, EngineHttp, EngineOptions
from fathoms.sources.web.desk import Web
from fathoms.sources.web.gate import Resolver, resolve
from fathoms.sources.web.options import FetchLimits, WebOptions

CHROMIUM = shutil.which("chromium") or ""
needs_chromium = pytest.mark.skipif(
    not CHROMIUM and not os.environ.get("CI"), reason="Chromium is not installed: `make packages`, or apt-get"
)
QUICK = FetchLimits(deadline=1.0, connect=1.0, max_bytes=2_000_000, max_unpacked=4_000_000)


def no_engine(options: EngineOptions, _http: EngineHttp) -> Engine:
    raise AssertionError(f"nobody asked for {options.name}")


@asynccontextmanager
async def a_web(
    home: Path,
    *,
    allow: Sequence[str] = (),
    limits: FetchLimits = QUICK,
    resolver: Resolver = resolve,
    **more: Any,
) -> AsyncIterator[Web]:
    options = replace(WebOptions(allow_hosts=tuple(allow), limits=limits), **more)
    web = Web(options, no_engine, home, resolver=resolver)
    try:
        yield web
    finally:
        await web.aclose()
