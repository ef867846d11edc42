"""What went wrong, as problem details (RFC 9457), from the table of errors; and nothing that is nobody's business.

Knows: the words of this face for every next step, and what a message must not carry.  Does not know: who asked.
"""

from __future__ import annotations

import re

from pydantic import BaseModel, Field, ValidationError
from starlette.responses import JSONResponse

from fathoms import errors
from fathoms.app import phrasing
from fathoms.errors import FathomsError, PlanRefused, UsageError

MEDIA_TYPE = "application/problem+json"
_PATH = re.compile(r"(?<![\w/:.])(?:~|[A-Za-z]:)?(?:[/\\][^\s/\\'\"`;,:()<>]+)+[/\\]?")

WORDS: phrasing.Words = {
    errors.Mend: "{what}",
    errors.ChooseHome: "start the server with another home",
    errors.CloseHome: "close the other home first",
    errors.AskSomething: "send a question",
    errors.NameDocuments: "upload documents, or name a collection",
    errors.NameOtherDocuments: "upload others",
    errors.CheckDocumentPath: "check the path",
    errors.MoveToDocuments: "upload long material as a document",
    errors.SearchWeb: "switch the web on",
    errors.SetPrices: "set {settings} (USD per million tokens)",
    errors.LimitTokens: "limit tokens instead of money",
    errors.ListSettings: "GET /api/settings lists them all",
    errors.ListRuns: "GET /api/runs lists those there are",
    errors.ListPages: "GET /api/runs/RUN/sources lists those of a run",
    errors.KeepOriginals: "ask again with keep_originals and fresh",
    errors.AddCollection: "upload documents to make one",
    errors.ListKnowledge: "GET /api/collections shows what there is",
    errors.InstallExtra: "the server needs: pip install 'fathoms[{extra}]'",
    errors.Reinstall: "on the server, reinstall {distribution}",
    errors.Authorize: "POST /api/runs/{run}/authorize starts it",
    errors.Resume: "POST /api/runs/{run}/resume goes on with it",
    errors.ResumeToPlan: "POST /api/runs/{run}/resume makes one",
    errors.Fork: "POST /api/runs/{run}/fork",
    errors.WatchElsewhere: "it goes on there: GET /api/runs/{run}/events follows it",
    errors.ReportBug: "please report this",
}


class Problem(BaseModel):
    """Problem details: what went wrong, and what to do about it."""

    type: str = Field(description="A name of the kind of problem")
    title: str
    status: int
    detail: str = ""
    next: str = Field(default="", description="What can be done about it")
    problems: list[str] = Field(default_factory=list, description="Each thing that is wrong with what was sent")
    retryable: bool = False


class Refusal(Exception):
    """A request that is turned away before anything is done for it."""

    def __init__(self, status: int, detail: str, *, code: str = "refused", problems: list[str] | None = None) -> None:
        super().__init__(detail)
        self.problem = Problem(
            type=_type(code),
            title=_TITLES.get(status, "Refused"),
            status=status,
            detail=detail,
            problems=problems or [],
        )


_TITLES = {
    400: "This cannot be done",
    401: "A token is needed",
    403: "Not from here",
    404: "Not there",
    405: "Not like this",
    409: "Not now",
    413: "Too large",
    415: "Not this kind of content",
    421: "Not this host",
    422: "What was sent does not fit",
    429: "Too many requests",
    408: "Too slow",
}
BROKEN = Problem(
    type="urn:fathoms:bug", title="Something broke", status=500, detail="The server's log has the details."
)


_OF_USAGE = (UsageError.http_status, PlanRefused.http_status)


def of_error(error: FathomsError, *, usage: int = 409) -> Problem:
    """`usage` is the status of an error of usage that has none of its own."""
    status = usage if error.http_status in _OF_USAGE else error.http_status
    next_step = phrasing.phrased(error.next_step, WORDS) if error.next_step else ""
    problems = [without_paths(one) for one in getattr(error, "problems", ())]
    return Problem(
        type=_type(error.code),
        title=_TITLES.get(status, "It did not work"),
        status=status,
        detail=without_paths(str(error)),
        next=next_step,
        problems=problems,
        retryable=error.retryable,
    )


def of_validation(error: ValidationError) -> Problem:
    told = [f"{'.'.join(map(str, one['loc'])) or 'body'}: {one['msg']}" for one in error.errors(include_url=False)]
    return Refusal(422, "some of what was sent does not fit", code="invalid", problems=told[:20]).problem


def response(problem: Problem, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse(problem.model_dump(), problem.status, headers, MEDIA_TYPE)


def without_paths(message: str) -> str:
    """A folder of the server is named by its last part only."""
    return _PATH.sub(lambda match: "…/" + re.split(r"[/\\]", match[0].rstrip("/\\"))[-1], message)


def _type(code: str) -> str:
    return f"urn:fathoms:{code.replace('_', '-')}"
