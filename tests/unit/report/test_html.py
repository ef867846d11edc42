"""The HTML page: self-contained, whole, and unmoved by what documents contain."""

from __future__ import annotations

import base64
import hashlib
import re
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lxml import etree, html
from report_making import OPEN, make_fact, make_outcome, make_page, make_report, make_task, say

from fathoms.domain.evidence import Conflict, Failure, SourceKind
from fathoms.domain.plan import TaskStatus
from fathoms.domain.report import Paragraph
from fathoms.report.render.html import render
from fathoms.report.render.html_sources import attribute, with_code
from fathoms.text.language import language_of

ARRAY = make_page(
    "# Array\n\nBefore it. The array has sixteen turbines. It was approved in 2021.\n\nAnother paragraph.",
    title="Array",
    dated=date(2026, 3, 1),
)
TIDES = make_page(
    "Tidal power is predictable.", url="https://example.org/tides?a=1&b=2", title="Tides", kind=SourceKind.EXTERNAL
)
TURBINES = make_fact(ARRAY, "The array has sixteen turbines.")
APPROVED = make_fact(ARRAY, "It was approved in 2021.")
PREDICTABLE = make_fact(TIDES, "Tidal power is predictable.", task="2")

HOSTILE = [
    "<script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</title><h1>x</h1>",
    '" onmouseover="alert(1)',
    "' autofocus onfocus='alert(1)",
    "<!-- ",
    "-->",
    "]]>",
    "{{style}} {{policy}} {{text}}",
    "&lt;b&gt;&amp;",
    "javascript:alert(1)",
    "\u202egnp.exe\u202c",
    "a\x00b\x1b[31m",
    "<svg/onload=alert(1)>",
]


def report_on(words, **more):
    """A report in which a document's words stand everywhere that a document's words can stand."""
    text = f"said {words}"
    page = make_page(text + " and more", title=text, url="kb://world/" + text)
    fact = make_fact(page, text)
    linked = make_fact(
        make_page(text + " too", title=text, url="javascript:" + text, kind=SourceKind.EXTERNAL),
        text,
        fact_id="f-linked",
    )
    task = make_task("1", text, subjects=(text,))
    conflict = Conflict(
        id="c", about=text, left=fact.id, right=linked.id, left_says=text, right_says=text, resolution=text
    )
    outcome = make_outcome(
        task,
        [fact, linked],
        heading=text,
        paragraphs=[Paragraph(label=text + " label", statements=(say(fact), say(linked)))],
        conflicts=[conflict],
        failures=[Failure(what=text, target=text, reason=text)],
        gaps=[text],
        tried=[text],
    )
    failed = make_task("2", text, status=TaskStatus.FAILED, reason=text)
    return make_report([outcome], [task, failed], question=text, criteria=[text], **{"mind": "openai:gpt", **more})


def parsed(page):
    return html.document_fromstring(page)


def shape(page):
    """Elements and attribute names in order, without any words."""
    return [(element.tag, sorted(element.attrib)) for element in parsed(page).iter() if isinstance(element.tag, str)]


def full_report(**more):
    tasks = [make_task("1", "How does the array work?"), make_task("1.1"), make_task("2", "What of tides?")]
    outcomes = [
        make_outcome(tasks[0], [TURBINES], heading="The array", gaps=["No cost was found."]),
        make_outcome(tasks[1], [APPROVED], heading="Its approval"),
        make_outcome(tasks[2], [PREDICTABLE], heading="Tides"),
    ]
    return make_report(outcomes, tasks, criteria=["Does it say how the array works?"], **more)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_cannot_change_the_structure_of_the_page(text):
    assert shape(render(report_on(text))) == shape(render(report_on("plain words")))


@settings(deadline=None)
@given(st.text(alphabet="<>\"'&;/=!-{} \nscriptonæ\u202e\x00", max_size=30))
def test_no_mixture_of_marks_becomes_an_element(text):
    # a passage or a title in another language says so in its element; a title may have the name of its file behind it
    assume(all(language_of(words) == language_of("plain words") for words in (text, f"said {text} (said {text})")))
    assert shape(render(report_on(text))) == shape(render(report_on("plain words")))


def test_words_that_look_like_our_slots_are_shown_as_they_are():
    page = parsed(render(report_on("{{style}}")))
    assert page.find(".//h1").text_content() == "said {{style}}"


def test_the_page_loads_and_runs_nothing_but_its_own():
    page = render(full_report())
    tree = parsed(page)
    policy = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        (content,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert tree.xpath("//@src | //link | //iframe | //object | //@style | //*[starts-with(name(@*), 'on')]") == []
    assert "url(" not in page
    assert "@import" not in page


def test_words_inside_an_attribute_cannot_leave_it():
    assert attribute("\" x='1'") == "&quot; x=&#x27;1&#x27;"


def test_only_web_addresses_are_links():
    tree = parsed(render(report_on("alert(1)")))
    assert all(href.startswith("#") for href in tree.xpath("//a/@href"))
    web = [href for href in parsed(render(full_report())).xpath("//a/@href") if not href.startswith("#")]
    assert web == ["https://example.org/tides?a=1&b=2"]


def test_every_inner_link_has_its_target_and_no_id_is_used_twice():
    tree = parsed(render(full_report()))
    ids = tree.xpath("//@id")
    assert len(ids) == len(set(ids))
    targets = [href[1:] for href in tree.xpath("//a/@href") if href.startswith("#")]
    assert set(targets) <= set(ids)
    assert set(tree.xpath("//@aria-describedby")) <= set(ids)


def test_every_citation_opens_its_quote_and_every_source_is_cited():
    report = full_report()
    tree = parsed(render(report))
    cards = tree.xpath("//span[@class='cite']")
    numbers = {re.match(r"(\d+)", cite.find("a").text)[1] for cite in cards}
    assert numbers == {str(reference.number) for reference in report.references}
    for cite in cards:
        target = tree.get_element_by_id(cite.find("a").get("href")[1:])
        assert cite.xpath(".//span[@class='words']")[0].text == target.find(".//mark").text


def test_the_year_stands_beside_the_citation_of_a_dated_source():
    marks = parsed(render(full_report())).xpath("//span[@class='cite']/a/text()")
    assert "1, 2026" in marks
    assert "2" in marks


def test_a_quote_stands_in_its_surroundings_when_the_page_is_given():
    pages = {ARRAY.id: ARRAY.text}
    quote = parsed(render(full_report(), pages)).xpath("//blockquote")[0]
    assert quote.find("p").text_content() == "Before it. The array has sixteen turbines. It was approved in 2021."
    assert quote.find(".//mark").text == "The array has sixteen turbines."
    assert parsed(render(full_report())).xpath("//span[@class='around']") == []


def test_a_page_that_changed_since_gives_no_surroundings():
    changed = {ARRAY.id: "x" + ARRAY.text}
    assert parsed(render(full_report(), changed)).xpath("//span[@class='around']") == []


def test_landmarks_headings_and_language_are_in_place():
    tree = parsed(render(full_report(language="ja")))
    assert tree.get("lang") == "ja"
    assert [len(tree.findall(f".//{tag}")) for tag in ("header", "nav", "main", "aside")] == [1, 1, 1, 1]
    assert len(tree.xpath("//h1")) == 1
    levels = [int(element.tag[1]) for element in tree.iter("h1", "h2", "h3", "h4", "h5", "h6")]
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_words_in_another_language_than_the_report_say_so():
    page = make_page("潮流発電は予測できる。", url="kb://w/ja", title="潮流")
    fact = make_fact(page, page.text)
    tree = parsed(render(make_report([make_outcome(make_task("1"), [fact])])))
    assert [span.get("lang") for span in tree.xpath("//main//p[@class='passage']/span[@lang]")] == ["ja"]


def test_children_stand_inside_their_parents_section():
    tree = parsed(render(full_report()))
    parent = tree.get_element_by_id("part-1")
    assert parent.xpath("./section/@id") == ["part-1-1"]
    assert [e.text_content() for e in tree.xpath("//nav//li/ol//a")] == ["1.1Its approval"]


def test_sides_stand_beside_each_other():
    sides = [
        Paragraph(label="Array", statements=(say(TURBINES),)),
        Paragraph(label="Tides", statements=(say(PREDICTABLE),)),
    ]
    task = make_task("1", subjects=("Array", "Tides"))
    tree = parsed(render(make_report([make_outcome(task, [TURBINES, PREDICTABLE], paragraphs=sides)], [task])))
    assert [e.text for e in tree.xpath("//div[@class='both']/div/p[@class='label']")] == ["Array", "Tides"]


def test_years_stand_in_a_timeline():
    moments = [Paragraph(label=year, statements=(say(TURBINES),)) for year in ("2021", "2022")]
    tree = parsed(render(make_report([make_outcome(make_task("1"), [TURBINES], paragraphs=moments)])))
    assert [e.text for e in tree.xpath("//ol[@class='timeline']//div[@class='when']")] == ["2021", "2022"]


def test_nothing_found_is_said_plainly():
    tree = parsed(render(make_report([make_outcome(make_task("1"), [TURBINES], status=OPEN, tried=["array cost"])])))
    assert tree.xpath("//section[@class='nothing']/h2")[0].text == "Not found"
    assert "array cost" in tree.get_element_by_id("tried").text_content()


def test_an_unfinished_task_is_named_in_the_masthead():
    task, lost = make_task("1"), make_task("2", "Who pays?", status=TaskStatus.FAILED, reason="provider down")
    tree = parsed(render(make_report([make_outcome(task, [TURBINES])], [task, lost])))
    assert "provider down" in tree.xpath("//header//div[@class='notice']")[0].text_content()


@pytest.mark.parametrize("mind", ["extractive", "openai:gpt"])
def test_the_page_is_well_formed(mind):
    page = render(full_report(mind=mind)).replace("<!doctype html>", "")
    body = re.sub(r"<(meta[^>]*)>", r"<\1/>", re.sub(r"<(script|style)>.*?</\1>", "", page, flags=re.DOTALL))
    etree.fromstring(body.replace("<details open>", "<details>"))


def test_a_long_name_of_code_breaks_at_its_joints():
    assert with_code("set `synchronous_mode: on`") == "set <code>synchronous_<wbr>mode: on</code>"
