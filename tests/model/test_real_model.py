"""A whole run with a real, tiny language model (`make test-model`): what counts is the shape of its outcome."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from evals import real_model, small_model

pytestmark = [pytest.mark.model, pytest.mark.timeout(3_600)]


@pytest.fixture(scope="module")
def model() -> Iterator[str]:
    if why := small_model.missing():
        pytest.skip(why)
    with small_model.SmallModel() as small:
        yield small.model


@pytest.mark.parametrize("question", real_model.QUESTIONS)
def test_a_run_with_a_real_model_ends_honestly_and_invents_no_quote(model: str, tmp_path: Path, question: str) -> None:
    outcome = real_model.run(model, tmp_path / "home", question)
    assert outcome.wrong == ()
    assert outcome.calls > 0
