"""The other forms: PDF, Word, reference lists and plots take any words and stay readable by others."""

from __future__ import annotations

import io
import json
import re
from datetime import date

import bibtexparser
import docx as word
import pypdfium2
import pytest
import rispy
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from report_making import make_fact, make_outcome, make_page, make_report, make_task

from fathoms.domain.evidence import SourceKind
from fathoms.domain.report import Plot, PlotKind, PlotPoint, Report
from fathoms.errors import UsageError
from fathoms.report.render import bibliography, docx, pdf
from fathoms.report.render.svg import drawn
from fathoms.report.words import words_for

ODD = st.text(alphabet="ab{}\\%$#&_~^<>\"'@=,\nTY - \u202e\x00\x1bé漢", min_size=1, max_size=25)
NO_FOLDERS: tuple[str, ...] = ()


def report_on(title: str, *, url: str = "kb://world/a.md", language: str = "en", quote: str = "It is so.") -> Report:
    kind = SourceKind.EXTERNAL if url.startswith("http") else SourceKind.INTERNAL
    page = make_page(quote, title=title, url=url, kind=kind, dated=date(2025, 3, 9))
    return make_report([make_outcome(make_task("1"), [make_fact(page, quote)])], language=language)


@settings(max_examples=40, deadline=None)
@given(ODD)
def test_any_title_makes_one_record_in_every_reference_list(title: str) -> None:
    report = report_on("x" + title)
    parsed = bibtexparser.parse_string(bibliography.bibtex(report))
    assert (len(parsed.entries), len(parsed.failed_blocks)) == (1, 0)
    (record,) = rispy.load(io.StringIO(bibliography.ris(report).replace("\r\n", "\n")))
    (item,) = json.loads(bibliography.csl(report))
    assert item["title"].split() == record["title"].split()


def test_a_page_of_the_web_is_cited_as_one_with_its_dates() -> None:
    report = report_on("Tides", url="https://example.org/tides?a=1&b=2")
    (item,) = json.loads(bibliography.csl(report))
    assert (item["type"], item["URL"]) == ("webpage", "https://example.org/tides?a=1&b=2")
    assert item["issued"] == {"date-parts": [[2025, 3, 9]]}
    (entry,) = bibtexparser.parse_string(bibliography.bibtex(report)).entries
    assert (entry["year"], entry["url"]) == ("2025", "https://example.org/tides?a=1&b=2")
    (record,) = rispy.load(io.StringIO(bibliography.ris(report).replace("\r\n", "\n")))
    assert record["type_of_reference"] == "ELEC"


@settings(max_examples=60, deadline=None)
@given(ODD)
def test_no_words_become_markup_in_a_plot(words: str) -> None:
    points = tuple(PlotPoint(label=words, value=n, shown=words, fact="f") for n in range(1, 4))
    for kind in PlotKind:
        tree = etree.fromstring(drawn(Plot(kind=kind, title=words, points=points)))
        plain = etree.fromstring(drawn(Plot(kind=kind, title="x", points=points)))
        assert [element.tag for element in tree.iter()] == [element.tag for element in plain.iter()]
        assert not [name for element in tree.iter() for name in element.attrib if name.startswith("on")]


def text_of(file: bytes) -> str:
    with pypdfium2.PdfDocument(file) as opened:
        return re.sub(r"\s+", "", "".join(page.get_textpage().get_text_bounded() for page in opened))


def test_a_pdf_with_latin_words_needs_no_font_and_is_the_same_every_time() -> None:
    report = report_on("Café – “tides”", quote="Tides rise 3.5 m at Orrin’s pier.")
    file = pdf.render(report, folders=NO_FOLDERS)
    assert "Tidesrise3.5matOrrin'spier." in text_of(file)
    assert file == pdf.render(report, folders=NO_FOLDERS)


def test_a_pdf_in_japanese_is_right_where_a_font_is_found_and_says_so_where_not() -> None:
    report = report_on("点検報告", language="ja", quote="侵食は二四ミリメートルであった。")
    with pytest.raises(UsageError, match="no font for them was found"):
        pdf.render(report, folders=NO_FOLDERS)
    if pdf.font_file() is None:
        pytest.skip("this machine has no font for Japanese")
    assert "侵食は二四ミリメートルであった。" in text_of(pdf.render(report))


def test_japanese_lines_of_a_pdf_are_filled_and_not_broken_at_the_first_space() -> None:
    if pdf.font_file() is None:
        pytest.skip("this machine has no font for Japanese")
    told = "ブレードの侵食は最も深い箇所で二四ミリメートルであった" * 5
    report = report_on("点検報告", language="ja").model_copy(update={"gaps": (told,)})
    with pypdfium2.PdfDocument(pdf.render(report)) as opened:
        lines = [line.strip() for page in opened for line in page.get_textpage().get_text_bounded().splitlines()]
    assert any(line.startswith("- ブレードの侵食は") for line in lines)


def test_no_heading_stands_alone_at_the_foot_of_a_page() -> None:
    report = report_on("Tides", quote="Tides turn four times a day.")
    words = words_for("en")
    for count in range(24, 40):  # one of these would end a page right below a heading
        file = pdf.render(report.model_copy(update={"gaps": ("A gap.",) * count}), folders=NO_FOLDERS)
        with pypdfium2.PdfDocument(file) as opened:
            last = [page.get_textpage().get_text_bounded().split("\n")[-1].strip() for page in opened]
        assert not {words.criteria, words.conclusion, words.tried, words.references, words.about} & set(last)


def test_a_word_document_holds_headings_statements_and_references() -> None:
    report = report_on("Tides", quote="Tides turn four times a day.")
    opened = word.Document(io.BytesIO(docx.render(report)))
    styles = {paragraph.style.name for paragraph in opened.paragraphs}
    assert {"Title", "Heading 1", "List Bullet"} <= styles
    assert any("Tides turn four times a day. [1]" in paragraph.text for paragraph in opened.paragraphs)
    assert docx.render(report) == docx.render(report)


@pytest.mark.parametrize("kind", PlotKind)
def test_plots_are_drawn_in_a_pdf_and_told_as_a_table_in_a_word_document(kind: PlotKind) -> None:
    report = report_on("Tides", quote="Tides turn four times a day.")
    bare = pdf.render(report, folders=NO_FOLDERS)
    points = tuple(PlotPoint(label=str(2021 + n), value=n, shown=f"{n} GWh", fact="f") for n in range(1, 4))
    plot = Plot(kind=kind, title="Output by year", points=points)
    (section,) = report.sections
    report = report.model_copy(update={"sections": (section.model_copy(update={"plots": (plot,)}),)})
    file = pdf.render(report, folders=NO_FOLDERS)
    assert {"2022", "1GWh", "2024", "3GWh", "Outputbyyear"} <= set(
        re.findall(r"202\d|\dGWh|Outputbyyear", text_of(file))
    )
    assert shapes_in(file) > shapes_in(bare)
    opened = word.Document(io.BytesIO(docx.render(report)))
    (table,) = opened.tables
    assert [[cell.text for cell in row.cells] for row in table.rows] == [[p.label, p.shown] for p in points]


def shapes_in(file: bytes) -> int:
    """How many lines and areas are drawn on the pages."""
    with pypdfium2.PdfDocument(file) as opened:
        return sum(thing.type == pypdfium2.raw.FPDF_PAGEOBJ_PATH for page in opened for thing in page.get_objects())


def test_a_pdf_with_signs_that_the_built_in_fonts_lack_needs_no_font() -> None:
    report = report_on("Costs", quote="The harbour costs ≤ 4 million € and ≥ 2 × 10⁶ £; H₂O ≈ −3 °C – “fine”.")
    assert "costs<=4millionEURand>=2×10^6£;H2O~-3°C" in text_of(pdf.render(report, folders=NO_FOLDERS))
