"""Files made to hurt: bombs, links out of the folder, pipes, lines without end, names that are no text.

Each case is a folder with one honest document and the hostile file. `fathoms kb add` runs on it in a process with an
address-space limit; then the honest document must be there, nothing from outside, and the hostile file must be either
refused with the reason expected or readable.
"""

from __future__ import annotations

import functools
import io
import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fathoms.sources.kb import KnowledgeBase

PROOF = "bombs, links out of the folder, pipes, endless lines, odd names: refused with a reason or read, memory bounded"

LIMIT_MB = 3_000
"""Address space of the command and of each process it starts."""
MOST_MB = 1_300
"""Resident memory that no case may pass."""
MOST_SECONDS = 240
_SECRET = "zanzibarsecret"
_WORDS = b"The lighthouse keeper counted ships in the fog. "


@dataclass(frozen=True)
class Case:
    name: str
    make: Callable[[Path], None]
    reason: str = ""
    """Words that the reason for refusing must hold; empty when the file is to be read."""
    either: bool = False
    """Reading it is as good as refusing it."""


@dataclass(frozen=True)
class Outcome:
    case: Case
    problem: str
    said: str
    peak_mb: float
    seconds: float


# --- the files ----------------------------------------------------------------------------------------------------


def _docx(document: bytes, *, more: dict[str, bytes] | None = None) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "[Content_Types].xml",
            '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Override PartName="/word/document.xml" ContentType='
            '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        )
        archive.writestr(
            "_rels/.rels",
            '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            '<Relationship Id="r1" Target="word/document.xml" Type='
            '"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/></Relationships>',
        )
        archive.writestr("word/document.xml", document)
        for name, content in (more or {}).items():
            archive.writestr(name, content)
    return out.getvalue()


_W = b'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def _word(body: bytes, prolog: bytes = b"") -> bytes:
    return b'<?xml version="1.0"?>' + prolog + b"<w:document " + _W + b"><w:body>" + body + b"</w:body></w:document>"


def _run(text: bytes) -> bytes:
    return b"<w:p><w:r><w:t>" + text + b"</w:t></w:r></w:p>"


def docx_bomb(folder: Path) -> None:
    (folder / "bad.docx").write_bytes(_docx(_word(_run(b"x")), more={"word/media/a.bin": b"\0" * 400_000_000}))


def docx_text_bomb(folder: Path) -> None:
    """Below every ratio, but a tree of 1.5 million paragraphs does not fit into memory."""
    paragraphs = b"".join(_run(b"%d" % (n * 7_919 % 1_000_003)) for n in range(1_500_000))
    (folder / "bad.docx").write_bytes(_docx(_word(paragraphs)))


def docx_entities(folder: Path) -> None:
    levels = b"".join(b'<!ENTITY e%d "%s">' % (n, b"&e%d;" % (n - 1) * 10) for n in range(1, 10))
    prolog = b'<!DOCTYPE x [<!ENTITY e0 "ha">' + levels + b"]>"
    (folder / "bad.docx").write_bytes(_docx(_word(_run(b"&e9;"), prolog)))


def docx_hidden_entities(folder: Path) -> None:
    comment = b"<!--" + b"x" * 10_000 + b"-->"
    prolog = comment + b'<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    (folder / "bad.docx").write_bytes(_docx(_word(_run(b"&f;"), prolog)))


def docx_deep(folder: Path) -> None:
    deep = b"<w:sdt><w:sdtContent>" * 20_000 + _run(b"deep") + b"</w:sdtContent></w:sdt>" * 20_000
    (folder / "bad.docx").write_bytes(_docx(_word(deep)))


def _pdf(*objects: bytes) -> bytes:
    out = bytearray(b"%PDF-1.5\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        out += b"%010d 00000 n \n" % place
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def _stream(content: bytes, filters: bytes) -> bytes:
    return b"<< /Length %d /Filter %s >>\nstream\n" % (len(content), filters) + content + b"\nendstream"


def _one_page(stream: bytes) -> bytes:
    return _pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R"
        b" /Resources << /Font << /F1 4 0 R >> >> >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        stream,
    )


@functools.cache
def _deflated(size: int, content: bytes = b" ") -> bytes:
    packer = zlib.compressobj(6)
    block = content * (1_000_000 // len(content))
    return b"".join(packer.compress(block) for _ in range(size // len(block))) + packer.flush()


def pdf_bomb(folder: Path) -> None:
    (folder / "bad.pdf").write_bytes(_one_page(_stream(_deflated(2_000_000_000), b"/FlateDecode")))


def pdf_double_bomb(folder: Path) -> None:
    twice = zlib.compress(_deflated(2_000_000_000), 9)
    (folder / "bad.pdf").write_bytes(_one_page(_stream(twice, b"[/FlateDecode /FlateDecode]")))


def pdf_text_bomb(folder: Path) -> None:
    """A few hundred kilobytes that unpack to a hundred million letters on one page."""
    text = b"BT /F1 9 Tf 10 700 Td (" + b"lighthouse " * 80 + b") Tj ET\n"
    (folder / "bad.pdf").write_bytes(_one_page(_stream(_deflated(120_000_000, text), b"/FlateDecode")))


def pdf_page_loop(folder: Path) -> None:
    pages = b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000000 >>"
    (folder / "bad.pdf").write_bytes(_pdf(b"<< /Type /Catalog /Pages 2 0 R >>", pages))


def pdf_cut(folder: Path) -> None:
    whole = _one_page(_stream(zlib.compress(b"BT /F1 9 Tf (lighthouse) Tj ET"), b"/FlateDecode"))
    (folder / "bad.pdf").write_bytes(whole[: len(whole) // 3])


def html_entities(folder: Path) -> None:
    levels = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    page = f'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY e0 "ha">{levels}]><html><body><p>Fog &e9;</p></body></html>'
    (folder / "bad.html").write_text(page)


def html_deep(folder: Path) -> None:
    (folder / "bad.html").write_text("<div><span>" * 50_000 + "deep lighthouse" + "</span></div>" * 50_000)


def html_deep_lists(folder: Path) -> None:
    (folder / "bad.html").write_text("<ul><li>" * 50_000 + "deep lighthouse" + "</li></ul>" * 50_000)


def html_many_elements(folder: Path) -> None:
    (folder / "bad.html").write_bytes(b"<b>a</b>" * 5_000_000)


def json_many_values(folder: Path) -> None:
    (folder / "bad.json").write_bytes(b"[" + b"{}," * 15_000_000 + b"{}]")


def json_deep(folder: Path) -> None:
    (folder / "bad.json").write_text("[" * 200_000 + "]" * 200_000)


def csv_unfolds(folder: Path) -> None:
    names = ",".join(f"{'n' * 50}{n}" for n in range(20_000))
    row = ",".join("1" * 20_000)
    (folder / "bad.csv").write_text(names + "\n" + f"{row}\n" * 900)


def csv_open_quote(folder: Path) -> None:
    (folder / "bad.csv").write_text('a,b\n"never closed,1\n' + "ship,lighthouse\n" * 50_000)


def mail_deep(folder: Path) -> None:
    nested = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(5_000))
    (folder / "bad.eml").write_text("Subject: fog\nFrom: a@b\n" + nested + "Content-Type: text/plain\n\nship\n")


def long_line_md(folder: Path) -> None:
    (folder / "bad.md").write_bytes(_WORDS * (10_000_000 // len(_WORDS)))


def long_line_no_spaces(folder: Path) -> None:
    (folder / "bad.md").write_bytes(b"x" * 10_000_000)


def long_heading(folder: Path) -> None:
    (folder / "bad.md").write_bytes(b"# ship" + b" " * 10_000_000 + b"x")


def long_front_matter(folder: Path) -> None:
    (folder / "bad.md").write_bytes(b"---\ntitle: ship" + b" " * 5_000_000 + b"x\n---\n" + _WORDS)


def combining_marks(folder: Path) -> None:
    (folder / "bad.txt").write_text("a" + "\u0301" * 3_000_000)


def open_comments(folder: Path) -> None:
    (folder / "bad.c").write_text("/*/* fog and ship and light " * 100_000)


def open_links(folder: Path) -> None:
    (folder / "bad.md").write_text("[ship](" * 500_000)


def binary_md(folder: Path) -> None:
    (folder / "bad.md").write_bytes(bytes(range(256)) * 4_000)


def zip_named_md(folder: Path) -> None:
    (folder / "bad.md").write_bytes(_docx(_word(_run(b"x"))))


def pipe(folder: Path) -> None:
    os.mkfifo(folder / "bad.md")


def socket_file(folder: Path) -> None:
    here = Path.cwd()
    os.chdir(folder)  # the name of a socket may have 107 bytes
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("bad.md")
    finally:
        os.chdir(here)


def device_link(folder: Path) -> None:
    (folder / "bad.md").symlink_to("/dev/zero")


def link_outside(folder: Path) -> None:
    secret = folder.parent / "secret.md"
    secret.write_text(f"# Secret\n\nThe word is {_SECRET}.\n")
    (folder / "bad.md").symlink_to(secret)


def folder_link_outside(folder: Path) -> None:
    outside = folder.parent / "outside"
    outside.mkdir()
    (outside / "bad.md").write_text(f"# Secret\n\nThe word is {_SECRET}.\n")
    (folder / "bad.md").symlink_to(outside)


def link_circle(folder: Path) -> None:
    (folder / "bad.md").symlink_to("other.md")
    (folder / "other.md").symlink_to("bad.md")


def folder_circle(folder: Path) -> None:
    (folder / "deep").mkdir()
    (folder / "deep" / "again").symlink_to(folder)
    (folder / "deep" / "bad.md").write_bytes(b"# Fog\n\n" + _WORDS)


def odd_names(folder: Path) -> None:
    for name in (
        b"bad\n.md",
        "bad 🚢‍🌫️.md".encode(),
        b"bad\xff\xfe.md",
        b"bad'; DROP TABLE document;--.md",
        b"bad\x1b[2J.md",
    ):
        Path(os.fsdecode(bytes(folder) + b"/" + name)).write_bytes(b"# Fog\n\n" + _WORDS)


def too_large(folder: Path) -> None:
    with (folder / "bad.md").open("wb") as file:
        file.truncate(40_000_000_000)


def changing(folder: Path) -> None:
    (folder / "bad.md").write_bytes(_WORDS * 400_000)


CASES = (
    Case("docx: zip bomb", docx_bomb, "decompression bomb"),
    Case("docx: text bomb", docx_text_bomb, "more than"),
    Case("docx: entity expansion", docx_entities, "entities"),
    Case("docx: entity behind a comment", docx_hidden_entities, "entities"),
    Case("docx: 20,000 levels", docx_deep, "nested too deeply", either=True),
    Case("pdf: 2 GB stream", pdf_bomb, "memory", either=True),
    Case("pdf: 2 GB packed twice", pdf_double_bomb, "memory", either=True),
    Case("pdf: 100 M letters on a page", pdf_text_bomb, "more than", either=True),
    Case("pdf: pages in a circle", pdf_page_loop, "pdf"),
    Case("pdf: cut off", pdf_cut, "pdf"),
    Case("html: entity expansion", html_entities, either=True),
    Case("html: 100,000 levels", html_deep),
    Case("html: 50,000 lists in lists", html_deep_lists, "nested too deeply"),
    Case("html: 5 M elements", html_many_elements, "too many elements", either=True),
    Case("json: 15 M objects", json_many_values, "memory", either=True),
    Case("json: 200,000 levels", json_deep, "nested too deeply"),
    Case("csv: unfolds 30-fold", csv_unfolds, "unfolds to more", either=True),
    Case("csv: quote never closed", csv_open_quote),
    Case("eml: 5,000 parts in parts", mail_deep, "nested too deeply", either=True),
    Case("md: 10 MB line", long_line_md),
    Case("md: 10 MB word", long_line_no_spaces),
    Case("md: heading of 10 M spaces", long_heading),
    Case("md: field of 5 M spaces", long_front_matter),
    Case("txt: 3 M marks on a letter", combining_marks),
    Case("c: comments never closed", open_comments),
    Case("md: 500,000 open links", open_links),
    Case("md: binary", binary_md, "not text"),
    Case("md: a zip archive", zip_named_md, "zip archive"),
    Case("md: a pipe", pipe, "a pipe"),
    Case("md: a socket", socket_file, "a socket"),
    Case("md: link to a device", device_link, "outside"),
    Case("md: link outside", link_outside, "outside"),
    Case("md: folder link outside", folder_link_outside, "outside"),
    Case("md: links in a circle", link_circle, "nowhere"),
    Case("folder inside itself", folder_circle),
    Case("names: newline, emoji, bytes, SQL", odd_names),
    Case("md: 40 GB", too_large, "more than the limit"),
    Case("md: changes while read", changing, "changed while", either=True),
)


# --- running them -------------------------------------------------------------------------------------------------


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT_MB * 1_000_000,) * 2)


def _ingest(folder: Path, home: Path) -> tuple[int, str, float]:
    """Exit code, what it said and its peak memory in MB (its own and that of its helper process)."""
    said = home.parent / "said"
    command = [sys.executable, "-m", "fathoms", "kb", "add", str(folder), "--collection", "c", "--home", str(home)]
    with said.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, preexec_fn=_limited)
        watch = threading.Timer(MOST_SECONDS, process.kill)
        watch.start()
        _, status, used = os.wait4(process.pid, 0)
        watch.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, said.read_text("utf-8", "replace"), used.ru_maxrss / 1_000


class _Disturber:
    """Appends to a file all the time."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._work)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _work(self) -> None:
        with self._file.open("ab", buffering=0) as file:
            while not self._over.wait(0.0002):
                file.write(b"More fog. ")


def run(case: Case, base: Path) -> Outcome:
    folder, home = base / "docs", base / "home"
    folder.mkdir(parents=True)
    home.mkdir()
    (folder / "good.md").write_bytes(b"# Harbour\n\nThe quarantine flag is yellow.\n")
    case.make(folder)
    began = time.monotonic()
    if case.make is changing:
        with _Disturber(folder / "bad.md"):
            code, said, peak = _ingest(folder, home)
    else:
        code, said, peak = _ingest(folder, home)
    seconds = time.monotonic() - began
    problem = f"exit code {code}: {said[-300:]}" if code else _judged(case, folder, home, said)
    if peak > MOST_MB:
        problem = problem or f"{peak:.0f} MB of memory"
    told = next((line.strip() for line in said.splitlines() if "bad" in line and ": " in line), "")
    reason = told.split(": ", 1)[-1] if "could not be read" in said else "read"
    return Outcome(case, problem, reason, peak, seconds)


def _judged(case: Case, folder: Path, home: Path, said: str) -> str:
    """What is wrong with how a case was handled; empty when nothing is."""
    with KnowledgeBase(home / "kb.db") as kb:
        paths = {row.path for row in kb.documents("c")}
        if "good.md" not in paths:
            return "the honest document is missing"
        if not any(hit.path == "good.md" for hit in kb.search("quarantine flag", collection="c", limit=50)):
            return "the honest document is not found"
        if any(_SECRET in kb.show(path, collection="c").text for path in paths):
            return "it reached outside the folder"
        for path in paths:
            text = kb.show(path, collection="c").text
            for hit in kb.search("fog ship light", collection="c", limit=5):
                if hit.path == path and text[hit.start : hit.end] != hit.text:
                    return f"a wrong quote from {path!r}"
    bad = len([name for name in folder.iterdir() if name.name.startswith("bad")]) or 1
    read = len(paths) - 1
    if case.reason and read and not case.either:
        return "it was read"
    if not case.reason and read < bad and not case.either:
        return f"only {read} of {bad} were read: {said[-300:]}"
    if read == 0 and (case.reason or "could not be read").lower() not in said.lower():
        return f"another reason: {said[-300:]}"
    return ""


def main() -> int:
    only = os.environ.get("CASE", "")
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory() as base:
        for number, case in enumerate(case for case in CASES if only in case.name):
            outcomes.append(run(case, Path(base) / str(number)))
            last = outcomes[-1]
            state = "held" if not last.problem else f"BROKE: {json.dumps(last.problem)}"
            print(
                f"{case.name:<34} {last.peak_mb:>6.0f} MB {last.seconds:>6.1f} s  {state:<6} {last.said[:90]}",
                flush=True,
            )
    held = sum(not outcome.problem for outcome in outcomes)
    peak = max(outcome.peak_mb for outcome in outcomes)
    print(f"{held} of {len(outcomes)} cases held, peak {peak:.0f} MB (limit {MOST_MB:,} MB)")
    return 0 if held == len(outcomes) else 1
