"""What a call costs, and how large a model's window is, as far as that is published.

Knows: the tables of genai-prices, and a price that the user set.  Does not know: budgets.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from fathoms.minds.llm.names import HOSTED, ModelName
from fathoms.ports.models import Price

if TYPE_CHECKING:
    from genai_prices.types import PriceCalculation

Tariff = Callable[[int, int], float]
"""USD for so many tokens in and out."""

_MILLION = 1_000_000


def tariff_of(name: ModelName, chosen: Price | None) -> Tariff | None:
    """The user's own, else the published one; a model on this machine is free; None when nobody knows."""
    if chosen is not None:
        return functools.partial(_by_price, chosen)
    if name.provider in HOSTED:
        return functools.partial(_by_table, name) if _calculated(name, 1, 1) else None
    return _free if name.local else None


def published_window(name: ModelName) -> int | None:
    """Tokens that prompt and answer may have together."""
    found = _calculated(name, 1, 0) if name.provider in HOSTED else None
    return found.model.context_window if found else None


def _by_price(price: Price, tokens_in: int, tokens_out: int) -> float:
    return (tokens_in * price.per_million_in + tokens_out * price.per_million_out) / _MILLION


def _by_table(name: ModelName, tokens_in: int, tokens_out: int) -> float:
    found = _calculated(name, tokens_in, tokens_out)
    return float(found.total_price) if found else 0.0


def _free(tokens_in: int, tokens_out: int) -> float:
    return 0.0


def _calculated(name: ModelName, tokens_in: int, tokens_out: int) -> PriceCalculation | None:
    from genai_prices import Usage, calc_price

    usage = Usage(input_tokens=tokens_in, output_tokens=tokens_out)
    try:
        return calc_price(usage, name.model, provider_id=name.provider.value)
    except LookupError:
        return None
