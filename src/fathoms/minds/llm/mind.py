"""The mind made of language models: which role is answered by which file.

Knows: its models by name.  Does not know: sources, stores, budgets; every request is counted by the meter of
the call it is made for.
"""

from __future__ import annotations

import importlib.util

from fathoms.domain.brief import Brief
from fathoms.domain.draft import Edited
from fathoms.domain.plan import Plan
from fathoms.domain.report import Finding
from fathoms.domain.thread import Extraction, ScopeDraft
from fathoms.errors import ConfigError, InstallExtra
from fathoms.minds.llm import whole
from fathoms.minds.llm.asking import Asker
from fathoms.minds.llm.brief import make_brief
from fathoms.minds.llm.editor import edit
from fathoms.minds.llm.examine import examine
from fathoms.minds.llm.exchange import Transport
from fathoms.minds.llm.extract import ROLE as EXTRACT
from fathoms.minds.llm.extract import extract
from fathoms.minds.llm.finding import conclude
from fathoms.minds.llm.fit import chars_in
from fathoms.minds.llm.gaps import weigh
from fathoms.minds.llm.judge import judge, rewrite
from fathoms.minds.llm.models import LiveTransport
from fathoms.minds.llm.names import Cast, parse_cast
from fathoms.minds.llm.parent import bring_together
from fathoms.minds.llm.plan import make_plan
from fathoms.minds.llm.polish import polish
from fathoms.minds.llm.record import Recording, Replay
from fathoms.minds.llm.redraft import redraft
from fathoms.minds.llm.scope import make_scope
from fathoms.minds.llm.sketch import sketch
from fathoms.ports.mind import (
    BriefRequest,
    Capability,
    Composition,
    ConcludeRequest,
    EditRequest,
    Examination,
    ExtractRequest,
    GapsRequest,
    GapsVerdict,
    ParentDraft,
    ParentRequest,
    PlanRequest,
    Polished,
    PolishRequest,
    Redraft,
    RedraftRequest,
    RewriteRequest,
    Rewrites,
    ScopeRequest,
    Sketch,
    SketchRequest,
    SummaryDraft,
    SummaryRequest,
    SupportRequest,
    SupportVerdicts,
)
from fathoms.ports.models import ModelOptions, Traffic

LIBRARIES = ("genai_prices", "pydantic_ai")
"""What the extra `llm` brings; imported when a model is first asked."""


READ = 0.85
"""Share of the room for sources that their text may take: each comes with its title, and all that is read is shown."""


class LanguageModelMind:
    deterministic = False
    capabilities = frozenset({Capability.WRITES, Capability.ANY_LANGUAGE})

    def __init__(self, cast: Cast, options: ModelOptions, transport: Transport | None = None) -> None:
        self.name = f"llm:{cast.standard}"
        self._asker = Asker(cast, options, transport or transport_for(options))

    async def examine(self) -> tuple[Examination, ...]:
        return await examine(self._asker.cast, self._asker.options, self._asker.transport)

    async def aclose(self) -> None:
        await self._asker.aclose()

    async def reading_chars(self) -> int:
        return int(READ * chars_in(await self._asker.reading_tokens(EXTRACT.tier)))

    def unpriced(self) -> tuple[str, ...]:
        return self._asker.unpriced()

    async def brief(self, request: BriefRequest) -> Brief:
        return await make_brief(self._asker, request)

    async def plan(self, request: PlanRequest) -> Plan:
        return await make_plan(self._asker, request)

    async def scope(self, request: ScopeRequest) -> ScopeDraft:
        return await make_scope(self._asker, request)

    async def extract(self, request: ExtractRequest) -> Extraction:
        return await extract(self._asker, request)

    async def conclude(self, request: ConcludeRequest) -> Finding:
        return await conclude(self._asker, request)

    async def bring_together(self, request: ParentRequest) -> ParentDraft:
        return await bring_together(self._asker, request)

    async def summarise(self, request: SummaryRequest) -> SummaryDraft:
        """The editor's key points, for whoever asks for no more."""
        whole = EditRequest(
            brief=request.brief,
            plan=request.plan,
            findings=request.findings,
            facts=request.facts,
            conflicts=request.conflicts,
        )
        made = await self.edit(whole)
        return SummaryDraft(summary=made.key_points, gaps=made.gaps, recommendations=made.recommendations)

    async def weigh(self, request: GapsRequest) -> GapsVerdict:
        return await weigh(self._asker, request)

    async def sketch(self, request: SketchRequest) -> Sketch:
        return await sketch(self._asker, request)

    async def compose(self, request: EditRequest) -> Composition:
        return await whole.compose(self._asker, request)

    async def polish(self, request: PolishRequest) -> Polished:
        return await polish(self._asker, request)

    async def edit(self, request: EditRequest) -> Edited:
        return await whole.write(self._asker, request) or await edit(self._asker, request)

    async def redraft(self, request: RedraftRequest) -> Redraft:
        return await redraft(self._asker, request)

    async def support(self, request: SupportRequest) -> SupportVerdicts:
        return await judge(self._asker, request)

    async def rewrite(self, request: RewriteRequest) -> Rewrites:
        return await rewrite(self._asker, request)


def open_mind(name: str, options: ModelOptions) -> LanguageModelMind:
    """The entry point: `name` says which models play (`names.py`)."""
    if missing := [library for library in LIBRARIES if importlib.util.find_spec(library) is None]:
        raise ConfigError(
            f"language models need an extra that is not installed ({', '.join(missing)})",
            next_step=InstallExtra("llm"),
        )
    return LanguageModelMind(parse_cast(name), options)


def transport_for(options: ModelOptions) -> Transport:
    """Live, recorded or replayed."""
    if options.traffic is Traffic.LIVE:
        return LiveTransport(options)
    if options.traffic_file is None:
        raise ConfigError("recording or replaying models needs a file: set `model_traffic_file`")
    if options.traffic is Traffic.REPLAY:
        return Replay(options.traffic_file)
    return Recording(LiveTransport(options), options.traffic_file)
