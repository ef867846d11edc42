"""A language model on loopback, for tests and proofs: it speaks OpenAI's chat completions and answers by script.

    with ModelServer() as server:            # honest: quotes the blocks it is shown
        … f"{server.url}#scripted" …         # the name of a model for `--model`

Knows: the roles by the name of the schema they ask for, marked blocks.  Does not know: the product's own code.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

_BLOCK = re.compile(r'<(\w+) id="([^"]+)"[^>]*>(.*?)</\1>', re.DOTALL)
_SENTENCE = re.compile(r"[^.!?]+[.!?]")

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, as a script sees it."""

    role: str
    system: str
    user: str
    schema: Answer
    key: str
    """The key that came with it."""

    def blocks(self, tag: str) -> dict[str, str]:
        return {name: text for kind, name, text in _BLOCK.findall(self.user) if kind == tag}

    def choices(self, field_name: str) -> list[str]:
        """The values that the schema allows in a field, wherever it stands."""
        found = re.search(
            rf'"{field_name}": {{[^{{}}]*?(?:"items": {{[^{{}}]*?)?"enum": (\[[^\]]*\])', json.dumps(self.schema)
        )
        return list(json.loads(found[1])) if found else []


@dataclass(frozen=True, slots=True)
class Fault:
    """Instead of an answer: a status, with a header or two, after a while."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0


Script = Callable[[Asked], "Answer | str | Fault"]


def honest(asked: Asked) -> Answer | str | Fault:
    """Says what the blocks say and nothing else."""
    match asked.role:
        case "brief":
            return {"subjects": [], "language": "en", "criteria": ["Is the question answered?"], "feasible": True}
        case "plan":
            question = asked.user.split("\n")[1]
            tasks = [{"id": "1", "question": question, "heading": "Answer", "sub_questions": [question]}]
            return {"tasks": tasks, "strategy": "aspect", "broad": False, "approach": "one task"}
        case "scope":
            task = re.search(r"This task: (.*)", asked.user)
            text = task[1] if task else "anything"
            rounds = asked.user.count("\n- ")
            return {
                "queries": [{"source": name, "query": f"{text} {rounds}"} for name in asked.choices("source")],
                "intent": text,
            }
        case "extract":
            return _extracted(asked)
        case "finding":
            facts = asked.blocks("fact")
            text = " ".join(f"{_first(said).rstrip('.!?')} [{key}]." for key, said in facts.items())
            return {
                "paragraphs": [{"heading": "", "text": text}],
                "depth": "adequate",
                "sufficient": True,
                "trust": "high",
            }
        case "gaps":
            return {"matter": []}
        case "editor":
            facts = asked.blocks("fact")
            return {
                "key_points": [f"{_first(said)} [{key}]" for key, said in list(facts.items())[:2]],
                "open_questions": [],
            }
        case "order":
            return {"section_order": []}
        case "redraft":
            return {"paragraphs": [{"heading": "", "text": _told(asked)}]}
        case "sketch":
            return {"sketch": "Say what was found, first things first."}
        case "compose":
            return {"text": ""}
        case "polish":
            return {"text": asked.blocks("draft")["text"]}
        case "whole":
            first = [f"{_first(said)} [{key}]" for key, said in asked.blocks("fact").items()]
            return {"short_answer": " ".join(first[:1]), "sections": [{"heading": "", "text": _told(asked)}]}
        case "parent":
            return {"text": _told(asked)}
        case "judge":
            return {"verdicts": [{"id": key, "verdict": "supported"} for key in asked.blocks("statement")]}
        case "rewrite":
            return {"rewritten": [{"id": key, "text": ""} for key in asked.blocks("statement")]}
    return {}


def _told(asked: Asked) -> str:
    return " ".join(f"{_first(said)} [{key}]" for key, said in asked.blocks("fact").items())


def _extracted(asked: Asked) -> Answer:
    subs = asked.choices("answered")
    facts = [
        {"source_id": key, "quote": _first(text), "claim": _first(text), "answers": subs[:2]}
        for key, text in asked.blocks("source").items()
    ]
    return {"facts": facts, "answered": subs, "sufficient": True, "missing_question": ""}


def _first(text: str) -> str:
    prose = " ".join(line for line in text.splitlines() if not line.startswith("#"))
    found = _SENTENCE.search(prose)
    return (found[0] if found else prose).strip()


class ModelServer:
    """Started with the block, ended with it. `asked` holds every request in the order of its arrival."""

    def __init__(self, script: Script = honest, *, models: list[Answer] | None = None) -> None:
        self.script = script
        self.asked: list[Asked] = []
        self.paths: list[str] = []
        """Whatever else was asked for."""
        self.models = [{"id": "scripted"}] if models is None else models
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> ModelServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, asked: Asked) -> Answer | str | Fault:
        with self._lock:
            self.asked.append(asked)
        return self.script(asked)


def _handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            return None

        def do_GET(self) -> None:
            server.paths.append(self.path)
            self._send(200, {"data": server.models})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answer = server.answer(_asked(body, self.headers.get("Authorization", "")))
            if isinstance(answer, Fault):
                time.sleep(answer.seconds)
                return self._send(answer.status, {"error": {"message": "scripted"}}, answer.headers)
            text = answer if isinstance(answer, str) else json.dumps(answer)
            usage = {"prompt_tokens": len(json.dumps(body)) // 4, "completion_tokens": len(text) // 4}
            message = {"role": "assistant", "content": text}
            return self._send(
                200,
                {
                    "id": "c1",
                    "object": "chat.completion",
                    "created": 0,
                    "model": body["model"],
                    "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                    "usage": {**usage, "total_tokens": sum(usage.values())},
                },
            )

        def _send(self, status: int, body: Answer, headers: dict[str, str] | None = None) -> None:
            data = json.dumps(body).encode()
            with suppress(ConnectionError):  # a client that lost its patience
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

    return Handler


def _asked(body: Answer, authorization: str) -> Asked:
    said = {message["role"]: message["content"] for message in body["messages"]}
    wanted = (body.get("response_format") or {}).get("json_schema") or {}
    return Asked(
        role=wanted.get("name", ""),
        system=said.get("system", said.get("developer", "")),
        user=said["user"],
        schema=wanted.get("schema", {}),
        key=authorization.removeprefix("Bearer "),
    )
