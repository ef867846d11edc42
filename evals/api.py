"""The HTTP interface against its own description: requests that fit it and requests that do not, made by Schemathesis.

The server has a finished run and a collection, so that not all ends at a name that is not there. `LIMIT=` asks another
number of examples per endpoint.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from evals.serving import served

PROOF = "Schemathesis finds no 5xx and no answer that breaks the OpenAPI description"

EXAMPLES = int(os.environ.get("LIMIT", "8"))
STREAMS = "events$"
"""Left out here: a stream that waits for a run has no end; `streams` and `faces-agree` hold them to account."""


def main() -> int:
    with served(settings={"serve_per_minute": "0"}) as server, tempfile.TemporaryDirectory() as folder:
        server.ask()
        command = [
            str(Path(sys.executable).with_name("st")), "run", f"{server.address}/api/openapi.json",
            "--max-examples", str(EXAMPLES), "--phases", "examples,coverage,fuzzing", "--request-timeout", "60",
            "--exclude-path-regex", STREAMS, "--no-color", "--seed", "1", "--generation-database", "none",
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    told = done.stdout
    found = re.search(r"(\d+) generated(?:, (\d+) found (\d+) unique failures)?", told)
    if not found:
        print(told[-3000:], done.stderr[-2000:])
        print("no case was generated")
        return 1
    broken = len(re.findall(r"^\[5\d\d\]", told, re.MULTILINE))
    kinds = re.findall(r"❌ (ST\d+ .*)", told)
    for kind in kinds:
        print(kind)
    if kinds:
        print(told[told.find("FAILURES") : told.find("WARNINGS")][:6000])
    failures = max(int(found.group(3) or 0), len(kinds))
    print(f"{found.group(1)} cases, {broken} answers of 5xx (0), {failures} violations (0)")
    return 0 if done.returncode == 0 and not failures and not broken else 1
