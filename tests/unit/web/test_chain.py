"""Engines stand in for each other; waiting is as long as a service asks for and no longer."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from fathoms.domain.thread import Phase
from fathoms.errors import AuthFailed, BadAnswer, ProviderError, RateLimited, Unavailable
from fathoms.ports.engine import ALL_PHASES, WebHit, WebQuery
from fathoms.sources.web.chain import LONGEST_WAIT, Chain, Line

HIT = WebHit(url="https://a.example/", title="A")
QUERY = WebQuery(words="harbour", phase=Phase.SURVEY, limit=5)


@dataclass
class Scripted:
    """An engine that gives the next of its answers, and the last for ever."""

    answers: list[tuple[WebHit, ...] | ProviderError]
    name: str = "first"
    phases: frozenset[Phase] = ALL_PHASES
    asked: list[WebQuery] = field(default_factory=list)

    async def search(self, query: WebQuery) -> tuple[WebHit, ...]:
        self.asked.append(query)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, ProviderError):
            raise answer
        return answer


class Waits(list[float]):
    async def __call__(self, seconds: float) -> None:
        self.append(seconds)


async def test_a_service_that_asks_for_a_pause_gets_it() -> None:
    waits, engine = Waits(), Scripted([RateLimited("slow down", retry_after=7.0), (HIT,)])
    assert await Line(engine, pause=waits).search(QUERY) == (HIT,)
    assert waits == [7.0]


async def test_a_pause_that_is_too_long_is_not_waited_for_and_the_engine_rests() -> None:
    waits, engine = Waits(), Scripted([RateLimited("slow down", retry_after=LONGEST_WAIT + 1), (HIT,)])
    line = Line(engine, pause=waits)
    with pytest.raises(RateLimited):
        await line.search(QUERY)
    with pytest.raises(Unavailable, match="rests"):
        await line.search(QUERY)
    assert (waits, len(engine.asked)) == ([], 1)


async def test_a_failing_service_is_tried_three_times_and_then_given_up() -> None:
    waits, engine = Waits(), Scripted([Unavailable("down")])
    with pytest.raises(Unavailable):
        await Line(engine, pause=waits).search(QUERY)
    assert (len(waits), len(engine.asked)) == (2, 3)


@pytest.mark.parametrize("error", [AuthFailed("no"), BadAnswer("what?")])
async def test_what_trying_again_cannot_mend_is_not_tried_again(error: ProviderError) -> None:
    waits, engine = Waits(), Scripted([error])
    with pytest.raises(type(error)):
        await Line(engine, pause=waits).search(QUERY)
    assert (waits, len(engine.asked)) == ([], 1)


async def test_the_next_engine_stands_in_and_what_failed_is_told() -> None:
    first, second = Scripted([BadAnswer("nonsense")]), Scripted([(HIT,)], name="second")
    answer = await Chain([Line(first), Line(second)]).search(QUERY)
    assert (answer.hits, answer.engine) == ((HIT,), "second")
    assert [(f.target, f.reason) for f in answer.failures] == [("first: harbour", "nonsense")]


async def test_when_no_engine_answers_the_last_error_is_raised() -> None:
    chain = Chain([Line(Scripted([BadAnswer("one")])), Line(Scripted([AuthFailed("two")], name="second"))])
    with pytest.raises(AuthFailed, match="two"):
        await chain.search(QUERY)


async def test_an_engine_is_asked_only_in_phases_that_it_serves() -> None:
    scholarly = Scripted([(HIT,)], phases=frozenset([Phase.VERIFY]))
    broad = Scripted([(HIT,)], name="second")
    chain = Chain([Line(scholarly), Line(broad)])
    assert (await chain.search(QUERY)).engine == "second"
    assert (chain.phases, scholarly.asked) == (ALL_PHASES, [])


async def test_hints_that_leave_nothing_are_dropped() -> None:
    engine = Scripted([(), (HIT,)])
    query = WebQuery.parse("harbour (site:gov OR site:edu)", phase=Phase.SURVEY, limit=5, recent=True)
    assert (await Chain([Line(engine)]).search(query)).hits == (HIT,)
    assert [asked.text for asked in engine.asked] == ["harbour (site:gov OR site:edu)", "harbour"]
    assert not engine.asked[1].recent


async def test_a_question_without_hints_is_asked_once() -> None:
    engine = Scripted([()])
    assert (await Chain([Line(engine)]).search(QUERY)).hits == ()
    assert len(engine.asked) == 1


@pytest.mark.parametrize(
    ("text", "words", "sites"),
    [
        ("tidal power", "tidal power", ()),
        ("tidal power site:gov", "tidal power", ("gov",)),
        ("tidal (site:gov OR site:org OR site:edu)", "tidal", ("gov", "org", "edu")),
        ('tidal "experience with" (site:reddit.com)', 'tidal "experience with"', ("reddit.com",)),
        ("website: tidal", "website: tidal", ()),
        ("site:gov", "site:gov", ("gov",)),
    ],
)
def test_a_query_is_taken_apart(text: str, words: str, sites: tuple[str, ...]) -> None:
    query = WebQuery.parse(text, phase=Phase.SURVEY, limit=5)
    assert (query.words, query.sites) == (words, sites)
