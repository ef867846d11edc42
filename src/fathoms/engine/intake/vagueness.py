"""Whether a question names anything at all: "What should we do?" does not.

Knows: words that only frame a question or point at something unsaid, in English, Japanese and Chinese.  Does not
know: what a mind made of it; a subject that is not in the question's own words was guessed.
"""

from __future__ import annotations

import re

from fathoms.text.asks import speech_of
from fathoms.text.language import language_of
from fathoms.text.words import STOP_WORDS, fold, is_spaceless, stem

_GENERIC = """
act action actual actually advantage advice advise aim all analyse analysis analyze answer anybody anyone anything
anywhere approach area around ask aspect available away back bad basic basically become begin best better big bit
bother brief briefly bring call care case cause change cheap cheaper cheapest choice choose clear come compare
comparison complete comprehensive con concern cons consider cool correct curious current currently data deal decide
decision deep define definition depth describe description detail detailed difference different difficult disadvantage
discuss document documents easy effect else end enough entire especially etc evaluate everybody everyone everything
everywhere exact exactly exist expect explain explanation extensive fact factor fast faster fastest feel figure find
fine first fix focus full future general give go goal good great guess happen happy hard hello help hi history idea
identify important improve improvement include info inform information interested interesting investigate involve
issue item keep kind know large last late later latest lead learn least less let life like list little long look lot
main make man many matter mean meaning mention method moment more much name near need new news next nice nothing now
number obvious ok okay old one only opinion option order other outcome outline overview part particular past people
perform person picture place plan please point possibility possible present pro problem proceed process progress
proper properly pros provide purpose put question quick quickly quite rank rather ready real really reason recent
recently recommend recommendation report research result review rich right run say see serious set short show side
simple simply situation small solution solve somebody someone something somewhere soon sort start state status stay
step still stop strategy strength study stuff subject success suggest suggestion summarise summarize summary support
sure take talk tell thank thanks thing think thorough thoroughly thought today together tomorrow top topic total
trouble true try turn type understand update use useful usual value various view want way weakness well whole wide win
wonder word work world worse worst worth write wrong year yes yesterday
"""
_FRAME = frozenset(stem(word) for word in _GENERIC.split()) | STOP_WORDS
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d[\w.:-]*")

_JAPANESE_RUN = re.compile(r"[ァ-ヴー]{2,}|[一-鿿々]+|[A-Za-z][\w-]*|[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+")
_JAPANESE_GENERIC = """
    彼 彼等 彼女 彼女等
    誰 私 私達 私共 我々 我 皆 皆様 方 方法 良 悪 問題 問題点 理由 原因 教 説明 調 調査 知 思 言 行 来 見 聞 話
    書 読 出 入 使 作 最善 最適 最良 最高 最新 最近 改善 一番 今 今後 今日 将来 未来 過去 現在 現状 物 事 人
    全部 全 全て 場合 必要 意味 違 違い 結果 状況 詳 詳細 詳しい 簡単 情報 資料 文書 内容 点 件 次 他 別 同 前
    後 上 下 中 例 話題 課題 対策 解決 解決策 比較 分析 概要 要約 報告 考 考え 意見 提案 推奨 助言 正 正解 答
    答え 質問 疑問 案 手 手段 手順 気 感 変 変更 進 進め 始 決 決定 選 選択 選択肢 重要 大切 大事 可能 可能性
    大丈夫 一体 本当 結局 特 徹底 徹底的 包括 包括的 網羅 網羅的 全体 全般 世 世界 人生 生活 仕事 お願 願 致 頂
    貴方 貴社 成功 失敗 目的 目標 効果 影響 評価 検討 理解 確認 準備 歴史 起 歩 持 待 付 取 直 ベスト ポイント
    アドバイス コツ ヒント メリット デメリット やり方 アイデア テーマ トピック
"""
_JAPANESE_FRAME = frozenset(_JAPANESE_GENERIC.split())
_OKURIGANA = re.compile(r"[ぁ-ん]")
_PARTICLES = frozenset("のはがをにでともへやか")
_POINTER = re.compile(r"\b(?:it|its|this|that|these|those|they|them|their|he|him|his|she|her)\b(?!['’-])", re.I)
_CLAUSE = re.compile(
    r"\b(?:it|this)\b.*\b(?:to|that|when|if|whether|who|which|for|because)\b|\bthat (?:an?|the|we|you|our|my)\b", re.I
)
"""Where "it" only keeps the place of what follows: "Is it safe to eat raw eggs?"."""
_NEW_CLAUSE = re.compile(r"[,;:.?!]|\b(?:and|or|but)\b", re.I)
"""Between what was said and the pronoun that stands for it: in one clause ("Who built it?") it stands for nothing."""
_ARTICLE = re.compile(r"\b(?:the|an?|our|my|your)\s+$", re.I)
"""What it stands before is a thing, and no verb."""
_ASKED_FOR = re.compile(r"何[一-鿿]?$")
_NOUN = (
    r"(?:analys[ie]s|data|facts?|goals?|history|information|life|methods?|plans?|process(?:es)?|progress|purpose|research|"
    r"results?|reviews?|status|strateg(?:y|ies)|stud(?:y|ies)|success|summar(?:y|ies)|theor(?:y|ies)|values?|work)"
)
_MEANS_THE_WORD = re.compile(
    rf"^\W*(?:what (?:is|are)|define|explain) (?:an? )?{_NOUN}\W*$|\b(?:our|my) {_NOUN}\b"
    r"|^[一-鿿ァ-ヴーA-Za-z]{2,}とは(?:何|なに|どう|どん)",
    re.I,
)
"""A frame word that is meant as such ("What is strategy?"), or that belongs to somebody ("our goals")."""


def specific_words(question: str) -> tuple[str, ...]:
    """The words of a question that name or narrow something, as written; none when it is vague."""
    if language_of(question) == "zh":
        return (question.strip(),) if speech_of("zh").weight(question) else ()
    if is_spaceless(question):
        runs = [_without_verb(found, question) for found in _JAPANESE_RUN.finditer(question)]
        return tuple(run for run in runs if run and run not in _JAPANESE_FRAME and not _ASKED_FOR.match(run))
    shouted = question.isupper()
    return tuple(
        word
        for word in _WORD.findall(question)
        if not is_generic(word) or (word.isupper() and len(word) > 1 and not shouted)
    )


def is_vague(question: str) -> bool:
    """Whether nothing in the question says what it is about."""
    said = specific_words(question)
    if said and not _points_at_the_unsaid(question, said):
        return False
    return not _MEANS_THE_WORD.search(" ".join(question.split()))


def _points_at_the_unsaid(question: str, said: tuple[str, ...]) -> bool:
    """ "How much did it cost?": one word beside a pronoun, and nothing before it that the pronoun could stand for."""
    pointer = _POINTER.search(question)
    if len(said) > 1 or is_spaceless(question) or pointer is None or _CLAUSE.search(question):
        return False
    named = said[0][:1].isdigit() or (said[0][:1].isupper() and not question.startswith(said[0]))
    before, told, _ = question[: pointer.start()].partition(said[0])
    stands_for_it = told and (
        _ARTICLE.search(before) or _NEW_CLAUSE.search(question, len(before) + len(told), pointer.start())
    )
    return not named and not stands_for_it


def _without_verb(run: re.Match[str], question: str) -> str:
    """The run without the stem of the verb that it runs into: 全部 of 全部教えて."""
    text, behind = run.group(), question[run.end() : run.end() + 1]
    runs_on = _OKURIGANA.match(behind) and behind not in _PARTICLES
    return text[:-1] if runs_on and len(text) > 1 and text[-1] in _JAPANESE_FRAME else text


def is_generic(word: str) -> bool:
    """Whether an English word frames a question and names nothing."""
    bare = fold(word).split("'")[0].split("’")[0]
    return bare in STOP_WORDS or stem(bare) in _FRAME
