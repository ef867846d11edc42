"""From what a model wrote to the shape that was asked for, as far as that takes no guessing.

Mended: reasoning text, fences, words around the JSON, an answer that was cut off, a single value where a list was
asked for, a list that is too long, an enum in other letters. Not mended: a missing value, a value of another kind.
What cannot be mended comes back as `Unusable` with words that the model can act on.

Knows: JSON and JSON schemas.  Does not know: any particular shape.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from fathoms.minds.llm.exchange import JsonSchema

S = TypeVar("S", bound=BaseModel)

_THOUGHT = re.compile(r"<(think|thinking|reasoning|thought)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_END_OF_THOUGHT = re.compile(r".*</(?:think|thinking|reasoning|thought)>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```(?:json|JSON)?\s*\n?(.*?)(?:```|\Z)", re.DOTALL)
_YES = frozenset({"true", "yes", "1"})
_NO = frozenset({"false", "no", "0"})
_MOST_PROBLEMS = 5
_LOOP_TAIL = 800
_LOOP = re.compile(r"(.{1,80}?)\1{7,}.{0,80}\Z", re.DOTALL)


class Unusable(Exception):
    """The answer cannot be used; the message says why, in words for the model."""


@dataclass(frozen=True, slots=True)
class Beyond:
    """Items of a list that are more than it has room for."""

    name: str
    most: int
    items: tuple[str, ...]


def read(text: str, shape: type[S], schema: JsonSchema, beyond: list[Beyond] | None = None) -> S:
    """The shape that the text holds. Raises `Unusable`. What its lists have no room for is put into `beyond`."""
    value, was_cut = found_json(text)
    value = _Fitting(schema, [] if beyond is None else beyond).fitted(value, schema)
    try:
        answer = shape.model_validate(value)
        if was_cut:
            _refuse_nothing(answer)
        return answer
    except ValidationError as error:
        if was_cut and _dropped_last(value, error):
            return _validated(value, shape)
        raise Unusable(_told(error)) from error


def loops(text: str) -> bool:
    """Whether a text ends in the same few words over and over: more room would not end it."""
    return bool(_LOOP.search(text[-_LOOP_TAIL:]))


def _validated(value: Any, shape: type[S]) -> S:
    try:
        answer = shape.model_validate(value)
    except ValidationError as error:
        raise Unusable(_told(error)) from error
    _refuse_nothing(answer)
    return answer


def _refuse_nothing(answer: BaseModel) -> None:
    """A cut before the first item was complete is no answer that holds none: essentials stand first."""
    essential = next(iter(type(answer).model_fields))
    if getattr(answer, essential) in ([], ""):
        raise Unusable(f"it was cut off before {essential!r} held anything complete")


def _dropped_last(value: Any, error: ValidationError) -> bool:
    """Take out the item of a list that the cut went through, if that is where the trouble is."""
    places = {problem["loc"][:2] for problem in error.errors(include_url=False, include_input=False)}
    if len(places) != 1 or not isinstance(value, dict):
        return False
    name, at = (*places.pop(), None)[:2]
    items = value.get(name)
    if not isinstance(items, list) or at != len(items) - 1:
        return False
    items.pop()
    return True


def found_json(text: str) -> tuple[Any, bool]:
    """The first JSON object in a text, and whether it was cut off; then it is what is complete of it."""
    bare = _END_OF_THOUGHT.sub("", _THOUGHT.sub("", text)).strip()
    if not bare:
        raise Unusable("the answer is empty; answer with the JSON object that was asked for")
    fenced = _FENCE.search(bare)
    for candidate in (bare, fenced.group(1) if fenced else ""):
        for start in _openings(candidate):
            for partial in (False, True):
                try:
                    value = _decoded(candidate[start:], partial=partial)
                except ValueError:
                    continue
                if isinstance(value, (dict, list)) and value:
                    return value, partial
    raise Unusable("there is no JSON object in the answer; answer with one JSON object and nothing else")


def _openings(text: str) -> list[int]:
    """Where an object or a list may begin: the first of each."""
    return sorted(at for at in (text.find("{"), text.find("[")) if at >= 0)


def _decoded(text: str, *, partial: bool) -> Any:
    if not partial:
        text = text[: _balanced_end(text)]
    return from_json(text, allow_partial=partial)


def _balanced_end(text: str) -> int:
    """The end of the first value: what stands after it is talk."""
    depth, quoted, escaped = 0, False, False
    for at, character in enumerate(text):
        if quoted:
            quoted = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            quoted = True
        elif character in "{[":
            depth += 1
        elif character in "}]":
            depth -= 1
            if depth == 0:
                return at + 1
    raise ValueError("it does not end")


@dataclass(frozen=True, slots=True)
class _Fitting:
    """Puts right the small things that a schema leaves no doubt about."""

    root: JsonSchema
    beyond: list[Beyond]

    def fitted(self, value: Any, schema: JsonSchema, name: str = "") -> Any:
        if "$ref" in schema:
            schema = self.root["$defs"][schema["$ref"].rsplit("/", 1)[-1]]
        if "enum" in schema:
            return _same_choice(value, schema["enum"])
        match schema.get("type"):
            case "object":
                return self._object(value, schema)
            case "array":
                items = value if isinstance(value, list) else [] if value in (None, "") else [value]
                return [self.fitted(item, schema.get("items", {})) for item in self._within(items, schema, name)]
            case "string" if isinstance(value, (int, float)) and not isinstance(value, bool):
                return str(value)
            case "string" if value is None:
                return ""
            case "boolean" if isinstance(value, str):
                word = value.strip().lower()
                return True if word in _YES else False if word in _NO else value
        return value

    def _within(self, items: list[Any], schema: JsonSchema, name: str) -> list[Any]:
        most = schema.get("maxItems")
        if most is None or len(items) <= most:
            return items
        self.beyond.append(Beyond(name, most, tuple(map(_said, items[most:]))))
        return items[:most]

    def _object(self, value: Any, schema: JsonSchema) -> Any:
        fields: JsonSchema = schema.get("properties", {})
        if isinstance(value, list):
            lists = [name for name, part in fields.items() if part.get("type") == "array"]
            value = {lists[0]: value} if len(lists) == 1 or (lists and lists[0] == next(iter(fields))) else value
        if isinstance(value, str) and len(fields) == 1:
            value = {next(iter(fields)): value}
        if not isinstance(value, dict):
            return value
        spelled = {_letters(name): name for name in fields}
        named = {spelled.get(_letters(str(key)), str(key)): item for key, item in value.items()}
        return {key: self.fitted(item, fields[key], key) if key in fields else item for key, item in named.items()}


def _said(item: Any) -> str:
    """What an item says: its longest words, where it has several."""
    if isinstance(item, dict):
        return max((text for text in map(_said, item.values())), key=len, default="")
    if isinstance(item, list):
        return "; ".join(map(_said, item))
    return str(item)


def _same_choice(value: Any, choices: list[Any]) -> Any:
    if isinstance(value, str):
        for choice in choices:
            if isinstance(choice, str) and _letters(choice) == _letters(value):
                return choice
    return value


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def _told(error: ValidationError) -> str:
    problems = [
        f"{'.'.join(str(part) for part in problem['loc']) or 'the answer'}: {problem['msg']}"
        for problem in error.errors(include_url=False, include_input=False)[:_MOST_PROBLEMS]
    ]
    return "; ".join(problems)
