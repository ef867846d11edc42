from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import Cli


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "papers"
    made.mkdir()
    (made / "quay.md").write_text("# Quay\n\nThe quay of Veskerry opens at seven in the morning.\n")
    (made / "talk.key").write_bytes(b"PK")
    (made / "empty.md").write_text("")
    (made / "broken.pdf").write_bytes(b"%PDF-1.7 broken")
    (made / "index.md").write_text("---\ntitle: Index\n---\n")
    (made / ".DS_Store").write_bytes(b"x")
    return made


def test_files_that_are_not_searched_are_named_by_ingest_by_the_list_and_by_a_report_that_found_nothing(
    cli: Cli, folder: Path
) -> None:
    taken = cli("ingest", str(folder))
    for name in ("talk.key", "empty.md", "broken.pdf", "index.md"):
        assert name in taken.err
    assert ".DS_Store" not in taken.err
    listed = {file["name"]: file for file in json.loads(cli("kb", "list", "--skipped", "--json").out)}
    assert listed["talk.key"]["remedy"] == "export it as .pptx or PDF"
    assert [name for name, file in listed.items() if file["fault"]] == ["broken.pdf"]
    report = cli("ask", "Who painted the Zanzibar clock tower?", "--docs", str(folder), "--yes").out
    assert "this does not mean that there is no answer" in report
    assert "talk.key: .key files are not read; export it as .pptx or PDF" in report
    assert "empty.md" not in report
