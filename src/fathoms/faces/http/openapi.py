"""The OpenAPI description, made from the table of endpoints.

Knows: how a row is described.  Does not know: what any endpoint does.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, get_args

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from fathoms import __version__
from fathoms.domain.events import Event
from fathoms.faces.http.endpoints import PREFIX, Endpoint
from fathoms.faces.http.problems import MEDIA_TYPE, Problem
from fathoms.faces.http.table import ENDPOINTS

_REF = "#/components/schemas/{model}"
_PATH_PARAMETER = re.compile(r"\{(\w+)(?::path)?\}")
_ALWAYS = (401, 403, 405, 421, 422, 429, 500, 503, 507)
"""What any endpoint may answer instead: no token, not from here, not this host, not so often, a full disk."""
_WITH_A_BODY = (400, 408, 413, 415)
_EVENT_STREAM = "text/event-stream"


@cache
def description() -> dict[str, Any]:
    """The whole document."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        path = PREFIX + re.sub(r":path\}", "}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Fathoms",
            "version": __version__,
            "description": "Deep research in which every sentence leads back to words in a stored source.",
        },
        "paths": paths,
        "components": {
            "schemas": _schemas()[1],
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


@cache
def _schemas() -> tuple[dict[tuple[Any, str], dict[str, Any]], dict[str, Any]]:
    """How each value that goes over the wire is referred to, and all that is referred to."""
    used: list[tuple[type[BaseModel], JsonSchemaMode]] = [(Problem, "serialization"), (Event, "serialization")]
    for endpoint in ENDPOINTS:
        if endpoint.takes:
            used.append((endpoint.takes, "validation"))
        used += [(model, "serialization") for model in _models(endpoint.gives)]
    named, schema = models_json_schema(used, ref_template=_REF)
    return {(model, mode): reference for (model, mode), reference in named.items()}, dict(schema["$defs"])


def _reference(model: type[BaseModel], mode: str = "serialization") -> dict[str, Any]:
    return _schemas()[0][model, mode]


def _models(gives: Any) -> list[type[BaseModel]]:
    """The value itself, or what a list of it holds."""
    return [one for one in (gives, *get_args(gives)) if isinstance(one, type) and issubclass(one, BaseModel)]


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint)],
        "responses": _responses(endpoint),
    }
    if endpoint.takes:
        schema = _reference(endpoint.takes, "validation")
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    if endpoint.upload:
        whole = {"application/octet-stream": {"schema": {"type": "string", "format": "binary", "minLength": 1}}}
        operation["requestBody"] = {"required": True, "content": whole}
    return operation


def _path_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in _PATH_PARAMETER.findall(endpoint.path)
    ]


def _query_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    if endpoint.query is None:
        return []
    return [
        {
            "name": name,
            "in": "query",
            "required": field.is_required(),
            "description": field.description or "",
            "schema": _standing_alone(TypeAdapter(field.rebuild_annotation()).json_schema()),
        }
        for name, field in endpoint.query.model_fields.items()
    ]


def _standing_alone(schema: dict[str, Any]) -> dict[str, Any]:
    """Without null, which nothing behind a question mark can be, and with an enumeration where it is used."""
    definitions = schema.pop("$defs", {})
    kept = [one for one in schema.get("anyOf", (schema,)) if one.get("type") != "null"]
    (only,) = kept
    return dict(definitions[only["$ref"].rpartition("/")[2]]) if "$ref" in only else only


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    problem = {MEDIA_TYPE: {"schema": _reference(Problem)}}
    answers: dict[str, Any] = {
        str(status): {"description": "It did not work", "content": problem}
        for status in sorted({*_ALWAYS, *endpoint.errors, *(_WITH_A_BODY if endpoint.takes or endpoint.upload else ())})
    }
    answers[str(endpoint.status)] = {"description": "Done", "content": _content(endpoint)}
    return dict(sorted(answers.items()))


def _content(endpoint: Endpoint) -> dict[str, Any]:
    if endpoint.gives is None:
        text: dict[str, Any] = {endpoint.media.partition(";")[0]: {"schema": {}}}
        if endpoint.media == _EVENT_STREAM:
            text["application/json"] = {"schema": {"type": "array", "items": _reference(Event)}}
        return text
    models = _models(endpoint.gives)
    schema: dict[str, Any] = dict(_reference(models[0]))
    if models[0] is not endpoint.gives:
        schema = {"type": "array", "items": schema}
    return {"application/json": {"schema": schema}}
