"""`fathoms doctor` says plainly where it was never tried."""

from __future__ import annotations

import platform

import pytest

from fathoms.faces.cli import checkup


@pytest.mark.parametrize(("name", "verdict"), [("Linux", "ok"), ("Darwin", "ok"), ("Windows", "warn")])
def test_windows_is_said_to_be_untried(name: str, verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "system", lambda: name)
    found = checkup.system()
    assert found.verdict == verdict
    assert ("WSL" in found.advice) == (name == "Windows")
