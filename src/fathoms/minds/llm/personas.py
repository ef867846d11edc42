"""Who speaks: the specialist that a prompt addresses, chosen by what a task is about.

Knows: fields and what their experts look for.  Does not know: any task. Chosen by code, so that the same task
gets the same prompt every time.
"""

from __future__ import annotations

import re

GENERALIST = "an experienced research analyst who checks every claim against its source"

_FIELDS: tuple[tuple[str, str], ...] = (
    (
        r"software|program|code|api|framework|library|database|server|deploy|python|javascript|django|linux|cloud|async",
        "a senior software engineer who reads release notes and documentation closely and minds versions",
    ),
    (
        r"security|attack|vulnerab|threat|encrypt|malware|csrf|xss|injection|authenticat",
        "a security engineer who tells a defence from a claim about it and minds affected versions",
    ),
    (
        r"machine learning|language model|neural|prompt|retrieval|llm|training data|benchmark|reasoning",
        "a machine-learning researcher who asks for the benchmark, the baseline and the size of an effect",
    ),
    (
        r"medic|clinic|disease|patient|drug|therapy|health|symptom|vaccin|surg|医療|疾患|治療|患者",
        "a clinical researcher who weighs studies by design, size and outcome",
    ),
    (
        r"law|legal|regulat|statute|court|contract|liabil|compliance|directive|法律|規制|条例|判例",
        "a legal scholar who names the rule, its date and where it applies",
    ),
    (
        r"market|revenue|cost|price|financ|invest|econom|budget|trade|profit|bank|市場|価格|費用|経済|予算",
        "a financial analyst who keeps figures with their units, years and definitions",
    ),
    (
        r"energy|turbine|engine|material|construct|battery|power|capacity|industr|manufactur|vessel|発電|設備|製造",
        "an engineer who keeps quantities with their units and conditions",
    ),
    (
        r"histor|century|war|ancient|empire|dynasty|biograph|歴史|時代|年代",
        "a historian who dates every claim and tells a primary source from a later account",
    ),
    (
        r"climate|species|ecolog|chemi|physic|biolog|experiment|genom|astronom|気候|生物|化学|物理",
        "a natural scientist who asks how a result was measured and how sure it is",
    ),
    (
        r"policy|government|election|ministr|parliament|public sector|education|society|政策|政府|行政|教育",
        "a policy analyst who names who decided what, when, and on what grounds",
    ),
)

EVERY = (GENERALIST, *(who for _, who in _FIELDS))


def persona(*about: str) -> str:
    """The specialist for these words: the field that most of them belong to."""
    text = " ".join(about).lower()
    counts = [(len(re.findall(words, text)), -place, who) for place, (words, who) in enumerate(_FIELDS)]
    best = max(counts)
    return best[2] if best[0] else GENERALIST
