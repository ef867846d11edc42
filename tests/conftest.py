"""Every test gets a clean environment: no settings of the developer's, no user data directory."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _no_settings_of_the_developer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.startswith("FATHOMS_") or name.upper().endswith("_PROXY") or name == "SSL_CERT_FILE":
            monkeypatch.delenv(name)
    monkeypatch.setenv("FATHOMS_SETTINGS", str(tmp_path / "no-settings.toml"))
    monkeypatch.setenv("FATHOMS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("FATHOMS_MODEL_REACH", "local")  # no test can spend money by accident
