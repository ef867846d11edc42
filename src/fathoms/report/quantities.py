"""Figures and dates as a reader takes them: values with units in base form, dates by their parts.

Knows: digits, number words and multipliers in English and Japanese, common units and currencies,
date forms, Japanese eras.  Does not know: which text is a statement and which is its evidence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from fathoms.engine.words import stem

_UNIT_TABLE = """
length 0.001 mm millimetre millimetres millimeter millimeters ミリメートル
length 0.01 cm centimetre centimetres centimeter centimeters センチメートル センチ
length 1 m metre metres meter meters メートル
length 1000 km kilometre kilometres kilometer kilometers キロメートル
length 1609.344 mile miles マイル
length 0.3048 ft foot feet フィート
length 1852 nm nautical_mile nautical_miles 海里
mass 0.001 g gram grams グラム
mass 1 kg kilogram kilograms キログラム
mass 1000 t tonne tonnes ton tons トン
power 1 W watt watts ワット
power 1e3 kW kilowatt kilowatts キロワット
power 1e6 MW megawatt megawatts メガワット
power 1e9 GW gigawatt gigawatts ギガワット
energy 1 Wh watt_hour watt_hours
energy 1e3 kWh kilowatt_hour kilowatt_hours キロワット時
energy 1e6 MWh megawatt_hour megawatt_hours メガワット時
energy 1e9 GWh gigawatt_hour gigawatt_hours ギガワット時
energy 1e12 TWh terawatt_hour terawatt_hours テラワット時
time 0.001 ms millisecond milliseconds ミリ秒
time 1 s sec second seconds 秒 秒間
time 60 min minute minutes 分 分間
time 3600 h hr hour hours 時間
time 86400 day days 日間
time 604800 week weeks 週 週間
month 1 month months か月 ヶ月 カ月 ヵ月 箇月
month 12 year years 年 年間 か年 ヵ年
speed 1 m/s metre_per_second metres_per_second meters_per_second メートル毎秒
speed 0.2777777778 km/h kph kilometre_per_hour kilometres_per_hour kilometers_per_hour
speed 0.5144444444 knot knots kn ノット
speed 0.44704 mph mile_per_hour miles_per_hour
share 1 % percent per_cent percentage_point percentage_points パーセント ポイント
share 10 割
heat 1 °C ℃ degree degrees 度
EUR 1 € euro euros eur ユーロ
USD 1 $ us$ dollar dollars usd ドル 米ドル
GBP 1 £ pound pounds gbp ポンド
JPY 1 ¥ yen jpy 円
mark 1 mark marks マルク
crown 1 crown crowns krone kroner krona kronor クローネ
franc 1 franc francs chf フラン
data 1 byte bytes B バイト
data 1e3 kB KB kilobyte kilobytes
data 1e6 MB megabyte megabytes
data 1e9 GB gigabyte gigabytes
data 1e12 TB terabyte terabytes
frequency 1 Hz hertz ヘルツ
frequency 1e3 kHz kilohertz
frequency 1e6 MHz megahertz
frequency 1e9 GHz gigahertz
area 1 m² m2 square_metre square_metres square_meter square_meters 平方メートル
area 1e4 ha hectare hectares ヘクタール
area 1e6 km² km2 square_kilometre square_kilometres square_kilometer square_kilometers 平方キロメートル
volume 0.001 l litre litres liter liters リットル
volume 1 m³ m3 cubic_metre cubic_metres cubic_meter cubic_meters 立方メートル
voltage 1 V volt volts ボルト
voltage 1e3 kV kilovolt kilovolts
person 1 people person persons 人 名
"""


@dataclass(frozen=True, slots=True)
class Unit:
    dimension: str
    factor: Decimal


def _units() -> dict[str, Unit]:
    table: dict[str, Unit] = {}
    for line in _UNIT_TABLE.split("\n"):
        if line:
            dimension, factor, *names = line.split()
            for name in names:
                spoken = unicodedata.normalize("NFKC", name.replace("_", " "))
                table[spoken] = Unit(dimension, Decimal(factor))
    return table


_UNITS = _units()
_EXACT_CASE = frozenset(name for name in _UNITS if len(name) <= 3 and name.isascii())
"""Short symbols keep their case: `MW` is not `mw`."""
_MULTIPLIERS = {
    "hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12,
    "bn": 10**9, "mn": 10**6, "千": 10**3, "万": 10**4, "百万": 10**6, "億": 10**8, "兆": 10**12,
}  # fmt: skip
_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_NUMBER_WORDS = {word: value for value, word in enumerate(_ONES)} | {
    word: 10 * value for value, word in enumerate(_TENS, start=2)
}
_KANJI_DIGITS = {c: v for v, c in enumerate("〇一二三四五六七八九")}
_KANJI_SCALES = {"十": 10, "百": 100, "千": 1000}

_unit_names = "|".join(re.escape(name) for name in sorted(_UNITS, key=len, reverse=True))
_word_names = "|".join(sorted(_NUMBER_WORDS, key=len, reverse=True))
_multiplier_names = "|".join(sorted(_MULTIPLIERS, key=len, reverse=True))
_FIGURE = re.compile(
    r"(?P<currency>us\$|[$€£¥])?\s?"
    r"(?:(?P<compound>\d[\d,.]*[兆億万]\d[\d,.]*[億万]?\d*)"
    r"|(?P<digits>(?<![\d.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\d.,])\d+(?:\.\d+)?)"
    rf"|(?<![a-z])(?P<tens>{'|'.join(_TENS)})[- ](?P<ones>{'|'.join(_ONES[1:10])})(?![a-z])"
    rf"|(?<![a-z])(?P<word>{_word_names})(?![a-z])"
    r"|(?P<kanji>[〇一二三四五六七八九十百千]+)(?=[年月日人名基機隻台本件回倍歳割円個社頭万億]|か月|ヶ月|時間|週間|か国))"
    r"(?:st|nd|rd|th)?"
    rf"(?:[\s-]?(?P<multiplier>{_multiplier_names})(?![a-z]))?"
    rf"(?:[\s-]?(?P<unit>{_unit_names})(?![a-z]))?",
    re.IGNORECASE,
)
_RANGE = re.compile(r"^\s?(?:[-–—~〜]|to|or|and|から)\s?$")
_HEDGE = re.compile(
    r"(?:about|around|nearly|almost|roughly|approximately|some|over|under|more than|less than|at least|up to|close to"
    r"|just|约|約|およそ|ほぼ|おおよそ)\s*(?:[a-z]{1,3}\s)?$",
    re.IGNORECASE,
)
_FRACTION = re.compile(
    r"^[\s-](?:half|halves|thirds?|quarters?|fifths?|sixths?|eighths?|tenths?|hundredths?)\b", re.IGNORECASE
)
_NEXT_WORD = re.compile(r"^[\s-]?([a-z]{3,})", re.IGNORECASE)

_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_SHORT_MONTHS = {name[:3]: number for number, name in enumerate(_MONTHS, start=1)} | {"sept": 9}
_month = rf"(?P<month>{'|'.join(_MONTHS)}|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"
_year = r"(?P<year>1[0-9]\d\d|20\d\d|21\d\d)"
_day = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<!\d){_year}[-/](?P<month>[01]?\d)[-/](?P<day>[0-3]?\d)(?!\d)",
        rf"(?<!\d){_year}年(?:(?P<month>1?\d)月(?:(?P<day>[1-3]?\d)日)?)?",
        r"(?P<era>明治|大正|昭和|平成|令和)(?P<era_year>元|\d{1,2})年(?:(?P<month>1?\d)月(?:(?P<day>[1-3]?\d)日)?)?",
        r"(?<!\d)(?P<month>1?\d)月(?:(?P<day>[1-3]?\d)日)?",
        rf"\b{_day}\s+(?:of\s+)?{_month}(?:,?\s+{_year})?\b",
        rf"\b{_month}\s+{_day}\b(?:(?:,\s*|\s+){_year}\b)?",
        rf"\b{_month},?\s+(?:of\s+)?{_year}\b",
        r"(?<![\d.,/-])(?P<decade>1[0-9]\d0|20\d0)(?:s\b|年代)",
        rf"(?<![\d.,/$€£¥-]){_year}(?![\d%]|,\d|\.\d|[-\s]?(?:million|billion|{_unit_names})(?![a-z]))",
        r"\b(?P<month>January|February|April|June|July|August|September|October|November|December)\b",
        r"\b(?:in|of|since|until|by|from|to|between|early|late|mid|during|and|before|after)\s+(?P<month>March|May)\b",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as it stands in a text."""

    shown: str
    value: Decimal
    """With its multiplier: 2.4 million is 2400000."""
    unit: Unit | None
    hedged: bool
    noun: str
    """The stem of the word after it, for counts of things."""
    small_word: bool
    """`two`, `three`: often no figure at all ("the two arrays")."""


@dataclass(frozen=True, slots=True)
class Day:
    """A date, as far as a text gives it."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    decade: bool = False

    @classmethod
    def of(cls, value: date) -> Day:
        return cls(year=value.year, month=value.month, day=value.day)

    def __str__(self) -> str:
        if self.decade:
            return f"{self.year}s"
        parts = [
            f"{self.year or '????'}",
            f"{self.month:02}" if self.month else "",
            f"{self.day:02}" if self.day else "",
        ]
        return "-".join(part for part in parts if part)


def dates_and_rest(text: str) -> tuple[tuple[Day, ...], str]:
    """The dates of a text, and the text with them blanked out so that no year is taken for a figure."""
    found: list[Day] = []
    rest = unicodedata.normalize("NFKC", text)
    for pattern in _DATES:
        for match in pattern.finditer(rest):
            found.append(_day_of(match))
        rest = pattern.sub(lambda match: "\x00" * len(match.group()), rest)
    return tuple(found), rest


def _day_of(match: re.Match[str]) -> Day:
    parts = match.groupdict()
    if parts.get("decade"):
        return Day(year=int(parts["decade"]), decade=True)
    year = int(parts["year"]) if parts.get("year") else None
    if parts.get("era"):
        year = _ERAS[parts["era"]] + (1 if parts["era_year"] == "元" else int(parts["era_year"]))
    month_text = (parts.get("month") or "").lower().rstrip(".")
    month = (
        int(month_text)
        if month_text.isdigit()
        else _SHORT_MONTHS.get(month_text[:4], _SHORT_MONTHS.get(month_text[:3]))
    )
    return Day(year=year, month=month, day=int(parts["day"]) if parts.get("day") else None)


def figures(rest: str) -> tuple[Figure, ...]:
    """The figures of a text whose dates are blanked out; in a range, the first takes the second's unit."""
    matches = [match for match in _FIGURE.finditer(rest) if _counts(match, rest)]
    found = [_figure(match, rest) for match in matches]
    for index in range(len(found) - 2, -1, -1):
        between = rest[matches[index].end() : matches[index + 1].start()]
        if found[index].unit is None and found[index + 1].unit is not None and _RANGE.match(between):
            first = found[index]
            found[index] = Figure(
                first.shown, first.value, found[index + 1].unit, first.hedged, first.noun, first.small_word
            )
    return tuple(found)


def _counts(match: re.Match[str], rest: str) -> bool:
    """Whether this is a figure: not `two thirds`, not the lone word `one`."""
    if (match["word"] or match["tens"]) and _FRACTION.match(rest[match.end() :]):
        return False
    return not ((match["word"] or "").lower() == "one" and not match["unit"] and not match["multiplier"])


def _figure(match: re.Match[str], rest: str) -> Figure:
    multiplier = _MULTIPLIERS[match["multiplier"].lower()] if match["multiplier"] else 1
    value = _value(match) * multiplier
    following = _NEXT_WORD.match(rest[match.end() :])
    return Figure(
        shown=match.group().strip(),
        value=value,
        unit=_unit(match),
        hedged=bool(_HEDGE.search(rest[max(0, match.start() - 24) : match.start()])),
        noun=stem(following[1].lower()) if following and not match["unit"] else "",
        small_word=bool(match["word"]) and value <= 3,
    )


def _value(match: re.Match[str]) -> Decimal:
    if match["digits"]:
        return Decimal(match["digits"].replace(",", ""))
    if match["compound"]:
        return sum(_compound(match["compound"]), Decimal(0))
    if match["tens"]:
        return Decimal(_NUMBER_WORDS[match["tens"].lower()] + _NUMBER_WORDS[match["ones"].lower()])
    if match["word"]:
        return Decimal(_NUMBER_WORDS[match["word"].lower()])
    return Decimal(_kanji_value(match["kanji"]))


def _compound(text: str) -> Iterator[Decimal]:
    """`1億2000万` as its parts."""
    for number, scale in re.findall(r"(\d[\d,]*(?:\.\d+)?)([兆億万]?)", text):
        yield Decimal(number.replace(",", "")) * (_MULTIPLIERS[scale] if scale else 1)


def _kanji_value(text: str) -> int:
    if not any(character in _KANJI_SCALES for character in text):
        return int("".join(str(_KANJI_DIGITS[character]) for character in text))
    total, pending = 0, 0
    for character in text:
        if character in _KANJI_SCALES:
            total += (pending or 1) * _KANJI_SCALES[character]
            pending = 0
        else:
            pending = _KANJI_DIGITS[character]
    return total + pending


def _unit(match: re.Match[str]) -> Unit | None:
    name = match["unit"]
    if name is None:
        return _UNITS.get((match["currency"] or "").lower())
    if name in _UNITS:
        return _UNITS[name]
    lowered = name.lower()
    return None if lowered in _EXACT_CASE or name in _EXACT_CASE else _UNITS.get(lowered)
