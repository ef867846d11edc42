"""The other forms: PDF, Word, reference lists and plots take any words and stay readable by others."""

from __future__ import annotations

import io
import json
import re
import zipfile
from ctypes import byref, c_int, create_string_buffer
from datetime import date
from pathlib import Path

import bibtexparser
import docx as word
import mammoth
import pypdfium2
import pytest
import rispy
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from report_making import make_fact, make_outcome, make_page, make_report, make_task

from fathoms.domain.evidence import SourceKind
from fathoms.domain.report import Plot, PlotKind, PlotPoint, Report, Voice
from fathoms.errors import UsageError
from fathoms.report.render import bibliography, docx, pdf
from fathoms.report.render.flat import Style, flattened
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


def a_font(folder: Path, text: str) -> tuple[str]:
    """A folder with a font that shows these signs, each as a square."""
    signs = sorted({ord(sign) for sign in text})
    names = [".notdef", *(f"u{sign:04X}" for sign in signs)]
    pen = TTGlyphPen(None)
    for place, point in enumerate(((50, 0), (50, 700), (750, 700), (750, 0))):
        (pen.lineTo if place else pen.moveTo)(point)
    pen.closePath()
    square = pen.glyph()
    made = FontBuilder(1000, isTTF=True)
    made.setupGlyphOrder(names)
    made.setupCharacterMap(dict(zip(signs, names[1:], strict=True)))
    made.setupGlyf(dict.fromkeys(names, square))
    made.setupHorizontalMetrics(dict.fromkeys(names, (800, 50)))
    made.setupHorizontalHeader(ascent=800, descent=-200)
    made.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    made.setupOS2(sTypoAscender=800, usWinAscent=800, usWinDescent=200)
    made.setupPost()
    made.save(folder / "ipaexg.ttf")
    return (str(folder),)


LATIN = "".join(map(chr, range(0x20, 0x7F)))


def test_a_pdf_with_latin_words_needs_no_font_and_is_the_same_every_time() -> None:
    report = report_on("Café – “tides”", quote="Tides rise 3.5 m at Orrin’s pier.")
    file = pdf.render(report, folders=NO_FOLDERS)
    assert "Tidesrise3.5matOrrin’spier." in text_of(file)
    assert "Café–“tides”" in text_of(file)
    assert file == pdf.render(report, folders=NO_FOLDERS)


def test_a_pdf_in_japanese_is_right_where_a_font_is_found_and_says_so_where_not(tmp_path: Path) -> None:
    report = report_on("点検報告", language="ja", quote="侵食は二四ミリメートルであった。")
    with pytest.raises(UsageError, match="no font for them was found"):
        pdf.render(report, folders=NO_FOLDERS)
    signs = "".join(block.text for block in flattened(report))
    assert "侵食は二四ミリメートルであった。" in text_of(pdf.render(report, folders=a_font(tmp_path, signs + LATIN)))
    with pytest.raises(UsageError, match="no font for them was found"):
        pdf.render(report, folders=a_font(tmp_path, signs.replace("侵", "") + LATIN))


def test_a_sign_that_a_font_lacks_is_written_in_letters_and_costs_nobody_the_file(tmp_path: Path) -> None:
    report = report_on("点検", language="ja", quote="侵食 ≤ 四 ☃ ミリ")
    signs = "".join(block.text for block in flattened(report))
    shown = text_of(pdf.render(report, folders=a_font(tmp_path, re.sub("[≤☃•]", "", signs) + LATIN)))
    assert "侵食<=四?ミリ" in shown


def test_japanese_lines_of_a_pdf_are_filled_and_not_broken_at_the_first_space(tmp_path: Path) -> None:
    told = "ブレードの侵食は最も深い箇所で二四ミリメートルであった" * 5
    report = report_on("点検報告", language="ja").model_copy(update={"gaps": (told,)})
    fonts = a_font(tmp_path, "".join(block.text for block in flattened(report)) + LATIN + "•")
    with pypdfium2.PdfDocument(pdf.render(report, folders=fonts)) as opened:
        lines = [line.strip() for page in opened for line in page.get_textpage().get_text_bounded().splitlines()]
    assert any("ブレードの侵食は" in line and len(line) > 30 for line in lines)


def a_long_report() -> Report:
    gaps = tuple(f"Nothing was found on part {number}" for number in range(80))
    return report_on("Tides", url="https://example.org/tides", quote="Tides turn four times a day.").model_copy(
        update={"gaps": gaps, "run_facts": report_on("x").run_facts.model_copy(update={"voice": Voice.WRITTEN})}
    )


def test_every_page_of_a_pdf_has_its_number_and_the_outline_leads_to_every_heading() -> None:
    report = a_long_report()
    with pypdfium2.PdfDocument(pdf.render(report, folders=NO_FOLDERS)) as opened:
        feet = [page.get_textpage().get_text_bounded().split("\n")[-1].strip() for page in opened]
        assert len(feet) > 2
        assert feet == [f"{number} / {len(feet)}" for number in range(1, len(feet) + 1)]
        outline = [(entry.level, entry.get_title(), entry.get_dest().get_index()) for entry in opened.get_toc()]
    headings = [block for block in flattened(report) if block.style is Style.HEADING]
    assert [title for _, title, _ in outline] == [block.text for block in headings]
    assert max(level for level, *_ in outline) == 1
    assert outline[-1][2] == len(feet) - 1


def test_a_mark_in_a_pdf_leads_to_the_words_that_it_cites_and_an_address_to_the_web() -> None:
    file = pdf.render(a_long_report(), folders=NO_FOLDERS)
    with pypdfium2.PdfDocument(file) as opened:
        pages = [page.get_textpage().get_text_bounded() for page in opened]
    quoted = next(number for number, text in enumerate(pages) if "“Tides turn four times a day.”" in text)
    inside, outside = links_in(file)
    assert (0, quoted) in inside
    assert outside == {"https://example.org/tides"}


def links_in(file: bytes) -> tuple[set[tuple[int, int]], set[str]]:
    """From which page to which the links go, and the addresses outside that they name."""
    inside: set[tuple[int, int]] = set()
    outside: set[str] = set()
    raw = pypdfium2.raw
    with pypdfium2.PdfDocument(file) as opened:
        for number, page in enumerate(opened):
            place, link = c_int(0), raw.FPDF_LINK()
            while raw.FPDFLink_Enumerate(page, byref(place), byref(link)):
                if dest := raw.FPDFLink_GetDest(opened, link):
                    inside.add((number, raw.FPDFDest_GetDestPageIndex(opened, dest)))
                elif action := raw.FPDFLink_GetAction(link):
                    size = raw.FPDFAction_GetURIPath(opened, action, None, 0)
                    told = create_string_buffer(size)
                    raw.FPDFAction_GetURIPath(opened, action, told, size)
                    outside.add(told.value.decode())
    return inside, outside


def test_lists_in_a_pdf_have_real_bullets_with_their_lines_set_in() -> None:
    gap = "A gap that is told at such length that it does not fit into a single line of the page at all, far from it"
    report = a_long_report().model_copy(update={"gaps": (gap,)})
    with pypdfium2.PdfDocument(pdf.render(report, folders=NO_FOLDERS)) as opened:
        page = opened[0].get_textpage()
        text = page.get_text_range()
        assert re.search(r"•\s+A gap that", text)
        first, second = (page.get_charbox(text.index(words))[0] for words in ("A gap", gap.split()[-1]))
        bullet = page.get_charbox(text.index("•"))[0]
    assert bullet < min(first, second)


def test_no_heading_stands_alone_at_the_foot_of_a_page() -> None:
    report = report_on("Tides", quote="Tides turn four times a day.")
    words = words_for("en")
    for count in range(24, 40):  # one of these would end a page right below a heading
        file = pdf.render(report.model_copy(update={"gaps": ("A gap.",) * count}), folders=NO_FOLDERS)
        with pypdfium2.PdfDocument(file) as opened:
            last = [page.get_textpage().get_text_bounded().split("\n")[-2].strip() for page in opened]
        assert not {words.criteria, words.conclusion, words.tried, words.references, words.about} & set(last)


def test_a_word_document_holds_headings_statements_and_references() -> None:
    report = report_on("Tides", quote="Tides turn four times a day.")
    opened = word.Document(io.BytesIO(docx.render(report)))
    styles = {paragraph.style.name for paragraph in opened.paragraphs}
    assert {"Title", "Heading 1", "List Bullet"} <= styles
    assert any("Tides turn four times a day." in paragraph.text for paragraph in opened.paragraphs)
    assert docx.render(report) == docx.render(report)


def test_quotes_are_footnotes_of_a_word_document_once_each_and_cited_again_by_their_number() -> None:
    report = report_on("Tides <&>", url="https://example.org/tides", quote="Tides turn four times a day.")
    (section,) = report.sections
    (paragraph,) = section.paragraphs
    twice = paragraph.model_copy(update={"statements": paragraph.statements * 2})
    report = report.model_copy(update={"sections": (section.model_copy(update={"paragraphs": (twice,)}),)})
    file = docx.render(report)
    parts = zipfile.ZipFile(io.BytesIO(file))
    space = {"w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main"}
    notes = etree.fromstring(parts.read("word/footnotes.xml")).findall("w:footnote", space)
    told = ["".join(note.itertext()).strip() for note in notes]
    assert told[:2] == ["", ""]  # the two separators that Word expects
    assert told[2:] == ["[1] Tides <&> (2025). “Tides turn four times a day.”"]
    body = etree.fromstring(parts.read("word/document.xml"))
    assert len(body.findall(".//w:footnoteReference", space)) == 1
    assert [one.text for one in body.iterfind(".//w:instrText", space)] == ["NOTEREF _Note1 \\f \\h"]
    html = mammoth.convert_to_html(io.BytesIO(file)).value
    assert html.count("“Tides turn four times a day.”") == 1
    assert 'href="https://example.org/tides"' in html
    assert b"footnotes.xml" in parts.read("word/_rels/document.xml.rels")
    assert b"footnotes+xml" in parts.read("[Content_Types].xml")


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
    assert "costs<=4million€and>=2×10^6£;H2O~-3°C" in text_of(pdf.render(report, folders=NO_FOLDERS))
