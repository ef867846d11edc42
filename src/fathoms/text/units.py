"""Units of measure and money: what a name stands for, in which dimension, at what scale.

Knows: common units and currencies in English and Japanese.  Does not know: numbers.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from decimal import Decimal

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


UNITS = _units()
_SYMBOLS = frozenset(name for name in UNITS if len(name) <= 3 and name.isascii())
"""Short symbols keep their case: `MW` is not `mw`."""


def unit_named(name: str) -> Unit | None:
    """The unit of this name; `MW` is not `mw`, but `Metres` is `metres`."""
    if name in UNITS:
        return UNITS[name]
    return None if name.lower() in _SYMBOLS or name in _SYMBOLS else UNITS.get(name.lower())
