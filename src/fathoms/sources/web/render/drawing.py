"""Drawing one page: open it, answer what it asks for, wait until it has settled, take what stands there.

Knows: the few DevTools commands for that.  Does not know: how requests are answered (`parts.py`) or how the browser is
kept from the network (`chromium.py`).

Frames, workers, pictures and whatever sends something are refused: none of them adds to the text of the page. What a
page did is not believed: it stands under the address that the browser says it committed, of a document that we fetched,
not under one that a script began to go to; and its elements are read by a script of ours that its own cannot touch.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass

from pydantic import BaseModel

from fathoms.errors import BadAnswer, ProviderError, Refused, Unavailable
from fathoms.sources.web.render.devtools import DevTools, Event, Nothing, Parameters, Shape
from fathoms.sources.web.render.parts import Part, Parts, Wanted
from fathoms.sources.web.visits import REDIRECTS, host_of

QUIET = 0.7
"""Seconds without a request after which a loaded page counts as settled."""
_LOOKS = 3
"""How often a page that leads on while it is read is read anew."""
_WORTH_FETCHING = frozenset(("Script", "Stylesheet", "XHR", "Fetch", "Preflight"))
_NAME = "chromium"
_WITHIN = ("data:", "blob:")
"""Addresses that hold their content: no request goes out for them."""
_LED_ASTRAY, _TOO_LARGE = "led astray", "too large"
_TAKE = f"""(most => {{
  if (!/^https?:$/.test(location.protocol)) return "{_LED_ASTRAY}"
  const html = document.documentElement.outerHTML
  return html.length > most ? "{_TOO_LARGE}" : html
}})"""
"""Where a script led to nothing, the browser shows an error page of its own, which is no page of the web."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    url: str
    """Where the page stands, after the redirects of its server and of its scripts."""
    html: str
    problems: tuple[str, ...] = ()
    """Why parts of it were not fetched."""


class _Target(BaseModel):
    targetId: str  # noqa: N815 - the protocol's names, here and below


class _Context(BaseModel):
    browserContextId: str  # noqa: N815


class _Session(BaseModel):
    sessionId: str  # noqa: N815


class _World(BaseModel):
    executionContextId: int  # noqa: N815


class _Navigated(BaseModel):
    errorText: str = ""  # noqa: N815


class _Value(BaseModel):
    value: str = ""


class _Evaluated(BaseModel):
    result: _Value = _Value()


class _Request(BaseModel):
    url: str
    method: str
    headers: dict[str, str] = {}


class _Frame(BaseModel):
    id: str
    url: str


class _Committed(BaseModel):
    frame: _Frame


class _Paused(BaseModel):
    requestId: str  # noqa: N815
    request: _Request
    resourceType: str  # noqa: N815
    frameId: str = ""  # noqa: N815


class Drawing:
    """One page in one browser, used once."""

    def __init__(self, tools: DevTools, parts: Parts, *, settle_by: float, max_chars: int, max_documents: int) -> None:
        self._tools = tools
        self._parts = parts
        self._settle_by = settle_by
        """When, by the clock of the loop, a page that never settles is taken as it stands."""
        self._max_chars = max_chars
        self._documents_left = max_documents
        self._session = ""
        self._frame = ""
        self._fetched: dict[str, int] = {}
        """The documents that we handed to the page, with their status; which of them it shows the browser says."""
        self._url = ""
        """The document that was committed last."""
        self._commits = 0
        self._problems: list[ProviderError] = []
        self._loaded = False
        self._answering: set[asyncio.Task[None]] = set()
        self._stirred = asyncio.Event()

    async def draw(self, url: str) -> Drawn:
        """The page as a reader would see it. Raises ProviderError; the caller bounds the time."""
        listening = asyncio.create_task(self._tools.listen(self._hear))
        drawing = asyncio.create_task(self._drawn(url))
        try:
            await asyncio.wait((listening, drawing), return_when=asyncio.FIRST_COMPLETED)
            if not drawing.done():
                listening.result()  # it only ends by raising
            return drawing.result()
        finally:
            left: list[asyncio.Task[None] | asyncio.Task[Drawn]] = [listening, drawing, *self._answering]
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    async def _drawn(self, url: str) -> Drawn:
        await self._open()
        went = await self._tell("Page.navigate", {"url": url}, _Navigated)
        if not self._fetched:
            said = went.errorText or "no document came"
            raise next(iter(self._problems), Unavailable(f"{host_of(url)} cannot be drawn: {said}", provider=_NAME))
        try:
            async with asyncio.timeout_at(self._settle_by):
                await self._settled()
        except TimeoutError:
            pass  # some pages never stop asking; what they show by now is what they show
        html = await self._taken()
        problems = tuple(dict.fromkeys(str(problem) for problem in self._problems))
        return Drawn(url=self._url, html=html, problems=problems)

    async def _open(self) -> None:
        """An empty page that keeps nothing on the disk, whose requests come to us."""
        context = await self._tools.call("Target.createBrowserContext", {}, _Context)
        where: Parameters = {"url": "about:blank", "browserContextId": context.browserContextId}
        target = await self._tools.call("Target.createTarget", where, _Target)
        how: Parameters = {"targetId": target.targetId, "flatten": True}
        session = await self._tools.call("Target.attachToTarget", how, _Session)
        self._session, self._frame = session.sessionId, target.targetId
        # What a page starts beside itself waits for a debugger that never comes.
        alone: Parameters = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
        await self._tell("Target.setAutoAttach", alone, Nothing)
        await self._tell("Inspector.enable", {}, Nothing)
        await self._tell("Page.enable", {}, Nothing)
        await self._tell("Browser.setDownloadBehavior", {"behavior": "deny"}, Nothing)
        await self._tell("Fetch.enable", {"patterns": [{"urlPattern": "*"}]}, Nothing)

    async def _settled(self) -> None:
        """Until the page has loaded and asked for nothing for a while."""
        while True:
            self._stirred.clear()
            quiet = QUIET if self._loaded and not self._answering else None
            try:
                async with asyncio.timeout(quiet):
                    await self._stirred.wait()
            except TimeoutError:
                return

    async def _taken(self) -> str:
        """What the committed document shows; one that is left while it is read is read anew where that leads."""
        for _ in range(_LOOKS):
            if self._url not in self._fetched:
                raise Refused("its scripts lead to where nothing can be drawn", provider=_NAME)
            if (status := self._fetched[self._url]) != 200:
                raise Refused(f"{host_of(self._url)} answered with status {status} when drawn", provider=_NAME)
            before = self._commits
            with suppress(BadAnswer, Unavailable):  # the document went away under the question
                html = await self._read()
                await self._tell(
                    "Page.getFrameTree", {}, Nothing
                )  # what was committed before it was read is told by now
                if self._commits == before:
                    return html
            await asyncio.sleep(0)
        raise Refused("it leads from one document to the next without end", provider=_NAME)

    async def _read(self) -> str:
        world = await self._tell("Page.createIsolatedWorld", {"frameId": self._frame}, _World)
        how: Parameters = {
            "expression": f"{_TAKE}({self._max_chars})",
            "contextId": world.executionContextId,
            "returnByValue": True,
        }
        html = (await self._tell("Runtime.evaluate", how, _Evaluated)).result.value
        if html == _LED_ASTRAY:
            raise Refused("its scripts lead to where nothing can be drawn", provider=_NAME)
        if html == _TOO_LARGE:
            raise Refused(f"it grew to more than {self._max_chars:,} characters", provider=_NAME)
        return html

    async def _tell(self, method: str, parameters: Parameters, shape: type[Shape]) -> Shape:
        return await self._tools.call(method, parameters, shape, session=self._session)

    # --- what the page does -------------------------------------------------------------------------------------------

    def _hear(self, event: Event) -> None:
        if event.sessionId != self._session:
            return
        match event.method:
            case "Fetch.requestPaused":
                self._start(self._answer(event.read_as(_Paused)))
            case "Page.javascriptDialogOpening":
                self._start(self._quietly("Page.handleJavaScriptDialog", {"accept": False}))
            case "Page.frameNavigated":
                self._note_commit(event.read_as(_Committed).frame)
            case "Page.loadEventFired":
                self._loaded = True
            case "Page.frameStoppedLoading":  # without the event above when a script led on and was held back
                self._loaded = bool(self._url)
            case "Inspector.targetCrashed":
                raise Refused("drawing it needs too much memory, or it is made to crash the browser", provider=_NAME)
        self._stirred.set()

    def _note_commit(self, frame: _Frame) -> None:
        if frame.id == self._frame:
            self._url = frame.url.partition("#")[0]
            self._commits += 1

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._answering.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._answering.discard(task)
        self._stirred.set()

    async def _answer(self, paused: _Paused) -> None:
        wanted = Wanted(method=paused.request.method, url=paused.request.url, headers=paused.request.headers)
        known: Parameters = {"requestId": paused.requestId}
        if wanted.url.startswith(_WITHIN):
            await self._quietly("Fetch.continueRequest", known)
            return
        document = paused.resourceType == "Document"
        # A document that is "aborted" leaves the page as it stands; anything else would draw an error page.
        refusal: Parameters = {**known, "errorReason": "Aborted" if document else "Failed"}
        if not self._is_of_use(paused):
            await self._quietly("Fetch.failRequest", refusal)
            return
        try:
            if document:
                self._count_document()
            part = await self._parts.fetch(wanted)
        except ProviderError as error:
            self._problems.append(error)
            await self._quietly("Fetch.failRequest", refusal)
            return
        if document and part.status not in REDIRECTS:
            self._fetched[wanted.url.partition("#")[0]] = part.status
            self._loaded = False
        await self._quietly("Fetch.fulfillRequest", {**known, **_as_told(part)})

    def _is_of_use(self, paused: _Paused) -> bool:
        """Whether it can add to the text of the page: a picture cannot, nor can a frame."""
        if paused.resourceType == "Document":
            return paused.frameId == self._frame
        return paused.resourceType in _WORTH_FETCHING

    def _count_document(self) -> None:
        self._documents_left -= 1
        if self._documents_left < 0:
            raise Refused("it leads from one document to the next without end", provider=_NAME)

    async def _quietly(self, method: str, parameters: Parameters) -> None:
        """A page that has gone elsewhere no longer waits for its answers."""
        with suppress(ProviderError):
            await self._tell(method, parameters, Nothing)


def _as_told(part: Part) -> Parameters:
    return {
        "responseCode": part.status,
        "responseHeaders": [{"name": name, "value": value} for name, value in part.headers],
        "body": base64.b64encode(part.body).decode("ascii"),
    }
