"""The report as PDF, through fpdf2 (extra `documents`): no browser, no system library.

Knows: pages and fonts.  Does not know: what belongs into a report.
Words that the built-in fonts cannot show need a font file; one is looked for where systems keep them.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from fathoms.domain.report import Report
from fathoms.errors import InstallExtra, UsageError
from fathoms.report.citations import passage_anchor
from fathoms.report.render.flat import Block, Line, Run, Style, flattened, plain
from fathoms.text.neutral import one_line, shortened
from fathoms.text.words import is_spaceless

if TYPE_CHECKING:
    from fpdf import FPDF

FONT_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "~/Library/Fonts",
    "C:/Windows/Fonts",
)
FONT_NAMES = (
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJKjp-Regular.otf",
    "NotoSansJP-Regular.otf",
    "NotoSansJP-Regular.ttf",
    "NotoSansJP-VariableFont_wght.ttf",
    "ipaexg.ttf",
    "ipag.ttf",
    "TakaoPGothic.ttf",
    "VL-PGothic-Regular.ttf",
    "meiryo.ttc",
    "YuGothM.ttc",
    "msgothic.ttc",
    "ArialUnicode.ttf",
    "Arial Unicode.ttf",
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "LiberationSans-Regular.ttf",
    "Arial.ttf",
    "arial.ttf",
)
"""Fonts that hold Latin, kana and kanji together, best first; then those without kanji."""

_SIZES = {
    Style.TITLE: 20.0,
    Style.LABEL: 10.5,
    Style.TEXT: 10.5,
    Style.ITEM: 10.5,
    Style.STEP: 10.5,
    Style.INSIDE: 10.5,
    Style.SOURCE: 10.0,
    Style.CODE: 9.0,
    Style.MARKS: 9.0,
    Style.NOTE: 9.0,
    Style.QUOTE: 9.0,
}
_HEADING_SIZES = (15.0, 12.5, 11.0)
BUILT_IN, _CODE = "helvetica", "courier"
_ENCODING = "windows-1252"
"""What the built-in fonts can show."""
_INSTEAD = {
    "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "‑": "-", "…": "...", "→": "->", "•": "-",
    "−": "-", "\u2009": " ", "\u202f": " ", "›": ">", "‹": "<", "€": "EUR", "≤": "<=", "≥": ">=", "≠": "!=",
    "≈": "~", "∼": "~", "™": "(TM)", "‰": " per mille", "∞": "infinity", "√": "sqrt", "⇒": "=>", "←": "<-", "μ": "µ",
    "Ω": "ohm", "°": " degrees", "\u200b": "", "\u2060": "", "\ufeff": "", "⁄": "/", "′": "'", "″": '"',
    **{sign: f"^{digit}" for digit, sign in zip("0456789", "⁰⁴⁵⁶⁷⁸⁹", strict=True)},
    **dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)),
}  # fmt: skip
"""What stands for a sign that a font lacks."""
_UNKNOWN = "?"
_LINE = 1.5
_MARGIN = 20
_INDENT = 6.0
_FOOT = 12.0
_INK, _SOFT, _ACCENT = (20, 24, 28), (90, 98, 104), (10, 90, 107)
_CODE_GROUND, _CODE_LINE = (241, 244, 244), 4.6
_MOST_COLUMNS = 8
"""Of a table; a wider one has no room on the page and is told line by line."""
_PLOT_ROW, _PLOT_NAME, _PLOT_VALUE = 7.0, 45.0, 40.0
_BELOW_HEADINGS = (38.0, 24.0)
"""Room for a heading and the first lines below it (on the first level also for the next heading): none stands alone at
the foot of a page."""
_BELOW_LABEL = 16.0


def render(report: Report, *, folders: Iterable[str] = FONT_FOLDERS) -> bytes:
    """The file; the same report and font give the same bytes. Raises `UsageError` without a font that is needed."""
    blocks = list(flattened(report))
    page = _paper()
    page.set_creation_date(report.written_at)
    page.set_title(one_line(report.question))
    page.set_creator("Fathoms")
    page.set_lang(report.language)
    page.set_margins(_MARGIN, _MARGIN)
    page.set_auto_page_break(True, margin=_MARGIN)
    page.core_fonts_encoding = _ENCODING
    writer = _Writer(page, _font_for(page, blocks, folders))
    page.add_page()
    for block in blocks:
        writer.add(block)
    return bytes(page.output())


def _paper() -> FPDF:
    """Empty pages, each with its number below."""
    try:
        import fpdf
    except ImportError as missing:
        raise UsageError("PDF needs an extra that is not installed", next_step=InstallExtra("documents")) from missing

    class Paper(fpdf.FPDF):
        def footer(self) -> None:
            self.set_y(-_FOOT)
            self.set_font(BUILT_IN, size=8)
            self.set_text_color(*_SOFT)
            self.cell(0, 4, f"{self.page_no()} / {{nb}}", align="C")

    return Paper(format="A4")


class _Writer:
    """Blocks onto pages."""

    def __init__(self, page: FPDF, font: _Font) -> None:
        self.page, self.family, self.instead = page, font.family, font.instead
        self.builtin = font.family == BUILT_IN
        self.deepest = -1
        """Of the outline, where it stands."""
        self.places: dict[str, int] = {}
        """Links by the name of the place that they lead to."""

    def add(self, block: Block) -> None:
        match block.style:
            case Style.HEADING | Style.TITLE:
                self._heading(block)
            case Style.TABLE:
                self._table(block.rows)
            case Style.BARS | Style.MOMENTS:
                self._plot(block)
            case Style.ITEM:
                self._write(block, indent=_INDENT, bullet="•", below=0.8)
            case Style.STEP:
                self._write(block, indent=_INDENT + 2, bullet=f"{block.level}.", below=0.8)
            case Style.INSIDE:
                self._write(block, indent=_INDENT, above=0.5, below=0.8)
            case Style.LABEL:
                if self.page.will_page_break(_BELOW_LABEL):
                    self.page.add_page()
                self._write(block, heavy=True, above=1.5, below=0.8)
            case Style.SOURCE:
                self._arrive(block.anchor)
                self._write(block, above=1.5)
            case Style.QUOTE:
                self._arrive(block.anchor)
                self._write(block, indent=_INDENT, color=_SOFT, below=0.8)
            case Style.NOTE:
                self._write(block, color=_SOFT, below=1.2)
            case Style.MARKS:
                self._write(block, indent=_INDENT, color=_SOFT, above=0.5, below=1.2)
            case Style.CODE:
                self._code(block)
            case _:
                self._write(block, below=1.2)

    def _heading(self, block: Block) -> None:
        if block.style is Style.TITLE:
            self._write(block, heavy=True, below=2)
            return
        if self.page.will_page_break(_BELOW_HEADINGS[min(block.level, len(_BELOW_HEADINGS)) - 1]):
            self.page.add_page()
        self.page.ln(3)
        self.deepest = min(block.level - 1, self.deepest + 1)
        self.page.start_section(block.text, level=self.deepest)
        size = _HEADING_SIZES[min(block.level, len(_HEADING_SIZES)) - 1]
        self._write(block, size=size, heavy=True, below=1)

    def _code(self, block: Block) -> None:
        """A line of code on a ground of its own, blanks as they are; what is too long for it goes on in the next."""
        from fpdf.enums import WrapMode

        page = self.page
        self._font(_SIZES[Style.CODE], code=True)
        page.set_fill_color(*_CODE_GROUND)
        page.set_x(_MARGIN + _INDENT)
        text = self._shown(block.text) or " "
        page.multi_cell(0, _CODE_LINE, text, fill=True, align="L", wrapmode=WrapMode.CHAR, new_x="LMARGIN")

    def _plot(self, block: Block) -> None:
        """Bars, or moments along a line, with their names on the left and their values on the right."""
        page = self.page
        if page.will_page_break(len(block.rows) * _PLOT_ROW + _PLOT_ROW):
            page.add_page()
        room = page.epw - _PLOT_NAME - _PLOT_VALUE
        for place, (name, shown) in enumerate(block.rows):
            top, left = page.get_y(), _MARGIN + _PLOT_NAME
            self._font(9)
            page.set_fill_color(60, 110, 150)
            page.set_draw_color(150)
            if block.lengths:
                length = max(block.lengths[place] * room, 0.3)
                page.rect(left, top + 1, length, _PLOT_ROW - 2, style="F")
            else:
                length = 4.0
                page.line(left + 1, top, left + 1, top + _PLOT_ROW)
                page.circle(left + 1, top + _PLOT_ROW / 2, 1.2, style="F")
            self._beside(_MARGIN, top, _PLOT_NAME - 2, shortened(plain(name), 24), "R")
            self._beside(left + length + 1, top, 0, shortened(plain(shown), 22 if block.lengths else 66), "L")
            page.set_xy(_MARGIN, top + _PLOT_ROW)
        self._write(block, size=_SIZES[Style.NOTE], color=_SOFT, below=2)

    def _beside(self, left: float, top: float, width: float, text: str, align: Literal["L", "R"]) -> None:
        self.page.set_xy(left, top)
        self.page.cell(width, _PLOT_ROW, self._shown(text), align=align)

    def _write(
        self,
        block: Block,
        *,
        size: float = 0.0,
        heavy: bool = False,
        color: tuple[int, int, int] = _INK,
        indent: float = 0,
        bullet: str = "",
        above: float = 0,
        below: float = 0,
    ) -> None:
        """A paragraph; what leads somewhere is a link."""
        from fpdf.enums import WrapMode

        page = self.page
        self._font(size or _SIZES[block.style], heavy=heavy, code=block.style is Style.CODE)
        page.set_x(_MARGIN)
        # Words of a script without spaces are one long word: breaking at spaces would leave half of a line empty.
        wrap = WrapMode.CHAR if is_spaceless(block.text) else WrapMode.WORD
        with page.text_columns(line_height=_LINE) as columns:
            page.set_text_color(*color)
            paragraph = columns.paragraph(
                indent=indent, bullet_string=self._shown(bullet), top_margin=above, bottom_margin=below, wrapmode=wrap
            )
            for place, run in enumerate(block.line):
                # A mark stays with the words that it belongs to.
                if place:
                    paragraph.write("\u00a0" if run.cited else " ")
                for text, link in self._pieces(run):
                    page.set_text_color(*(_ACCENT if link else _SOFT if run.cited else color))
                    paragraph.write(self._shown(text), link=link)
            columns.end_paragraph()
        page.set_x(_MARGIN)

    def _pieces(self, run: Run) -> Iterator[tuple[str, int | str | None]]:
        """Words with what they lead to; each mark of a bracket leads to its own passage."""
        if not run.cited:
            yield run.text, run.url or None
            return
        for text, mark in run.cited.pieces():
            yield text, self._place(passage_anchor(mark.reference, mark.quotes[0])) if mark else None

    def _place(self, anchor: str) -> int:
        if anchor not in self.places:
            self.places[anchor] = self.page.add_link(page=1)  # until it is arrived at
        return self.places[anchor]

    def _arrive(self, anchor: str) -> None:
        self.page.set_link(self._place(anchor), y=self.page.get_y(), page=self.page.page_no())

    def _font(self, size: float, *, heavy: bool = False, code: bool = False) -> None:
        family = _CODE if code and self.builtin else self.family
        self.page.set_font(family, "B" if heavy and self.builtin else "", size)
        self.page.set_text_color(*_INK)
        # A font file has no bold of its own here: its outlines are drawn a little thicker.
        from fpdf.enums import TextMode

        self.page.text_mode = TextMode.FILL_STROKE if heavy and not self.builtin else TextMode.FILL
        self.page.set_line_width(size * 0.003)
        self.page.set_draw_color(*_INK)

    def _shown(self, text: str) -> str:
        return text.translate(self.instead)

    def _table(self, rows: tuple[tuple[Line, ...], ...]) -> None:
        from fpdf.enums import TableBordersLayout, WrapMode
        from fpdf.fonts import FontFace

        if len(rows[0]) > _MOST_COLUMNS:
            for row in rows:
                self.add(Block(Style.ITEM, tuple(run for cell in row for run in cell)))
            return
        self._font(9)
        self.page.set_draw_color(190)
        self.page.set_line_width(0.2)
        head = FontFace(emphasis="BOLD" if self.builtin else None, fill_color=(236, 241, 242))
        wrap = WrapMode.CHAR if is_spaceless("".join(plain(cell) for row in rows for cell in row)) else WrapMode.WORD
        with self.page.table(
            headings_style=head,
            text_align="LEFT",
            line_height=5,
            padding=1,
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            wrapmode=wrap,
        ) as table:
            for cells in rows:
                made = table.row()
                for cell in cells:
                    leads = next((link for run in cell for _, link in self._pieces(run) if link), None)
                    made.cell(self._shown(plain(cell)), link=leads)
        self.page.ln(2)


@dataclass(frozen=True, slots=True)
class _Font:
    """A font, and what stands for the signs that it lacks."""

    family: str
    instead: dict[int, str]


def _font_for(page: FPDF, blocks: list[Block], folders: Iterable[str]) -> _Font:
    """A built-in font where it can show every character, else a font file that can show Japanese too."""
    cells = (plain(cell) for block in blocks for row in block.rows for cell in row)
    signs = {sign for text in (*(block.text for block in blocks), *cells) for sign in text} | set("•")
    lacking = {sign for sign in signs if not _is_built_in(sign)}
    if lacking <= _INSTEAD.keys():
        return _Font(BUILT_IN, {ord(sign): _INSTEAD[sign] for sign in lacking})
    found = font_file(folders, showing="".join(sorted(signs)))
    if found is None:
        raise UsageError(
            "this report holds characters that PDF's built-in fonts cannot show, and no font for them was found; "
            "install one (for instance fonts-noto-cjk, or IPAexGothic), or export as html or docx"
        )
    logging.getLogger("fontTools").setLevel(logging.ERROR)  # it tells of every table that it drops
    page.add_font("text", fname=str(found))
    return _Font("text", {ord(sign): _INSTEAD.get(sign, _UNKNOWN) for sign in _lacking(found, signs)})


def _is_built_in(sign: str) -> bool:
    try:
        sign.encode(_ENCODING)
    except UnicodeEncodeError:
        return False
    return True


def font_file(folders: Iterable[str] = FONT_FOLDERS, *, showing: str = "あ漢") -> Path | None:
    """The best font that this system has for a text: one that lacks none of its letters, and fewest of its signs."""
    found: dict[str, Path] = {}
    for place in (Path(folder).expanduser() for folder in folders):
        if place.is_dir():
            for file in sorted(place.rglob("*")):
                found.setdefault(file.name, file)
    lacking = {
        found[name]: [sign for sign in _lacking(found[name], showing) if sign not in _INSTEAD]
        for name in FONT_NAMES
        if name in found
    }
    fit = [font for font, signs in lacking.items() if not any(sign.isalnum() for sign in signs)]
    return min(fit, key=lambda font: len(lacking[font]), default=None)


def _lacking(font: Path, signs: Iterable[str]) -> set[str]:
    """Which of these a font cannot show; all of them when it cannot be read."""
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with TTFont(font, fontNumber=0, lazy=True) as opened:
            known = opened.getBestCmap() or {}
    except (OSError, TTLibError):
        return set(signs)
    return {sign for sign in signs if ord(sign) not in known and not sign.isspace()}
