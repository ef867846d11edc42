"""Plans without a model are made of the request's own parts."""

from __future__ import annotations

import pytest

from fathoms.domain.brief import EFFORT_LIMITS, Effort
from fathoms.domain.evidence import SourceKind
from fathoms.domain.plan import Form
from fathoms.domain.survey import Survey
from fathoms.minds.extractive.asks import take_apart
from fathoms.minds.extractive.briefing import make_brief
from fathoms.minds.extractive.planning import make_plan
from fathoms.ports.mind import BriefRequest, PlanRequest
from fathoms.text.language import language_of


def test_a_plain_question_has_no_parts():
    assert take_apart("What is the notice period?").parts == ()


def test_every_ask_is_a_part_in_its_own_words():
    asked = take_apart("Describe the charging system, explain how the batteries are cooled, and list the suppliers.")
    assert asked.parts == (
        "Describe the charging system",
        "Explain how the batteries are cooled",
        "List the suppliers",
    )


def test_parts_are_looked_for_one_by_one_only_where_each_says_what_it_is_about():
    assert take_apart("What do ovens cost? Which ovens last longest? How are ovens cleaned?").apart
    assert not take_apart("Summarise the debate on basic income. What do unions say? What did the trials show?").apart


def test_a_part_that_leans_on_another_keeps_them_together():
    asked = take_apart("Who built the Skarrow quay? When was it opened? What did it cost?")
    assert not asked.apart
    assert asked.parts[1] == "When was it opened? (Skarrow)"


def test_two_parts_are_found_together():
    assert not take_apart("What is the notice period? Who signs the contract?").apart


def test_what_is_said_beforehand_and_wishes_for_a_form_are_no_parts():
    asked = take_apart(
        "I run a bakery. Ovens are expensive. What do ovens cost? Which ovens last longest? How are ovens cleaned?"
        " Write the report in APA format with references."
    )
    assert asked.parts == ("What do ovens cost?", "Which ovens last longest?", "How are ovens cleaned?")


def test_the_items_of_a_list_are_parts():
    asked = take_apart(
        "Please research heat pumps:\n1. running costs of heat pumps\n2. noise of heat pumps\n3. lifetime"
    )
    assert asked.parts == ("Running costs of heat pumps", "Noise of heat pumps", "Lifetime")


def test_listed_aspects_belong_to_their_subject():
    asked = take_apart("Give an overview of solid-state batteries: manufacturers, problems and outlook.")
    assert asked.parts[0] == "manufacturers – solid-state batteries"
    assert asked.owner == "solid-state batteries"


def test_sides_are_taken_only_where_they_are_named():
    assert take_apart("Compare PostgreSQL and MySQL in replication.").sides == ("PostgreSQL", "MySQL")
    assert take_apart("Should I use tabs in this file?").sides == ()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I found a hole in Alertmanager. Whom do I tell, and how quickly do they patch such things?", "en"),
        ("状態の更新がすぐに反映されないのはなぜですか。", "ja"),
        ("请分析新能源汽车市场的现状和未来趋势。", "zh"),
        ("¿Cuáles son los efectos de la sequía en la producción de aceite de oliva y los precios?", "es"),
        ("Welche Folgen hat die neue Verordnung für die Betreiber von Windparks und die Netze?", "de"),
    ],
)
def test_a_request_is_in_the_language_it_is_written_in(text, language):
    assert language_of(text) == language


def test_a_language_without_rules_of_its_own_is_asked_whole_or_by_its_question_marks():
    assert take_apart("Ile kosztuje pompa ciepła i jak długo działa?").parts == ()
    assert take_apart("Ile kosztuje pompa ciepła? Jak długo działa?").parts == (
        "Ile kosztuje pompa ciepła?",
        "Jak długo działa?",
    )


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "How and why did the ferry change, and what did it cost?",
            ("How and why did the ferry change", "What did it cost? (the ferry)"),
        ),
        (
            "How was the bridge built and who paid for it?",
            ("How was the bridge built", "Who paid for it? (the bridge)"),
        ),
        (
            "What did the array cost, who built it, and when was it finished?",
            ("What did the array cost", "Who built it (the array)", "When was it finished? (the array)"),
        ),
        ("Which countries signed the treaty and when did they leave?", ()),  # unsure who they are
        ("When does a research thread stop, and who decides that?", ()),
        ("What did Fedor argue, and what did Matteo hold against it?", ()),  # what he argued, not he
        ("What does agent mode switch off, and what does it leave?", ()),  # unsure where its name ends
        ("What is the capital of France, and how big is it?", ()),  # nothing of its own is asked of it
    ],
)
def test_what_is_asked_further_by_a_pronoun_is_a_part_that_names_what_it_stands_for(question, parts):
    assert take_apart(question).parts == parts


def test_what_the_asker_put_as_a_list_is_looked_for_item_by_item_with_what_the_list_is_on():
    asked = take_apart(
        "Please answer these questions about desalination for a policy brief:\n"
        "- How much energy does reverse osmosis take?\n"
        "- Who disposes of the brine?\n- Which countries depend on desalination most?"
    )
    assert asked.apart
    assert asked.parts == (
        "How much energy does reverse osmosis take? – desalination",
        "Who disposes of the brine? – desalination",
        "Which countries depend on desalination most?",
    )


@pytest.mark.parametrize(
    "question", ["What are the pros and cons of remote work?", "電気バスのメリットとデメリットを教えてください"]
)
def test_for_and_against_are_one_evaluation_and_no_list(question):
    asked = take_apart(question)
    assert (asked.form.form.value, asked.parts) == ("evaluation", ())


def test_how_one_thing_compares_to_another_has_two_sides():
    assert take_apart("How does Milvus compare to Pinecone for production search?").sides == ("Milvus", "Pinecone")


def test_a_question_is_split_only_where_each_part_has_a_noun_of_its_own():
    assert take_apart("Which findings are robust, and which remain contested?").parts == ()
    assert take_apart("Recommend a supplier and explain why.").parts == ()


def test_sides_do_not_take_a_shared_word_into_their_names():
    assert take_apart("Compare React and Vue frameworks").sides == ("React", "Vue")


def test_a_subject_is_given_to_a_leaning_part_only_from_what_was_asked_before_it():
    asked = take_apart("Describe what these laws require. Examine how Apple has responded. Who enforces the rules?")
    assert asked.parts[0] == "Describe what these laws require"


def test_each_of_several_stresses_is_kept_with_what_it_belongs_to():
    asked = take_apart("日本のAI研究について、特に画像認識と自然言語処理に重点を置いて調べてください。")
    assert asked.stressed == ("画像認識 – 日本のAI研究", "自然言語処理 – 日本のAI研究")
    asked = take_apart("Why is the ferry late? I am particularly interested in crew, weather and repairs.")
    assert [item.split(" – ")[0] for item in asked.stressed] == ["crew", "weather", "repairs"]


def test_a_stress_is_left_whole_where_splitting_might_cut_it():
    asked = take_apart("请研究碳纤维的回收，重点关注热解法、溶剂法的能耗和成本。")
    assert asked.stressed[0].startswith("热解法、溶剂法的能耗和成本 – ")


@pytest.mark.parametrize(
    ("question", "form", "rows"),
    [
        ("Fact check: the cable was laid in 1987", Form.VERDICT, ("the cable was laid in 1987",)),
        ("Is it true that the cable was laid in 1987?", Form.VERDICT, ("the cable was laid in 1987",)),
        ("Compare PostgreSQL and MySQL in replication.", Form.MATRIX, ("PostgreSQL", "MySQL")),
        ("Why did the cable fail?", Form.CAUSE, ()),
        ("なぜ円安が続いているのですか。", Form.CAUSE, ()),
        ("How do I reset my password?", Form.PROCEDURE, ()),
        ("Trace the history of desalination in the Gulf states.", Form.TIMELINE, ()),
        ("Evaluate the pilot of the night ferry.", Form.EVALUATION, ()),
        ("Bewerte den Versuch mit der Nachtfähre.", Form.EVALUATION, ()),
        ("Which options does a small town have for its buses?", Form.EXPLORATION, ()),
        ("Who built the quay?", Form.ESSAY, ()),
    ],
)
def test_the_words_of_a_request_say_what_kind_of_account_it_wants(question, form, rows):
    found = take_apart(question).form
    assert (found.form, found.rows) == (form, rows)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("batery at cold quey", "In no document: batery; did you mean battery?"),
        ("Was kostet die Batterie am Cold Quay, und wer betreibt sie heute?", ""),
        (" ".join(["Which batery stands at Cold Quay, and who pays for what it stores?"] * 2), ""),
    ],
)
def test_the_plan_says_what_a_misspelt_word_may_mean_and_leaves_the_question_alone(question, told):
    survey = Survey(
        source="documents", kind=SourceKind.INTERNAL, languages=(("en", 3),), spellings=(("batery", "battery"),)
    )
    limits = EFFORT_LIMITS[Effort.STANDARD]
    brief = make_brief(BriefRequest(question=question, effort=Effort.STANDARD, limits=limits, surveys=(survey,)))
    plan = make_plan(PlanRequest(brief=brief, surveys=(survey,)))
    assert plan.tasks[0].note == told
    assert plan.tasks[0].question == question


@pytest.mark.parametrize(
    ("request_", "stressed"),
    [
        (
            "Describe the history of the Skarrow quay, in particular its cost and its effect on seals",
            ("its cost – the Skarrow quay", "its effect on seals – the Skarrow quay"),
        ),
        (
            "Explain how the port was rebuilt, especially the role of the unions.",
            ("the role of the unions – how the port was rebuilt",),
        ),
        (
            "What is known about dust in flour mills, with a focus on lungs and fires?",
            ("lungs – dust in flour mills", "fires – dust in flour mills"),
        ),
        (
            "Give an overview of quays. I am particularly interested in depth and in lighting.",
            ("depth – quays", "lighting – quays"),
        ),
        (
            "Beschreiben Sie den Hafen in Skarrow, insbesondere Kosten und Lärm.",
            ("Kosten – den Hafen in Skarrow", "Lärm – den Hafen in Skarrow"),
        ),
        ("Describe el puerto de Skarrow, en particular el coste.", ("el coste – el puerto de Skarrow",)),
        ("港の歴史を教えて。特に、費用に重点を置いて。", ("費用 – 港の歴史を教えて",)),
        ("港について、特に費用と騒音を詳しく教えてください", ("費用 – 港", "騒音 – 港")),
    ],
)
def test_what_a_request_lays_stress_on_is_a_part_with_what_it_belongs_to(
    request_: str, stressed: tuple[str, ...]
) -> None:
    assert take_apart(request_).stressed == stressed


@pytest.mark.parametrize("rest", ["Why or why not?", "Why?", "How so?"])
def test_an_ask_with_no_word_of_its_own_is_no_part(rest):
    assert take_apart(f"Do the copies of a project disappear with it? {rest}").parts == ()
