"""Every kind of document is read back with what was written into it, and a hostile one is refused with a reason."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from pathlib import Path

import pytest

from evals import format_samples as samples
from fathoms.sources import formats
from fathoms.sources.formats import (
    archive,
    asciidoc,
    latex,
    markdown,
    notebook,
    org,
    program,
    rst,
    spreadsheet,
    subtitles,
)
from fathoms.sources.formats.parsed import Parsed, Unreadable
from fathoms.sources.kb import KnowledgeBase

HOLDERS = ("mbox", "zip")
PACKED = ("docx", "epub", "opendocument", "pptx", "spreadsheet")


@pytest.fixture
def kb(tmp_path: Path) -> KnowledgeBase:
    return KnowledgeBase(tmp_path / "kb.db")


def blocks(parsed: Parsed) -> list[str]:
    return [parsed.text[block.start : block.end] for block in parsed.blocks]


def packed(**parts: bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in parts.items():
            made.writestr(name, data)
    return held.getvalue()


def test_every_kind_that_needs_no_program_has_a_sample() -> None:
    needing = {kind.name for kind in formats.kinds().values() if kind.needs}
    assert set(samples.SAMPLES) == set(formats.kinds()) - needing


@pytest.mark.parametrize(
    ("kind", "suffix"),
    [(kind, suffix) for kind, (_, suffixes) in samples.SAMPLES.items() for suffix in suffixes if kind not in HOLDERS],
)
def test_what_was_written_into_a_document_stands_in_its_blocks(kind: str, suffix: str) -> None:
    told = samples.facts(1)[:1] if kind == "mail" else samples.facts(1)
    parsed = formats.read_here(samples.made(kind, told, suffix), kind, f".{suffix}")
    for fact in told:
        assert any(samples.stated(kind, fact) in block for block in blocks(parsed)), parsed.text


@pytest.mark.parametrize(
    "kind", ["asciidoc", "docx", "epub", "latex", "markdown", "opendocument", "org", "pptx", "rst"]
)
def test_a_sentence_stands_under_its_heading(kind: str) -> None:
    (fact,) = samples.facts(2, 1)
    parsed = formats.read_here(samples.made(kind, [fact]), kind)
    (block,) = [block for block in parsed.blocks if fact.sentence in parsed.text[block.start : block.end]]
    assert block.path[-1] == fact.heading


def test_rows_of_a_sheet_know_their_sheet_and_cell_range() -> None:
    parsed = formats.read_here(samples.made("spreadsheet", samples.facts(3)), "spreadsheet")
    assert {block.path for block in parsed.blocks} == {("Buildings", "B3:D5")}


@pytest.mark.parametrize(("index", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (701, "ZZ"), (702, "AAA")])
def test_columns_are_named_as_spreadsheets_name_them(index: int, name: str) -> None:
    assert spreadsheet.column_name(index) == name


def test_slides_are_pages_and_keep_the_speakers_notes() -> None:
    parsed = formats.read_here(samples.made("pptx", samples.facts(4)), "pptx")
    assert len(parsed.pages) == 2
    assert "Speaker's notes: Speak slowly." in blocks(parsed)


# --- hostile and broken ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PACKED)
def test_an_archive_that_unpacks_to_too_much_is_refused_before_it_is_unpacked(kind: str) -> None:
    bomb = packed(**{"content.xml": b" " * (archive.MAX_RATIO * 10_000 + 50_000), "mimetype": b"x"})
    with pytest.raises(Unreadable, match="decompression bomb"):
        formats.read_here(bomb, kind)


@pytest.mark.parametrize(
    ("kind", "part"), [("docx", "word/document.xml"), ("pptx", "ppt/presentation.xml"), ("opendocument", "content.xml")]
)
def test_a_document_that_defines_entities_is_refused(kind: str, part: str) -> None:
    with pytest.raises(Unreadable, match="declares XML entities"):
        formats.read_here(packed(**{part: b"<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>"}), kind)


@pytest.mark.parametrize("kind", PACKED)
def test_what_is_no_archive_is_called_damaged(kind: str) -> None:
    with pytest.raises(Unreadable, match=r"damaged|not an? "):
        formats.read_here(b"PK\x03\x04 nothing behind it", kind)


@pytest.mark.parametrize("kind", PACKED)
def test_an_office_file_with_a_password_says_what_helps(kind: str) -> None:
    locked = (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 500 + "EncryptedPackage".encode("utf-16-le") + b"\x00" * 500
    )
    with pytest.raises(Unreadable, match="password") as refused:
        formats.read_here(locked, kind)
    assert "password" in refused.value.remedy


def test_elements_nested_without_end_do_not_end_the_reader() -> None:
    deep = b"<text:section>" * 5_000
    content = (
        b'<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
        b' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body>'
        + deep + deep.replace(b"<", b"</") + b"</office:body></office:document-content>"
    )  # fmt: skip
    with pytest.raises(Unreadable):
        formats.read_here(packed(**{"content.xml": content}), "opendocument")


@pytest.mark.parametrize(
    ("kind", "suffix", "named"), [("old_office", ".doc", "LibreOffice"), ("picture", ".png", "esseract")]
)
def test_without_its_program_a_file_is_named_with_what_helps(
    kind: str, suffix: str, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "found", lambda _names: "")
    with pytest.raises(Unreadable, match=named) as refused:
        formats.read_here(b"\xd0\xcf", kind, suffix)
    assert named in refused.value.remedy
    assert refused.value.fault is False


def test_a_picture_is_read_by_the_program_that_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = tmp_path / "reader"
    reader.write_text(
        '#!/bin/sh\n[ "$1" = --list-langs ] && printf "List:\\neng\\n" || echo "The quay opens at seven ($4)."\n'
    )
    reader.chmod(0o755)
    monkeypatch.setattr(program, "found", lambda _names: str(reader))
    parsed = formats.read_here(b"\x89PNG", "picture", ".png")
    assert parsed.text == "The quay opens at seven (eng)."
    assert "OCR" in parsed.note


# --- marks ----------------------------------------------------------------------------------------------------------


def test_restructured_text_reads_without_its_marks() -> None:
    parsed = rst.parse(
        "=====\nGuide\n=====\n\n:Date: 2024-03-01\n\nSee :ref:`the list <x>`, ``--flag`` and `a site <http://a.b>`_.\n\n"
        ".. _target:\n\n.. comment\n\nOptions\n-------\n\n.. versionadded:: 3.2\n   The timeout.\n\n"
        "timeout\n    Seconds to wait.\n\n.. list-table::\n   :header-rows: 1\n\n   * - Name\n     - Length\n"
        "   * - Heron\n     - 38 m\n\nRun::\n\n    make all\n"
    )
    assert parsed.title == "Guide"
    assert blocks(parsed) == [
        "See the list, --flag and a site.",
        "Added in version 3.2: The timeout.",
        "- timeout: Seconds to wait.",
        "| Name | Length |",
        "| Heron | 38 m |",
        "Run:",
        "```\nmake all\n```",
    ]
    assert parsed.blocks[2].path == ("Guide", "Options")


def test_restructured_text_keeps_code_numbers_empty_cells_and_titles_of_two_letters() -> None:
    parsed = rst.parse(
        ":file:`__init__.py`, ``__version__`` and ``a_b_``, see :pep:`751`, :pep:`the rule <420>`, "
        ":rfc:`2119#section-3`, `the list`_, list_ and `a site <http://a.b>`__.\n\nuv\n==\n\n"
        ".. list-table::\n\n   * - Name\n     - Upload\n     - Proxy\n   * - Heron\n     -\n     - yes\n"
        "   * -\n     - no\n     -\n"
    )
    assert blocks(parsed) == [
        "__init__.py, __version__ and a_b_, see PEP 751, the rule, RFC 2119, the list, list and a site.",
        "| Name | Upload | Proxy |",
        "| Heron | | yes |",
        "| | no | |",
    ]
    assert parsed.headings[0].text == "uv"


def test_fields_above_the_text_speak_of_the_document() -> None:
    parsed = rst.parse(":Author: Ann Lee\n:Date: 2024-03-01\n\nGuide\n=====\n\nText.\n\n:Default: 5\n")
    assert (parsed.author, parsed.dated) == ("Ann Lee", date(2024, 3, 1))
    assert blocks(parsed) == ["Text.", "- Default: 5"]


def test_asciidoc_reads_without_its_marks() -> None:
    parsed = asciidoc.parse(
        "= Manual\nAnn Lee <ann@example.org>\n:revdate: 2024-05-06\n:boat: Heron\n\n[[start]]\n== Start\n\n"
        "The {boat} is *fast*; see link:a.html[the site] and https://x.y[this].\n\n----\nrun\n----\n\n"
        "term:: meaning\n\n|===\n|Name |Length\n\n|Heron\n|38 m\n|===\n\n// a comment\n"
    )
    assert (parsed.title, parsed.author, parsed.dated) == ("Manual", "Ann Lee", date(2024, 5, 6))
    assert blocks(parsed) == [
        "The Heron is fast; see the site and this.",
        "```\nrun\n```",
        "- term: meaning",
        "| Name | Length |",
        "| Heron | 38 m |",
    ]


def test_org_reads_without_its_marks() -> None:
    parsed = org.parse(
        "#+TITLE: Plan\n* TODO Buy rope :quay:\n:PROPERTIES:\n:ID: 3\n:END:\n"
        "From [[http://a.b][the shop]], ~40 m~.\n| a | b |\n|---+---|\n| 1 | 2 |\n"
    )
    assert parsed.title == "Plan"
    assert blocks(parsed) == ["From the shop, 40 m.", "| a | b |", "| 1 | 2 |"]
    assert parsed.headings[0].text == "Buy rope"


def test_latex_reads_without_its_commands() -> None:
    parsed = latex.parse(
        r"\documentclass{article}\title{On \emph{Tides}}\author{Jos\'e M\"uller}\begin{document}"
        "\n\\section{Method}\\label{m}\nWe saw 5\\% more~\\cite{a}. % not this\n\n"
        "\\begin{itemize}\\item One\\item Two\\end{itemize}\n"
        "\\begin{verbatim}\nx % y\n\\end{verbatim}\n\\end{document} after"
    )
    assert (parsed.title, parsed.author) == ("On Tides", "José Müller")
    assert blocks(parsed) == ["We saw 5% more.", "- One", "- Two", "```\nx % y\n```"]


def test_subtitles_are_passages_with_their_times_and_say_nothing_twice() -> None:
    parsed = subtitles.parse(
        "WEBVTT\n\nNOTE made by hand\n\n00:01.000 --> 00:03.000\n<v Ann>The quay\n\n"
        "00:03.000 --> 00:05.000\nThe quay\nopens at seven.\n"
    )
    assert blocks(parsed) == ["Ann: The quay The quay opens at seven."]
    assert parsed.blocks[0].path == ("00:00:01–00:00:05",)


def test_a_notebook_shows_text_code_and_what_was_printed() -> None:
    parsed = notebook.parse(
        '{"cells": [{"cell_type": "markdown", "source": ["# Tides\\n", "High at noon."]},'
        ' {"cell_type": "code", "source": "print(2)", "outputs": [{"text": ["2\\n"]}]}], "metadata": {}}'
    )
    assert parsed.title == "Tides"
    assert blocks(parsed) == ["High at noon.", "```\nprint(2)\n```", "```\n2\n```"]


def test_the_codes_of_site_generators_are_left_out_of_markdown() -> None:
    parsed = markdown.parse(
        "---\ntitle: Pods\ndate: 2024-02-03\n---\nimport Tabs from '@theme/Tabs';\n\n# Pods {#pods}\n\n"
        'A {{< glossary_tooltip text="Pod" term_id="pod" >}} is small &amp; fast.<br/>'
        "Use `{{ x }}` or List<String>.\n\n"
        ':::tip Hint\n<Tabs><TabItem label="a">Inner.</TabItem></Tabs>\n:::\n\n'
        "{% raw %}Raw{% endraw %} {{ site.url }}\n\n"
        "```yaml\nx: {{ .Values.y }} &amp;\n```\n\n<!-- hidden -->\n[ref]: https://example.org/x\n"
    )
    assert (parsed.title, parsed.dated) == ("Pods", date(2024, 2, 3))
    assert [" ".join(block.split()) for block in blocks(parsed)] == [
        "A Pod is small & fast. Use `{{ x }}` or List<String>.",
        "Hint Inner.",
        "Raw",
        "```yaml x: {{ .Values.y }} &amp; ```",
    ]


def test_a_value_that_the_site_would_print_leaves_a_gap_that_can_be_seen() -> None:
    parsed = markdown.parse(
        "# Cranes {{ version }}\n\nFor version {{v}} of the crane, `rope` >={{r}} is needed at {{ site.url }}\n"
    )
    assert blocks(parsed) == ["For version … of the crane, `rope` >=… is needed at"]
    assert parsed.title == "Cranes"


def test_the_body_of_an_aside_is_no_code_for_being_set_in() -> None:
    parsed = markdown.parse(
        '# Ropes\n\n:::warning\n    Renew them\n    in spring.\n:::\n\n!!! note "Mind"\n    Grease helps:\n\n'
        "    ```\n    grease --all\n    ```\n\n    It dries.\n\nEnd.\n\n    really --code\n"
    )
    assert [" ".join(block.split()) for block in blocks(parsed)] == [
        "Renew them in spring.",
        "Mind Grease helps:",
        "``` grease --all ```",
        "It dries.",
        "End.",
        "really --code",
    ]
    assert "\n    really --code" in parsed.text
    assert "\n    Renew" not in parsed.text


def test_the_name_that_a_code_gives_to_what_it_encloses_is_read_with_it() -> None:
    parsed = markdown.parse(
        '# Options\n\n{{% option name="crane.enabled" default=true %}} Turns the crane on. {{% /option %}}\n\n'
        '{{< figure name="x" src="y" >}}\n\nEnd.\n'
    )
    assert [" ".join(block.split()) for block in blocks(parsed)] == ["crane.enabled: Turns the crane on.", "End."]


def test_a_title_is_read_without_marks_and_without_what_escapes_them() -> None:
    assert markdown.parse("# From *crane* 2.\\* to `3`\n\nText.\n").title == "From crane 2.* to 3"


def test_text_without_codes_is_stored_as_it_was_written() -> None:
    text = "# A\n\nIf a < b, see [it](x.md).\n\n```\n{{ y }}\n```\n"
    assert markdown.parse(text).text == text


def test_front_matter_alone_is_no_fault_and_its_description_is_read() -> None:
    with pytest.raises(Unreadable, match="front matter") as refused:
        markdown.parse("---\ntitle: Index\n---\n")
    assert refused.value.fault is False
    assert markdown.parse("---\ntitle: Index\ndescription: >-\n  All the\n  quays.\n---\n").text == "All the quays."


# --- documents inside files -----------------------------------------------------------------------------------------


def test_documents_inside_files_are_documents_of_their_own(kb: KnowledgeBase, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number, kind in enumerate(("mail", "mbox", "zip")):
        make, (suffix,) = samples.SAMPLES[kind]
        make(folder / f"x.{suffix}", samples.facts(number))
    result = kb.ingest([folder])
    assert (result.added, result.failed) == (6, ())
    assert {row.path.partition("/")[0] for row in kb.documents()} == {"x.eml", "x.mbox", "x.zip"}
    assert kb.ingest([folder]).unchanged == 6
    make(folder / "x.zip", samples.facts(9, 1))
    again = kb.ingest([folder])
    assert (again.updated, again.removed, again.unchanged) == (1, 1, 4)
    (folder / "x.mbox").unlink()
    assert kb.ingest([folder]).removed == 2


def test_a_zip_folder_names_what_it_holds_and_cannot_be_read(kb: KnowledgeBase, tmp_path: Path) -> None:
    inner = packed(**{"deep.md": b"The quay opens at seven."})
    parts = {
        "../../up.md": b"The crane is red.",
        "talk.key": b"x",
        "bad.pdf": b"%PDF-",
        "inner.zip": inner,
        ".hidden.md": b"x",
    }
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "all.zip").write_bytes(packed(**parts))
    result = kb.ingest([tmp_path / "docs"])
    assert [row.path for row in kb.documents()] == ["all.zip/inner.zip/deep.md", "all.zip/up.md"]
    assert [file.name for file in result.failed] == ["all.zip/bad.pdf"]
    assert [file.name for file in result.skipped] == ["all.zip/talk.key"]
    assert kb.ingest([tmp_path / "docs"]).failed == ()
    assert [file.name for file in kb.unread()] == ["all.zip/bad.pdf", "all.zip/talk.key"]


def test_zips_in_zips_end_somewhere(kb: KnowledgeBase, tmp_path: Path) -> None:
    data = b"The quay opens at seven."
    for level in range(6):
        data = packed(**{f"level{level}.{'md' if level == 0 else 'zip'}": data})
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "all.zip").write_bytes(data)
    assert "deeper than 3" in kb.ingest([tmp_path / "docs"]).failed[0].reason


def test_an_ingest_that_died_inside_a_file_is_taken_up_again(
    kb: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fathoms.sources.kb import ingest as ingesting

    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "all.zip").write_bytes(
        packed(**{f"{n}.md": b"The quay %d opens at seven." % n for n in range(5)})
    )
    monkeypatch.setattr(ingesting, "BATCH_FILES", 2)
    written = ingesting.write_batch

    def dies(*arguments: object) -> object:
        if kb.documents():
            raise KeyboardInterrupt
        return written(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(ingesting, "write_batch", dies)
    with pytest.raises(KeyboardInterrupt):
        kb.ingest([tmp_path / "docs"])
    monkeypatch.setattr(ingesting, "write_batch", written)
    result = kb.ingest([tmp_path / "docs"])
    assert (result.added, result.unchanged) == (3, 2)


def test_a_mail_of_parts_in_parts_without_end_is_named_and_costs_nothing_else(
    kb: KnowledgeBase, tmp_path: Path
) -> None:
    (tmp_path / "docs").mkdir()
    opening = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(5_000))
    (tmp_path / "docs" / "deep.eml").write_text(f"Subject: x\n{opening}\n\nText.")
    (tmp_path / "docs" / "good.md").write_text("The quay opens at seven.")
    result = kb.ingest([tmp_path / "docs"])
    assert "good.md" in {row.path for row in kb.documents()}
    assert all(file.name == "deep.eml" for file in result.failed)


def test_directives_roles_and_labels_of_myst_are_read_as_their_page_shows_them() -> None:
    picture = "A" * 300
    written = (
        "(the-crane)=\n# The crane\n\n"
        "See {ref}`the-quay` and {ref}`ropes <rope-page>`, {cite:ps}`Smith2020` or [](#the-winch)."
        " A {term}`winch` turns; `code {x}` stays.\n\n"
        "```{note}\nMind the ropes.\n```\n\n"
        "```{figure} ../crane.jpg\n---\nname: crane\nalt: A crane\n---\nThe crane at work.\n```\n\n"
        "```{admonition} Take care\n:class: tip\nIt swings.\n```\n\n```{toctree}\na\nb\n```\n\n"
        f"```{{code-block}} python\nlift(40)\n```\n\n![badge](https://img.example/{picture})\n"
    )
    assert markdown.parse(written).text.split("\n\n") == [
        "# The crane",
        "See the quay and ropes,  or the winch. A winch turns; `code {x}` stays.",
        "Mind the ropes.",
        "The crane at work.",
        "Take care",
        "It swings.",
        "```{code-block} python\nlift(40)\n```",
        "badge\n",
    ]


def test_a_link_that_a_site_names_by_its_target_is_told_by_that() -> None:
    assert markdown.parse("A copy is a [AUTOTITLE](/articles/fork-of-it).").text == "A copy is a fork of it."
