"""How values and errors are written to the journal: JSON with stable names, never a module path.

Knows: every `Value` kind and every error of `errors.py`.  Does not know: what is journaled when.
A class can move or be renamed; a kind's name stays. What the codec does not know, it refuses at once.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from fathoms import errors
from fathoms.domain.value import KINDS, Value

TAG = "~"
ERROR_TAG = "~!"


class UnknownKind(TypeError):
    """Something that the journal has no name for."""


class ForeignError(Exception):
    """An error that was not ours when it was recorded; only its name and text came back."""


def _error_kinds() -> dict[str, type[errors.FathomsError]]:
    kinds: dict[str, type[errors.FathomsError]] = {}
    queue: list[type[errors.FathomsError]] = [errors.FathomsError]
    while queue:
        kind = queue.pop()
        kinds[kind.code] = kind
        queue.extend(kind.__subclasses__())
    return kinds


ERRORS = _error_kinds()


def encode(value: Any) -> str:
    return json.dumps(_encode(value), ensure_ascii=False, separators=(",", ":"))


def decode(text: str) -> Any:
    return _decode(json.loads(text))


def _encode(value: Any) -> Any:
    match value:
        case None | bool() | int() | float():
            return value
        case Value() if value.kind_name:
            return {TAG: value.kind_name, "v": value.model_dump(mode="json")}
        case str():
            return str(value)
        case datetime():
            return {TAG: "datetime", "v": value.isoformat()}
        case tuple():
            return {TAG: "tuple", "v": [_encode(item) for item in value]}
        case list():
            return [_encode(item) for item in value]
        case dict() if all(isinstance(key, str) for key in value):
            return {TAG: "dict", "v": {key: _encode(item) for key, item in value.items()}}
        case errors.FathomsError():
            return {ERROR_TAG: value.code, "m": str(value), "v": _error_fields(value)}
        case BaseException():
            return {ERROR_TAG: None, "n": type(value).__name__, "m": str(value)}
    raise UnknownKind(f"the journal has no name for {type(value).__name__}; give the class a kind")


def _error_fields(error: errors.FathomsError) -> dict[str, Any]:
    return {key: list(v) if isinstance(v, tuple) else v for key, v in vars(error).items() if not key.startswith("_")}


def _decode(data: Any) -> Any:
    if isinstance(data, list):
        return [_decode(item) for item in data]
    if not isinstance(data, dict):
        return data
    if ERROR_TAG in data:
        return _decode_error(data)
    kind, inner = data[TAG], data["v"]
    match kind:
        case "tuple":
            return tuple(_decode(item) for item in inner)
        case "dict":
            return {key: _decode(item) for key, item in inner.items()}
        case "datetime":
            return datetime.fromisoformat(inner)
    if kind not in KINDS:
        raise UnknownKind(f"the journal holds a {kind!r}, which this version of Fathoms does not know")
    return KINDS[kind].stored(json.dumps(inner))


def _decode_error(data: dict[str, Any]) -> BaseException:
    kind = ERRORS.get(data[ERROR_TAG]) if data[ERROR_TAG] else None
    if kind is None:
        return ForeignError(f"{data.get('n', data[ERROR_TAG])}: {data['m']}")
    if kind is errors.PlanRefused:
        return errors.PlanRefused(data["v"]["problems"])
    if issubclass(kind, errors.ProviderError):
        return kind(data["m"], **data["v"])
    return kind(data["m"])
