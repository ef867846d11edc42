"""The mind's own words, in the language of the question.

Knows: English, Japanese and Chinese.  Does not know: when a sentence is used. Nothing here claims a finding.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    # the plan
    why_whole: str
    why_part: str
    why_side: str
    approach: str
    approach_mixed: str
    # rounds
    intent: str
    intent_escape: str
    reason_task: str
    reason_sub: str
    reason_lead: str
    reason_subject: str
    reason_other: str
    no_record: str
    experience_with: str
    enough: str
    nothing_on: str
    thin_on: str
    which_figure: str
    because_conflict: str
    # findings
    may_answer: str
    not_found: str
    not_known: str
    did_you_mean: str
    depth_nothing: str
    depth_thin: str
    depth_adequate: str
    # criteria
    criterion_part: str
    criterion_sources: str
    criterion_gaps: str


ENGLISH = Words(
    why_whole="The question as it was asked.",
    why_part="The user asked this.",
    why_side="One side of the comparison, looked for in its own documents.",
    approach="All tasks lean on the documents in: {}.",
    approach_mixed="Leaning on internal documents: {}; on outside sources: {}; on both: {}.",
    intent="Find what the sources say on: {}",
    intent_escape="Leave the beaten track ({}) for: {}",
    reason_task="the task's own question",
    reason_sub="open sub-question {}",
    reason_lead="named by the passages found so far",
    reason_subject="subject not searched yet",
    reason_other="other words for the same question",
    no_record="no record of {}",
    experience_with="experience with {}",
    enough="The passages cover what was asked.",
    nothing_on="Nothing yet on: {}.",
    thin_on="Thin on: {}.",
    which_figure="Which figure holds: {} or {}?",
    because_conflict="Two documents give figures that differ.",
    may_answer="These passages may answer it; read them.",
    not_found="Not found: {}",
    not_known="in no document: {}",
    did_you_mean="did you mean {}?",
    depth_nothing="No passage answers any of the sub-questions.",
    depth_thin="Part of what was asked may be answered, or is not.",
    depth_adequate="The sub-questions are answered by passages.",
    criterion_part="Is there cited evidence for: {}",
    criterion_sources="Does every statement lead back to a quoted passage?",
    criterion_gaps="Does the report say what was not found?",
)

JAPANESE = Words(
    why_whole="質問をそのまま調べる。",
    why_part="利用者が尋ねた項目である。",
    why_side="比較の一方を、その文書で調べる。",
    approach="すべてのタスクは次の文書群に基づく: {}。",
    approach_mixed="社内文書に基づくタスク: {}。外部情報に基づくタスク: {}。両方に基づくタスク: {}。",
    intent="資料の記述を探す: {}",
    intent_escape="別の角度（{}）から調べる: {}",
    reason_task="タスクの質問そのもの",
    reason_sub="未解決の問い {}",
    reason_lead="これまでの記述に現れた名前",
    reason_subject="まだ調べていない対象",
    reason_other="同じ質問の言い換え",
    no_record="{} 記録なし",
    experience_with="{} 経験",
    enough="得られた記述は質問の内容を満たしている。",
    nothing_on="まだ何も見つかっていない項目: {}",
    thin_on="記述が乏しい項目: {}",
    which_figure="{}と{}のどちらが正しいか。",
    because_conflict="二つの文書の数値が異なる。",
    may_answer="次の記述が答えかもしれません。お確かめください。",
    not_found="見つからなかったこと: {}",
    not_known="どの文書にもない語: {}",
    did_you_mean="「{}」のことですか。",
    depth_nothing="どの問いにも答える記述がない。",
    depth_thin="尋ねられたことの一部は、答えが確かでないか見当たらない。",
    depth_adequate="問いに答える記述がある。",
    criterion_part="次の点に出典付きの記述があるか: {}",
    criterion_sources="すべての記述が引用元までたどれるか。",
    criterion_gaps="見つからなかったことを明記しているか。",
)

CHINESE = Words(
    why_whole="按原样调查该问题。",
    why_part="用户提出了这一点。",
    why_side="比较的一方，在其自身的文档中查找。",
    approach="所有任务都基于以下文档：{}。",
    approach_mixed="基于内部文档的任务：{}；基于外部来源的任务：{}；两者兼用的任务：{}。",
    intent="查找资料中的相关内容：{}",
    intent_escape="换一个角度（{}）查找：{}",
    reason_task="任务本身的问题",
    reason_sub="尚未解决的子问题 {}",
    reason_lead="已找到的段落中出现的名称",
    reason_subject="尚未查找的对象",
    reason_other="同一问题的其他说法",
    no_record="{} 没有记录",
    experience_with="{} 经验",
    enough="找到的段落涵盖了所问内容。",
    nothing_on="尚无内容：{}",
    thin_on="内容不足：{}",
    which_figure="{}与{}，哪个数字正确？",
    because_conflict="两份文档给出的数字不同。",
    may_answer="以下段落可能是答案，请自行核对。",
    not_found="未找到：{}",
    not_known="任何文档中都没有的词：{}",
    did_you_mean="您是指“{}”吗？",
    depth_nothing="没有段落回答任何子问题。",
    depth_thin="部分问题的答案不确定或未找到。",
    depth_adequate="子问题均有段落作答。",
    criterion_part="以下内容是否有注明出处的依据：{}",
    criterion_sources="每条陈述是否都能追溯到引用的段落？",
    criterion_gaps="报告是否说明了未找到的内容？",
)

_BY_LANGUAGE = {"ja": JAPANESE, "zh": CHINESE}


def of(language: str) -> Words:
    """The words for a language; English for one we do not speak."""
    return _BY_LANGUAGE.get(language, ENGLISH)
