"""What a brief takes from a model's answer."""

from __future__ import annotations

import json

from fathoms.domain.brief import EFFORT_LIMITS, Effort
from fathoms.minds.llm.brief import make_brief
from fathoms.ports.mind import BriefRequest
from tests.unit.minds.llm.asking_bench import asker

QUESTION = "How does Nextcloud serve 2,600 pupils?"


async def test_the_digits_of_a_number_are_no_two_keys_of_a_subject() -> None:
    said = {"subjects": ["Nextcloud (self-hosted, 2,600 users,school)"], "language": "en", "criteria": [QUESTION]}
    bench, _ = asker(json.dumps(said))
    request = BriefRequest(question=QUESTION, effort=Effort.STANDARD, limits=EFFORT_LIMITS[Effort.STANDARD])
    (subject,) = (await make_brief(bench, request)).subjects
    assert subject.disambiguation == ("self-hosted", "2,600 users", "school")
