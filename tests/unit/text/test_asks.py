"""What a request asks for, in the languages that are known."""

from __future__ import annotations

import pytest

from fathoms.text.asks import asks_in, sentences, speech_of


def asks(text: str, code: str) -> list[str]:
    speech = speech_of(code)
    return [speech.bare(ask) for ask in asks_in(sentences(text), speech)]


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        (
            "en",
            "Our town is old. Please find out which roofs leak in winter, what repairs cost per house, and how banks "
            "finance old roofs.",
            [
                "Find out which roofs leak in winter",
                "What repairs cost per house",
                "How banks finance old roofs",
            ],
        ),
        ("en", "Focus on (1) cost of the roof, (2) noise of the rain.", ["Cost of the roof", "Noise of the rain"]),
        ("en", "Task: describe the roofs of Leeds. Background: it rains.", ["Describe the roofs of Leeds"]),
        ("en", "Research topic: roofs. What do roofs cost?", ["What do roofs cost?"]),
        (
            "de",
            "Ich bin Dachdecker. Erkläre, wie Dächer im Winter gedämmt werden, und nenne die Kosten der Dämmung.",
            ["Erkläre, wie Dächer im Winter gedämmt werden", "Nenne die Kosten der Dämmung"],
        ),
        (
            "es",
            "Analiza las causas de la sequía y describe las medidas del gobierno. ¿Quién paga los embalses?",
            ["Analiza las causas de la sequía", "Describe las medidas del gobierno", "¿Quién paga los embalses?"],
        ),
        (
            "zh",
            "我是一名教师。请梳理政策的主要内容，分析企业失败的原因，并评估未来三年的盈利可能性。",
            ["梳理政策的主要内容", "分析企业失败的原因", "评估未来三年的盈利可能性。"],
        ),
        (
            "ja",
            "各国の指針を紹介したうえで、望ましい利用方法を考察し、今後の課題を述べてください。",
            ["各国の指針", "望ましい利用方法", "今後の課題を述べてください。"],
        ),
    ],
)
def test_each_ask_stands_once_and_uncut(code: str, text: str, expected: list[str]) -> None:
    assert asks(text, code) == expected


@pytest.mark.parametrize(
    ("code", "wish", "ask"),
    [
        (
            "en",
            "Use bullet points and cite your sources.",
            "List the sources of lead in the drinking water of old towns.",
        ),
        ("de", "Der Bericht soll höchstens zehn Seiten lang sein.", "Welche Seiten hat der Streit?"),
        ("es", "Redacta el informe con un máximo de 1.800 palabras.", "¿Qué dice el informe?"),
        ("zh", "请控制在3000字左右。", "请分析报告中提到的能源价格变化和企业应对措施。"),
        ("ja", "出典を明記してください。", "出典が明らかでない古文書の年代をどのように調べますか。"),
    ],
)
def test_a_wish_for_a_form_is_told_from_an_ask(code: str, wish: str, ask: str) -> None:
    speech = speech_of(code)
    assert speech.wishes_for_a_form(wish)
    assert not speech.wishes_for_a_form(ask)


def test_a_part_leans_where_nothing_before_its_pronoun_says_what_it_stands_for() -> None:
    speech = speech_of("en")
    assert speech.leans("What did it cost?")
    assert not speech.leans("How do small restaurants protect their margins?")
