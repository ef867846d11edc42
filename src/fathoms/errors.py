"""The whole error tree. Every face maps an error by its class attributes, never by its text.

    FathomsError                 code, exit_code, http_status, retryable
    ├── UsageError               2   the caller can mend it: a bad argument, a missing folder
    │   ├── ConfigError          2   an unknown or malformed setting
    │   ├── UnknownPlugin        2   no such mind, source or store; lists near names
    │   └── UnknownRun           2   no such run id in this home
    ├── HomeError                4   the home folder cannot be used: read-only, full, made by a newer version
    ├── ProviderError            5   a source or model failed; carries `provider`
    │   ├── ProviderTimeout*     5
    │   ├── RateLimited*         5   carries `retry_after`
    │   ├── Unavailable*         5
    │   ├── AuthFailed           5
    │   ├── BadAnswer            5   malformed or empty
    │   └── Refused              5   we or they decline: too large, a forbidden address, not text
    ├── EvidenceError            1
    │   └── QuoteNotFound        1   the words are not in the page they are said to be in
    ├── PlanRefused              1   a plan that breaks an invariant; carries `problems`
    ├── BudgetSpent              1   the next call could pass a limit: what there is gets written
    └── JournalError             6
        ├── JournalVersion       6   the run was written by another journal version
        └── RunLocked            6   another process is working on this run
    Cancelled                        control flow, not an error: the run was cancelled
                                     (* retryable)

Exit codes of the command line that are no errors: 0 done, 3 nothing found (an honest answer),
7 waiting for authorisation, 8 cancelled, 9 refused as not feasible,
10 withheld (`--strict`), 130 interrupted (the run stays resumable),
141 nobody reads the output any more, 143 told to terminate (the run stays resumable).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

EXIT_NOT_FOUND = 3
EXIT_AWAITING_AUTHORISATION = 7
EXIT_CANCELLED = 8
EXIT_REFUSED = 9
EXIT_WITHHELD = 10
EXIT_INTERRUPTED = 130
EXIT_OUTPUT_CLOSED = 141
EXIT_TERMINATED = 143


class FathomsError(Exception):
    """Base of all errors that Fathoms raises on purpose. The message says what, which, and what to do next."""

    code: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 1
    http_status: ClassVar[int] = 500
    retryable: ClassVar[bool] = False


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

    def __init__(self, message: str, *, provider: str = "") -> None:
        super().__init__(message)
        self.provider = provider


class ProviderTimeout(ProviderError):
    code = "provider_timeout"
    http_status = 504
    retryable = True


class RateLimited(ProviderError):
    code = "rate_limited"
    http_status = 503
    retryable = True

    def __init__(self, message: str, *, provider: str = "", retry_after: float | None = None) -> None:
        super().__init__(message, provider=provider)
        self.retry_after = retry_after


class Unavailable(ProviderError):
    code = "unavailable"
    http_status = 503
    retryable = True


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
