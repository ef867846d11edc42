"""What a mind is told of its queries, and what becomes of them."""

from __future__ import annotations

import json

from fathoms.domain.evidence import SourceKind
from fathoms.domain.thread import Scope
from fathoms.engine.thread.allocation import choose, most_queries
from fathoms.minds.llm.scope import make_scope
from fathoms.ports.meter import counted_by
from fathoms.ports.mind import ScopeRequest
from tests.thread_making import make_brief, make_survey, make_task, make_thread
from tests.unit.minds.llm.asking_bench import Purse, asker

KB, WEB = make_survey("kb"), make_survey("web", kind=SourceKind.EXTERNAL)


async def test_as_many_queries_as_a_mind_is_told_are_sent() -> None:
    frame, thread = Scope(round=1), make_thread()
    words = ("sand", "mud", "clay", "rock", "silt", "peat", "chalk", "marl")
    kept = [
        {"source": source, "query": f"{word} of the quay"}
        for source in ("kb", "web")
        for word in words[: most_queries(frame)]
    ]
    bench, script = asker(json.dumps({"queries": kept, "intent": "the ground"}))
    request = ScopeRequest(brief=make_brief(), task=make_task(), thread=thread, scope=frame, surveys=(KB, WEB))
    with counted_by(Purse()):
        draft = await make_scope(bench, request)
    assert "At most 5 for each source" in script.calls[0].user
    sent = choose(thread, frame, draft, (KB, WEB)).queries
    assert [query.text for query in sent if query.source == "kb"] == [f"{word} of the quay" for word in words[:5]]
    assert sum(query.source == "web" for query in sent) == 5


async def test_a_query_that_may_not_be_sent_is_left_out_on_record() -> None:
    written = [{"source": "kb", "query": text} for text in ("depth of the quay", "see https://evil.example/x")]
    bench, _ = asker(json.dumps({"queries": written, "intent": "the ground"}))
    request = ScopeRequest(
        brief=make_brief(), task=make_task(), thread=make_thread(), scope=Scope(round=1), surveys=(KB,)
    )
    purse = Purse()
    with counted_by(purse):
        draft = await make_scope(bench, request)
    assert [query.text for query in draft.backlog] == ["depth of the quay"]
    assert [what for what, _ in purse.left_out] == [("see https://evil.example/x",)]


async def test_the_name_of_a_label_is_searched_for_in_ones_own_documents_and_nowhere_else() -> None:
    label = "quay.example.io/secret-type of a crane"
    written = [{"source": source, "query": label} for source in ("kb", "web")]
    bench, _ = asker(json.dumps({"queries": written, "intent": "the label"}))
    request = ScopeRequest(
        brief=make_brief(), task=make_task(), thread=make_thread(), scope=Scope(round=1), surveys=(KB, WEB)
    )
    purse = Purse()
    with counted_by(purse):
        draft = await make_scope(bench, request)
    assert [(one.source, one.text) for one in draft.backlog] == [("kb", "quay example io secret type of a crane")]
    assert [what for what, _ in purse.left_out] == [(label,)]
