"""Units of measure and money: what a name stands for, in which dimension, at what scale.

Knows: common units and currencies by their signs; the names that each language has for them are in `text/lang/`.
Does not know: numbers.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from decimal import Decimal

from fathoms.text.lang import languages

_MEASURES = """
length 0.001 mm
length 0.01 cm
length 1 m
length 1000 km
length 1609.344 mile
length 0.3048 ft
length 1852 nm
mass 0.001 g
mass 1 kg
mass 1000 t
power 1 W
power 1e3 kW
power 1e6 MW
power 1e9 GW
energy 1 Wh
energy 1e3 kWh
energy 1e6 MWh
energy 1e9 GWh
energy 1e12 TWh
time 0.001 ms
time 1 s sec
time 60 min
time 3600 h hr
time 86400 day
time 604800 week
month 1 month
month 12 year
speed 1 m/s
speed 0.2777777778 km/h kph
speed 0.5144444444 kn
speed 0.44704 mph
share 1 %
share 10 割
heat 1 °C ℃
EUR 1 € eur
USD 1 $ us$ usd
GBP 1 £ gbp
JPY 1 ¥ jpy
mark 1 mark
crown 1 crown
franc 1 chf
data 1 B
data 125 kbit
data 125e3 Mbit
data 125e6 Gbit
data 1e3 kB KB
data 1e6 MB
data 1e9 GB
data 1e12 TB
frequency 1 Hz
frequency 1e3 kHz
frequency 1e6 MHz
frequency 1e9 GHz
area 1 m² m2
area 1e4 ha
area 1e6 km² km2
volume 0.001 l
volume 1 m³ m3
voltage 1 V
voltage 1e3 kV
person 1 people
"""
"""Dimension, factor to its base, signs. The first sign is what a language file gives names to."""


@dataclass(frozen=True, slots=True)
class Unit:
    dimension: str
    factor: Decimal


def _units() -> dict[str, Unit]:
    table: dict[str, Unit] = {}
    for line in _MEASURES.strip().splitlines():
        dimension, factor, *signs = line.split()
        named = (name.replace("_", " ") for language in languages() for name in language.units.get(signs[0], ()))
        for name in (*signs, *named):
            table[unicodedata.normalize("NFKC", name)] = Unit(dimension, Decimal(factor))
    return table


UNITS = _units()
_SYMBOLS = frozenset(name for name in UNITS if len(name) <= 3 and name.isascii())
"""Short symbols keep their case: `MW` is not `mw`."""


def unit_named(name: str) -> Unit | None:
    """The unit of this name; `MW` is not `mw`, but `Metres` is `metres`."""
    if name in UNITS:
        return UNITS[name]
    return None if name.lower() in _SYMBOLS or name in _SYMBOLS else UNITS.get(name.lower())
