"""What every step between two others promises: rulings on what it was shown, or a `ProviderError`, nothing else.

    @pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
    async def test_my_step_keeps_the_contract(case):
        assert await problem(MyStep(), case) == ""

Knows: the port, and rounds that a step has to take.  Does not know: what any step looks for.
"""

from __future__ import annotations

from dataclasses import dataclass

from fathoms.domain.evidence import Confidence, Evidence, Fact, Passage
from fathoms.domain.plan import Task
from fathoms.domain.step import RoundFacts, Rulings, Slot
from fathoms.errors import ProviderError
from fathoms.ports.step import Step

_TEXT = (
    "The harbour of Skarrow was dredged in 2019 to a depth of eleven metres. The works cost 4.2 million euros. "
    "It is said that a wreck lies below the quay."
)


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    found: RoundFacts


def _fact(number: int, claim: str, quote: str, text: str = _TEXT) -> Fact:
    start = text.index(quote)
    evidence = Evidence(
        page_id="p-1",
        url=f"kb://harbour/notes.md#{start}-{start + len(quote)}",
        title="Notes",
        quote=quote,
        start=start,
        end=start + len(quote),
        source="documents",
    )
    return Fact(id=f"f-{number}", claim=claim, evidence=(evidence,), confidence=Confidence.PLAUSIBLE, task="1", round=1)


def _case(name: str, *facts: Fact, text: str = _TEXT) -> Case:
    passage = Passage(
        key="S1", page_id="p-1", url="kb://harbour/notes.md", title="Notes", start=0, end=len(text), text=text
    )
    question = "How deep is the harbour of Skarrow?"
    found = RoundFacts(
        question=question, task=Task(id="1", question=question), round=1, facts=facts, passages=(passage,)
    )
    return Case(name, found)


_DEPTH = "The harbour of Skarrow was dredged in 2019 to a depth of eleven metres."
_ODD = "深さは十一メートル。 \u202e\x07 👩‍🚢 <b>&amp;</b> 1,000.5"
CASES = (
    _case("no facts"),
    _case("a fact in its own words", _fact(1, _DEPTH, _DEPTH)),
    _case("a claim that says more than its quote", _fact(1, "It was dredged in 2020.", "dredged in 2019")),
    _case("hearsay", _fact(1, "A wreck lies below the quay.", "It is said that a wreck lies below the quay.")),
    _case("other people's characters", _fact(1, _ODD, _ODD, _ODD), text=_ODD),
    _case("many facts", *(_fact(number, f"{number}: {_DEPTH}", _DEPTH) for number in range(1, 201))),
)


async def problem(step: Step, case: Case) -> str:
    """What the step does wrong with this round; empty when it keeps its promise."""
    if not isinstance(step.slot, Slot):
        return f"its slot is {step.slot!r}; it must be one of {', '.join(map(repr, Slot))}"
    try:
        said = await step.look(case.found)
    except ProviderError:
        return ""  # a failure by name, which leaves the facts as they are
    except Exception as error:  # noqa: BLE001 - any other exception is the very thing that is looked for
        return f"raised {type(error).__name__}, which is no ProviderError: {error}"
    if not isinstance(said, Rulings):
        return f"said {said!r}, which is no Rulings"
    shown = {fact.id for fact in case.found.facts}
    unknown = [ruling.fact for ruling in said.rulings if ruling.fact not in shown]
    if unknown:
        return f"ruled on {unknown[0]!r}, which it was not shown"
    if Rulings.stored(said.model_dump_json()) != said:
        return "what it said does not come back from the store as it was"
    return ""
