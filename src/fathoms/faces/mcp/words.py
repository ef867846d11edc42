"""What to do about an error, in the words of an agent that calls tools.

Knows: the tool or argument behind every step.  Does not know: where an error came from.
"""

from __future__ import annotations

from fathoms import errors
from fathoms.app import phrasing
from fathoms.errors import FathomsError

WORDS: phrasing.Words = {
    errors.Mend: "{what}",
    errors.ChooseHome: "start the server with another home",
    errors.CloseHome: "close the other home first",
    errors.AskSomething: "give a question",
    errors.NameDocuments: "name folders, files or @collections in docs",
    errors.NameOtherDocuments: "name others in docs",
    errors.CheckDocumentPath: "check the paths in docs",
    errors.MoveToDocuments: "put long material into a file and name it in docs",
    errors.SearchWeb: "set web to true",
    errors.SetPrices: "the user has to set {settings} (USD per million tokens)",
    errors.LimitTokens: "leave max_usd out",
    errors.ListSettings: "the user sees them with `fathoms settings`",
    errors.ListRuns: "the tool runs lists those there are",
    errors.ListPages: "the facts of a run name its pages",
    errors.KeepOriginals: "the user has to ask with originals kept",
    errors.AddCollection: "the tool kb_add makes one",
    errors.ListKnowledge: "the tool kb_search shows what there is",
    errors.InstallExtra: "the user has to install: pip install 'fathoms[{extra}]'",
    errors.Reinstall: "the user has to reinstall {distribution}",
    errors.Authorize: "research(run='{run}') starts it",
    errors.Resume: "research(run='{run}') goes on with it",
    errors.ResumeToPlan: "research(run='{run}') plans and starts it",
    errors.Fork: "the user can fork it: `fathoms fork {run}`",
    errors.WatchElsewhere: "it goes on there: events(run='{run}') follows it",
    errors.ReportBug: "please tell the user to report this",
}


def told(error: FathomsError) -> str:
    """What went wrong, and what to do next."""
    return phrasing.told(error, WORDS)
