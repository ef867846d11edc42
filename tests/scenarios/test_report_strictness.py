"""Through the command line: a report that is not well enough supported does not ship; failures stand on top."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathoms.app import build
from fathoms.domain.report import Finding, Paragraph, Statement, Verdict
from fathoms.errors import ProviderError
from fathoms.minds.extractive import ExtractiveMind
from fathoms.ports.mind import ConcludeRequest, RewriteRequest, Rewrites, SupportRequest, SupportVerdicts
from tests.unit.cli.conftest import write_docs

VAGUE = "The sixteen turbines of the array are impressive."


class VagueMind(ExtractiveMind):
    """Adds a sentence to each section that code can neither support nor refute."""

    async def conclude(self, request: ConcludeRequest) -> Finding:
        real = await super().conclude(request)
        vague = tuple(Statement(text=VAGUE, facts=p.statements[0].facts) for p in real.paragraphs[:1])
        return real.model_copy(update={"paragraphs": (*real.paragraphs, Paragraph(statements=vague))})


class Judge(VagueMind):
    async def rewrite(self, request: RewriteRequest) -> Rewrites:
        return Rewrites()


class JudgingMind(Judge):
    asked: int = 0

    async def support(self, request: SupportRequest) -> SupportVerdicts:
        type(self).asked += 1
        return SupportVerdicts(
            verdicts={one.key: Verdict.SUPPORTED if one.text == VAGUE else Verdict.BEYOND for one in request.items}
        )


class FailingJudge(Judge):
    async def support(self, request: SupportRequest) -> SupportVerdicts:
        raise ProviderError("no answer", provider="judge")


@pytest.fixture
def asked(cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    docs = write_docs(tmp_path / "docs")

    def ask(mind: type[ExtractiveMind], *words: str):
        monkeypatch.setattr(build.OpenedMinds, "__call__", lambda *_: mind())
        question = "How many turbines has the array?"
        return cli("ask", question, "--docs", docs, "--home", tmp_path / "home", "--yes", *words)

    return ask


def test_a_vague_sentence_ships_marked_and_strict_withholds_the_report(asked, cli, tmp_path: Path) -> None:
    lax = asked(VagueMind)
    assert lax.code == 0
    assert f"{VAGUE} [1] *(unchecked)*" in lax.out
    strict = asked(VagueMind, "--strict", "--fresh")
    assert (strict.code, strict.out) == (10, "")
    assert "Withheld" in strict.err
    assert "report written" not in strict.err, "there is no file"
    home = ("--home", tmp_path / "home")
    assert "> **Withheld" in cli("show", "last", *home).out
    assert cli("export", "last", *home).code == 2


def test_a_mind_that_can_judge_is_asked_once_and_its_verdict_counts(asked) -> None:
    JudgingMind.asked = 0
    outcome = asked(JudgingMind, "--strict")
    assert outcome.code == 0
    assert VAGUE in outcome.out
    assert "unchecked" not in outcome.out
    assert JudgingMind.asked == 1


def test_a_judge_that_fails_leaves_the_sentence_unchecked(asked) -> None:
    outcome = asked(FailingJudge)
    assert outcome.code == 0
    assert "*(unchecked)*" in outcome.out
