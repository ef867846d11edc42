from __future__ import annotations

from fathoms.domain.evidence import SourceKind
from fathoms.domain.survey import Survey, Unsearched
from fathoms.runtime.unsearched import MOST_NAMED, unsearched

WHY = ".key files are not read"


def survey(files: int) -> Survey:
    named = tuple(Unsearched(name=f"{n}.key", reason=WHY, remedy="export it") for n in range(files))
    return Survey(source="kb", kind=SourceKind.INTERNAL, unread=named[:20], unread_files=files)


def test_a_file_that_is_not_searched_is_named_with_the_reason_and_what_helps() -> None:
    (failure,) = unsearched((survey(1),))
    assert (failure.target, failure.reason) == ("0.key", ".key files are not read; export it")


def test_beyond_the_first_few_files_only_their_number_is_told() -> None:
    assert len(unsearched((survey(MOST_NAMED),))) == MOST_NAMED
    *named, last = unsearched((survey(MOST_NAMED + 30),))
    assert len(named) == MOST_NAMED
    assert last.target == "30 more"
