"""JSON and JSON lines: keys and values as lines that can be read and quoted, below the keys that lead to them.

Knows: objects, lists, values.  Does not know: schemas.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from fathoms.sources.formats.kind import Kind, of_text
from fathoms.sources.formats.lines import Lines, storable
from fathoms.sources.formats.parsed import BlockKind, Parsed, Unreadable

MAX_DEPTH = 20
MAX_TEXT = 100_000_000
_LONG = 300
"""A longer string is a paragraph of its own."""
_LONGEST_KEY = 80
_TITLE_KEYS = ("title", "name", "subject")

Json = str | int | float | bool | list["Json"] | dict[str, "Json"] | None


def parse(text: str) -> Parsed:
    """Keys and values as text. Raises Unreadable."""
    value, bad_lines = _loaded(text)
    writer = _Writer()
    writer.value(value, (), "")
    if not writer.out.blocks:
        raise Unreadable("it holds no values")
    notes = []
    if bad_lines:
        notes.append(f"{bad_lines:,} lines are not JSON and were left out")
    if writer.too_deep:
        notes.append(f"what is nested deeper than {MAX_DEPTH} was left out")
    return Parsed(text=writer.out.text(), blocks=tuple(writer.out.blocks), title=_title(value), note="; ".join(notes))


def _loaded(text: str) -> tuple[Json, int]:
    """The value, and how many lines could not be read when the file is one value per line."""
    try:
        return json.loads(text), 0
    except ValueError as exc:
        reason = str(exc)
    values: list[Json] = []
    bad = 0
    for line in text.splitlines():
        if line.strip():
            try:
                values.append(json.loads(line))
            except (ValueError, RecursionError):
                bad += 1
    if len(values) <= bad:
        raise Unreadable(f"not valid JSON: {reason}")
    return values, bad


def _title(value: Json) -> str:
    if not isinstance(value, dict):
        return ""
    told = (value.get(key) for key in _TITLE_KEYS)
    return next((_flat(title)[:200] for title in told if isinstance(title, str) and title.strip()), "")


def _flat(text: str) -> str:
    return storable(" ".join(text.split()))


@dataclass(slots=True)
class _Writer:
    out: Lines = field(default_factory=Lines)
    too_deep: bool = False

    def value(self, value: Json, path: tuple[str, ...], key: str) -> None:
        """Write a value that stands under `key`, below the keys of `path`."""
        if len(path) >= MAX_DEPTH:
            self.too_deep = True
        elif isinstance(value, dict):
            self._object(value, (*path, key) if key else path)
        elif isinstance(value, list):
            self._list(value, path, key)
        elif told := _told(value):
            self._add(f"{key}: {told}" if key else told, BlockKind.ITEM, path)

    def _object(self, value: dict[str, Json], path: tuple[str, ...]) -> None:
        """Its plain values as one line, long texts as paragraphs, the rest below their keys."""
        plain: list[str] = []
        long: list[str] = []
        nested: list[tuple[str, Json]] = []
        for raw, below in value.items():
            key = _flat(raw)[:_LONGEST_KEY]
            if isinstance(below, dict) or (isinstance(below, list) and any(isinstance(x, dict | list) for x in below)):
                nested.append((key, below))
            elif told := _told(below):
                (long if len(told) > _LONG else plain).append(f"{key}: {told}")
        if plain:
            self._add("; ".join(plain), BlockKind.ITEM, path)
        for line in long:
            self._add(line, BlockKind.PROSE, path)
        for key, below in nested:
            self.value(below, path, key)

    def _list(self, values: list[Json], path: tuple[str, ...], key: str) -> None:
        if not any(isinstance(value, dict | list) for value in values):
            if told := _told(values):
                self._add(f"{key}: {told}" if key else told, BlockKind.ITEM, path)
            return
        for value in values:
            if isinstance(value, list):  # a list in a list goes one level down, so that depth stays bounded
                self.value(value, (*path, key or "list"), "")
            else:
                self.value(value, path, key)

    def _add(self, line: str, kind: BlockKind, path: tuple[str, ...]) -> None:
        self.out.add(line, kind, path)
        if self.out.size > MAX_TEXT:
            raise Unreadable(f"it unfolds to more than {MAX_TEXT:,} characters; split it")


def _told(value: Json) -> str:
    """A plain value, or a list of them, as words; empty for nothing."""
    if isinstance(value, list):
        return ", ".join(told for one in value if (told := _told(one)))
    if value is None or isinstance(value, dict):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _flat(value) if isinstance(value, str) else str(value)


KIND = Kind(
    name="records",
    title="JSON and JSON lines",
    suffixes=(".json", ".jsonl", ".ndjson"),
    media_type="application/json",
    reads="keys and values as lines",
    place="keys that lead there",
    read=of_text(parse),
    grows=True,
)
