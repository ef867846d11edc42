"""What a question spans, read off its own words."""

from __future__ import annotations

import pytest

from fathoms.engine.intake.extent import extent_of
from fathoms.engine.intake.vagueness import is_vague, specific_words
from fathoms.text.lists import lists, sentences


@pytest.mark.parametrize(
    ("question", "subjects", "aspects", "periods"),
    [
        (
            "Compare Germany and France in schools and taxes in 1990, 2000 and 2010.",
            ("Germany", "France"),
            ("schools", "taxes"),
            ("1990", "2000", "2010"),
        ),
        (
            "Compare heat pumps, gas boilers and stoves in cost and noise.",
            ("heat pumps", "gas boilers", "stoves"),
            ("cost", "noise"),
            (),
        ),
        (
            "Compare the Kittlehead Array with the Skarrow Array: capacity and cost.",
            ("the Kittlehead Array", "the Skarrow Array"),
            ("capacity", "cost"),
            (),
        ),
        ("React, Vue and Angular: compare speed and size.", ("React", "Vue", "Angular"), ("speed", "size"), ()),
        (
            "Describe the history, the present state and the future of tidal power.",
            (),
            (),
            ("history", "present state", "future"),
        ),
        (
            "Describe the art and music of the 18th and 19th centuries.",
            (),
            ("art", "music"),
            ("the 18th century", "the 19th century"),
        ),
        (
            "What are the strengths and weaknesses of the US, the UK and Japan?",
            ("the US", "the UK", "Japan"),
            ("strengths", "weaknesses"),
            (),
        ),
        ("How much did the Port and the Council pay for the quay?", (), (), ()),
        (
            "日本、中国、韓国の経済と教育を1980年代、1990年代について比較してください。",
            ("日本", "中国", "韓国"),
            ("経済", "教育"),
            ("1980年代", "1990年代"),
        ),
        ("スカロウ・ナローズとキトルヘッドの費用を比較してください。", ("スカロウ・ナローズ", "キトルヘッド"), (), ()),
        ("RedisとMemcachedを性能と永続性の観点から比較してください。", ("Redis", "Memcached"), ("性能", "永続性"), ()),
        ("日本、米国、EUにおける政策の違いを説明してください。", ("日本", "米国", "EU"), (), ()),
        ("フェリーの電動化の経緯と現状を調べてください。", (), (), ("経緯", "現状")),
        (
            "For Canada and Brazil, describe farming and mining in the 19th century, the 20th century and today.",
            ("Canada", "Brazil"),
            ("farming", "mining"),
            ("the 19th century", "the 20th century", "today"),
        ),
        (
            "Describe the costs and risks of night trains for towns and for firms.",
            (),
            ("costs", "risks", "towns", "firms"),
            (),
        ),
        (
            "りんご、じゃがいも、とうもろこし、みかん、スイカの値段を比較してください。",
            ("りんご", "じゃがいも", "とうもろこし", "みかん", "スイカ"),
            (),
            (),
        ),
        ("夜行列車の利点と欠点を、市側と会社側の両方から調べてください。", (), ("利点", "欠点", "市側", "会社側"), ()),
    ],
)
def test_lists_are_told_apart(
    question: str, subjects: tuple[str, ...], aspects: tuple[str, ...], periods: tuple[str, ...]
) -> None:
    extent = extent_of(question)
    assert (extent.subjects, extent.aspects, extent.periods) == (subjects, aspects, periods)


def test_a_year_by_year_account_of_several_things_counts_stretches_of_ten_years() -> None:
    extent = extent_of("Describe the staff and budget of the Port each year from 2005 to 2025.")
    assert extent.periods == ("2005–2014", "2015–2024", "2025")
    assert extent_of("Describe the budget of the Port each year from 2005 to 2025.").periods == ()
    assert extent_of("Describe the staff and budget of the Port from 2005 to 2025.").periods == ()


def test_decades_count_one_by_one() -> None:
    extent = extent_of("Compare A and B in each decade from 1970 to 1995.")
    assert extent.periods == ("the 1970s", "the 1980s", "the 1990s")


@pytest.mark.parametrize(
    ("question", "kind", "phrase", "members", "endless"),
    [
        ("What is the flag of every country in the world?", "country", "every country in the world", 0, True),
        (
            "Rank the top 100 technology companies by revenue.",
            "technology companies",
            "the top 100 technology companies",
            100,
            False,
        ),
        ("Compare all programming languages in speed.", "programming languages", "all programming languages", 0, True),
        (
            "Describe each member state of the European Union.",
            "member state",
            "each member state of the European Union",
            0,
            True,
        ),
        ("Describe every company in the S&P 500.", "company", "every company in the S&P 500", 500, False),
        ("List all companies that bid for it.", "", "", 0, False),
        ("Describe every company that bid, and each book in turn.", "", "", 0, False),
        ("Compare the 1 boats.", "", "", 0, False),
        ("Were all sixteen turbines refitted?", "", "", 0, False),
        ("47都道府県それぞれの人口を調べてください。", "都道府県", "47都道府県それぞれ", 47, False),
        ("あらゆる病気の原因を説明してください。", "病気", "あらゆる病気", 0, True),
        ("全国の港を調べてください。", "", "", 0, False),
        ("12球団それぞれの経営を調べてください。", "球団", "12球団それぞれ", 12, False),
        ("5年ごとの人口を調べてください。", "", "", 0, False),
        ("Assess the staff of each of our 14 branches.", "branches", "each of our 14 branches", 14, False),
    ],
)
def test_a_class_is_known_with_its_size(question: str, kind: str, phrase: str, members: int, endless: bool) -> None:
    extent = extent_of(question)
    assert (extent.kind, extent.phrase, extent.members, extent.endless) == (kind, phrase, members, endless)


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("How do we make it fast enough for 900 applications, and what does each step cost or risk?", 0),
        ("How do we back up 12 servers, what does each method cost and how long does each restore take?", 0),
        ("Which rules hold for 30 teams, with one owner per repository?", 0),
        ("What does each team cost for 30 teams, with staff and output?", 30),
        ("Give revenue and staff for 30 companies, each with its sources.", 30),
        ("Give revenue and staff for 30 companies each year.", 30),
    ],
)
def test_what_is_counted_beside_what_each_is_asked_of_is_no_class(question: str, members: int) -> None:
    assert extent_of(question).members == members


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Who leads it, what does it cost and who pays?", 3),
        ("What is it? When was it built? Why?", 3),
        ("How deep is the harbour?", 1),
        ("何ですか。いつですか。", 2),
    ],
)
def test_questions_asked_one_after_another_are_counted(question: str, parts: int) -> None:
    assert extent_of(question).parts == parts


def test_what_leads_up_to_a_question_is_no_part_of_it() -> None:
    question = "I know Excel, Word and Visio. We have cranes, quays and ferries. How can I plan the shifts?"
    assert sentences(question) == ("How can I plan the shifts?",)
    assert lists(question) == ()
    assert sentences("Just a statement. And another") == ("Just a statement", "And another")


def test_a_clause_is_no_item_of_a_list() -> None:
    assert lists("説明し、調べてください。") == ()
    assert lists("Explain how one of the very many old stone quays there came to be and cranes.") == ()


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How can we reduce diesel consumption?", ("reduce", "diesel", "consumption")),
        ("What's the best thing to do?", ()),
        ("港の深さは何メートルですか。", ("港", "深", "メートル")),
        ("何を選べばいいですか。", ()),
    ],
)
def test_words_that_narrow_a_question_are_found(question: str, words: tuple[str, ...]) -> None:
    assert specific_words(question) == words
    assert is_vague(question) is not bool(words)


@pytest.mark.parametrize(
    ("question", "vague"),
    [
        ("What is strategy?", False),
        ("What is a process?", False),
        ("What is our strategy?", False),
        ("歴史とは何ですか。", False),
        ("What is the US?", False),
        ("WHAT SHOULD WE DO?", True),
        ("What is the plan?", True),
        ("What is better?", True),
        ("What is the problem?", True),
        ("それとは何ですか。", True),
    ],
)
def test_a_frame_word_that_is_meant_as_such_is_a_subject(question: str, vague: bool) -> None:
    assert is_vague(question) is vague


@pytest.mark.parametrize(
    ("question", "vague"),
    [
        ("How much did it cost?", True),
        ("Who decides that?", True),
        ("When does a research thread stop, and who decides that?", False),
        ("What did the council say about it?", False),
    ],
)
def test_a_pronoun_is_vague_only_where_nothing_before_it_says_what_it_stands_for(question: str, vague: bool) -> None:
    assert is_vague(question) is vague
