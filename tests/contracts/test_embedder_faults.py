"""What a remote embedder does when its server misbehaves: one of our errors, in bounded time, with no secret in it."""

from __future__ import annotations

import json
import logging
import socket
import time
import traceback
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from fathoms.errors import (
    AuthFailed,
    BadAnswer,
    ConfigError,
    ProviderError,
    ProviderTimeout,
    RateLimited,
    Refused,
    Unavailable,
)
from fathoms.ports.embedder import Secret
from fathoms.sources.embedders import endpoint as endpoint_module
from fathoms.sources.embedders.endpoint import Endpoint
from fathoms.sources.embedders.ollama import Ollama
from fathoms.sources.embedders.openai_compatible import OpenAICompatible
from fathoms.sources.embedders.remote import RemoteEmbedder
from tests.unit.embedders.loopback import DIGEST, DIMENSIONS, Loopback, Reply, loopback, vector

KEY = "sk-very-secret-0123456789"
TRIES = 4


class Remote:
    """An opened embedder, its server, and the waits it would have made."""

    def __init__(self, kind: str, server: Loopback) -> None:
        self.kind = kind
        self.server = server
        self.waits: list[float] = []
        self.embedder = self.open()
        server.received.clear()

    def open(self, *, deadline: float = 5.0, url: str = "") -> RemoteEmbedder:
        async def pause(seconds: float) -> None:
            self.waits.append(seconds)

        base = url or self.server.url
        endpoint = Endpoint(
            provider=self.kind,
            base_url=base if self.kind == "ollama" else f"{base}/v1",
            api_key=Secret(KEY),
            deadline=deadline,
            pause=pause,
        )
        if self.kind == "ollama":
            return Ollama(endpoint, model="nomic-embed-text", batch_size=2)
        return OpenAICompatible(endpoint, model="any", batch_size=2)

    def rows(self, vectors: list[list[float]]) -> bytes:
        """A well-formed answer with these vectors."""
        if self.kind == "ollama":
            return json.dumps({"embeddings": vectors}).encode()
        return json.dumps({"data": [{"index": i, "embedding": v} for i, v in enumerate(vectors)]}).encode()


@pytest.fixture(params=["ollama", "openai_compatible"])
def remote(request: pytest.FixtureRequest) -> Iterator[Remote]:
    pytest.importorskip("httpx2", reason="the extra `endpoints` is not installed")
    with loopback() as server:
        yield Remote(request.param, server)


def test_texts_are_sent_in_batches_with_the_key_and_come_back_in_order(remote: Remote) -> None:
    texts = ["a", "b", "c", "d", "e"]
    rows = remote.embedder.embed(texts)
    assert [request.texts for request in remote.server.received] == [["a", "b"], ["c", "d"], ["e"]]
    assert {request.headers["Authorization"] for request in remote.server.received} == {f"Bearer {KEY}"}
    expected = np.array([vector(text) for text in texts])
    assert rows == pytest.approx(expected / np.linalg.norm(expected, axis=1, keepdims=True), abs=1e-6)


GARBAGE: dict[str, Callable[[Remote], bytes]] = {
    "nothing": lambda remote: b"",
    "no JSON": lambda remote: b"<html>Bad gateway</html>",
    "another shape": lambda remote: b'{"hello": "world"}',
    "a list": lambda remote: b"[]",
    "words for numbers": lambda remote: remote.rows([["x"] * DIMENSIONS]),  # type: ignore[list-item]
    "too few vectors": lambda remote: remote.rows([]),
    "too many vectors": lambda remote: remote.rows([vector("a"), vector("b")]),
    "a shorter vector": lambda remote: remote.rows([vector("a")[:-1]]),
    "a zero vector": lambda remote: remote.rows([[0.0] * DIMENSIONS]),
    "not a number": lambda remote: remote.rows([[float("nan")] * DIMENSIONS]),
    "infinite": lambda remote: remote.rows([[float("inf")] * DIMENSIONS]),
}


@pytest.mark.parametrize("garbage", GARBAGE)
def test_a_malformed_answer_is_a_bad_answer_and_not_asked_for_again(remote: Remote, garbage: str) -> None:
    remote.server.always = Reply(body=GARBAGE[garbage](remote))
    with pytest.raises(BadAnswer):
        remote.embedder.embed(["a"])
    assert len(remote.server.received) == 1


def test_an_answer_whose_indexes_repeat_is_a_bad_answer() -> None:
    with loopback() as server:
        remote = Remote("openai_compatible", server)
        row = {"index": 0, "embedding": vector("a")}
        server.always = Reply(body=json.dumps({"data": [row, row]}).encode())
        with pytest.raises(BadAnswer, match="indexes"):
            remote.embedder.embed(["a", "b"])


def test_a_body_in_a_broken_encoding_is_a_bad_answer(remote: Remote) -> None:
    remote.server.always = Reply(body=b"not gzip", headers=(("Content-Encoding", "gzip"),))
    with pytest.raises(BadAnswer):
        remote.embedder.embed(["a"])


@pytest.mark.parametrize(("spare", "accepted"), [(0, True), (-1, False)])
def test_an_answer_is_read_up_to_a_limit(
    remote: Remote, monkeypatch: pytest.MonkeyPatch, spare: int, accepted: bool
) -> None:
    body = remote.rows([vector("a")])
    monkeypatch.setattr(endpoint_module, "_MOST_ANSWER_BYTES", len(body) + spare)
    remote.server.always = Reply(body=body)
    if accepted:
        assert remote.embedder.embed(["a"]).shape == (1, DIMENSIONS)
    else:
        with pytest.raises(BadAnswer, match="bytes"):
            remote.embedder.embed(["a"])


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_auth_failed_at_once(remote: Remote, status: int) -> None:
    remote.server.always = Reply(status, f'{{"error": "bad key {KEY}"}}'.encode())
    with pytest.raises(AuthFailed):
        remote.embedder.embed(["a"])
    assert len(remote.server.received) == 1


@pytest.mark.parametrize("status", [400, 404, 413, 422])
def test_a_refused_request_is_not_sent_again_and_says_why(remote: Remote, status: int) -> None:
    remote.server.always = Reply(status, b'{"error": "input is too long"}')
    with pytest.raises(Refused, match="input is too long"):
        remote.embedder.embed(["a"])
    assert len(remote.server.received) == 1


def test_a_redirect_is_not_followed_because_it_would_carry_the_key_away(remote: Remote) -> None:
    with loopback() as elsewhere:
        remote.server.always = Reply(307, headers=(("Location", f"{elsewhere.url}/v1/embeddings"),))
        with pytest.raises(Refused, match="redirects"):
            remote.embedder.embed(["a"])
        assert elsewhere.received == []


@pytest.mark.parametrize("status", [429, 503])
def test_the_wait_that_the_server_asks_for_is_kept_and_the_batch_goes_on(remote: Remote, status: int) -> None:
    remote.server.faults = [Reply(status, headers=(("Retry-After", "3"),))]
    assert remote.embedder.embed(["a", "b", "c"]).shape == (3, DIMENSIONS)
    assert remote.waits == [3.0]
    assert [request.texts for request in remote.server.received] == [["a", "b"], ["a", "b"], ["c"]]


def test_a_wait_past_the_deadline_is_not_begun(remote: Remote) -> None:
    remote.server.always = Reply(429, headers=(("Retry-After", "3600"),))
    with pytest.raises(RateLimited) as caught:
        remote.embedder.embed(["a"])
    assert caught.value.retry_after == 3600
    assert (remote.waits, len(remote.server.received)) == ([], 1)


@pytest.mark.parametrize(("status", "error"), [(429, RateLimited), (500, Unavailable), (502, Unavailable)])
def test_the_number_of_tries_is_bounded(remote: Remote, status: int, error: type[ProviderError]) -> None:
    remote.server.always = Reply(status)
    with pytest.raises(error):
        remote.embedder.embed(["a"])
    assert len(remote.server.received) == TRIES
    assert remote.waits == [0.5, 1.0, 2.0]


@pytest.mark.parametrize(("failures", "succeeds"), [(TRIES - 1, True), (TRIES, False)])
def test_the_last_try_counts(remote: Remote, failures: int, succeeds: bool) -> None:
    remote.server.faults = [Reply(500)] * failures
    if succeeds:
        assert remote.embedder.embed(["a"]).shape == (1, DIMENSIONS)
    else:
        with pytest.raises(Unavailable):
            remote.embedder.embed(["a"])


def test_a_server_that_is_not_there_is_unavailable(remote: Remote) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening: connections are refused
        with pytest.raises(Unavailable, match="cannot be reached"):
            remote.open(url=f"http://127.0.0.1:{taken.getsockname()[1]}")


@pytest.mark.parametrize("fault", [Reply(hang=True), Reply(drip=True)], ids=["hangs", "drips"])
def test_the_deadline_holds_however_slowly_the_server_answers(remote: Remote, fault: Reply) -> None:
    embedder = remote.open(deadline=0.5)
    remote.server.always = fault
    started = time.monotonic()
    with pytest.raises(ProviderTimeout, match=r"0\.5 s"):
        embedder.embed(["a"])
    assert time.monotonic() - started < 4


async def test_the_deadline_holds_inside_a_running_event_loop(remote: Remote) -> None:
    embedder = remote.open(deadline=0.5)
    remote.server.always = Reply(hang=True)
    with pytest.raises(ProviderTimeout):
        embedder.embed(["a"])


@pytest.mark.parametrize(
    "fault",
    [
        Reply(401, KEY.encode()),
        Reply(400, f"you sent {KEY}".encode()),
        Reply(429, KEY.encode()),
        Reply(500, KEY.encode()),
        Reply(200, f'{{"data": "{KEY}", "embeddings": "{KEY}"}}'.encode()),
    ],
    ids=lambda fault: str(fault.status),
)
def test_the_key_is_in_no_error_traceback_log_or_repr(
    remote: Remote, fault: Reply, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    remote.server.always = fault
    with pytest.raises(ProviderError) as caught:
        remote.embedder.embed(["a"])
    shown = "".join(traceback.format_exception(caught.value)) + caplog.text + repr(remote.embedder) + remote.embedder.id
    assert KEY not in shown


@pytest.mark.parametrize("key", ["line\nbreak", "schlüssel"])
def test_a_key_that_no_header_can_carry_is_refused_without_showing_it(key: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Endpoint(provider="x", base_url="http://localhost", api_key=Secret(key))
    assert key not in str(caught.value)


def test_the_id_of_an_ollama_model_carries_the_digest_of_its_weights() -> None:
    with loopback() as server:
        assert Remote("ollama", server).embedder.id == f"ollama:nomic-embed-text@{DIGEST[:12]}"


def test_an_ollama_model_that_is_not_there_is_named_with_the_command_that_gets_it() -> None:
    with loopback() as server:
        server.tags = Reply(body=b'{"models": []}')
        with pytest.raises(Refused, match="ollama pull nomic-embed-text"):
            Remote("ollama", server)
