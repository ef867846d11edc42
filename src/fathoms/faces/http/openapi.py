"""The OpenAPI description, made from the table of endpoints.

Knows: how a row is described.  Does not know: what any endpoint does.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import models_json_schema

from fathoms import __version__
from fathoms.domain.events import Event
from fathoms.faces.http.endpoints import PREFIX, Endpoint
from fathoms.faces.http.problems import MEDIA_TYPE, Problem
from fathoms.faces.http.table import ENDPOINTS

_REF = "#/components/schemas/{model}"
_PATH_PARAMETER = re.compile(r"\{(\w+)(?::path)?\}")
_ALWAYS = (401, 403, 405, 421, 422, 429, 500, 503, 507)
"""What any endpoint may answer instead: no token, not from here, not this host, not so often, a full disk."""
_EVENT_STREAM = "text/event-stream"


@cache
def description() -> dict[str, Any]:
    """The whole document."""
    components = _components()
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
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def _components() -> dict[str, Any]:
    used: list[tuple[type[BaseModel], Any]] = [(Problem, "serialization"), (Event, "serialization")]
    for endpoint in ENDPOINTS:
        if endpoint.takes:
            used.append((endpoint.takes, "validation"))
        if endpoint.gives is not None:
            used += [(model, "serialization") for model in _models(endpoint.gives)]
    _, schema = models_json_schema(used, ref_template=_REF)
    return dict(schema["$defs"])


def _models(gives: Any) -> list[type[BaseModel]]:
    if isinstance(gives, type) and issubclass(gives, BaseModel):
        return [gives]
    return [one for one in getattr(gives, "__args__", ()) if isinstance(one, type) and issubclass(one, BaseModel)]


@cache
def _names() -> dict[tuple[type[BaseModel], str], dict[str, str]]:
    used: list[tuple[type[BaseModel], Any]] = [(Problem, "serialization"), (Event, "serialization")]
    for endpoint in ENDPOINTS:
        if endpoint.takes:
            used.append((endpoint.takes, "validation"))
        if endpoint.gives is not None:
            used += [(model, "serialization") for model in _models(endpoint.gives)]
    found, _ = models_json_schema(used, ref_template=_REF)
    return {(model, mode): schema for (model, mode), schema in found.items()}  # type: ignore[misc]


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint)],
        "responses": _responses(endpoint),
    }
    if endpoint.takes:
        schema = _names()[endpoint.takes, "validation"]
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    if endpoint.upload:
        whole = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
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
    parameters = []
    for name, field in endpoint.query.model_fields.items():
        schema = TypeAdapter(field.rebuild_annotation()).json_schema()
        schema.pop("description", None)
        if not field.is_required():
            schema = {one: value for one, value in schema.items() if one != "default"}
            if "anyOf" in schema:
                schema = {**schema.pop("$defs", {}), **_without_null(schema)}
        parameters.append(
            {
                "name": name,
                "in": "query",
                "required": field.is_required(),
                "description": field.description or "",
                "schema": _inlined(schema),
            }
        )
    return parameters


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    kept = [one for one in schema["anyOf"] if one.get("type") != "null"]
    return kept[0] if len(kept) == 1 else {"anyOf": kept}


def _inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """An enumeration where it is used: parameters refer to nothing."""
    definitions = schema.pop("$defs", {})
    named = schema.get("$ref", "")
    return dict(definitions[named.rpartition("/")[2]]) if named else schema


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    problem = {MEDIA_TYPE: {"schema": _names()[Problem, "serialization"]}}
    answers: dict[str, Any] = {
        str(status): {"description": "It did not work", "content": problem}
        for status in sorted({*_ALWAYS, *endpoint.errors})
    }
    answers[str(endpoint.status)] = {"description": "Done", "content": _content(endpoint)}
    return dict(sorted(answers.items()))


def _content(endpoint: Endpoint) -> dict[str, Any]:
    if endpoint.gives is None:
        text: dict[str, Any] = {endpoint.media.partition(";")[0]: {"schema": {}}}
        if endpoint.media == _EVENT_STREAM:
            text["application/json"] = {"schema": {"type": "array", "items": _names()[Event, "serialization"]}}
        return text
    models = _models(endpoint.gives)
    schema: dict[str, Any] = dict(_names()[models[0], "serialization"])
    if models[0] is not endpoint.gives:
        schema = {"type": "array", "items": schema}
    return {"application/json": {"schema": schema}}
