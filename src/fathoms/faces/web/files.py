"""The files of the page, served from the package.

Knows: which files there are and what kind each is.  Does not know: what the page does.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fathoms.faces.http import problems
from fathoms.faces.http.problems import Refusal

_KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@cache
def assets() -> dict[str, tuple[bytes, str]]:
    """Every file by the path it is asked for with; nothing else can be."""
    found: dict[str, tuple[bytes, str]] = {}
    folder = files("fathoms.faces.web") / "static"
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        kind = _KINDS.get(PurePosixPath(entry.name).suffix)
        if kind:
            found[entry.name] = (entry.read_bytes(), kind)
    return found


def page_routes() -> list[Route]:
    return [
        Route("/", _page, methods=["GET"]),
        Route("/sign-in", _sign_in, methods=["GET"]),
        Route("/{name:str}", _asset, methods=["GET"]),
    ]


async def _page(_request: Request) -> Response:
    return _served("index.html")


async def _sign_in(_request: Request) -> Response:
    answer = _served("sign-in.html")
    answer.status_code = 401
    return answer


async def _asset(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in assets():
        return problems.response(Refusal(404, "there is nothing here", code="unknown").problem)
    return _served(name)


def _served(name: str) -> Response:
    data, kind = assets()[name]
    return Response(data, media_type=kind, headers={"cache-control": "no-cache"})
