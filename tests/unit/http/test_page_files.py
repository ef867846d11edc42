"""What the page is made of, as the server hands it out."""

from __future__ import annotations

import json
import re

import httpx2

from fathoms.domain.events import event_types


async def test_the_page_listens_to_every_kind_of_event_that_there_is(client: httpx2.AsyncClient) -> None:
    script = (await client.get("/event-types.js")).text
    listed = re.fullmatch(r"export const EVENT_TYPES = (\[.*\]);\n", script)
    assert listed
    assert set(json.loads(listed[1])) == set(event_types())
    assert 'import { EVENT_TYPES } from "./event-types.js"' in (await client.get("/api.js")).text
