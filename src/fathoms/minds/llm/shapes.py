"""The shapes that answers are asked for in, all in one place: small, flat, and in words that a small model knows.

Essentials stand first, so that an answer that was cut off is complete in what matters; lists default to empty,
what must be said has no default. A field marked with `choices` gets its allowed values from the request.

Knows: what each role is asked for.  Does not know: what is made of it (the role's own file).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from fathoms.domain.plan import Form, Strategy
from fathoms.domain.report import Depth
from fathoms.domain.revision import Trigger
from fathoms.minds.llm.exchange import JsonSchema

_CHOICES = "choices"

MOST_CHARS = 1_500
"""What a quote must not exceed to be one."""
MOST_TAKEN = 12
"""Quotes that whoever writes the whole may take from the pages, beside the facts."""
MOST_LOOKED_UP = 8
"""Things that a sketch may have looked up."""


def _up_to(characters: int) -> Any:
    """A length that the schema names, so that a server that enforces it ends a model that cannot end by itself.

    An answer that is longer all the same is no reason to ask again.
    """
    return Field(json_schema_extra={"maxLength": characters})


Label = Annotated[str, _up_to(100)]
Query = Annotated[str, _up_to(250)]
Line = Annotated[str, _up_to(500)]
Quote = Annotated[str, _up_to(800)]
Text = Annotated[str, _up_to(4_000)]
LongText = Annotated[str, _up_to(9_000)]
Report = Annotated[str, _up_to(20_000)]


def _one_of(name: str) -> Any:
    """A string whose allowed values the request knows."""
    return Field(json_schema_extra={_CHOICES: name})


class Shape(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class Weight(StrEnum):
    """Importance in words: a model tells four apart, not a hundred."""

    MINOR = "minor"
    USEFUL = "useful"
    IMPORTANT = "important"
    CENTRAL = "central"


class LookIn(StrEnum):
    DOCUMENTS = "documents"
    WEB = "web"
    BOTH = "both"
    OTHER_TASKS = "other tasks"


class Trust(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Held(StrEnum):
    """What a judge says of a statement."""

    SUPPORTED = "supported"
    REASONED = "reasoned"
    CONNECTING = "connecting"
    BEYOND = "beyond"
    CONTRADICTED = "contradicted"


class BriefShape(Shape):
    subjects: list[Line] = Field(max_length=8)
    language: Label
    criteria: list[Line] = Field(default=[], max_length=5)
    period: Label | None = None
    place: Label | None = None
    domain: Label | None = None
    expert: Line = ""
    feasible: bool = True
    doubt: Line = ""


class TaskShape(Shape):
    id: Label
    question: Line = Field(min_length=1)
    heading: Label = ""
    why: Line = ""
    depends_on: list[Label] = Field(default=[], max_length=6)
    can_do_without: bool = False
    importance: Weight = Weight.USEFUL
    emphasised: bool = False
    sources_only: bool = False
    look_in: LookIn = LookIn.BOTH
    sub_questions: list[Line] = Field(default=[], max_length=6)
    must_cover: list[Label] = Field(default=[], max_length=3)
    two_sources: bool = False


class PlanShape(Shape):
    tasks: list[TaskShape] = Field(min_length=1, max_length=8)
    strategy: Strategy = Strategy.ASPECT
    broad: bool = False
    approach: Line = ""
    form: Form = Form.ESSAY
    form_rows: list[Label] = Field(default=[], max_length=10)
    form_columns: list[Label] = Field(default=[], max_length=6)


class QueryShape(Shape):
    source: str = _one_of("sources")
    query: Query = Field(min_length=1)


class ScopeShape(Shape):
    queries: list[QueryShape] = Field(min_length=1, max_length=12)
    intent: Line = ""
    assumptions: list[Line] = Field(default=[], max_length=4)


class QuotedShape(Shape):
    source_id: Label
    quote: Quote
    claim: Line = ""
    """Where it is missing, the quote speaks for itself."""


class FactShape(QuotedShape):
    answers: list[Annotated[str, _one_of("sub_questions")]] = Field(default=[], max_length=2)


class ExtractShape(Shape):
    facts: list[FactShape] = Field(max_length=32)
    beware: list[Line] = Field(default=[], max_length=8, description="number of a fact, colon, what misleads there")
    answered: list[Annotated[str, _one_of("sub_questions")]] = Field(default=[], max_length=6)
    covered: list[Annotated[str, _one_of("points")]] = Field(default=[], max_length=12)
    sufficient: bool = False
    missing_question: Line = ""
    contradictions: Line = ""
    follow_up: list[Line] = Field(default=[], max_length=2)


class ParagraphShape(Shape):
    heading: Label = ""
    text: Text


class PlanAct(StrEnum):
    """What may become of a pending task."""

    SKIP = "skip"
    FIRST = "do earlier"
    LAST = "do later"
    REWORD = "ask instead"
    WAIT = "wait for"


class TaskChangeShape(Shape):
    task: Label
    change: PlanAct
    instead: Line = ""
    wait_for: Label = ""


class RedraftShape(Shape):
    paragraphs: list[ParagraphShape] = Field(max_length=8)


class FindingShape(RedraftShape):
    depth: Depth
    sufficient: bool
    trust: Trust = Trust.MEDIUM
    open_questions: list[Line] = Field(default=[], max_length=2)
    follow_up_questions: list[Line] = Field(default=[], max_length=4)
    plan_change_needed: bool = False
    plan_change: Trigger = Trigger.NEW_TOPIC
    new_questions: list[Line] = Field(default=[], max_length=2)
    new_importance: Weight = Weight.IMPORTANT
    changes: list[TaskChangeShape] = Field(default=[], max_length=3)


class ParentShape(Shape):
    text: Text


Marked = Annotated[Line, Field(description="text with marks")]


class GapsShape(Shape):
    matter: list[Annotated[str, _one_of("points")]] = Field(default=[], max_length=3)


class TableRowShape(Shape):
    name: Label
    cells: list[Marked] = Field(max_length=6)


class CriterionShape(Shape):
    id: str = _one_of("criteria")
    marks: Line = Field(default="", description="marks of the facts that meet it; empty if it is not met")


class SentBackShape(Shape):
    section: str = _one_of("sections")
    change: Line = Field(min_length=1)


class OpeningShape(Shape):
    """What stands before the sections."""

    short_answer: Text = Field(default="", description="text with marks")
    table_columns: list[Label] = Field(default=[], max_length=7)
    """The head of the names may come first."""
    table_rows: list[TableRowShape] = Field(default=[], max_length=16)


class LeadInShape(Shape):
    section: str = _one_of("sections")
    text: Line = ""


class EditorShape(OpeningShape):
    """What is said around sections that stay as they are."""

    key_points: list[Marked] = Field(max_length=6)
    across: list[Marked] = Field(default=[], max_length=5)
    recommendations: list[Marked] = Field(default=[], max_length=5)
    open_questions: list[Line] = Field(default=[], max_length=3)
    criteria: list[CriterionShape] = Field(default=[], max_length=5)


class OrderShape(Shape):
    """What an editor wants of the sections themselves."""

    section_order: list[Label] = Field(default=[], max_length=20)
    repeated: list[Label] = Field(default=[], max_length=20)
    send_back: list[SentBackShape] = Field(default=[], max_length=3)
    lead_ins: list[LeadInShape] = Field(default=[], max_length=8)


class SectionShape(Shape):
    heading: Label = ""
    text: LongText = Field(description="paragraphs, lists, steps, tables, with marks")


class SketchShape(Shape):
    sketch: Text
    look_up: list[Query] = Field(default=[], max_length=MOST_LOOKED_UP)


class ThinkingShape(Shape):
    """What a writer settles before the first sentence; it is told in the text, and read nowhere else."""

    thoughts: list[Line] = Field(default=[], max_length=20)


class WholeShape(OpeningShape, ThinkingShape):
    """The whole report, by one hand."""

    title: Label = ""
    sections: list[SectionShape] = Field(max_length=12)
    open_questions: list[Line] = Field(default=[], max_length=6)
    weighed: list[Label] = Field(default=[], max_length=20)
    criteria: list[CriterionShape] = Field(default=[], max_length=5)


class ComposeShape(Shape):
    """The whole report as its writer would send it, without marks, and what is settled before its first sentence."""

    ways: list[Line] = Field(default=[], max_length=4)
    catches: list[Line] = Field(default=[], max_length=24)
    text: Report


class PolishShape(Shape):
    text: Report


class TakenShape(QuotedShape):
    """What a writer takes from a page itself, under a mark of its own."""

    key: Label = Field(description="N1, N2, …: its mark")


class TakingShape(Shape):
    taken: list[TakenShape] = Field(default=[], max_length=MOST_TAKEN)


class PagedWholeShape(WholeShape, TakingShape):
    """The whole report by one hand that has the pages before it; what it takes from them comes first."""


class PagedComposeShape(TakingShape, ComposeShape):
    """The same by one hand that has the pages before it; what it takes from them comes last, when the text stands."""


class VerdictShape(Shape):
    id: str = _one_of("statements")
    reason: Line = Field(
        default="",
        description="reasoned: the step from the evidence to it; beyond, contradicted: what is wrong; at most 20 words",
    )
    also: list[Label] = Field(default=[], max_length=4, description="ids of other evidence that it holds by")
    verdict: Held
    words: list[Label] = Field(default=[], max_length=6, description="beyond, contradicted: its words that do not hold")


class JudgeShape(Shape):
    verdicts: list[VerdictShape]


class RewrittenShape(Shape):
    id: str = _one_of("statements")
    text: Text = Field(default="", description="what its facts carry, without marks; empty if that is nothing")
    evidence: list[Label] = Field(default=[], max_length=16, description="ids that the new text stands on")


class RewriteShape(Shape):
    rewritten: list[RewrittenShape]


def schema_of(shape: type[Shape], choices: Mapping[str, Sequence[str]] | None = None) -> JsonSchema:
    """The JSON schema of a shape as providers enforce it: every field required, none besides, no titles."""
    schema = shape.model_json_schema()
    _tighten(schema, choices or {})
    return schema


def _tighten(node: Any, choices: Mapping[str, Sequence[str]]) -> None:
    if isinstance(node, list):
        for item in node:
            _tighten(item, choices)
    if not isinstance(node, dict):
        return
    name = node.pop(_CHOICES, None)
    if name and choices.get(name):
        node["enum"] = list(choices[name])
    if not isinstance(node.get("title"), dict):
        node.pop("title", None)
    node.pop("default", None)
    if node.get("type") == "object":
        node["required"] = list(node.get("properties", {}))
        node["additionalProperties"] = False
    if "enum" in node:
        node.pop("description", None)
    for value in node.values():
        _tighten(value, choices)


def form_of(schema: JsonSchema) -> str:
    """The same in one line, for a model whose server enforces nothing."""
    return _form(schema, schema)


def _form(node: JsonSchema, root: JsonSchema) -> str:
    if "$ref" in node:
        return _form(root["$defs"][node["$ref"].rsplit("/", 1)[-1]], root)
    if "enum" in node:
        return "|".join(f'"{choice}"' for choice in node["enum"])
    if "anyOf" in node:
        return " or ".join(_form(option, root) for option in node["anyOf"])
    match node.get("type"):
        case "object":
            fields = (f'"{name}": {_form(part, root)}' for name, part in node.get("properties", {}).items())
            return "{" + ", ".join(fields) + "}"
        case "array":
            return f"[{_form(node.get('items', {}), root)}, …]"
        case "boolean":
            return "true|false"
        case "null":
            return "null"
        case "integer" | "number":
            return "0"
    return '"…"'
