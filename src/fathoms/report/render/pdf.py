"""The report as PDF, through fpdf2 (extra `documents`): no browser, no system library.

Knows: pages and fonts.  Does not know: what belongs into a report.
Words that the built-in fonts cannot show need a font file; one is looked for where systems keep them.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from fathoms.domain.report import Report
from fathoms.errors import InstallExtra, UsageError
from fathoms.report.render.flat import Block, Style, flattened
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
    Style.NOTE: 9.0,
}
_HEADING_SIZES = (15.0, 12.5, 11.0)
BUILT_IN = "helvetica"
_TYPEWRITER = str.maketrans({
    "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "‑": "-", "…": "...", "→": "->", "•": "-",
    "−": "-", "\u2009": " ", "\u202f": " ", "›": ">", "‹": "<", "€": "EUR", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~",
    "∼": "~", "™": "(TM)", "‰": " per mille", "∞": "infinity", "√": "sqrt", "⇒": "=>", "←": "<-", "μ": "µ",
    "Ω": "ohm", "\u200b": "", "\u2060": "", "\ufeff": "", "⁄": "/", "′": "'", "″": '"',
    **{sign: f"^{digit}" for digit, sign in zip("0456789", "⁰⁴⁵⁶⁷⁸⁹", strict=True)},
    **dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)),
})  # fmt: skip
"""What the built-in fonts lack, and what stands for it."""
_LINE = 1.5
_MARGIN = 20
_MM_PER_POINT = 0.3528
_PLOT_ROW, _PLOT_NAME, _PLOT_VALUE = 7.0, 45.0, 40.0
_BELOW_HEADINGS = (38.0, 24.0)
"""Room for a heading and the first lines below it (on the first level also for the next heading): none stands alone at
the foot of a page."""


def render(report: Report, *, folders: Iterable[str] = FONT_FOLDERS) -> bytes:
    """The file; the same report and font give the same bytes. Raises `UsageError` without a font that is needed."""
    try:
        import fpdf
    except ImportError as missing:
        raise UsageError("PDF needs an extra that is not installed", next_step=InstallExtra("documents")) from missing
    blocks = list(flattened(report))
    page = fpdf.FPDF(format="A4")
    page.set_creation_date(report.written_at)
    page.set_title(one_line(report.question))
    page.set_creator("Fathoms")
    page.set_lang("ja" if report.language == "ja" else "en")
    page.set_margins(_MARGIN, _MARGIN)
    page.set_auto_page_break(True, margin=_MARGIN)
    family = _family(page, blocks, folders)
    if family == BUILT_IN:
        blocks = [_plain(block) for block in blocks]
    writer = _Writer(page, family)
    page.add_page()
    for block in blocks:
        writer.add(block)
    return bytes(page.output())


class _Writer:
    """Blocks onto pages."""

    def __init__(self, page: FPDF, family: str) -> None:
        self.page, self.family = page, family
        self.builtin = family == BUILT_IN
        self.steps = 0

    def add(self, block: Block) -> None:
        match block.style:
            case Style.HEADING:
                self.steps = 0
                if self.page.will_page_break(_BELOW_HEADINGS[min(block.level, len(_BELOW_HEADINGS)) - 1]):
                    self.page.add_page()
                self.page.ln(3)
                self._write(block.text, _HEADING_SIZES[min(block.level, len(_HEADING_SIZES)) - 1], heavy=True)
                self.page.ln(1)
            case Style.TITLE:
                self._write(block.text, _SIZES[block.style], heavy=True)
                self.page.ln(2)
            case Style.TABLE:
                self._table(block.rows)
            case Style.BARS | Style.MOMENTS:
                self._plot(block)
            case Style.ITEM:
                self._write(f"- {block.text}", _SIZES[block.style], indent=4)
            case Style.STEP:
                self.steps += 1
                self._write(f"{self.steps}. {block.text}", _SIZES[block.style], indent=4)
            case _:
                self._write(block.text, _SIZES[block.style], heavy=block.style is Style.LABEL)
                self.page.ln(1.2)

    def _plot(self, block: Block) -> None:
        """Bars, or moments along a line, with their names on the left and their values on the right."""
        page = self.page
        if page.will_page_break(len(block.rows) * _PLOT_ROW + _PLOT_ROW):
            page.add_page()
        room = page.epw - _PLOT_NAME - _PLOT_VALUE
        for place, (name, shown) in enumerate(block.rows):
            top, left = page.get_y(), _MARGIN + _PLOT_NAME
            self._font(9, heavy=False)
            page.set_fill_color(60, 110, 150)
            page.set_draw_color(150)
            if block.lengths:
                length = max(block.lengths[place] * room, 0.3)
                page.rect(left, top + 1, length, _PLOT_ROW - 2, style="F")
            else:
                length = 4.0
                page.line(left + 1, top, left + 1, top + _PLOT_ROW)
                page.circle(left + 1, top + _PLOT_ROW / 2, 1.2, style="F")
            self._beside(_MARGIN, top, _PLOT_NAME - 2, shortened(name, 24), "R")
            self._beside(left + length + 1, top, 0, shortened(shown, 22 if block.lengths else 66), "L")
            page.set_xy(_MARGIN, top + _PLOT_ROW)
        self._write(block.text, _SIZES[Style.NOTE])
        page.ln(2)

    def _beside(self, left: float, top: float, width: float, text: str, align: Literal["L", "R"]) -> None:
        self.page.set_xy(left, top)
        self.page.cell(width, _PLOT_ROW, text, align=align)

    def _write(self, text: str, size: float, *, heavy: bool = False, indent: float = 0) -> None:
        from fpdf.enums import WrapMode

        self._font(size, heavy=heavy)
        self.page.set_x(_MARGIN + indent)
        # Words of a script without spaces are one long word: breaking at spaces would leave half of a line empty.
        wrap = WrapMode.CHAR if is_spaceless(text) else WrapMode.WORD
        height = size * _LINE * _MM_PER_POINT
        self.page.multi_cell(0, height, text, align="L", new_x="LMARGIN", new_y="NEXT", wrapmode=wrap)

    def _font(self, size: float, *, heavy: bool) -> None:
        self.page.set_font(self.family, "B" if heavy and self.builtin else "", size)
        self.page.set_text_color(30 if heavy else 20)

    def _table(self, rows: tuple[tuple[str, ...], ...]) -> None:
        self._font(9, heavy=False)
        with self.page.table(rows, first_row_as_headings=False, text_align="LEFT", line_height=5):
            pass
        self.page.ln(2)


def _family(page: FPDF, blocks: list[Block], folders: Iterable[str]) -> str:
    """A built-in font where it can show every character, else a font file that can show Japanese too."""
    everything = "".join((b.text + "".join(cell for row in b.rows for cell in row)) for b in blocks)
    if _is_latin(everything.translate(_TYPEWRITER)):
        return BUILT_IN
    found = font_file(folders, showing=everything)
    if found is None:
        raise UsageError(
            "this report holds characters that PDF's built-in fonts cannot show, and no font for them was found; "
            "install one (for instance fonts-noto-cjk, or IPAexGothic), or export as html or docx"
        )
    logging.getLogger("fontTools").setLevel(logging.ERROR)  # it tells of every table that it drops
    page.add_font("text", fname=str(found))
    return "text"


def _plain(block: Block) -> Block:
    rows = tuple(tuple(cell.translate(_TYPEWRITER) for cell in row) for row in block.rows)
    return replace(block, text=block.text.translate(_TYPEWRITER), rows=rows)


def _is_latin(text: str) -> bool:
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return False
    return True


def font_file(folders: Iterable[str] = FONT_FOLDERS, *, showing: str = "あ漢") -> Path | None:
    """The best font that this system has for a text, if it has one that shows all of it."""
    places = [Path(folder).expanduser() for folder in folders]
    found: dict[str, Path] = {}
    for place in places:
        if place.is_dir():
            for file in sorted(place.rglob("*")):
                found.setdefault(file.name, file)
    return next((found[name] for name in FONT_NAMES if name in found and _shows(found[name], showing)), None)


def _shows(font: Path, text: str) -> bool:
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with TTFont(font, fontNumber=0, lazy=True) as opened:
            known = opened.getBestCmap() or {}
    except (OSError, TTLibError):
        return False
    return all(ord(sign) in known for sign in set(text) if sign.isprintable() and not sign.isspace())
