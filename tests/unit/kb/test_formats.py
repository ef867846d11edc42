from __future__ import annotations

import io
import zipfile
from datetime import UTC, date, datetime
from pathlib import Path

import fpdf
import pytest

from fathoms.sources.formats import (
    archive,
    code,
    data,
    docx,
    format_of,
    html,
    mail,
    markdown,
    pdf,
    read,
    read_here,
    table,
)
from fathoms.sources.formats.apart import ReaderProcess
from fathoms.sources.formats.parsed import Format, Parsed, Unreadable
from fathoms.sources.kb.chunks import cut

WORLD = Path(__file__).parents[3] / "examples" / "world"


def spans(parsed: Parsed) -> list[str]:
    return [parsed.text[block.start : block.end] for block in parsed.blocks]


def lines(parsed: Parsed) -> list[str]:
    return [line for span in spans(parsed) for line in span.splitlines()]


# --- tables ---------------------------------------------------------------------------------------------------------


def test_each_row_of_a_table_is_a_line_that_names_its_columns() -> None:
    parsed = table.parse('Year,Cargo,Note\n2021,5.1,"storm, in\nJanuary"\n2022,,calm\n')
    assert lines(parsed) == [
        "Columns: Year; Cargo; Note",
        "Year: 2021; Cargo: 5.1; Note: storm, in January",
        "Year: 2022; Note: calm",
    ]


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_the_separator_of_a_table_is_found(mark: str) -> None:
    parsed = table.parse(f"Ship{mark}Length\nHeron{mark}38 m\n")
    assert lines(parsed)[1] == "Ship: Heron; Length: 38 m"


def test_a_table_without_header_keeps_its_rows() -> None:
    assert lines(table.parse("2021,5.1\n2022,5.3\n")) == ["2021; 5.1", "2022; 5.3"]


def test_a_quote_that_is_never_closed_does_not_swallow_the_table() -> None:
    parsed = table.parse('a,b\n"open,1\n' + "ship,2\n" * 40_000)
    assert "a: ship; b: 2" in lines(parsed)


def test_the_rows_of_a_passage_are_one_block_however_many_a_table_has() -> None:
    parsed = table.parse("Ship,Length\n" + "Heron,38\n" * 20_000)
    assert len(lines(parsed)) == 20_001
    assert len(parsed.blocks) < 1_000
    assert all(len(span) <= 1_000 for span in spans(parsed))


def test_a_passage_of_japanese_rows_is_cut_between_two_of_them() -> None:
    parsed = table.parse("船,港\n" + "".join(f"第{n}号の船。大きい船,北の港。寒い港\n" for n in range(200)))
    told = set(lines(parsed))
    for chunk in cut(parsed):
        assert set(parsed.text[chunk.start : chunk.end].splitlines()) <= told


def test_a_table_without_rows_is_refused() -> None:
    with pytest.raises(Unreadable, match="no rows"):
        table.parse(" \n,,\n")


# --- data -----------------------------------------------------------------------------------------------------------


def test_json_is_told_by_key_and_value_below_the_keys_that_lead_to_it() -> None:
    parsed = data.parse(
        '{"title": "Port", "open": true, "staff": [{"name": "Ann", "tags": ["a", "b"]}, {"name": "Bo"}]}'
    )
    assert parsed.title == "Port"
    assert [(text, block.path) for text, block in zip(spans(parsed), parsed.blocks, strict=True)] == [
        ("title: Port; open: yes", ()),
        ("name: Ann; tags: a, b", ("staff",)),
        ("name: Bo", ("staff",)),
    ]


def test_json_lines_are_records_and_broken_lines_are_counted() -> None:
    parsed = data.parse('{"a": 1}\n{"a": 2}\n{"a": \n')
    assert spans(parsed) == ["a: 1", "a: 2"]
    assert parsed.note == "1 lines are not JSON and were left out"


def test_what_is_not_json_is_refused() -> None:
    with pytest.raises(Unreadable, match="not valid JSON"):
        data.parse("{nothing")
    with pytest.raises(Unreadable, match="no values"):
        data.parse("[{}, [], null]")


def test_half_characters_in_json_become_storable() -> None:
    assert data.parse(r'{"a": "x\ud800y\u0000"}').text == "a: x\ufffdy\ufffd"


@pytest.mark.parametrize(("levels", "told"), [(data.MAX_DEPTH - 1, True), (data.MAX_DEPTH + 1, False)])
def test_values_are_told_down_to_a_depth(levels: int, told: bool) -> None:
    parsed = data.parse('{"top": 1, "x": ' + '{"k": ' * levels + '"deep"' + "}" * levels + "}")
    assert ("deep" in parsed.text) is told
    assert bool(parsed.note) is not told


def test_json_nested_beyond_reason_is_refused() -> None:
    with pytest.raises(Unreadable, match="nested too deeply"):
        read_here(b"[" * 200_000 + b"]" * 200_000, Format.RECORDS)


# --- mail -----------------------------------------------------------------------------------------------------------

MAIL = (
    b"Subject: =?utf-8?q?N=C3=A4chste_F=C3=A4hre?=\r\nFrom: Ann <ann@example.org>\r\n"
    b"Date: Mon, 2 Mar 2026 23:30:00 +0100\r\nMIME-Version: 1.0\r\n"
    b"Content-Type: multipart/alternative; boundary=x\r\n\r\n"
    b"--x\r\nContent-Type: text/html\r\n\r\n<p>The <b>html</b> part.</p>\r\n"
    b"--x\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    b"Die F=E4hre kommt.\r\n\r\nBis dann.\r\n--x--\r\n"
)


def test_a_mail_gives_title_date_author_and_its_plain_part() -> None:
    parsed = mail.parse(MAIL)
    assert (parsed.title, parsed.dated, parsed.author) == (
        "Nächste Fähre",
        date(2026, 3, 2),
        "Ann <ann@example.org>",
    )
    assert spans(parsed)[1:] == ["Die Fähre kommt.", "Bis dann."]


def test_a_mail_with_html_alone_is_read_as_a_page() -> None:
    parsed = mail.parse(b"Subject: Fog\nContent-Type: text/html\n\n<p>The ferry waits for the fog to lift.</p>")
    assert spans(parsed)[-1] == "The ferry waits for the fog to lift."


def test_a_text_that_begins_like_a_mail_keeps_its_own_text() -> None:
    text = "From: Ann\nDate: 2 March 2026\nSubject: Fog\n\nThe ferry waits.\n"
    parsed = read(text.encode(), Format.TEXT)
    assert (parsed.text, parsed.title, parsed.dated) == (text, "Fog", date(2026, 3, 2))


def test_a_text_that_only_mentions_a_sender_is_no_mail() -> None:
    assert read(b"From: here to there\n\nA walk along the quay.", Format.TEXT).author == ""


def test_a_mail_in_an_unknown_charset_is_read_all_the_same() -> None:
    parsed = mail.parse(b"Subject: =?x-none?q?a?=\nContent-Type: text/plain; charset=klingon\n\nThe ferry waits.")
    assert "The ferry waits." in parsed.text


# --- code -----------------------------------------------------------------------------------------------------------


def test_python_gives_docstrings_and_comments_below_their_names_and_no_code() -> None:
    source = (
        '"""A module about tides."""\n\nX = "# no comment here"\n\n\n'
        'def gauge():\n    """Reads the tidal gauge."""\n    return 1  # never more than one\n'
    )
    parsed = code.parse(source, ".py")
    assert [(text, block.path) for text, block in zip(spans(parsed), parsed.blocks, strict=True)] == [
        ("A module about tides.", ()),
        ("Reads the tidal gauge.", ("gauge",)),
        ("never more than one", ()),
    ]


@pytest.mark.parametrize("suffix", [".js", ".ts", ".go", ".rs", ".java", ".c", ".cpp"])
def test_comments_of_languages_with_slashes_are_read(suffix: str) -> None:
    source = (
        'x = "http://no.comment";\n/**\n * Reads the gauge.\n * Twice a day.\n */\nfunc gauge() {}\n'
        "// first line of two\n// second line of two\n"
    )
    assert format_of(suffix) == Format.CODE
    assert spans(code.parse(source, suffix)) == [
        "Reads the gauge.\nTwice a day.",
        "first line of two\nsecond line of two",
    ]


def test_shell_comments_are_read_and_the_first_line_is_not() -> None:
    assert spans(code.parse("#!/bin/sh\n# counts all the ships\necho $# ${x#y}\n", ".sh")) == ["counts all the ships"]


def test_code_without_comments_is_refused() -> None:
    with pytest.raises(Unreadable, match="no comments"):
        code.parse("int main() { return 0; }", ".c")


# --- pages, PDF, Word -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("levels", [50, 5_000])
def test_a_page_nested_in_wrappers_of_any_depth_is_read(levels: int) -> None:
    page = "<div><span>" * levels + "<p>deep in the fog</p>" + "</span></div>" * levels
    assert "deep in the fog" in html.parse(page).text


def test_a_page_of_lists_in_lists_without_end_is_refused() -> None:
    with pytest.raises(Unreadable, match="nested too deeply"):
        html.parse("<ul><li>" * 5_000 + "fog")


def test_entities_of_a_page_do_not_unfold() -> None:
    page = '<!DOCTYPE html [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;">]><p>Fog &b; here and there</p>'
    assert "hahahaha" not in html.parse(page).text


def test_a_heading_line_in_a_pdf_does_not_glue_to_the_text_below_it() -> None:
    parsed = pdf.paragraphs(
        "1. The year in brief\r\nThe Port of Veskerry handled 5.6 million tonnes of cargo in 2025, the highest\r\n"
        "figure in its history. The eastern basin regained its full shelter in October be-\r\nhind the new wall.\r\n"
        "Harbour lighting\r\nThe renewal of the light was ﬁnished in March, and the Cold Quay worked through\r\n"
        "its first full year without a fault of any kind.\r\nPage 3"
    )
    assert parsed == [
        "1. The year in brief",
        "The Port of Veskerry handled 5.6 million tonnes of cargo in 2025, the highest figure in its history. "
        "The eastern basin regained its full shelter in October behind the new wall.",
        "Harbour lighting",
        "The renewal of the light was finished in March, and the Cold Quay worked through its first full year "
        "without a fault of any kind.",
    ]


def test_lines_that_open_most_pages_of_a_pdf_are_dropped() -> None:
    pages = [f"Annual report {n}\r\nText number {word}.\r\n{n}" for n, word in enumerate(("one", "two", "three"), 1)]
    assert pdf.without_running_lines(pages) == ["Text number one.", "Text number two.", "Text number three."]
    assert pdf.without_running_lines(pages[:2]) == pages[:2]


def test_the_example_pdf_keeps_pages_and_headings() -> None:
    parsed = read((WORLD / "reports" / "port-annual-report-2025.pdf").read_bytes(), Format.PDF)
    assert len(parsed.pages) == 2
    assert parsed.headings[0].text == "The year in brief"
    assert "brief The Port" not in parsed.text


def word(document: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", document)
    return out.getvalue()


def test_a_word_file_that_unpacks_to_too_much_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(Unreadable, match="decompression bomb"):
        docx.parse(word(" " * (archive.MAX_RATIO * 10_000 + 1_000)))


@pytest.mark.parametrize("before", ["", "<!--" + "x" * 2_000_000 + "-->"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_word_file_that_declares_entities_is_refused_wherever_it_does(before: str, encoding: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("word/document.xml", f'{before}<!DOCTYPE x [<!ENTITY a "b">]><x/>'.encode(encoding))
    with pytest.raises(Unreadable, match="entities"):
        docx.parse(out.getvalue())


def test_what_is_no_word_file_is_refused() -> None:
    with pytest.raises(Unreadable, match="damaged Word"):
        docx.parse(b"PK\x03\x04 nothing")


def test_a_reader_that_takes_too_long_costs_one_file_and_not_the_next() -> None:
    slow = ReaderProcess(max_seconds=0.001)
    try:
        with pytest.raises(Unreadable, match="longer than"):
            slow.read(b"%PDF-1.4", Format.PDF)
        slow._max_seconds = 60
        with pytest.raises(Unreadable, match="damaged PDF"):
            slow.read(b"%PDF-1.4", Format.PDF)
    finally:
        slow.close()


def test_a_reader_that_needs_too_much_memory_costs_one_file() -> None:
    small = ReaderProcess(max_memory=400_000_000)
    try:
        with pytest.raises(Unreadable, match="400 MB"):
            small.read(b"[" + b"{}," * 6_000_000 + b"{}]", Format.RECORDS)
        assert small.read(b'{"a": 1}', Format.RECORDS).text == "a: 1"
    finally:
        small.close()


# --- Markdown ---------------------------------------------------------------------------------------------------------


def test_a_line_that_is_too_long_is_no_heading() -> None:
    limit = markdown._LONGEST_HEADING
    assert markdown.parse("# " + "x" * (limit - 2)).headings
    assert not markdown.parse("# " + "x" * (limit - 1)).headings


@pytest.mark.parametrize(
    ("written", "title"),
    [
        (r'"The \"blue\" crane"', 'The "blue" crane'),
        (r'"C:\\cranes"', r"C:\cranes"),
        ("'The crane''s hook'", "The crane's hook"),
        ("The crane's hook", "The crane's hook"),
        ('The "blue" crane of 1987', 'The "blue" crane of 1987'),
        (r'"\"Blue\" cranes"', '"Blue" cranes'),
        ("[Cranes]", "Cranes"),
        ('"', ""),
    ],
)
def test_quotes_around_a_field_of_front_matter_are_no_part_of_it(written: str, title: str) -> None:
    assert markdown.parse(f"---\ntitle: {written}\n---\n\nText.\n").title == title


def test_front_matter_gives_title_and_date() -> None:
    parsed = markdown.parse('---\ntitle: "Fog"\ndate: 2025-03-02  \r\nlang: en\n---\n# Other\n\nText.\n')
    assert (parsed.title, parsed.dated, parsed.language) == ("Fog", date(2025, 3, 2), "en")


def test_what_a_pdf_says_of_its_date_counts_more_than_when_it_was_saved() -> None:
    def dated(title: str, line: str) -> date | None:
        made = fpdf.FPDF()
        made.set_title(title)
        made.set_creation_date(datetime(2026, 3, 2, tzinfo=UTC))
        made.add_page()
        made.set_font("helvetica")
        made.multi_cell(0, text=f"{line}\n\nThe tides turn four times a day at the pier of the old harbour.")
        parsed = pdf.parse(bytes(made.output()))
        return parsed.dated_as(parsed.title)

    assert dated("Tides", "A report") == date(2026, 3, 2)
    assert dated("Tides of 2024", "A report") == date(2024, 1, 1)
    assert dated("Tides", "14 March 2025") == date(2025, 3, 14)
