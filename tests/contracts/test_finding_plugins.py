"""A plug-in that is installed and was forgotten by the suites is a failure that says what to add."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathoms.app import plugins
from fathoms.testing.contracts import finding

GROUPS = (plugins.MINDS, plugins.SOURCES, plugins.ENGINES, plugins.EMBEDDERS, plugins.STEPS)


@pytest.fixture
def pond(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package with a plug-in of every kind, as an installer would leave it."""
    metadata = tmp_path / "pond-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: pond\nVersion: 1.0\n", encoding="utf-8")
    groups = "".join(f"[{group}]\npond = pond_plugin:opened\n" for group in GROUPS)
    (metadata / "entry_points.txt").write_text(groups, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("pond")
@pytest.mark.parametrize("group", GROUPS)
def test_a_plug_in_without_a_sample_is_named_with_what_to_add(group: str) -> None:
    others = [name for name in finding.names(group) if name != "pond"]
    kind = group.removeprefix("fathoms.").removesuffix("s")
    assert finding.without_sample(group, others, "SAMPLES in here.py") == (
        f"the {kind} 'pond' (pond_plugin:opened of pond) is put through no contract suite: "
        "add a sample called 'pond' to SAMPLES in here.py"
    )
    assert finding.without_sample(group, [*others, "pond with salt"], "SAMPLES in here.py") == ""
