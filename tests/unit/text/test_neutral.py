"""Text from elsewhere made harmless to show."""

from __future__ import annotations

from fathoms.text.neutral import one_line, unmarked


def test_a_mark_behind_a_backslash_is_a_sign() -> None:
    assert unmarked(r"From 2.\* *on*, set \_x\_ in C:\foo.") == r"From 2.* on, set _x_ in C:\foo."


def test_a_table_a_fence_and_links_by_reference_are_told_by_their_words() -> None:
    table = "| Size | Majority |\n|:-:|:-:|\n| 3 | 2 |\n| 5 | 3 |"
    assert one_line(unmarked(table)) == "Size · Majority 3 · 2 5 · 3"
    assert one_line(unmarked("Run:\n```sh\n$ etcdctl defrag\n```\nsee the [API][member-api].")) == (
        "Run: $ etcdctl defrag see the API."
    )


def test_code_keeps_its_lines_and_stars() -> None:
    assert unmarked('"room": "*" and (*), **"no"** more') == '"room": "*" and (*), "no" more'
    assert unmarked("Set `_acme.example` and _not_ `*.log` - twice.") == "Set _acme.example and not *.log - twice."


def test_an_underscore_alone_is_a_sign_and_a_pair_is_emphasis() -> None:
    assert unmarked('re.sub(r"[-_.]+", "-", name)') == 're.sub(r"[-_.]+", "-", name)'
    assert unmarked("GitHub _will not_ disable __any fork__ of __init__ or _acme") == (
        "GitHub will not disable any fork of __init__ or _acme"
    )
