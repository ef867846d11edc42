"""The mind's own words, in the language of the question.

Knows: English and Japanese.  Does not know: when a sentence is used. Headings here are neutral: a
heading that claims something would be a statement without evidence.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    # questions of a plan
    what_is: str
    how_works: str
    known_about: str
    history_of: str
    present_of: str
    future_of: str
    limits_of: str
    benefits_of: str
    problems_of: str
    solutions_of: str
    compare: str
    compare_in: str
    aspect_of: str
    emphasis_of: str
    heading_of: str
    listing: str
    conform: str
    gap_between: str
    migrate: str
    migrate_risks: str
    about: str
    according: str
    # rationales
    why_overview: str
    why_side: str
    why_comparison: str
    why_part: str
    why_emphasis: str
    why_time: str
    why_aspect: str
    why_single: str
    why_advice: str
    why_whole: str
    # focus areas
    overview: str
    comparison: str
    history: str
    present: str
    future: str
    limits: str
    problems: str
    solutions: str
    working: str
    recommendation: str
    together: str
    # the plan in words
    approach_internal: str
    approach_mixed: str
    approach_joint: str
    # extraction
    enough: str
    nothing_on: str
    thin_on: str
    which_figure: str
    because_conflict: str
    because_thin: str
    because_limits: str
    because_linked: str
    # scope
    intent_first: str
    intent_open: str
    intent_lead: str
    intent_subject: str
    intent_escape: str
    reason_task: str
    reason_sub: str
    reason_lead: str
    reason_subject: str
    reason_reformulated: str
    reason_lateral: str
    reason_negative: str
    reason_community: str
    reason_reframe: str
    no_record: str
    experience_with: str
    # findings
    passages_on: str
    loosely_related: str
    gap_nothing: str
    gap_thin: str
    gap_one_source: str
    gap_words: str
    gap_loose: str
    depth_nothing: str
    depth_thin: str
    depth_adequate: str
    depth_deep: str
    undated: str
    # criteria
    criterion_part: str
    criterion_subject: str
    criterion_sources: str
    criterion_gaps: str
    criterion_conflicts: str
    separator: str


ENGLISH = Words(
    what_is="What is {}?",
    known_about="What is known about {}?",
    how_works="How does {} work?",
    history_of="What is the history of {}?",
    present_of="What is the current state of {}?",
    future_of="What is the future of {}?",
    limits_of="What are the limits of {}?",
    benefits_of="What are the benefits of {}?",
    problems_of="What are the problems of {}?",
    solutions_of="Which solutions are there for the problems of {}?",
    compare="How do {} compare?",
    compare_in="How do {} compare in {}?",
    aspect_of="What is known about the {} of {}?",
    heading_of="What do the documents say under “{}” about {}?",
    listing=r",\s*(?:and\s+)?|\s+and\s+",
    emphasis_of="What is known about {}, with regard to {}?",
    conform="What does {} require?",
    gap_between="How do {} differ?",
    migrate="How should one migrate from {} to {}?",
    migrate_risks="What are the risks of a migration from {} to {}?",
    about="{}, with regard to {}",
    according="According to the {}, {}?",
    why_overview="The other tasks need to know what it is.",
    why_side="One side of the comparison, looked at on its own first.",
    why_comparison="The comparison itself; it needs both sides.",
    why_part="The user asked this.",
    why_emphasis="The user named this as what matters most.",
    why_time="One stretch of the time that was asked about.",
    why_aspect="The documents about the subject treat this under a heading of its own.",
    why_single="The question asks one thing.",
    why_advice="Advice was asked for; it rests on the tasks before it.",
    why_whole="What stands between the parts is found by asking for both.",
    overview="Overview",
    comparison="Comparison",
    history="History",
    present="Current state",
    future="Outlook",
    limits="Limits",
    problems="Problems",
    solutions="Solutions",
    working="How it works",
    recommendation="Recommendation",
    together="Taken together",
    approach_internal="All tasks lean on the documents in: {}.",
    approach_mixed="Leaning on internal documents: {}; on outside sources: {}; on both: {}.",
    approach_joint="Drawing on the tasks before them: {}.",
    enough="The passages cover what was asked.",
    nothing_on="Nothing yet on: {}.",
    thin_on="Thin on: {}.",
    which_figure="Which figure holds: {} or {}?",
    because_conflict="Two documents give figures that differ.",
    because_thin="The passages hardly cover it.",
    because_limits="The source says so in a section on limits.",
    because_linked="Linked from {!r}.",
    intent_first="Find what the sources say on: {}",
    intent_open="Close the open part: {}",
    intent_lead="Follow {}, which the last passages name, for: {}",
    intent_subject="Cover a subject that no round has searched yet: {}",
    intent_escape="Leave the beaten track ({}) for: {}",
    reason_task="the task's own question",
    reason_sub="open sub-question {}",
    reason_lead="named by the passages found so far",
    reason_subject="subject not searched yet",
    reason_reformulated="other words for the same question",
    reason_lateral="a related name instead of the subject",
    reason_negative="looks for a statement that there is nothing",
    reason_community="first-hand experience",
    reason_reframe="questions what the question takes for granted",
    no_record="no record of {}",
    experience_with="experience with {}",
    passages_on="Passages on {}",
    loosely_related="Loosely related",
    gap_nothing="Nothing was found on: {}",
    gap_thin="Thinly covered: {}",
    gap_one_source="Rests on a single source: {}",
    gap_words="Words of the question found in no passage: {}",
    gap_loose="Only loosely related passages for: {}",
    depth_nothing="No passage answers any of the sub-questions.",
    depth_thin="Part of what was asked is covered thinly or not at all.",
    depth_adequate="The sub-questions are covered by specific passages.",
    depth_deep="The sub-questions are covered from several documents.",
    undated="undated",
    criterion_part="Is there cited evidence for: {}",
    criterion_subject="Does the report cover {}?",
    criterion_sources="Does every statement lead back to a quoted passage?",
    criterion_gaps="Does the report say what was not found?",
    criterion_conflicts="Are figures that differ between sources shown side by side?",
    separator=" and ",
)

JAPANESE = Words(
    what_is="{}とは何か。",
    known_about="{}について何が分かっているか。",
    how_works="{}はどのような仕組みか。",
    history_of="{}の歴史はどのようなものか。",
    present_of="{}の現状はどうなっているか。",
    future_of="{}の将来の展望はどうか。",
    limits_of="{}の限界は何か。",
    benefits_of="{}の利点は何か。",
    problems_of="{}の課題は何か。",
    solutions_of="{}の課題にはどのような解決策があるか。",
    compare="{}はどのように違うか。",
    compare_in="{}は{}の点でどのように違うか。",
    aspect_of="{1}の{0}について何が分かっているか。",
    heading_of="「{}」の見出しで、{}について何が述べられているか。",
    listing=r"、|・|および|及び|と(?=[一-鿿ァ-ヴ])",
    emphasis_of="{1}に関して、{0}について何が分かっているか。",
    conform="{}は何を求めているか。",
    gap_between="{}はどのように違うか。",
    migrate="{}から{}へどのように移行すべきか。",
    migrate_risks="{}から{}への移行にはどのようなリスクがあるか。",
    about="{1}に関して、{0}",
    according="{}によると、{}",
    why_overview="ほかのタスクの前提となる基礎を押さえる。",
    why_side="比較の一方を、まず単独で調べる。",
    why_comparison="比較そのもの。双方の結果を必要とする。",
    why_part="利用者が尋ねた項目である。",
    why_emphasis="利用者が特に重視すると述べた項目である。",
    why_time="尋ねられた期間の一つである。",
    why_aspect="対象に関する文書がこの見出しで扱っている。",
    why_single="質問は一つのことを尋ねている。",
    why_advice="助言が求められている。先行するタスクに基づく。",
    why_whole="各部分の間にある記述は、全体として尋ねることで見つかる。",
    overview="概要",
    comparison="比較",
    history="歴史",
    present="現状",
    future="展望",
    limits="限界",
    problems="課題",
    solutions="解決策",
    working="仕組み",
    recommendation="提言",
    together="全体",
    approach_internal="すべてのタスクは次の文書群に基づく: {}。",
    approach_mixed="社内文書に基づくタスク: {}。外部情報に基づくタスク: {}。両方に基づくタスク: {}。",
    approach_joint="先行タスクの結果を用いるタスク: {}。",
    enough="得られた記述は質問の内容を満たしている。",
    nothing_on="まだ何も見つかっていない項目: {}",
    thin_on="記述が乏しい項目: {}",
    which_figure="{}と{}のどちらが正しいか。",
    because_conflict="二つの文書の数値が異なる。",
    because_thin="記述がほとんど見当たらない。",
    because_limits="資料自身が限界として述べている。",
    because_linked="{!r} から参照されている。",
    intent_first="資料の記述を探す: {}",
    intent_open="未解決の点を調べる: {}",
    intent_lead="前回の記述に現れた{}を手がかりに調べる: {}",
    intent_subject="まだ調べていない対象を調べる: {}",
    intent_escape="別の角度（{}）から調べる: {}",
    reason_task="タスクの質問そのもの",
    reason_sub="未解決の問い {}",
    reason_lead="これまでの記述に現れた名前",
    reason_subject="まだ調べていない対象",
    reason_reformulated="同じ質問の言い換え",
    reason_lateral="関連する別の対象",
    reason_negative="存在しないという記述を探す",
    reason_community="実際の経験",
    reason_reframe="質問の前提を問い直す",
    no_record="{} 記録なし",
    experience_with="{} 経験",
    passages_on="{}に関する記述",
    loosely_related="関連が薄い記述",
    gap_nothing="見つからなかった項目: {}",
    gap_thin="記述が乏しい項目: {}",
    gap_one_source="一つの資料のみに基づく項目: {}",
    gap_words="どの記述にも現れなかった質問の語: {}",
    gap_loose="関連の薄い記述しかない項目: {}",
    depth_nothing="どの問いにも答える記述がない。",
    depth_thin="尋ねられたことの一部は、記述が乏しいか見当たらない。",
    depth_adequate="問いは具体的な記述で裏付けられている。",
    depth_deep="問いは複数の文書の記述で裏付けられている。",
    undated="日付なし",
    criterion_part="次の点に出典付きの記述があるか: {}",
    criterion_subject="{}を扱っているか。",
    criterion_sources="すべての記述が引用元までたどれるか。",
    criterion_gaps="見つからなかったことを明記しているか。",
    criterion_conflicts="資料間で異なる数値を並べて示しているか。",
    separator="と",
)


def of(language: str) -> Words:
    """The words for a language; English for one we do not speak."""
    return JAPANESE if language == "ja" else ENGLISH
