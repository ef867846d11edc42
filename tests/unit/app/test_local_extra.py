"""What the extra `local` brings is used where it is installed and wanted, and missed by nobody where it is not."""

from __future__ import annotations

import importlib.util

import pytest

from fathoms.app import build
from fathoms.app.settings import load


def test_who_wants_no_reranker_gets_no_table_of_word_vectors_either() -> None:
    assert build.make_token_vectors(load({"reranker": "none"})) is None


def test_where_the_table_has_no_wheel_passages_are_found_by_their_words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "LOCAL_TABLE", "no_such_package_here")
    assert build.make_token_vectors(load({})) is None


def test_where_it_is_installed_it_is_opened_once() -> None:
    if importlib.util.find_spec(build.LOCAL_TABLE) is None:
        pytest.skip("the extra `local` is not installed, or has no table for this machine")
    assert build.make_token_vectors(load({})) is build.make_token_vectors(load({"reranker": "cross_encoder"}))
