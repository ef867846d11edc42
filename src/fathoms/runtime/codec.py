"""How values and errors are written to the journal: JSON with stable names, never a module path.

Knows: every `Value` kind and every error of `errors.py`.  Does not know: what is journaled when.
A class can move or be renamed; a kind's name stays. What the codec does not know, it refuses at once.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
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
STEPS = {step.__name__: step for step in errors.NextStep.__subclasses__()}


def encode(value: Any) -> str:
    """Compact JSON. A value writes its own: every recorded step passes here, with all that its thread knows."""
    match value:
        case None | bool() | int() | float() | str():
            return _plain(value)
        case Value() if value.kind_name:
            return _tagged(value.kind_name, value.model_dump_json())
        case datetime():
            return _tagged("datetime", _plain(value.isoformat()))
        case tuple():
            return _tagged("tuple", _listed(value))
        case list():
            return _listed(value)
        case dict() if all(isinstance(key, str) for key in value):
            return _tagged("dict", f"{{{','.join(f'{_plain(key)}:{encode(item)}' for key, item in value.items())}}}")
        case errors.FathomsError():
            told = {ERROR_TAG: value.code, "m": str(value), "v": _error_fields(value)}
            return _plain(told | ({"s": _encode_step(value.next_step)} if value.next_step else {}))
        case BaseException():
            return _plain({ERROR_TAG: None, "n": type(value).__name__, "m": str(value)})
    raise UnknownKind(f"the journal has no name for {type(value).__name__}; give the class a kind")


def decode(text: str) -> Any:
    return _decode(json.loads(text))


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _tagged(kind: str, json_text: str) -> str:
    return f'{{"{TAG}":{_plain(kind)},"v":{json_text}}}'


def _listed(values: Iterable[Any]) -> str:
    return f"[{','.join(map(encode, values))}]"


def _error_fields(error: errors.FathomsError) -> dict[str, Any]:
    own = {key: v for key, v in vars(error).items() if not key.startswith("_") and key != "next_step"}
    return {key: list(v) if isinstance(v, tuple) else v for key, v in own.items()}


def _encode_step(step: errors.NextStep) -> dict[str, Any]:
    if isinstance(step, errors.OneOf):
        return {"n": "OneOf", "v": [_encode_step(one) for one in step.steps]}
    return {"n": type(step).__name__, "v": dataclasses.asdict(step)}


def _decode_step(data: dict[str, Any] | None) -> errors.NextStep | None:
    """None also for a step that another version knows: the message still says what went wrong."""
    if data is None:
        return None
    if data["n"] == "OneOf":
        found = tuple(step for one in data["v"] if (step := _decode_step(one)))
        return errors.OneOf(found) if found else None
    if data["n"] == "Mend":
        return errors.Mend(errors.Repair(data["v"]["what"])) if data["v"]["what"] in list(errors.Repair) else None
    kind = STEPS.get(data["n"])
    return kind(**{key: tuple(v) if isinstance(v, list) else v for key, v in data["v"].items()}) if kind else None


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
    step = _decode_step(data.get("s"))
    if issubclass(kind, errors.ProviderError):
        return kind(data["m"], **data["v"], next_step=step)
    return kind(data["m"], next_step=step)
