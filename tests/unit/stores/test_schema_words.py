"""Comparing a status with a member of its enum asks nobody what that may be."""

from __future__ import annotations

import pytest
from sqlalchemy import inspection

from fathoms.domain.calls import Deed
from fathoms.domain.run import RunStatus
from fathoms.stores.run_tables import asking_for
from fathoms.stores.schema import RUNS


def test_a_status_is_compared_without_the_object_mapper(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the mapper was asked")

    monkeypatch.setattr(inspection, "inspect", refuse)
    asking_for(Deed.SEARCH, Deed.PLAN)
    compared = RUNS.c.status == RunStatus.DONE
    assert compared.right.value == "done"
    with pytest.raises(AssertionError, match="the mapper was asked"):
        _ = RUNS.c.run == RunStatus.DONE
