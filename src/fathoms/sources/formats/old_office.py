"""Old Office files: LibreOffice turns them into new ones, where it is installed.

Knows: LibreOffice's command.  Does not know: the new formats (`docx.py`, `slides.py`).
"""

from __future__ import annotations

from pathlib import Path

from fathoms.sources.formats import docx, program, slides
from fathoms.sources.formats.kind import Kind
from fathoms.sources.formats.parsed import Parsed, Unreadable

PROGRAMS = ("soffice", "libreoffice")
_SLIDES = frozenset((".ppt", ".pps", ".pot"))


def parse(data: bytes, suffix: str) -> Parsed:
    """The text of an old Word or PowerPoint file. Raises Unreadable."""
    converter = program.found(PROGRAMS)
    shown = suffix.lower() in _SLIDES
    if not converter:
        raise Unreadable(
            "an old Office file, which LibreOffice reads, and that is not installed",
            remedy=f"install LibreOffice and ingest again, or save it as {'.pptx' if shown else '.docx'}",
            fault=False,
        )
    target = "pptx" if shown else "docx"
    with program.scratch() as name:
        folder = Path(name)
        source = folder / f"document{suffix.lower() or '.doc'}"
        source.write_bytes(data)
        command = (
            converter, "--headless", "--norestore", f"-env:UserInstallation={(folder / 'profile').as_uri()}",
            "--convert-to", target, "--outdir", str(folder), str(source),
        )  # fmt: skip
        program.run(command, folder=folder, what="LibreOffice")
        made = source.with_suffix(f".{target}")
        if not made.exists():
            raise Unreadable("LibreOffice made nothing of it", remedy=f"save it as .{target}")
        converted = made.read_bytes()
    return slides.parse(converted) if shown else docx.parse(converted)


KIND = Kind(
    name="old_office",
    title="Old Word and PowerPoint files",
    suffixes=(".doc", ".dot", ".wps", ".wpd", *sorted(_SLIDES)),
    media_type="application/msword",
    reads="what LibreOffice makes of them",
    place="heading, or slide",
    read=parse,
    needs="LibreOffice",
)
