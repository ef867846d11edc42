"""Leaks: secrets planted wherever a user or a server can put one, looked for in all that Fathoms leaves behind.

Keys of every kind of setting, passwords in addresses that are typed, set, found by a search engine or redirected to;
commands that succeed, fail and break. Then every file of the home (databases included), every trace, and all that was
printed is read for them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from fathoms.testing.hostile import HostileServer
from fathoms.testing.model_server import Fault, ModelServer

PROOF = "secrets planted in addresses, settings and keys; found in reports, events, traces, errors, files"

QUESTION = "How deep is the harbour of Skarrow?"


def _secret(name: str) -> str:
    return f"s3cret-{name}-8h2kd"


KEYS = (
    "MODEL_KEY", "OPENAI_KEY", "ANTHROPIC_KEY", "GOOGLE_KEY", "EMBEDDER_KEY", "RERANKER_KEY", "ENGINE_SEARXNG_KEY",
    "ENGINE_BRAVE_KEY", "SOURCE_QDRANT_KEY", "SOURCE_MCP_KEY",
)  # fmt: skip


def _commands(docs: Path, web: HostileServer, model: str) -> list[tuple[dict[str, str], list[str]]]:
    held = f"http://me:{_secret('typed')}@127.0.0.1:{web.port}"
    ask = ["ask", QUESTION, "--docs", str(docs), "--yes"]
    plain: dict[str, str] = {}
    return [
        (plain, [*ask, "--web"]),
        (plain, [*ask, "--model", model, "--fresh"]),
        (plain, [*ask, "--model", f"{held}/v1#m"]),
        (plain, ["ask", QUESTION, "--source", f"qdrant+{held}/name", "--yes"]),
        (plain, ["ask", f"What stands at {held}/page?", "--docs", str(docs), "--yes"]),
        (plain, ["web", "fetch", f"{held}/page"]),
        (plain, ["web", "fetch", web.url(f"/to?url={held}/page")]),
        (plain, ["web", "search", "harbour"]),
        (plain, ["settings"]),
        (plain, ["settings", "--json"]),
        (plain, ["doctor", "--json"]),
        (plain, ["show", "last", "--events"]),
        (plain, ["show", "last", "--trace"]),
        (plain, ["export", "last", "--format", "json"]),
        ({"FATHOMS_MODEL_URL": f"{held}/v1"}, ["settings"]),
        ({"FATHOMS_EMBEDDER_URL": held, "FATHOMS_EMBEDDER": "ollama"}, ["doctor"]),
        ({"FATHOMS_TRACE_TO": held}, ask),
        ({"FATHOMS_PROXY": f"http://me:{_secret('proxy')}@127.0.0.1:9"}, ["web", "fetch", "http://host.invalid/x"]),
        ({"FATHOMS_PROXY": f"ftp://me:{_secret('proxy')}@127.0.0.1:9"}, [*ask, "--web", "--fresh"]),
        ({"HTTPS_PROXY": f"http://me:{_secret('proxy')}@127.0.0.1:9"}, [*ask, "--web", "--fresh"]),
        ({"FATHOMS_MODEL": "openai:gpt-5"}, [*ask, "--fresh"]),
    ]


def main() -> int:
    planted = {_secret(name) for name in (*KEYS, "typed", "proxy", "hit")}
    printed: list[str] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        HostileServer() as engine,
        HostileServer() as pages,
        ModelServer(lambda asked: Fault(401)) as refusing,
    ):
        home, docs, traces = Path(folder) / "home", Path(folder) / "docs", Path(folder) / "traces.jsonl"
        docs.mkdir()
        (docs / "a.md").write_text("The harbour of Skarrow is eleven metres deep.", encoding="utf-8")
        engine.results = [f"http://me:{_secret('hit')}@127.0.0.1:{pages.port}/page", pages.url("/harbour")]
        usual = {name: value for name, value in os.environ.items() if not name.startswith("FATHOMS_")} | {
            "FATHOMS_SETTINGS": str(Path(folder) / "none.toml"), "FATHOMS_HOME": str(home),
            "FATHOMS_ENGINES": "searxng", "FATHOMS_ENGINE_SEARXNG_URL": engine.url(""),
            "FATHOMS_ALLOW_HOSTS": pages.endpoint, "FATHOMS_PAGE_SECONDS": "3", "FATHOMS_MODEL_TRACE": "content",
            "FATHOMS_TRACE_TO": str(traces), "FATHOMS_CALLS_LOG": str(home / "calls.log"),
            "FATHOMS_MODEL_REACH": "local", **{f"FATHOMS_{name}": _secret(name) for name in KEYS},
        }  # fmt: skip
        home.mkdir()
        for more, words in _commands(docs, pages, f"{refusing.url}#m"):
            done = subprocess.run(
                [sys.executable, "-m", "fathoms", *words],
                env=usual | more,
                capture_output=True,
                timeout=300,
                check=False,
            )
            printed.append(f"{' '.join(words[:1])}: {(done.stdout + done.stderr).decode('utf-8', 'replace')}")
        files = {str(path): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}
    found = [f"{name}: {secret}" for name, data in files.items() for secret in planted if secret.encode() in data]
    found += [f"printed by {text[:60]!r}: {secret}" for text in printed for secret in planted if secret in text]
    for line in found[:20]:
        print(line)
    held = [
        name for name in ("store.db", "journal.db", "report", "traces.jsonl") if any(name in path for path in files)
    ]
    print(f"{len(printed)} commands, {len(files)} files read, among them {', '.join(held) or 'none that a run leaves'}")
    print(f"{len(planted)} secrets planted, {len(found)} found")
    return 0 if not found and len(held) == 4 else 1
