"""The application: rows of the table served, errors as problems, the page beside them.

Knows: how a request becomes a call and what comes back an answer.  Does not know: what any endpoint does.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import from_json, to_json
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from fathoms.errors import FathomsError
from fathoms.faces.http import problems
from fathoms.faces.http.desk import Desk
from fathoms.faces.http.endpoints import PREFIX, Call, Endpoint, Said
from fathoms.faces.http.guard import COOKIE, SIGN_IN, Access, Guard, same_token
from fathoms.faces.http.openapi import description
from fathoms.faces.http.problems import Refusal
from fathoms.faces.http.shapes import Token
from fathoms.faces.http.table import ENDPOINTS
from fathoms.faces.web.files import page_routes

S = TypeVar("S", bound=Said)
MOST_JSON = 2_000_000
"""Bytes of a body that is no file."""
MOST_TOKEN = 10_000
UPLOAD = "application/octet-stream"
SLOW = 30.0
"""Seconds that a client may be silent in the middle of a body."""
_log = logging.getLogger(__name__)


def application(desk: Desk, access: Access, *more: BaseRoute) -> ASGIApp:
    """All of it, guarded."""
    routes: list[BaseRoute] = [_route(desk, PREFIX + path, rows) for path, rows in _by_path().items()]
    routes.append(Route(f"{PREFIX}/openapi.json", _described, methods=["GET"]))
    routes.append(Route(SIGN_IN, _signing_in(access), methods=["POST", "DELETE"]))
    app = Starlette(
        routes=[*routes, *more, *page_routes()],
        exception_handlers={HTTPException: _not_routed, Exception: _broken},
    )
    return Guard(app, access)


def _by_path() -> dict[str, list[Endpoint]]:
    rows: dict[str, list[Endpoint]] = {}
    for endpoint in ENDPOINTS:
        rows.setdefault(endpoint.path, []).append(endpoint)
    return rows


def _route(desk: Desk, path: str, rows: list[Endpoint]) -> Route:
    by_method = {row.method: row for row in rows}

    async def serve(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        return await _served(desk, by_method[method], request)

    return Route(path, serve, methods=list(by_method))


async def _served(desk: Desk, endpoint: Endpoint, request: Request) -> Response:
    try:
        call = await _checked(desk, endpoint, request)
        return _answered(endpoint, await endpoint.handle(call))
    except Refusal as refusal:
        return problems.response(refusal.problem)
    except ValidationError as error:
        return problems.response(problems.of_validation(error))
    except FathomsError as error:
        if error.http_status >= 500:
            _log.warning("%s %s: %s", request.method, endpoint.path, error)
        return problems.response(problems.of_error(error, usage=endpoint.usage))


async def _checked(desk: Desk, endpoint: Endpoint, request: Request) -> Call:
    for value in request.path_params.values():
        if not value or any(ord(char) < 32 or 0xD800 <= ord(char) <= 0xDFFF for char in value):
            raise Refusal(404, "there is nothing of that name", code="unknown")
    body: BaseModel | None = None
    upload = b""
    if endpoint.takes:
        body = await _json(request, endpoint.takes, MOST_JSON)
    elif endpoint.upload:
        _check_kind(request, UPLOAD)
        upload = await _read(request, desk.service.settings.number("max_file_mb") * 1_000_000)
        if not upload:
            raise Refusal(422, "the file is empty", code="invalid")
    return Call(
        desk=desk,
        path=request.path_params,
        body=body,
        query=_query(endpoint.query, request),
        upload=upload,
        accept=request.headers.get("accept", ""),
        last_event=_last_event(request),
    )


def _query(kind: type[Said] | None, request: Request) -> Said:
    """Nothing may stand behind the question mark where nothing is asked for."""
    said: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name in said:
            raise Refusal(422, f"{name!r} is said twice", code="invalid")
        said[name] = value
    return (kind or Said).model_validate(said, strict=False)


def _last_event(request: Request) -> int:
    said = request.headers.get("last-event-id", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 16 else 0


async def _json(request: Request, kind: type[S], most: int) -> S:
    """Strict at any depth: the values of the domain inside a body are read as the description has them, too."""
    _check_kind(request, "application/json")
    body = await _read(request, most)
    with contextlib.suppress(ValueError):  # what is no JSON is told of below, as any other fault is
        body = to_json(_whole(from_json(body)), inf_nan_mode="constants")
    return kind.model_validate_json(body, strict=True)


def _whole(value: Any) -> Any:
    """With 1.0 as 1: to a description in JSON Schema it is an integer, to a strict reader only the latter is."""
    if isinstance(value, dict):
        return {name: _whole(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_whole(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _check_kind(request: Request, wanted: str) -> None:
    """A form of a stranger's page can send none of the kinds that are taken here."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != wanted:
        raise Refusal(415, f"a body is {wanted} here", code="content-type")


async def _read(request: Request, most: int) -> bytes:
    """The body, as far as it is allowed to be long and its sender keeps sending."""
    said = request.headers.get("content-length", "0")
    if not said.isdigit() or int(said) > most:
        raise Refusal(413, f"{most:,} bytes is the most", code="too-large")
    parts: list[bytes] = []
    size, stream = 0, request.stream()
    try:
        while True:
            try:
                part = await asyncio.wait_for(anext(stream), SLOW)
            except StopAsyncIteration:
                return b"".join(parts)
            size += len(part)
            if size > most:
                raise Refusal(413, f"{most:,} bytes is the most", code="too-large")
            parts.append(part)
    except TimeoutError as error:
        raise Refusal(408, f"nothing came for {SLOW:.0f} s", code="too-slow") from error
    except ClientDisconnect as error:
        raise Refusal(400, "the body ended early", code="cut-off") from error


def _answered(endpoint: Endpoint, answer: Any) -> Response:
    if isinstance(answer, Response):
        return answer
    data = TypeAdapter(endpoint.gives or type(answer)).dump_json(answer)
    if endpoint.gives is None:
        data = TypeAdapter(Any).dump_json(answer)
    return Response(data, endpoint.status, media_type="application/json")


async def _described(_request: Request) -> Response:
    return JSONResponse(description())


def _signing_in(access: Access) -> Callable[[Request], Any]:
    async def sign_in(request: Request) -> Response:
        """A cookie for the page, for whoever knows the token; none for nobody."""
        if request.method == "DELETE":
            answer = JSONResponse({"done": True})
            answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
            return answer
        try:
            said = await _json(request, Token, MOST_TOKEN)
        except ValidationError as error:
            return problems.response(problems.of_validation(error))
        except Refusal as refusal:
            return problems.response(refusal.problem)
        if not access.token or not same_token(said.token, access.token):
            return problems.response(Refusal(401, "that is not the token", code="token").problem)
        answer = JSONResponse({"done": True})
        secure = request.url.scheme == "https"
        answer.set_cookie(COOKIE, access.token, path="/", httponly=True, samesite="strict", secure=secure)
        return answer

    return sign_in


async def _not_routed(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    words = {404: "there is nothing here", 405: "not with this method"}
    return problems.response(Refusal(status, words.get(status, "not like this"), code="unknown").problem, headers)


async def _broken(request: Request, error: Exception) -> Response:
    _log.error("%s %s broke", request.method, request.url.path, exc_info=error)
    return problems.response(problems.BROKEN)
