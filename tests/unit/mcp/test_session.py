"""A real MCP client asks, watches and reads, in this process; and the skill says what the server offers."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from mcp.client import Client

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.faces.cli.root import ENTRIES
from fathoms.faces.mcp.server import Tools

ROOT = Path(__file__).parents[3]
SKILL = ROOT / "skills" / "fathoms" / "SKILL.md"
QUESTION = "How many turbines has the Kittlehead Tidal Array?"


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    async with Service(load({"home": str(tmp_path / "home")})) as opened:
        yield opened


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "kittlehead.md").write_text(
        "# Kittlehead\n\nThe Kittlehead Tidal Array has 24 turbines.\n", encoding="utf-8"
    )
    return folder


async def _called(client: Client, tool: str, **arguments: Any) -> Any:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return result.structured_content


async def test_a_client_researches_with_progress_and_follows_a_sentence_down_to_its_words(
    service: Service, docs: Path
) -> None:
    heard: list[str] = []

    async def progress(_done: float, _total: float | None, message: str | None) -> None:
        heard.append(message or "")

    async with Client(Tools(service).server()) as client:
        result = await client.call_tool(
            "research", {"question": QUESTION, "docs": [str(docs)]}, progress_callback=progress
        )
        begun = result.structured_content
        assert begun
        assert begun["status"] == "done"
        assert "24 turbines" in begun["report"]
        assert any("fact.found" in message for message in heard)
        events = await _called(client, "events", run="last")
        own = [event.model_dump(mode="json") for event in service.events(begun["run"])]
        assert events["events"] == own
        trails = await _called(client, "why", run="last", asked="[1]")
        quote = trails["trails"][0]["grounds"][0]["footings"][0]["evidence"]
        assert "24 turbines" in quote["quote"]
        read = await client.read_resource(f"fathoms://report/{begun['run']}")
        assert "24 turbines" in read.contents[0].text  # type: ignore[union-attr]
        page = await client.read_resource(f"fathoms://source/{quote['page_id']}")
        assert page.contents[0].text[quote["start"] : quote["end"]] == quote["quote"]  # type: ignore[union-attr]
        known = await _called(client, "known", about="turbines")
        assert known["facts"]
        found = await _called(client, "kb_search", query="turbines")
        assert "24 turbines" in found["passages"][0]["text"]


async def test_a_plan_starts_nothing_and_is_started_by_its_run(service: Service, docs: Path) -> None:
    async with Client(Tools(service).server()) as client:
        offer = await _called(client, "plan", question=QUESTION, docs=[str(docs)])
        assert offer["status"] == "proposed"
        status = await _called(client, "status", run=offer["run"])
        assert status["card"]["tasks_done"] == 0
        begun = await _called(client, "research", run=offer["run"])
        assert begun["status"] == "done"


async def test_what_goes_wrong_is_told_in_words_that_an_agent_can_act_on(service: Service) -> None:
    async with Client(Tools(service).server()) as client:
        result = await client.call_tool("status", {"run": "none"})
        assert result.is_error
        assert "the tool runs lists those there are" in str(result.content)


async def test_the_skill_and_the_page_name_the_tools_and_commands_that_there_are(service: Service) -> None:
    async with Client(Tools(service).server()) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        templates = {one.uri_template for one in (await client.list_resource_templates()).resource_templates}
    page = (ROOT / "docs" / "reference" / "mcp.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == tools
    skill = SKILL.read_text(encoding="utf-8")
    assert set(re.findall(r"`(\w+)\(", skill)) <= tools
    assert set(re.findall(r"fathoms://\S+?\}", skill)) == templates
    assert set(re.findall(r"^fathoms (\w+)", skill, re.MULTILINE)) <= set(ENTRIES)


def test_the_skill_has_a_manifest_that_says_when_to_use_it_and_when_not() -> None:
    text = SKILL.read_text(encoding="utf-8")
    manifest = dict(line.split(": ", 1) for line in text.split("---")[1].strip().splitlines())
    assert manifest["name"] == SKILL.parent.name
    assert 40 < len(manifest["description"]) <= 1024
    assert "## When to use it" in text
    assert "## When not to use it" in text
