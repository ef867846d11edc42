"""What to do about an error, in the words of somebody who writes Python.

Knows: the argument or call behind every step.  Does not know: where an error came from.
"""

from __future__ import annotations

from fathoms import errors
from fathoms.app.phrasing import Words, phrased

WORDS: Words = {
    errors.Mend: "{what}",
    errors.ChooseHome: "choose another: Fathoms(home=…)",
    errors.CloseHome: "close that one first, use it for these questions too, or, only to look, use `looking(settings)`",
    errors.AskSomething: "ask something",
    errors.NameDocuments: "name a folder or file: docs=…",
    errors.NameOtherDocuments: "name others: docs=…",
    errors.CheckDocumentPath: "check the path in docs=…",
    errors.MoveToDocuments: "put long material into a file and name its folder: docs=…",
    errors.SearchWeb: "search the web: web=True",
    errors.SetPrices: "set {settings} (USD per million tokens)",
    errors.LimitTokens: "limit tokens instead of money: max_tokens=…",
    errors.ListSettings: "the reference lists them all",
    errors.ListRuns: "`service.runs()` has those there are",
    errors.ListPages: "`service.snapshots()` has those there are",
    errors.KeepOriginals: "ask again, with everything read anew: keep_originals=True, fresh=True",
    errors.AddCollection: "`await service.ingest([folder])` makes one",
    errors.ListKnowledge: "`service.knowledge()` shows what there is",
    errors.InstallExtra: "pip install 'fathoms[{extra}]'",
    errors.Reinstall: "reinstall the distribution {distribution}",
    errors.Authorize: "pass authorize=True, or `await service.carry_out('{run}')`",
    errors.Resume: "`await service.carry_out('{run}')` goes on with it",
    errors.ResumeToPlan: "`await service.plan('{run}')` makes one",
    errors.Fork: "`await service.fork('{run}', task)`",
    errors.WatchElsewhere: "it goes on there: `service.watch('{run}')` follows it, `service.cancel('{run}')` ends it",
    errors.ReportBug: "please report this, with what `service.trace('{run}')` has",
}


def advise(error: BaseException | None) -> None:
    """Note on an error what to do about it, once: Python shows notes below the message."""
    if not isinstance(error, errors.FathomsError) or error.next_step is None:
        return
    note = phrased(error.next_step, WORDS)
    if note not in getattr(error, "__notes__", ()):
        error.add_note(note)
