"""The whole error tree. Every face maps an error by its class attributes, never by its text.

An error says what went wrong and with which thing. What to do about it is data (`next_step`): each face has its own
words for it, a command for one, an argument for another.

    FathomsError                 code, exit_code, http_status, retryable, next_step
    ├── UsageError               2   the caller can mend it: a bad argument, a missing folder
    │   ├── ConfigError          2   an unknown or malformed setting
    │   ├── UnknownPlugin        2   no such mind, source or store; lists near names
    │   └── UnknownRun           2   no such run id in this home
    ├── HomeError                4   the home folder cannot be used: read-only, full, made by a newer version
    ├── ProviderError            5   a source or model failed; carries `provider`
    │   ├── ProviderTimeout*     5
    │   ├── RateLimited*         5   carries `retry_after`
    │   ├── Unavailable*         5
    │   │   └── Unreached*       5   no connection: nothing was sent
    │   ├── AuthFailed           5
    │   ├── BadAnswer            5   malformed or empty
    │   └── Refused              5   we or they decline: too large, a forbidden address, not text
    ├── EvidenceError            1
    │   └── QuoteNotFound        1   the words are not in the page they are said to be in
    ├── PlanRefused              1   a plan that breaks an invariant; carries `problems`
    ├── BudgetSpent              1   the next call could pass a limit: what there is gets written
    │   └── StopAsked            1   the user wants what there is
    └── JournalError             6
        ├── JournalVersion       6   the run was written by another journal version
        └── RunLocked            6   another process is working on this run
    Cancelled                        control flow, not an error: the run was cancelled
                                     (* retryable)

Exit codes of the command line that are no errors: 0 done, 3 nothing found (an honest answer),
7 waiting for authorisation, 8 cancelled, 9 refused as not feasible,
10 withheld (too few statements supported), 130 interrupted (the run stays resumable),
141 nobody reads the output any more, 143 told to terminate (the run stays resumable).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

EXIT_DONE = 0
EXIT_FAILED = 1
EXIT_NOT_FOUND = 3
EXIT_AWAITING_AUTHORISATION = 7
EXIT_CANCELLED = 8
EXIT_REFUSED = 9
EXIT_WITHHELD = 10
EXIT_INTERRUPTED = 130
EXIT_OUTPUT_CLOSED = 141
EXIT_TERMINATED = 143


@dataclass(frozen=True)
class NextStep:
    """What whoever gets an error can do about it. A kind names the deed, never the words of a face."""


class Repair(StrEnum):
    """What is mended outside Fathoms; the plain words are the same in every face."""

    PERMISSIONS = "check its permissions"
    RESTORE = "restore it"
    SPACE = "free some space and resume"
    UPGRADE = "upgrade Fathoms"
    EARLIER_VERSION = "finish it with the Fathoms that began it"
    DOCUMENTS = "mend them"
    PLUGIN = "install its package and resume"


@dataclass(frozen=True)
class Mend(NextStep):
    what: Repair


@dataclass(frozen=True)
class OneOf(NextStep):
    """Any of these will do; the first is the most likely."""

    steps: tuple[NextStep, ...]


@dataclass(frozen=True)
class ChooseHome(NextStep):
    """Work in another folder."""


@dataclass(frozen=True)
class CloseHome(NextStep):
    """Another home is open in this process: close it, or use it; any number can be looked at."""


@dataclass(frozen=True)
class AskSomething(NextStep):
    """There was no question."""


@dataclass(frozen=True)
class NameDocuments(NextStep):
    """Say which folders and files to search."""


@dataclass(frozen=True)
class NameOtherDocuments(NextStep):
    """The named ones will not do."""


@dataclass(frozen=True)
class CheckDocumentPath(NextStep):
    """What was named as a folder or file is not there."""


@dataclass(frozen=True)
class MoveToDocuments(NextStep):
    """Too long for a question: it belongs into a file that is searched."""


@dataclass(frozen=True)
class SearchWeb(NextStep):
    """Search the web, too."""


@dataclass(frozen=True)
class SetPrices(NextStep):
    """Say what a model costs, by these settings."""

    settings: tuple[str, ...]


@dataclass(frozen=True)
class LimitTokens(NextStep):
    """Limit tokens instead of money."""


@dataclass(frozen=True)
class ListSettings(NextStep):
    """See which settings there are."""


@dataclass(frozen=True)
class ListRuns(NextStep):
    """See which runs there are."""


@dataclass(frozen=True)
class ListPages(NextStep):
    """See which pages are stored."""


@dataclass(frozen=True)
class KeepOriginals(NextStep):
    """Ask the question again, anew, and keep the bytes that pages are read from."""


@dataclass(frozen=True)
class AddCollection(NextStep):
    """Bring documents into the knowledge base."""


@dataclass(frozen=True)
class ListKnowledge(NextStep):
    """See what is in the knowledge base."""


@dataclass(frozen=True)
class InstallExtra(NextStep):
    """Install what an extra of Fathoms brings."""

    extra: str


@dataclass(frozen=True)
class Reinstall(NextStep):
    """Install a distribution again, without what it depends on."""

    distribution: str


@dataclass(frozen=True)
class Authorize(NextStep):
    """Agree to the plan of a run that waits."""

    run: str


@dataclass(frozen=True)
class Resume(NextStep):
    """Go on with a run."""

    run: str


@dataclass(frozen=True)
class ResumeToPlan(NextStep):
    """Go on with a run that has no plan yet: that makes one."""

    run: str


@dataclass(frozen=True)
class Fork(NextStep):
    """Begin a new run that keeps what this one has found."""

    run: str


@dataclass(frozen=True)
class WatchElsewhere(NextStep):
    """Another process works on the run: look how far it is, or end it."""

    run: str


@dataclass(frozen=True)
class ReportBug(NextStep):
    """Nothing the user did: tell the makers, with the trace of the run."""

    run: str


_CREDENTIALS = re.compile(r"(?<=://)[^\s/?#@'\"]+(?=@)")
_KEY_IN_QUERY = re.compile(
    r"(?<=[?&])((?:[\w-]*(?:key|token|secret|password|passwd|signature))=)[^\s&#'\"]+", re.IGNORECASE
)


def without_passwords(text: str) -> str:
    """The text with what stands before the host of an address, and keys in its query, replaced."""
    if "://" not in text:
        return text
    return _KEY_IN_QUERY.sub(r"\1***", _CREDENTIALS.sub("***", text))


def has_password(text: str) -> bool:
    """Whether an address in the text carries a name or password before its host."""
    return bool(_CREDENTIALS.search(text))


class FathomsError(Exception):
    """Base of all errors that Fathoms raises on purpose. The message says what and which; `next_step` what to do."""

    code: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 1
    http_status: ClassVar[int] = 500
    retryable: ClassVar[bool] = False

    def __init__(self, message: str = "", *, next_step: NextStep | None = None) -> None:
        super().__init__(without_passwords(message))
        self.next_step = next_step


class UsageError(FathomsError):
    code = "usage"
    exit_code = 2
    http_status = 400


class ConfigError(UsageError):
    code = "config"


class UnknownPlugin(UsageError):
    code = "unknown_plugin"


class UnknownRun(UsageError):
    code = "unknown_run"
    http_status = 404


class HomeError(FathomsError):
    code = "home"
    exit_code = 4
    http_status = 507


class ProviderError(FathomsError):
    code = "provider"
    exit_code = 5
    http_status = 502

    def __init__(self, message: str, *, provider: str = "", next_step: NextStep | None = None) -> None:
        super().__init__(message, next_step=next_step)
        self.provider = provider


class ProviderTimeout(ProviderError):
    code = "provider_timeout"
    http_status = 504
    retryable = True


class RateLimited(ProviderError):
    code = "rate_limited"
    http_status = 503
    retryable = True

    def __init__(
        self,
        message: str,
        *,
        provider: str = "",
        retry_after: float | None = None,
        next_step: NextStep | None = None,
    ) -> None:
        super().__init__(message, provider=provider, next_step=next_step)
        self.retry_after = retry_after


class Unavailable(ProviderError):
    code = "unavailable"
    http_status = 503
    retryable = True


class Unreached(Unavailable):
    """There was no connection, so nothing was sent and nothing is billed."""

    code = "unreached"


class AuthFailed(ProviderError):
    code = "auth_failed"


class BadAnswer(ProviderError):
    code = "bad_answer"


class Refused(ProviderError):
    code = "refused"


class EvidenceError(FathomsError):
    code = "evidence"


class QuoteNotFound(EvidenceError):
    code = "quote_not_found"


class PlanRefused(FathomsError):
    """A plan that breaks an invariant. It is never repaired silently."""

    code = "plan_refused"
    http_status = 422

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


class BudgetSpent(FathomsError):
    """The next call could pass a limit. A thread that meets it concludes with what it has."""

    code = "budget_spent"
    http_status = 402


class StopAsked(BudgetSpent):
    """The user asked to stop and to write what there is."""

    code = "stop_asked"


class JournalError(FathomsError):
    code = "journal"
    exit_code = 6
    http_status = 409


class JournalVersion(JournalError):
    code = "journal_version"


class RunLocked(JournalError):
    code = "run_locked"


class Cancelled(Exception):
    """The run was cancelled while a step was in flight."""
