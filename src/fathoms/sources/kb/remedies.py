"""What would help with files of kinds that are not read.

Knows: what people's folders hold besides documents.  Does not know: files.
"""

from __future__ import annotations

_BY_ADVICE = {
    "export it as .docx or PDF": ".pages .one .onepkg .pub .abw .hwp",
    "export it as .pptx or PDF": ".key",
    "export it as .xlsx or .csv": ".numbers .accdb .mdb .sav .dta",
    "export its tables as .csv": ".sqlite .sqlite3 .db .parquet .feather .arrow .avro .h5 .hdf5",
    "unpack it": ".7z .rar .tar .gz .tgz .bz2 .xz .zst .iso .dmg .cab .jar",
    "convert it to .epub or PDF": ".mobi .azw .azw3 .djvu .chm .fb2 .lit",
    "save the mails as .eml or .mbox": ".msg .pst .ost",
    "add a transcript as .srt, .vtt or .txt": ".mp3 .wav .m4a .ogg .flac .opus .mp4 .mkv .mov .avi .webm .wmv",
    "export it as PDF": ".vsd .vsdx .dwg .dxf .ai .indd .psd .sketch .fig .drawio .xps .ps .eps .svg .xmind",
    "convert it to .jpg": ".heic .heif .raw .cr2 .nef",
    "export it as HTML, JSON or plain text": ".xml .plist .rdf .ttl .owl",
}
_REMEDIES = {suffix: advice for advice, suffixes in _BY_ADVICE.items() for suffix in suffixes.split()}


def remedy_for(suffix: str) -> str:
    """What to do about files that end so; empty where nothing would help."""
    return _REMEDIES.get(suffix.lower(), "")
