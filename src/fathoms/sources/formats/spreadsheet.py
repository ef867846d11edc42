"""Spreadsheets, old and new, of Office and of LibreOffice: every row as a line, below its sheet and cell range.

Knows: sheets, cells, dates.  Does not know: formulas (what they last gave is read), charts, formats of numbers.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from fathoms.sources.formats.archive import UNLOCK, opened
from fathoms.sources.formats.kind import Kind
from fathoms.sources.formats.lines import Lines, storable
from fathoms.sources.formats.parsed import Parsed, Unreadable
from fathoms.sources.formats.table import write_rows

_ZIP = b"PK"
Cell = int | float | str | bool | time | date | datetime | timedelta


def parse(data: bytes) -> Parsed:
    """The rows of all sheets. Raises Unreadable."""
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    if data.startswith(_ZIP):
        with opened(data, "spreadsheet") as archive:  # judged here: the library unpacks whatever it is given
            _refuse_locked(archive)
    elif b"E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k" in data:
        raise Unreadable("the spreadsheet is protected by a password", remedy=UNLOCK)
    out = Lines()
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        for name in book.sheet_names:
            sheet = book.get_sheet_by_name(name)
            if sheet.start is not None:
                row, column = sheet.start
                _write_sheet(out, storable(name), _rows(sheet.to_python(skip_empty_area=True)), row + 1, column)
    except PasswordError as exc:
        raise Unreadable("the spreadsheet is protected by a password", remedy=UNLOCK) from exc
    except (CalamineError, OSError, ValueError) as exc:
        raise Unreadable(f"damaged spreadsheet: {exc}", remedy="save or download it again") from exc
    if not out.blocks:
        raise Unreadable("the sheets are empty", fault=False)
    return Parsed(text=out.text(), blocks=tuple(out.blocks))


def _refuse_locked(archive: zipfile.ZipFile) -> None:
    manifest = "META-INF/manifest.xml"
    if manifest in archive.namelist() and b"encryption-data" in archive.read(manifest):
        raise Unreadable("the spreadsheet is protected by a password", remedy=UNLOCK)


def _write_sheet(out: Lines, sheet: str, rows: Iterator[list[str]], first: int, column: int) -> None:
    def place(top: int, bottom: int, columns: int) -> tuple[str, ...]:
        left, right = column_name(column), column_name(column + columns - 1)
        return sheet, f"{left}{top}:{right}{bottom}"

    write_rows(out, rows, place=place, first=first)


def column_name(index: int) -> str:
    """`A` for 0, `AB` for 27."""
    name = ""
    while index >= 0:
        index, letter = divmod(index, 26)
        name, index = chr(65 + letter) + name, index - 1
    return name


def _rows(rows: list[list[Cell]]) -> Iterator[list[str]]:
    for row in rows:
        yield [_told(cell) for cell in row]


def _told(cell: Cell) -> str:
    """A value as people write it: whole numbers without a point, days without midnight."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else f"{cell:.10g}"
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat(sep=" ", timespec="minutes")
    return storable(cell) if isinstance(cell, str) else str(cell)


KIND = Kind(
    name="spreadsheet",
    title="Spreadsheets",
    suffixes=(".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"),
    media_type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    reads="every row of every sheet as a line that names its columns; of a formula, what it last gave",
    place="sheet and cell range",
    read=lambda data, _suffix: parse(data),
    apart=True,
)
