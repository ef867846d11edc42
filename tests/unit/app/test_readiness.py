"""What a run will need is imported while its planning is waited for, and only for who agreed beforehand."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fathoms.app import readiness, settings
from fathoms.app.service import Service
from fathoms.domain.asking import Ask

AN_ODD_MODULE = "this"
"""Of the standard library, and imported by nobody."""


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "harbour.md").write_text("# Harbour\n\nThe harbour of Anselm is nine metres deep.\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("agreed", [True, False])
async def test_the_engine_is_imported_beside_the_planning_of_who_agreed_beforehand(
    docs: Path, monkeypatch: pytest.MonkeyPatch, agreed: bool
) -> None:
    monkeypatch.setattr(readiness, "ENGINE", AN_ODD_MODULE)
    monkeypatch.delitem(sys.modules, AN_ODD_MODULE, raising=False)
    async with Service(settings.load({})) as service:
        row = await service.register(Ask(question="How deep is the harbour?", docs=(docs,), authorized=agreed))
        await service.take_in(row.order.run)
        await service.plan(row.order.run)
    assert (AN_ODD_MODULE in sys.modules) is agreed
