"""A question over HTTP, from asking to what is left of it after its deletion."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import fpdf
import httpx2
import pytest

from fathoms.faces.http import app as http_app
from fathoms.faces.http.desk import Desk
from fathoms.faces.http.problems import without_paths
from fathoms.faces.http.table import ENDPOINTS

QUESTION = "How many turbines has the Kittlehead Tidal Array?"
FILE = {"content-type": "application/octet-stream"}
TEXT = "# Kittlehead\n\nThe Kittlehead Tidal Array has 24 turbines. Each turbine stands on the sea floor.\n"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "kittlehead.md").write_text(TEXT, encoding="utf-8")
    return folder


async def _asked(client: httpx2.AsyncClient, docs: Path, **more: Any) -> str:
    answer = await client.post("/api/runs", json={"question": QUESTION, "docs": [str(docs)], **more})
    assert answer.status_code == 202, answer.text
    return str(answer.json()["run"])


async def _until(client: httpx2.AsyncClient, run: str, *states: str) -> dict[str, Any]:
    for _ in range(400):
        view = (await client.get(f"/api/runs/{run}")).json()
        if view.get("card", {}).get("status") in states and not view["working"]:
            return dict(view)
        await asyncio.sleep(0.05)
    raise AssertionError(f"{run} is {view}")


async def test_a_question_is_planned_agreed_to_watched_read_and_deleted(
    client: httpx2.AsyncClient, docs: Path, desk: Desk
) -> None:
    run = await _asked(client, docs)
    view = await _until(client, run, "proposed")
    assert view["offer"]["verdict"]["feasible"]
    plan = view["offer"]["plan"]
    plan["tasks"][0]["question"] = "How many turbines are there at Kittlehead?"
    edited = await client.put(f"/api/runs/{run}/plan", json={"plan": plan})
    assert edited.json()["plan"]["tasks"][0]["question"] == "How many turbines are there at Kittlehead?"
    assert (await client.post(f"/api/runs/{run}/authorize")).status_code == 202
    await _until(client, run, "done")
    events = (await client.get(f"/api/runs/{run}/events", headers={"accept": "application/json"})).json()
    assert [event["body"]["type"] for event in events][-1] == "run.ended"
    streamed = (await client.get(f"/api/runs/{run}/events")).text
    sent = [json.loads(line[6:]) for line in streamed.splitlines() if line.startswith('data: {"run"')]
    assert sent == events
    later = (await client.get(f"/api/runs/{run}/events", headers={"last-event-id": str(events[-2]["seq"])})).text
    assert later.count('data: {"run"') == 1
    report = (await client.get(f"/api/runs/{run}/report")).json()
    passage = report["references"][0]["passages"][0]
    source = (await client.get(f"/api/pages/{passage['page_id']}?start={passage['start']}&end={passage['end']}")).json()
    (start, end) = source["marks"][0]
    assert source["text"][start:end] == passage["quote"]
    html = await client.get(f"/api/runs/{run}/export/html")
    assert html.headers["content-security-policy"].startswith("sandbox allow-scripts")
    assert (await client.delete(f"/api/runs/{run}")).status_code == 200
    assert (await client.get(f"/api/runs/{run}")).status_code == 404
    assert not desk.service.shop.home.run_folder(run).exists()
    assert (await client.get("/api/facts?q=turbines")).json() == []


@pytest.mark.parametrize(
    ("named", "value", "taken"),
    [
        ("then", [{"minimum_confidence": 0.5, "themes": ["yield"]}], True),
        ("then", [{"minimum_confidence": 1}], True),
        ("then", [{"corroboration": 2.0}], True),
        ("then", [{"corroboration": 2.5}], False),
        ("then", [{"minimum_confidence": "0.5"}], False),
        ("then", [{"minimum_confidence": True}], False),
        ("then", [{"corroboration": "2"}], False),
        ("gates", {"conflicts_resolved": "true"}, False),
        ("spec", {"mode": "summary", "questions": ["How many?"], "priority": 1}, True),
        ("spec", {"priority": True}, False),
        ("importance", "0.5", False),
    ],
)
async def test_an_edited_plan_has_each_value_at_any_depth_as_the_description_has_it(
    client: httpx2.AsyncClient, docs: Path, named: str, value: Any, taken: bool
) -> None:
    run = await _asked(client, docs)
    plan = (await _until(client, run, "proposed"))["offer"]["plan"]
    plan["tasks"][0][named] = value
    answer = await client.put(f"/api/runs/{run}/plan", json={"plan": plan})
    assert answer.status_code == (200 if taken else 422), answer.text


async def test_a_folder_with_nothing_to_read_says_so_where_the_run_is_asked_for(
    client: httpx2.AsyncClient, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    run = await _asked(client, tmp_path / "empty")
    for _ in range(200):
        answer = await client.get(f"/api/runs/{run}")
        if answer.status_code == 409:
            break
        await asyncio.sleep(0.05)
    assert "no documents to read" in answer.json()["detail"]


async def test_files_are_handed_over_and_each_says_what_became_of_it(client: httpx2.AsyncClient) -> None:
    good = await client.put("/api/collections/papers/files/notes/kittlehead.md", content=TEXT.encode(), headers=FILE)
    assert good.json()["taken_in"]
    bad = await client.put("/api/collections/papers/files/broken.pdf", content=b"%PDF-1.4 nothing", headers=FILE)
    assert not bad.json()["taken_in"]
    assert bad.json()["reason"]
    name = good.json()["collection"]
    found = (await client.get(f"/api/search?q=turbines&collection={name}")).json()
    assert "24 turbines" in found[0]["text"]
    answer = await client.post("/api/runs", json={"question": QUESTION, "collections": [name], "authorize": True})
    view = await _until(client, answer.json()["run"], "done", "not found")
    assert view["card"]["status"] == "done"


@pytest.mark.parametrize(
    "name",
    ["../../store.db", "..%2f..%2fstore.db", "%2e%2e/x", "a/../../b", "..\\b", "con.txt", "a%00b"],
)
async def test_no_name_of_a_file_leads_out_of_its_folder(client: httpx2.AsyncClient, desk: Desk, name: str) -> None:
    answer = await client.put(f"/api/collections/papers/files/{name}", content=b"words", headers=FILE)
    assert answer.status_code in (404, 405, 422)
    home = desk.service.shop.home.path
    written = [path for path in home.parent.rglob("*") if path.is_file() and path.read_bytes() == b"words"]
    assert written == []


async def test_too_large_a_body_is_refused_before_it_is_read(client: httpx2.AsyncClient) -> None:
    answer = await client.post(
        "/api/runs", content=b"x" * (http_app.MOST_JSON + 1), headers={"content-type": "application/json"}
    )
    assert answer.status_code == 413


async def test_a_body_that_stalls_is_given_up(client: httpx2.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_app, "SLOW", 0.05)
    never = asyncio.Event()

    async def slowly():  # type: ignore[no-untyped-def]
        yield b'{"question": '
        await never.wait()

    answer = await client.post("/api/runs", content=slowly(), headers={"content-type": "application/json"})
    assert answer.status_code == 408


async def test_an_error_names_no_folder_of_the_server(client: httpx2.AsyncClient, desk: Desk) -> None:
    for path in ("/api/runs/none", "/api/pages/none", "/api/collections/none"):
        answer = await client.get(path)
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "application/problem+json"
        assert str(desk.service.shop.home.path) not in answer.text
        assert "Traceback" not in answer.text


async def test_nothing_that_a_run_tells_names_a_folder_of_the_server(
    client: httpx2.AsyncClient, docs: Path, desk: Desk
) -> None:
    run = await _asked(client, docs, authorize=True)
    await _until(client, run, "done")
    service = desk.service
    folders = (str(service.shop.home.path), str(docs))
    report = service.report(run)
    assert report is not None
    passage = report.references[0].passages[0]
    known = {"{run}": run, "{later}": run, "{page}": passage.page_id, "{task:path}": "1", "{format}": "html"}
    for endpoint in ENDPOINTS:
        path = endpoint.path
        for name, value in known.items():
            path = path.replace(name, value)
        if endpoint.method != "GET" or "{" in path or path == "/settings":
            continue
        asked = {"q": "turbines", "asked": "[1]"}
        fields = endpoint.query.model_fields if endpoint.query else {}
        answer = await client.get(f"/api{path}", params={name: asked[name] for name in asked if name in fields})
        assert answer.status_code in (200, 404), path
        assert not [folder for folder in folders if folder in answer.text], path


def test_paths_lose_all_but_their_last_part_and_addresses_keep_theirs() -> None:
    told = "cannot read '/home/rose/plans/a.md' of https://example.org/a/b and /srv/x"
    assert without_paths(told) == "cannot read '…/a.md' of https://example.org/a/b and …/x"


async def test_secrets_of_the_settings_are_not_told(client: httpx2.AsyncClient, desk: Desk) -> None:
    desk.service.settings = desk.service.settings.with_flags({"model_key": "sk-very-secret"})
    answer = await client.get("/api/settings")
    assert "very-secret" not in answer.text
    assert {"name": "model_key", "value": "***"}.items() <= next(
        one for one in answer.json() if one["name"] == "model_key"
    ).items()


async def test_metrics_count_runs_by_status(client: httpx2.AsyncClient) -> None:
    text = (await client.get("/api/metrics")).text
    assert 'fathoms_runs{status="done"} 0' in text


async def test_folders_of_the_server_cannot_be_named_from_another_machine(
    client: httpx2.AsyncClient, docs: Path, desk: Desk
) -> None:
    desk.local = False
    answer = await client.post("/api/runs", json={"question": QUESTION, "docs": [str(docs)]})
    assert answer.status_code == 403


async def test_the_source_of_a_quote_in_a_pdf_is_told_with_its_page_and_opened_there(
    client: httpx2.AsyncClient, tmp_path: Path
) -> None:
    docs = tmp_path / "papers"
    docs.mkdir()
    paper = fpdf.FPDF()
    paper.set_font("helvetica")
    for told in ("The harbour is old.", "The pier was mended.", "The Kittlehead Tidal Array has 24 turbines."):
        paper.add_page()
        paper.multi_cell(0, text=f"{told} This page tells nothing else that anybody would look for.")
    paper.output(str(docs / "array.pdf"))
    run = await _asked(client, docs, authorize=True, keep_originals=True)
    await _until(client, run, "done")
    (reference,) = (await client.get(f"/api/runs/{run}/sources")).json()["references"]
    passage = next(one for one in reference["passages"] if "24 turbines" in one["quote"])
    where = {"start": passage["start"] + passage["quote"].index("24"), "end": passage["end"]}
    source = (await client.get(f"/api/pages/{passage['page_id']}", params=where)).json()
    assert (source["sheet"], source["original"]["media_type"]) == (3, "application/pdf")
    original = await client.get(f"/api/pages/{passage['page_id']}/original")
    assert (original.headers["content-type"], original.content[:5]) == ("application/pdf", b"%PDF-")


async def test_who_watches_a_run_sees_nothing_of_one_that_was_deleted_before_it(
    client: httpx2.AsyncClient, docs: Path
) -> None:
    for _ in range(2):  # the store may give the second run the numbers that the first one's events had
        run = await _asked(client, docs, authorize=True)
        await _until(client, run, "done")
        streamed = (await client.get(f"/api/runs/{run}/events")).text
        sent = [json.loads(line[6:]) for line in streamed.splitlines() if line.startswith('data: {"run"')]
        assert {event["run"] for event in sent} == {run}
        assert (await client.delete(f"/api/runs/{run}")).status_code == 200
