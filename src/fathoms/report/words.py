"""Every heading and label of a report, in the language of the question.

Knows: English, Japanese and Chinese.  Does not know: any format; a renderer escapes what it takes from here
like any other text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from fathoms.domain.evidence import ConflictStatus, Settlement, Severity, Tier
from fathoms.domain.plan import Mode, TaskStatus
from fathoms.domain.report import Flaw, GateKind, RunFacts, Voice, WhyUndug
from fathoms.engine.evidence.accounts import Part
from fathoms.engine.evidence.claimed import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The labels of one language. A `{}` field is filled by `str.format`."""

    language: str
    extractive: str
    written_by: str
    withheld: str
    incomplete: str
    task_failed: str
    task_skipped: str
    budget_spent_before: str
    task_ended: str
    task_unsound: str
    answer: str
    at_a_glance: str
    across: str
    claim_note: str
    claim_side: dict[Side, str]
    claim_counts: tuple[str, str, str, str]
    """Nothing, only for, only against, both."""
    account: dict[Part, str]
    account_by: str
    no_reason: str
    also_in: str
    in_brief: str
    contents: str
    not_found: str
    not_found_text: str
    not_known: str
    not_known_text: str
    closest: str
    closest_note: str
    loose: str
    unverified: str
    unchecked: str
    shared_points: str
    shared_by: str
    conflicts: str
    settled_conflicts: str
    stated_title: str
    voice: str
    tiers: dict[Tier, str]
    stated_by_you: str
    undated: str
    settled: dict[Settlement, str]
    conclusion: str
    conclusion_lines: dict[str, str]
    recommendations: str
    see: str
    left_out: str
    area: str
    holds: str
    go_on: str
    held: str
    repaired: str
    written: str
    """Of a written report: how many sentences and cells were written, shipped, said otherwise and cut."""
    aspect: str
    searches: str
    gates: str
    gate: dict[GateKind, str]
    gate_met: str
    steering: str
    steering_value: str
    question: str
    gate_unmet: str
    undug: str
    why_undug: dict[WhyUndug, str]
    searches_value: str
    delta: dict[str, str]
    conflict_open: str
    conflict_resolved: str
    conflict_weighed: str
    severity: dict[Severity, str]
    gaps: str
    missing: str
    looked_in: str
    not_read: str
    """Behind a gap; takes `titles`, joined by `between_titles`, and `more`, which takes `count`."""
    between_titles: str
    and_more: str
    found_in_one: str
    found_in: str
    left_open: str
    unsettled: str
    criteria: str
    met: str
    quoted_only: str
    raised: str
    not_met: str
    tried: str
    failures: str
    cuts: str
    flaws: dict[Flaw, str]
    references: str
    internal: str
    external: str
    no_references: str
    characters: str
    sources: str
    part_count: tuple[str, str]
    """For one, and for any other number."""
    round_count: tuple[str, str]
    source_count: tuple[str, str]
    passage_count: tuple[str, str]
    about: str
    how_made: str
    reasoned: str
    """Said once, above the references."""
    reasoned_card: str
    """Said of one sentence."""
    own_note: str
    """Said once, below the answer."""
    own_code: str
    """Said behind it, where a block of code is an example of the report's own."""
    cited_passages: str
    corner: str
    """Above the names of a table's rows, where its writer gave them no name."""
    mode: dict[Mode, str]
    question_kind: str
    mind: str
    effort: str
    efforts: dict[str, str]
    tasks: str
    rounds: str
    spend: str
    spend_value: str
    checked: str
    checked_value: str
    written_at: str
    run: str
    skip_to_text: str
    passage_from: str

    def conflict_status(self, status: ConflictStatus) -> str:
        if status is ConflictStatus.WEIGHED:
            return self.conflict_weighed
        return self.conflict_open if status is ConflictStatus.OPEN else self.conflict_resolved

    def task_status(self, status: TaskStatus) -> str:
        """The sentence that names an unfinished task; takes `task`, `question` and `reason`."""
        if status is TaskStatus.FAILED:
            return self.task_failed
        if status is TaskStatus.SKIPPED:
            return self.task_skipped
        return self.task_unsound if status is TaskStatus.DONE else self.task_ended

    @staticmethod
    def counted(forms: tuple[str, str], count: int) -> str:
        return forms[0 if count == 1 else 1].format(count)

    def claim_found(self, stands_for: int, against: int) -> str:
        """What was found on a claim, counted."""
        return self.claim_counts[bool(stands_for) + 2 * bool(against)].format(sides=(stands_for, against))

    def mode_line(self, facts: RunFacts) -> str:
        """The honest first line: what kind of mind chose these words."""
        return self.extractive if facts.voice is Voice.QUOTED else self.written_by.format(mind=facts.models)


ENGLISH = Words(
    language="en",
    extractive="Extractive: selected quotes, no model.",
    written_by="Written by {mind}; each statement cites stored quotes.",
    withheld="Withheld: {have} of the statements are supported, {wanted} were asked for.",
    incomplete="This report is incomplete.",
    task_failed="Part {task}, “{question}”, failed: {reason}",
    task_skipped="Part {task}, “{question}”, was skipped: {reason}",
    budget_spent_before="the budget was spent before it could begin",
    task_ended="Part {task}, “{question}”, did not finish: {reason}",
    task_unsound="Part {task}, “{question}”, does not add up, a defect of this program: {reason}",
    answer="Answer",
    at_a_glance="At a glance",
    across="What follows",
    claim_note="Claim: “{claim}”. {found} (By words and figures, not judged.)",
    claim_side={Side.FOR: "Speaks for it", Side.AGAINST: "Speaks against it"},
    claim_counts=(
        "No passage was found that confirms or denies it.",
        "Passages that speak for it: {sides[0]}; against it: none.",
        "Passages that speak against it: {sides[1]}; for it: none.",
        "Passages that speak against it: {sides[1]}; for it: {sides[0]}.",
    ),
    account={
        Part.REASON: "Stated reason",
        Part.EVENT: "What happened",
        Part.FOR: "In favour",
        Part.BOTH: "In favour and against",
        Part.AGAINST: "Against",
        Part.STEPS: "Steps",
        Part.WAY: "Ways",
    },
    account_by="{part}, by {who}",
    no_reason="By their words, none of these passages states a reason for it.",
    also_in="Further places, not quoted here: {places}.",
    in_brief="In brief",
    contents="Contents",
    not_found="Not found",
    not_found_text="The sources that were searched hold no passage that answers this question.",
    not_known="Not answered",
    not_known_text="Not everything could be searched or read, so this does not mean that there is no answer.",
    closest="Nearest passages",
    closest_note="Shown so that you can judge what the sources do hold.",
    loose="Only loosely related",
    unverified="unverified: one source of unknown standing",
    unchecked="unchecked",
    shared_points="Said by several parts",
    shared_by="{shared} (parts {tasks})",
    conflicts="Where sources disagree",
    settled_conflicts="Disagreements that the text weighs or a source settled",
    stated_title="Stated by you ({number})",
    voice="{title} ({dated}, {tier})",
    tiers={
        Tier.PRIMARY: "primary source",
        Tier.SECONDARY: "secondary source",
        Tier.UNKNOWN: "source of unknown standing",
        Tier.COMMUNITY: "community",
        Tier.OWN: "your own document",
    },
    stated_by_you="stated by you",
    undated="undated",
    settled={
        Settlement.PRIMARY: "Settled for “{says}” by {witness}, a primary source.",
        Settlement.THIRD: "Settled for “{says}”: a third source, {witness}, agrees.",
    },
    conclusion="Conclusion",
    conclusion_lines={
        "answered": "{answered} of {asked} questions of the plan found an answer.",
        "criteria": "{met} of {criteria} success criteria are met.",
        "open": "Disagreements between sources that remain open: {open}.",
        "lost": "Parts of the plan that did not finish: {lost}.",
    },
    recommendations="Recommendations",
    see="See also part {parts}, whose passages belong here too.",
    area="Area",
    holds="What it holds",
    go_on="Where to go on",
    held="passages: {passages}, sources: {sources}",
    left_out="More passages were found and checked ({count}); a longer report shows them.",
    repaired="{count} statements were repaired: a wrong citation or an unsupported sentence was taken out",
    written="; {written} sentences and cells written: {shipped} shipped as they were, {repaired} changed, "
    "{repeated} told elsewhere, {cut} cut",
    aspect="Respect",
    searches="Searches",
    gates="Gates",
    gate={
        GateKind.CORROBORATION: "“{about}” on {least} independent sources",
        GateKind.THEME: "“{about}” is covered",
        GateKind.CONFLICTS: "no conflict is open",
        GateKind.CONFIDENCE: "“{about}” with confidence {least}",
    },
    gate_met="met",
    steering="What steered the searches",
    steering_value="{met} of {all} targets that decide how long to search were reached, counted by the words of "
    "facts before anything was written; what the report answers is judged by its own text, under success criteria",
    question="Question",
    gate_unmet="not met",
    undug="Not dug into",
    why_undug={why: why.value for why in WhyUndug},
    searches_value="{searches}, of which {saved} were saved by an earlier run",
    delta={
        "between": "What changed from run {earlier} to run {later}.",
        "unchanged": "Nothing that the reports say has changed.",
        "changed": "Reads differently now",
        "new_figures": "new figures: {figures}",
        "appeared": "New",
        "vanished": "No longer there",
        "edited": "Sources whose text has changed",
        "new_sources": "New sources",
        "gone_sources": "Sources no longer cited",
        "raised": "New disagreements",
        "settled": "Disagreements that are gone",
        "closed_gaps": "Gaps that are closed",
        "new_gaps": "New gaps",
    },
    conflict_open="open",
    conflict_resolved="resolved",
    conflict_weighed="weighed in this report",
    severity={Severity.LOW: "minor", Severity.MEDIUM: "of some weight", Severity.HIGH: "touches a key finding"},
    gaps="Gaps",
    missing="Still open",
    looked_in="(Looked for in {titles}{more}.)",
    not_read="(Not read: a passage of {title} that may tell.)",
    between_titles="; ",
    and_more="; and {count} more",
    found_in_one="Found in 1 document.",
    found_in="Found in {count} documents.",
    left_open="Nothing was found on: {question}",
    unsettled="Only a source of unknown standing speaks of: {question}",
    criteria="Success criteria",
    met="Met",
    quoted_only="a passage was quoted, not judged",
    raised="Raised by sources, not looked into",
    not_met="Not met",
    tried="What was tried",
    failures="What did not work",
    cuts="Cut for lack of support",
    flaws={
        Flaw.UNCITED: "it cites nothing",
        Flaw.FIGURE: "its evidence does not hold the figure “{detail}”",
        Flaw.DATE: "its evidence does not hold the date “{detail}”",
        Flaw.BEYOND: "it says more than its evidence carries",
        Flaw.CONTRADICTED: "its evidence says otherwise",
        Flaw.ORPHANED: "it leaned on a sentence that was cut",
        Flaw.LED: "it led to a block of code that was cut",
        Flaw.BLANKED: "no evidence carries it; a blank stands for it in a block of code",
        Flaw.REPEATED: "a fuller sentence says it",
    },
    references="References",
    internal="Internal documents",
    external="External sources",
    no_references="None.",
    characters="characters {spans}",
    sources="Sources",
    part_count=("{} part", "{} parts"),
    round_count=("{} round of search", "{} rounds of search"),
    source_count=("{} source", "{} sources"),
    passage_count=("{} passage", "{} passages"),
    about="About this report",
    how_made="How this was made",
    reasoned="Where a mark begins with ≈, the sentence concludes or advises: the passages say a part of it, not all. "
    "Neighbouring sentences that rest on the same passages share one mark, behind the last of them.",
    reasoned_card="Concluded or advised: these words are a reason for it and do not say it themselves.",
    own_note="A number leads to the words of a source; ≈ to words that a conclusion rests on in part. Advice, "
    "estimates and all that has no number are this report's own judgement.",
    own_code="Test its code before you rely on it.",
    cited_passages="The passages cited",
    corner="Item",
    mode={Mode.SIMPLE: "simple", Mode.COMPLEX: "complex"},
    question_kind="Question taken as",
    mind="Mind",
    effort="Effort",
    efforts={},
    tasks="Parts",
    rounds="Rounds",
    spend="Spent",
    spend_value="{usd:.4f} USD, {tokens} tokens, {calls} calls",
    checked="Support check",
    checked_value="{checked} of statements checked against their quotes, {supported} supported, {cut} cut",
    written_at="Run started",
    run="Run",
    skip_to_text="Skip to the text",
    passage_from="Passage at characters {start}–{end}",
)

JAPANESE = Words(
    language="ja",
    extractive="抽出型：選んだ引用のみ。言語モデルは使っていません。",
    written_by="{mind} が執筆。各文は保存済みの引用を根拠とします。",
    withheld="未公開：根拠を確認できた文は {have} で、求められた {wanted} に届きません。",
    incomplete="この報告書は完全ではありません。",
    task_failed="項目 {task}「{question}」は失敗しました：{reason}",
    task_skipped="項目 {task}「{question}」は省略されました：{reason}",
    budget_spent_before="始める前に予算を使い切りました",
    task_ended="項目 {task}「{question}」は完了していません：{reason}",
    task_unsound="項目 {task}「{question}」は内部の整合性検査に合格していません（本プログラムの不具合）：{reason}",
    answer="答え",
    at_a_glance="一覧",
    across="全体から言えること",
    claim_note="主張：「{claim}」。{found}（語句と数値による照合であり、判断ではありません。）",
    claim_side={Side.FOR: "主張を支持", Side.AGAINST: "主張と矛盾"},
    claim_counts=(
        "これを裏付ける記述も否定する記述も見つかりませんでした。",
        "支持する記述：{sides[0]}件、矛盾する記述：なし。",
        "矛盾する記述：{sides[1]}件、支持する記述：なし。",
        "矛盾する記述：{sides[1]}件、支持する記述：{sides[0]}件。",
    ),
    account={
        Part.REASON: "述べられている理由",
        Part.EVENT: "経緯",
        Part.FOR: "肯定的な記述",
        Part.BOTH: "肯定と否定の両面",
        Part.AGAINST: "否定的な記述",
        Part.STEPS: "手順",
        Part.WAY: "選択肢",
    },
    account_by="{part}（{who}）",
    no_reason="語句から見るかぎり、理由を述べた記述はありません。",
    also_in="ほかに関連する箇所（引用なし）：{places}。",
    in_brief="要点",
    contents="目次",
    not_found="見つかりませんでした",
    not_found_text="検索した資料の中に、この問いに答える記述はありませんでした。",
    not_known="答えられませんでした",
    not_known_text="検索または閲覧できなかった資料があるため、答えがないとは言えません。",
    closest="最も近い記述",
    closest_note="資料に何が書かれているかを判断できるように示します。",
    loose="関連は薄い",
    unverified="未検証：信頼度の分からない出典のみ",
    unchecked="未検証",
    shared_points="複数の項目に共通する点",
    shared_by="{shared}（項目 {tasks}）",
    conflicts="資料の食い違い",
    settled_conflicts="本文で検討した、または資料が決着させた食い違い",
    stated_title="利用者が述べた事実（{number}）",
    voice="{title}（{dated}、{tier}）",
    tiers={
        Tier.PRIMARY: "一次資料",
        Tier.SECONDARY: "二次資料",
        Tier.UNKNOWN: "信頼度不明の資料",
        Tier.COMMUNITY: "投稿・コミュニティ",
        Tier.OWN: "手元の文書",
    },
    stated_by_you="利用者の申告",
    undated="日付なし",
    settled={
        Settlement.PRIMARY: "一次資料「{witness}」により「{says}」と判断。",
        Settlement.THIRD: "第三の資料「{witness}」が一致するため「{says}」と判断。",
    },
    conclusion="結論",
    conclusion_lines={
        "answered": "計画した問い {asked} 件のうち {answered} 件に答えが見つかりました。",
        "criteria": "達成基準 {criteria} 件のうち {met} 件を満たしています。",
        "open": "資料の食い違いが {open} 件、未解決です。",
        "lost": "完了していない項目が {lost} 件あります。",
    },
    recommendations="提言",
    see="項目 {parts} の記述もここに当てはまります。",
    area="領域",
    holds="内容",
    go_on="次に調べること",
    held="記述 {passages} 件、出典 {sources} 件",
    left_out="ほかに照合済みの記述が {count} 件あります（長い報告に表示）。",
    repaired="{count} 件の文を修正（誤った引用や根拠のない文を除去）",
    written="；書かれた文と欄 {written} 件のうち、そのまま {shipped} 件、書き直し {repaired} 件、"
    "重複 {repeated} 件、削除 {cut} 件",
    aspect="観点",
    searches="検索",
    gates="関門",
    gate={
        GateKind.CORROBORATION: "「{about}」が独立した{least}件の情報源に基づく",
        GateKind.THEME: "「{about}」を扱っている",
        GateKind.CONFLICTS: "未解決の食い違いがない",
        GateKind.CONFIDENCE: "「{about}」の確度が{least}以上",
    },
    gate_met="達成",
    steering="調査の目印",
    steering_value="調査を続けるかを決める目安 {all} 件中 {met} 件に到達（執筆の前に、資料の語で数えたもの）。"
    "報告が何に答えたかは、本文に照らして達成基準で判定する",
    question="質問",
    gate_unmet="未達成",
    undug="掘り下げなかった点",
    why_undug={
        WhyUndug.LAST_LEVEL: "最下層のため",
        WhyUndug.UNIMPORTANT: "重要度が 0.7 未満のため",
        WhyUndug.BUDGET: "予算のため",
        WhyUndug.NO_ROOM: "課題数の上限のため",
    },
    searches_value="{searches} 回（うち {saved} 回は以前の調査の結果を利用）",
    delta={
        "between": "調査 {earlier} から調査 {later} までの変化。",
        "unchanged": "報告の内容に変化はありません。",
        "changed": "記述の変化",
        "new_figures": "新しい数値：{figures}",
        "appeared": "新しい記述",
        "vanished": "なくなった記述",
        "edited": "本文が変わった資料",
        "new_sources": "新しい資料",
        "gone_sources": "引用されなくなった資料",
        "raised": "新しい食い違い",
        "settled": "解消した食い違い",
        "closed_gaps": "埋まった不足",
        "new_gaps": "新しい不足",
    },
    conflict_open="未解決",
    conflict_resolved="解決済み",
    conflict_weighed="本文で検討",
    severity={Severity.LOW: "軽微", Severity.MEDIUM: "中程度", Severity.HIGH: "主要な結論に関わる"},
    gaps="不足している点",
    missing="まだ分かっていないこと",
    looked_in="（調べた資料: {titles}{more}）",
    not_read="（未読の関連箇所: {title}）",
    between_titles="、",
    and_more="、ほか {count} 件",
    found_in_one="1件の文書にあります。",
    found_in="{count}件の文書にあります。",
    left_open="見つからなかった項目: {question}",
    unsettled="信頼度の分からない資料だけが述べている項目: {question}",
    criteria="達成基準",
    met="達成",
    quoted_only="記述を引用したが、答えになるかは判断していない",
    raised="資料が提起し、調べていない点",
    not_met="未達成",
    tried="試みた検索",
    failures="うまくいかなかったこと",
    cuts="根拠不足のため削除した文",
    flaws={
        Flaw.UNCITED: "引用がない",
        Flaw.FIGURE: "数値「{detail}」が根拠にない",
        Flaw.DATE: "日付「{detail}」が根拠にない",
        Flaw.BEYOND: "根拠からは言えない",
        Flaw.CONTRADICTED: "根拠の内容と異なる",
        Flaw.ORPHANED: "削除された文を受けている",
        Flaw.LED: "削除されたコードを導いている",
        Flaw.BLANKED: "根拠がないため、コード内で空欄にした",
        Flaw.REPEATED: "より詳しい文がすでに述べている",
    },
    references="参考資料",
    internal="内部資料",
    external="外部資料",
    no_references="なし。",
    characters="文字位置 {spans}",
    sources="資料",
    part_count=("{}項目", "{}項目"),
    round_count=("調査{}回", "調査{}回"),
    source_count=("資料{}件", "資料{}件"),
    passage_count=("記述{}件", "記述{}件"),
    about="この報告書について",
    how_made="作成の経緯",
    reasoned="≈の付いた番号：引用した記述は結論や勧めの理由であり、記述そのものではない。"
    "同じ記述に基づく文が続くときは、最後の文の後に一度だけ番号を示す。",
    reasoned_card="結論または勧め：この記述はその理由であり、記述そのものではない。",
    own_note="番号は資料の記述を示し、≈の付く番号は結論の根拠の一部を示す。助言、見積もり、番号のない文は本報告書自身の判断である。",
    own_code="コードは使う前に試すこと。",
    cited_passages="引用した記述",
    corner="項目",
    mode={Mode.SIMPLE: "単純", Mode.COMPLEX: "複合"},
    question_kind="問いの種類",
    mind="執筆",
    effort="調査の深さ",
    efforts={"quick": "簡易", "standard": "標準", "deep": "詳細", "exhaustive": "徹底"},
    tasks="項目数",
    rounds="調査回数",
    spend="費用",
    spend_value="{usd:.4f} 米ドル、{tokens} トークン、呼び出し {calls} 回",
    checked="根拠の照合",
    checked_value="文の {checked} を引用と照合し、{supported} に根拠を確認、{cut} 件を削除",
    written_at="調査開始",
    run="調査番号",
    skip_to_text="本文へ",
    passage_from="文字位置 {start}–{end} の記述",
)

CHINESE = replace(
    ENGLISH,
    language="zh",
    extractive="摘录：选取的原文，未使用模型。",
    written_by="由{mind}撰写；每条陈述均引用已保存的原文。",
    withheld="未予发布：{have}的陈述有依据，要求为{wanted}。",
    incomplete="本报告不完整。",
    task_failed="第{task}部分“{question}”失败：{reason}",
    task_skipped="第{task}部分“{question}”被跳过：{reason}",
    budget_spent_before="开始之前预算已用完",
    task_ended="第{task}部分“{question}”未完成：{reason}",
    answer="回答",
    at_a_glance="一览",
    across="由此可见",
    claim_note="待核实的说法：“{claim}”。{found}（依据词句和数字，未作判断。）",
    claim_side={Side.FOR: "支持", Side.AGAINST: "反对"},
    claim_counts=(
        "未找到证实或否定它的段落。",
        "支持的段落：{sides[0]}；反对的段落：无。",
        "反对的段落：{sides[1]}；支持的段落：无。",
        "反对的段落：{sides[1]}；支持的段落：{sides[0]}。",
    ),
    account={
        Part.REASON: "所述原因",
        Part.EVENT: "经过",
        Part.FOR: "肯定",
        Part.BOTH: "肯定与否定",
        Part.AGAINST: "否定",
        Part.STEPS: "步骤",
        Part.WAY: "可选做法",
    },
    account_by="{part}（{who}）",
    no_reason="从词句看，这些段落都没有说明原因。",
    also_in="其他相关之处（未引用）：{places}。",
    in_brief="概要",
    contents="目录",
    not_found="未找到",
    not_found_text="所查资料中没有回答该问题的段落。",
    not_known="未能回答",
    not_known_text="并非所有资料都能检索或阅读，因此这并不意味着没有答案。",
    closest="最接近的段落",
    closest_note="列出以便您判断资料中有什么内容。",
    loose="关联较弱",
    unverified="未经证实：仅有一个可信度不明的来源",
    unchecked="未核对",
    shared_points="多个部分共有",
    shared_by="{shared}：第{tasks}部分",
    conflicts="来源不一致之处",
    settled_conflicts="正文已权衡或来源已解决的分歧",
    stated_title="由您说明（{number}）",
    voice="{title}（{dated}，{tier}）",
    tiers={
        Tier.PRIMARY: "一手来源",
        Tier.SECONDARY: "二手来源",
        Tier.UNKNOWN: "可信度不明的来源",
        Tier.COMMUNITY: "社区",
        Tier.OWN: "您自己的文档",
    },
    stated_by_you="由您说明",
    undated="日期不详",
    conclusion="结论",
    recommendations="建议",
    see="另见第{parts}部分，其中的段落也与此有关。",
    area="领域",
    holds="内容",
    go_on="可继续之处",
    held="段落：{passages}，来源：{sources}",
    left_out="另有{count}个已核对的段落；较长的报告会列出。",
    aspect="方面",
    searches="检索",
    gate_met="已达到",
    steering="检索的线索",
    steering_value="决定检索多久的 {all} 项目标中达到 {met} 项（写作之前按资料用词计算）；"
    "报告回答了什么，以正文对照成功标准判断",
    question="问题",
    gate_unmet="未达到",
    undug="未深入的部分",
    conflict_open="未解决",
    conflict_resolved="已解决",
    conflict_weighed="正文中已权衡",
    severity={Severity.LOW: "次要", Severity.MEDIUM: "有一定影响", Severity.HIGH: "涉及关键结论"},
    gaps="缺口",
    missing="尚待查明",
    looked_in="（查找范围：{titles}{more}）",
    not_read="（未读的相关段落：{title}）",
    between_titles="、",
    and_more="等另外 {count} 份",
    found_in_one="见于1份文档。",
    found_in="见于{count}份文档。",
    left_open="未找到相关内容：{question}",
    unsettled="仅有可信度不明的来源提到：{question}",
    criteria="成功标准",
    met="达到",
    not_met="未达到",
    tried="尝试过的内容",
    failures="未能进行的事项",
    cuts="因缺乏依据而删除",
    references="参考资料",
    internal="内部文档",
    external="外部来源",
    no_references="无。",
    characters="字符{spans}",
    sources="来源",
    part_count=("{}个部分", "{}个部分"),
    round_count=("{}轮检索", "{}轮检索"),
    source_count=("{}个来源", "{}个来源"),
    passage_count=("{}个段落", "{}个段落"),
    about="关于本报告",
    how_made="本报告如何生成",
    reasoned="标记带≈时，所引段落是结论或建议的理由，段落本身并未直接说明。依据相同段落的相邻句子只在最后一句后标注一次。",
    reasoned_card="结论或建议：这些文字是其理由，文字本身并未直接说明。",
    own_note="编号指向来源的原文，带≈的编号指向结论的部分依据；建议、估计以及没有编号的句子是本报告自己的判断。",
    own_code="代码使用前请先试验。",
    cited_passages="所引段落",
    corner="项目",
    mode={Mode.SIMPLE: "简单", Mode.COMPLEX: "复杂"},
    question_kind="问题类型",
    mind="判断者",
    effort="力度",
    tasks="部分",
    rounds="轮次",
    spend="花费",
    checked="依据核对",
    written_at="运行开始",
    run="运行",
    skip_to_text="跳到正文",
    passage_from="字符{start}–{end}处的段落",
)
"""What is not told here yet is told in English."""

_BY_LANGUAGE = {"ja": JAPANESE, "zh": CHINESE}


def words_for(language: str) -> Words:
    """The labels for a language tag; English where there are none for it."""
    return _BY_LANGUAGE.get(language.lower().split("-")[0], ENGLISH)
