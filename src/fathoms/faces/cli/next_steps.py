"""What to do about an error, in the words of the command line.

Knows: the command or option behind every step.  Does not know: where an error came from.
"""

from __future__ import annotations

from fathoms import errors
from fathoms.app import phrasing
from fathoms.errors import FathomsError

WORDS: phrasing.Words = {
    errors.Mend: "{what}",
    errors.ChooseHome: "choose another with --home",
    errors.CloseHome: "work in the other home from another process",
    errors.AskSomething: 'ask something, for instance: fathoms ask "How does … work?"',
    errors.NameDocuments: "give a folder or file with --docs",
    errors.NameOtherDocuments: "name others with --docs",
    errors.CheckDocumentPath: "check the path given with --docs",
    errors.MoveToDocuments: "put long material into a file and give its folder with --docs",
    errors.SearchWeb: "search the --web",
    errors.SetPrices: "set {settings} (USD per million tokens)",
    errors.LimitTokens: "use --max-tokens",
    errors.ListSettings: "`fathoms settings` lists them all",
    errors.ListRuns: "`fathoms runs` lists those there are",
    errors.ListPages: "`fathoms pages list` shows those there are",
    errors.KeepOriginals: "ask again with --keep-originals --fresh",
    errors.AddCollection: "`fathoms kb add FOLDER` makes one",
    errors.ListKnowledge: "`fathoms kb list` shows what there is",
    errors.InstallExtra: "pip install 'fathoms[{extra}]'",
    errors.Reinstall: "reinstall it: pip install --force-reinstall --no-deps {distribution}",
    errors.Authorize: "`fathoms authorize {run}` starts it",
    errors.Resume: "`fathoms resume {run}` goes on with it",
    errors.ResumeToPlan: "`fathoms resume {run}` makes one",
    errors.Fork: "`fathoms fork {run}`",
    errors.WatchElsewhere: "it goes on there: `fathoms show {run}` shows how far it is, `fathoms cancel {run}` ends it",
    errors.ReportBug: "please report this, with `fathoms show {run} --trace`",
}


def told(error: FathomsError) -> str:
    """What went wrong, and what to do next."""
    return phrasing.told(error, WORDS)
