"""Search engines: every contract case over every engine, answered by a service on loopback.

The cases are those of `fathoms.testing.engines`. Whole runs through the services are another proof: `world-web`.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from fathoms.app import plugins
from fathoms.app.web import open_engine
from fathoms.ports.embedder import Secret
from fathoms.ports.engine import EngineOptions
from fathoms.sources.web.desk import Web
from fathoms.sources.web.options import WebOptions
from fathoms.testing.engines import CASES, Case, Sample, Service, problem
from tests.engine_samples import SAMPLES

PROOF = "typed hits or typed errors, nothing else, for every engine and every case of the contract"


async def _held(name: str, sample: Sample, case: Case, home: Path) -> str:
    with Service(case.reply(sample)) as service:
        options = EngineOptions(name=name, base_url=service.url, api_key=Secret("a-key"))
        web = Web(WebOptions(engines=(options,), engine_deadline=0.5), open_engine, home)
        try:
            return await problem(web.engine(name), case)
        finally:
            await web.aclose()


def main() -> int:
    held = total = 0
    left_out = set(plugins.names(plugins.ENGINES)) - set(SAMPLES)
    print(f"{'engine':<12} {'cases held':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for name, sample in sorted(SAMPLES.items()):
            problems = {case.name: asyncio.run(_held(name, sample, case, Path(folder))) for case in CASES}
            good = sum(1 for said in problems.values() if not said)
            held, total = held + good, total + len(CASES)
            print(f"{name:<12} {good:>5} of {len(CASES)}")
            for case, said in problems.items():
                if said:
                    print(f"   {case}: {said}")
    print(f"{'the cases':<12} {', '.join(case.name for case in CASES)}")
    print(f"without a recorded shape: {', '.join(sorted(left_out)) or 'none'}")
    print(f"{held} of {total} contract cases held over {len(SAMPLES)} engines")
    return 0 if held == total else 1
