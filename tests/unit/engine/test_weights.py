"""What words weigh over several sources."""

from __future__ import annotations

from fathoms.domain.evidence import SourceKind
from fathoms.engine.thread import weights
from tests.thread_making import make_survey

KB = make_survey("kb", weights={"capital": 2.5, "france": 0.0})
OTHER = make_survey("other", weights={"capital": 1.0, "france": 3.0})
WEB = make_survey("web", kind=SourceKind.EXTERNAL)


def test_a_word_that_the_documents_do_not_know_weighs_nothing_only_where_there_are_only_documents() -> None:
    assert weights.over_all([KB]) == {"capital": 2.5, "france": 0.0}
    assert weights.over_all([KB, WEB]) == {"capital": 2.5}, "left out, it weighs what any rare word does"
    assert weights.over_all([KB, WEB], {"france": 0.0, "paris": 4.0}) == {"capital": 2.5, "paris": 4.0}


def test_of_two_sources_with_weights_the_higher_counts() -> None:
    assert weights.over_all([KB, OTHER]) == {"capital": 2.5, "france": 3.0}
