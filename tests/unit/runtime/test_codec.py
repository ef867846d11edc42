"""What the journal writes comes back as it was: every kind of value, every error."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from fathoms import errors
from fathoms.domain.plan import Dependency, Plan, Task
from fathoms.domain.value import KINDS
from fathoms.runtime import codec, records  # noqa: F401 - registers the runtime's kinds


def test_a_value_keeps_its_class_through_tuples_and_dicts() -> None:
    plan = Plan(tasks=(Task(id="1", question="q", depends_on=(Dependency(on="2"),)),))
    data = {"args": (plan, "x", None, 1.5), "kwargs": {"at": datetime(2026, 1, 1, tzinfo=UTC), "many": [plan]}}
    assert codec.decode(codec.encode(data)) == data


@pytest.mark.parametrize("code", sorted(codec.ERRORS))
def test_every_error_of_the_tree_comes_back_as_itself(code: str) -> None:
    kind = codec.ERRORS[code]
    error = kind(["a", "b"]) if kind is errors.PlanRefused else kind("what went wrong")
    back = codec.decode(codec.encode(error))
    assert type(back) is kind
    assert str(back) == str(error)
    assert vars(back) == vars(error)


def test_a_rate_limit_keeps_its_retry_after() -> None:
    back = codec.decode(codec.encode(errors.RateLimited("slow down", provider="brave", retry_after=2.5)))
    assert (back.provider, back.retry_after) == ("brave", 2.5)


@pytest.mark.parametrize(
    "step",
    [
        errors.Resume("r1"),
        errors.SetPrices(("model_price_in", "model_price_out")),
        errors.OneOf((errors.Mend(errors.Repair.SPACE), errors.ChooseHome())),
    ],
)
def test_what_to_do_about_an_error_comes_back_with_it(step: errors.NextStep) -> None:
    assert codec.decode(codec.encode(errors.ConfigError("no key", next_step=step))).next_step == step
    assert codec.decode(codec.encode(errors.Refused("no key", next_step=step))).next_step == step


def test_a_step_that_only_another_version_knows_leaves_the_error_readable() -> None:
    back = codec.decode('{"~!":"usage","m":"no wings","v":{},"s":{"n":"Fly","v":{"to":"Mars"}}}')
    assert (str(back), back.next_step) == ("no wings", None)


def test_a_foreign_error_comes_back_by_name_only() -> None:
    back = codec.decode(codec.encode(KeyError("lost")))
    assert isinstance(back, codec.ForeignError)
    assert "KeyError" in str(back)


def test_what_has_no_name_is_refused_at_once() -> None:
    with pytest.raises(codec.UnknownKind, match="give the class a kind"):
        codec.encode(object())


def test_a_kind_from_the_future_is_refused_by_name() -> None:
    with pytest.raises(codec.UnknownKind, match="'hologram'"):
        codec.decode('{"~":"hologram","v":{}}')


def test_a_field_that_a_value_no_longer_has_is_passed_over_in_the_journal_and_nowhere_else() -> None:
    task = Task(id="1", question="How?")
    older = codec.encode(Plan(tasks=(task,))).replace('"question":', '"since_removed":1,"question":')
    assert codec.decode(older) == Plan(tasks=(task,))
    with pytest.raises(ValidationError, match="since_removed"):
        Plan.model_validate_json(json.dumps(json.loads(older)["v"]))


def test_kinds_are_stable_names_and_not_module_paths() -> None:
    assert all(name.replace("_", "").isalpha() and name.islower() for name in KINDS)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text(), inner),
    )
)
def test_plain_data_survives_the_journal(data: object) -> None:
    assert codec.decode(codec.encode(data)) == data
