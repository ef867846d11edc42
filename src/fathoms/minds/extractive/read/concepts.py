"""Words that ask for the same thing: a small thesaurus of what questions commonly ask after.

Knows: everyday English and Japanese. Does not know: any subject matter; a word that belongs to one
field only has no place here. A shared concept is a hint that counts less than the word itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from fathoms.text.terms import listed
from fathoms.text.words import stem, tokens

_GROUPS = (
    "cost price expensive expense fee charge fare pay paid spend spent expenditure",
    "cost budget expenditure spending funding",
    "fund finance financed financing funded grant loan sponsor",
    "lead leads led leader head headed chief director chair chairs chaired chairman chairwoman president"
    " manage managed "
    "manager managing run runs boss preside principal charge",
    "responsible charge superintendent supervise oversee oversaw head",
    "own owned owner owns belong belongs possession holder",
    "operate operated operator operates run runs",
    "make made maker manufacture manufactured manufacturer manufactures produce produced producer supplier"
    " supply supplied "
    "build built builder",
    "build built construct constructed construction erect erected",
    "begin began begun start started launch launched open opened opening inaugurate commence commission commissioned",
    "found founded founder established establish founding created set",
    "create created creator invent invented inventor author wrote written design designed designer develop developed",
    "end ended finish finished complete completed completion close closed",
    "live lived resident residents inhabitant inhabitants population people census",
    "employ employed employee employees staff workforce worker workers personnel headcount",
    "earn earned salary wage pay income",
    "big size large area extent surface hectares",
    "long length kilometres kilometers metres miles",
    "long duration last lasts lasted take takes took minutes hours days weeks months years",
    "high height tall altitude elevation",
    "deep depth",
    "wide width broad breadth",
    "heavy weight weigh weighs mass tonnes kilograms",
    "fast speed velocity quick",
    "old age aged born birth",
    "far distance away",
    "often frequency frequently every interval times",
    "born birth birthplace native",
    "die died death dead killed",
    "live lives home residence reside",
    "study studied educated education degree graduated attend attended",
    "university college academy",
    "marry married wife husband spouse",
    "work worked job occupation profession career position post employed",
    "buy bought purchase purchased acquire acquired acquisition order ordered",
    "sell sold sale",
    "choose chose chosen select selected selection decide decided decision pick prefer preferred",
    "decide decided determine determined settle settled judge judged assign assigned given",
    "approve approved approval accept accepted adopt adopted agree agreed vote voted",
    "reject rejected refuse refused turned decline declined",
    "cancel cancelled abandon abandoned drop dropped withdraw withdrawn stop stopped",
    "replace replaced replacement succeed successor supersede superseded",
    "remove removed removal deprecated delete deleted",
    "save saved saving savings reduce reduced reduction cut lower lowered decrease decreased fall fell drop",
    "increase increased rise rises rose raise raised grow grew growth higher",
    "delay delayed late later postpone postponed deferred overdue slip slipped",
    "fail failed failure fault breakdown broke broken defect outage malfunction loss lost",
    "accident incident collision crash disaster",
    "cause caused causes reason reasons because due attribute attributed led why",
    "effect effects impact consequence consequences result results influence affect affects",
    "capacity power output rated carry carries hold holds",
    "carry capacity passengers seats",
    "output yield production generate generated generates produce produced",
    "goal aim target objective purpose intend intended aspiration",
    "plan plans planned intend intends scheduled expected future next",
    "limit limits limitation limitations restriction restricted constraint cannot drawback caveat",
    "risk risks danger hazard threat threats concern",
    "problem problems issue issues difficulty challenge challenges trouble",
    "advantage advantages benefit benefits strength pros",
    "rule rules regulation law requirement policy",
    "meet met meeting session",
    "arrive arrived arrival delivery delivered",
    "repair repaired fix fixed mend mended restore restored",
    "check inspect inspected inspection examine examined review reviewed audit",
    "measure measured measurement record recorded monitor monitoring",
    "protect protected protection safeguard defence defense prevent",
    "say said says state stated told claim claimed describe described according",
    "send sent deliver",
    "show showed shown demonstrate reveal",
    "job role duty duties task function responsibility",
    "kind type sort class category",
    "place location located site where situated seat based",
    "date day year when time",
    "win won winner award prize victory",
    "member members membership belong",
    "travel trip journey crossing route",
    "begin effect force valid since",
    "call called name named known nickname title",
    "compare comparison differ difference different versus contrast unlike",
    "need require required requires requirement necessary",
    "allow allowed permit permitted permission licence license",
    "teach taught teacher professor lecturer",
    "lose lost loss losses",
    "nation country state nationality national",
    "film movie picture",
    "song single track music",
    "band group",
    "company firm business corporation enterprise manufacturer supplier",
    "boat ship vessel ferry",
    "car vehicle automobile",
    "doctor physician medical",
    "money sum amount fund",
    "war battle conflict",
    "town city village municipality",
)

_JAPANESE_GROUPS = (
    ("費用", "価格", "料金", "予算", "金額", "経費", "総額", "コスト", "値段"),
    ("責任者", "代表", "社長", "所長", "局長", "議長", "会長", "館長", "監督", "リーダー", "トップ"),
    ("設立", "創設", "創業", "創立", "開設", "発足"),
    ("開始", "着工", "始ま", "開業", "運転開始", "稼働", "就航", "運用開始"),
    ("終了", "完了", "完成", "竣工", "終わ"),
    ("場所", "所在地", "位置", "どこ"),
    ("理由", "原因", "要因", "ため", "なぜ"),
    ("人口", "住民", "人々"),
    ("定員", "乗客", "収容"),
    ("製造", "メーカー", "製作", "納入", "供給"),
    ("容量", "出力", "能力"),
    ("故障", "不具合", "事故", "障害", "損傷"),
    ("延期", "遅れ", "遅延", "先送り"),
    ("影響", "効果", "結果"),
    ("制限", "限界", "課題", "問題", "欠点", "制約"),
    ("計画", "予定", "今後", "将来", "見通し"),
    ("目的", "目標", "狙い"),
    ("長さ", "全長", "距離"),
    ("変更", "見直し", "改定", "修正"),
)

_FRAMING_WORDS = frozenset(
    stem(word)
    for word in listed(
        """
        tell know known explain describe description detail detailed overview summary summarise summarize list
        give provide show say said state stated mention mentioned according document documents documentation
        report reports source sources information info fact facts question answer matter topic subject regard
        regarding concerning connection respect terms happen happened happens take took taken place become
        became main mainly major key important overall general generally exactly actual actually current
        currently really particular particularly especially specific specifically different various certain
        following solution solutions kind type sort way ways thing things lot many much use used using name
        names named called do did done doing find found out there recent recently new now today still already
        since ago mean means meant meaning involve involved include included including exist exists role part
        come came go went set put possible please thorough thoroughly comprehensive comprehensively depth
        understand although afterwards trace person people someone anybody anyone company companies
        organisation organization country city town village year years month date time day number amount
        figure value total condition conditions circumstance circumstances evaluate evaluation assess assessment
        look looks looked handle handles handled deal deals dealt occur occurs occurred
        judge analyse analyze discuss outline examine investigate explore pros cons
    """
    )
)
"""Words that frame a question or name a kind of answer: a good answer may lack them."""

FRAMING_FACTOR = 0.25
"""What a word of the question's frame ("known", "according", "year") weighs beside one that names something."""

SIBLING_CREDIT = 0.75
"""What a word of the same concept counts for."""


@lru_cache(maxsize=1)
def _siblings() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for group in _GROUPS:
        stems = {stem(word) for word in group.split()}
        for word in stems:
            found.setdefault(word, set()).update(stems - {word})
    return {word: frozenset(others) for word, others in found.items()}


@lru_cache(maxsize=1)
def _japanese_siblings() -> Mapping[str, frozenset[str]]:
    """For each bigram of a listed word, the bigrams of the words that mean the same."""
    found: dict[str, set[str]] = {}
    for group in _JAPANESE_GROUPS:
        pieces = {word: {token for token in tokens(word) if len(token) > 1} for word in group}
        for word, mine in pieces.items():
            others = {token for other, theirs in pieces.items() if other != word for token in theirs}
            for token in mine:
                found.setdefault(token, set()).update(others - mine)
    return {token: frozenset(others) for token, others in found.items()}


def siblings(token: str) -> frozenset[str]:
    """Other tokens that ask for, or tell, the same kind of thing."""
    return _siblings().get(token) or _japanese_siblings().get(token, frozenset())


def is_framing(token: str) -> bool:
    """Whether the token only frames a question: it may be missing from any good answer."""
    return token in _FRAMING_WORDS


def without_framing(words: Iterable[str]) -> frozenset[str]:
    """The words that name something; all of them when nothing else is left."""
    everything = frozenset(words)
    return frozenset(word for word in everything if not is_framing(word)) or everything
