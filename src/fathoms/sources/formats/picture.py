"""Pictures of text: Tesseract reads them, where it is installed.

Knows: Tesseract's command.  Does not know: what is in a picture without words.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from fathoms.sources.formats import plain, program
from fathoms.sources.formats.kind import Kind
from fathoms.sources.formats.lines import storable
from fathoms.sources.formats.parsed import Parsed, Unreadable

PROGRAMS = ("tesseract",)
_MOST_LANGUAGES = 4
_LEAST_LETTERS = 8


def parse(data: bytes, suffix: str) -> Parsed:
    """The words in a picture. Raises Unreadable."""
    reader = program.found(PROGRAMS)
    if not reader:
        raise Unreadable(
            "a picture, whose words Tesseract reads, and that is not installed",
            remedy="install tesseract-ocr and ingest again",
            fault=False,
        )
    with program.scratch() as name:
        folder = Path(name)
        source = folder / f"picture{suffix.lower()}"
        source.write_bytes(data)
        languages = _languages(reader, folder)
        text = program.run((reader, str(source), "stdout", *languages), folder=folder, what="Tesseract").decode(
            "utf-8", "replace"
        )
    if sum(map(str.isalpha, text)) < _LEAST_LETTERS:
        raise Unreadable("no words in the picture", fault=False)
    return replace(plain.parse(storable(text.strip())), note="read by OCR: check quotes against the picture")


def _languages(reader: str, folder: Path) -> tuple[str, ...]:
    """All that are installed, up to a few: a page in one of them read as another is noise."""
    listed = (
        program.run((reader, "--list-langs"), folder=folder, what="Tesseract").decode("utf-8", "replace").split("\n")
    )
    found = [line.strip() for line in listed[1:] if line.strip() and line.strip() != "osd"]
    return ("-l", "+".join(found[:_MOST_LANGUAGES])) if found else ()


KIND = Kind(
    name="picture",
    title="Pictures of text",
    suffixes=(".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".bmp", ".gif"),
    media_type="application/octet-stream",
    reads="the words that Tesseract finds in them",
    read=parse,
    needs="Tesseract",
)
