"""Servers with a `POST /rerank`, each in its own shape, on loopback."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from fathoms.errors import BadAnswer, ConfigError, ProviderError
from fathoms.ports.reranker import RerankerOptions
from fathoms.ports.secret import Secret
from fathoms.sources.rerankers.rerank_endpoint import open_reranker

QUESTION, TEXTS = "How long does it take?", ["It is blue.", "It takes an hour.", "It is far."]
SCORES = [0.1, 0.9, 0.3]


def best_first(name: str) -> list[dict[str, object]]:
    order = sorted(range(len(SCORES)), key=lambda index: -SCORES[index])
    return [{"index": index, name: SCORES[index]} for index in order]


COHERE = {"id": "07734bd2", "results": best_first("relevance_score"), "meta": {"api_version": {"version": "2"}}}
JINA = {
    "model": "jina-reranker-v2",
    "usage": {"total_tokens": 12},
    "results": [{**one, "document": {"text": TEXTS[int(str(one["index"]))]}} for one in best_first("relevance_score")],
}
INFINITY = {"object": "rerank", "results": best_first("relevance_score"), "model": "bge", "usage": {}}
TEI = best_first("score")


@contextmanager
def served(
    answer: object, status: int = 200
) -> Iterator[tuple[str, list[tuple[str, dict[str, str], dict[str, object]]]]]:
    received: list[tuple[str, dict[str, str], dict[str, object]]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            received.append((self.path, dict(self.headers), body))
            sent = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", received
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("answer", [COHERE, JINA, INFINITY], ids=["cohere", "jina", "infinity"])
def test_a_server_of_named_models_is_asked_with_documents_and_its_scores_come_in_our_order(answer):
    with served(answer) as (url, received):
        reranker = open_reranker(RerankerOptions(base_url=f"{url}/v1", model="rerank-3", api_key=Secret("k-1")))
        assert reranker.score(QUESTION, TEXTS) == SCORES
    ((path, headers, body),) = received
    assert path == "/v1/rerank"
    assert headers["Authorization"] == "Bearer k-1"
    assert body == {"model": "rerank-3", "query": QUESTION, "documents": TEXTS}


def test_text_embeddings_inference_is_asked_with_texts_and_answers_with_a_list():
    with served(TEI) as (url, received):
        assert open_reranker(RerankerOptions(base_url=url)).score(QUESTION, TEXTS) == SCORES
    ((path, _, body),) = received
    assert (path, body) == ("/rerank", {"query": QUESTION, "texts": TEXTS})


@pytest.mark.parametrize("answer", [TEI[:2], [*TEI, TEI[0], {"index": 3, "score": 1}], {"results": []}])
def test_an_answer_that_does_not_score_every_passage_is_refused(answer):
    with served(answer) as (url, _), pytest.raises(BadAnswer, match="did not score every passage"):
        open_reranker(RerankerOptions(base_url=url)).score(QUESTION, TEXTS)


def test_an_answer_of_another_shape_is_a_named_failure():
    with served({"data": [1, 2, 3]}) as (url, _), pytest.raises(ProviderError):
        open_reranker(RerankerOptions(base_url=url)).score(QUESTION, TEXTS)


def test_a_refusal_of_the_server_is_a_named_failure():
    with served({"message": "no such key"}, status=401) as (url, _), pytest.raises(ProviderError):
        open_reranker(RerankerOptions(base_url=url, model="m")).score(QUESTION, TEXTS)


def test_nothing_is_asked_where_there_is_nothing_to_score():
    with served(TEI) as (url, received):
        assert open_reranker(RerankerOptions(base_url=url)).score(QUESTION, []) == []
    assert received == []


def test_an_address_that_is_none_is_refused_before_anything_is_sent():
    with pytest.raises(ConfigError):
        open_reranker(RerankerOptions(base_url="not an address"))
