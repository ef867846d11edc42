"""Without the extra, a model is refused before anything starts, with what to install."""

from __future__ import annotations

import pytest

from fathoms.errors import ConfigError, InstallExtra
from fathoms.minds.llm import mind
from fathoms.ports.models import ModelOptions


def test_a_missing_extra_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mind, "LIBRARIES", ("genai_prices", "no_such_library"))
    with pytest.raises(ConfigError, match=r"no_such_library\)$") as caught:
        mind.open_mind("openai:gpt-5", ModelOptions())
    assert caught.value.next_step == InstallExtra("llm")
