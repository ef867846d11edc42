"""Places that a text names, as far as a short list of countries and regions goes.

Knows: country names in English and Japanese, and the region each lies in.  Does not know: cities; a place
that is not listed is compared by its words alone.
"""

from __future__ import annotations

import re
from functools import lru_cache

_TABLE = """
Europe: Austria=Austrian=オーストリア, Belgium=Belgian=ベルギー, Bulgaria=Bulgarian=ブルガリア,
  Croatia=Croatian=クロアチア, Czechia=Czech=チェコ, Denmark=Danish=デンマーク, Estonia=Estonian=エストニア,
  Finland=Finnish=フィンランド, France=French=フランス, Germany=German=ドイツ, Greece=Greek=ギリシャ,
  Hungary=Hungarian=ハンガリー, Iceland=Icelandic=アイスランド, Ireland=Irish=アイルランド, Italy=Italian=イタリア,
  Latvia=Latvian=ラトビア, Lithuania=Lithuanian=リトアニア, Netherlands=Dutch=オランダ, Norway=Norwegian=ノルウェー,
  Poland=ポーランド, Portugal=Portuguese=ポルトガル, Romania=Romanian=ルーマニア, Russia=Russian=ロシア,
  Serbia=Serbian=セルビア, Slovakia=Slovak=スロバキア, Slovenia=スロベニア, Spain=Spanish=スペイン,
  Sweden=Swedish=スウェーデン, Switzerland=Swiss=スイス, Ukraine=Ukrainian=ウクライナ,
  United Kingdom=UK=U.K.=Britain=British=England=Scotland=Wales=英国=イギリス
Asia: China=Chinese=中国, India=Indian=インド, Indonesia=Indonesian=インドネシア, Iran=Iranian=イラン,
  Iraq=Iraqi=イラク, Israel=Israeli=イスラエル, Japan=Japanese=日本, Kazakhstan=カザフスタン,
  Malaysia=Malaysian=マレーシア, Pakistan=Pakistani=パキスタン, Philippines=Filipino=フィリピン,
  Saudi Arabia=Saudi=サウジアラビア, Singapore=シンガポール, South Korea=Korean=韓国, Sri Lanka=スリランカ,
  Taiwan=Taiwanese=台湾, Thailand=Thai=タイ王国, Vietnam=Vietnamese=ベトナム, Bangladesh=バングラデシュ
North America: Canada=Canadian=カナダ, Mexico=Mexican=メキシコ,
  United States=USA=U.S.=U.S.A.=America=American=米国=アメリカ
South America: Argentina=アルゼンチン, Bolivia=ボリビア, Brazil=Brazilian=ブラジル, Chile=Chilean=チリ,
  Colombia=コロンビア, Ecuador=エクアドル, Peru=Peruvian=ペルー, Uruguay=ウルグアイ, Venezuela=ベネズエラ
Africa: Algeria=アルジェリア, Egypt=Egyptian=エジプト, Ethiopia=エチオピア, Ghana=ガーナ, Kenya=Kenyan=ケニア,
  Morocco=モロッコ, Nigeria=Nigerian=ナイジェリア, South Africa=南アフリカ, Tanzania=タンザニア, Tunisia=チュニジア,
  Uganda=ウガンダ
Oceania: Australia=Australian=オーストラリア=豪州, New Zealand=ニュージーランド, Fiji=フィジー
"""
_REGION_NAMES = {
    "Europe": ("Europe", "European", "EU", "欧州", "ヨーロッパ"),
    "Asia": ("Asia", "Asian", "アジア"),
    "North America": ("North America", "North American", "北米"),
    "South America": ("South America", "South American", "Latin America", "南米"),
    "Africa": ("Africa", "African", "アフリカ"),
    "Oceania": ("Oceania", "オセアニア"),
}


@lru_cache(maxsize=1)
def _countries() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Country → its region and all its names."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for row in re.split(r"\n(?=\S)", _TABLE.strip()):
        region, _, entries = row.partition(":")
        for entry in entries.split(","):
            spellings = tuple(name.strip() for name in entry.split("="))
            found[spellings[0]] = (region, spellings)
    return found


@lru_cache(maxsize=1)
def _pattern() -> tuple[re.Pattern[str], dict[str, str]]:
    """One pattern for all names, longest first, and the place that each name means."""
    meant = {name: country for country, (_, spellings) in _countries().items() for name in spellings}
    meant |= {name: region for region, spellings in _REGION_NAMES.items() for name in spellings}
    alternatives = [_as_pattern(name) for name in sorted(meant, key=len, reverse=True)]
    return re.compile("|".join(alternatives)), meant


def _as_pattern(name: str) -> str:
    return rf"(?<!\w){re.escape(name)}(?!\w)" if name.isascii() else re.escape(name)


def mentioned(text: str) -> tuple[str, ...]:
    """The listed places that the text names, in order, as often as it names them. Case matters: `turkey` is a bird."""
    pattern, meant = _pattern()
    return tuple(meant[match.group()] for match in pattern.finditer(text))


def listed(place: str) -> str | None:
    """The listed place that this name means, if any."""
    found = mentioned(place)
    return found[0] if found else None


def within(place: str, scope: str) -> bool:
    """Whether a listed place is, lies in, or holds the scope: a page on Europe may well tell of Germany."""
    if place == scope:
        return True
    countries = _countries()
    return region_of(place, countries) == scope or region_of(scope, countries) == place


def region_of(place: str, countries: dict[str, tuple[str, tuple[str, ...]]]) -> str | None:
    return countries[place][0] if place in countries else None
