"""The files of the page, served from the package.

Knows: which files there are and what kind each is.  Does not know: what the page does.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fathoms.domain.events import event_types
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
    listed = json.dumps(sorted(event_types()))
    found["event-types.js"] = (f"export const EVENT_TYPES = {listed};\n".encode(), _KINDS[".js"])
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
    """All of it in one file, because nothing else is served without the token."""
    answer = _served("sign-in.html")
    answer.status_code = 401
    answer.headers["content-security-policy"] = _policy_of(assets()["sign-in.html"][0].decode())
    return answer


def _policy_of(page: str) -> str:
    """Exactly the style and the script that stand in the page."""
    hashes = {
        kind: " ".join(
            f"'sha256-{base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()}'"
            for inside in re.findall(rf"<{kind}>(.*?)</{kind}>", page, re.DOTALL)
        )
        for kind in ("style", "script")
    }
    return (
        f"default-src 'none'; style-src {hashes['style']}; script-src {hashes['script']}; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


async def _asset(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in assets():
        return problems.response(Refusal(404, "there is nothing here", code="unknown").problem)
    return _served(name)


def _served(name: str) -> Response:
    data, kind = assets()[name]
    return Response(data, media_type=kind, headers={"cache-control": "no-cache"})
