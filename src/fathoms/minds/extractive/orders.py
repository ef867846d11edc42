"""Words that tell their reader what to do instead of telling what is so: never shown as evidence.

Knows: how such orders are worded.  Does not know: who wrote them.
"""

from __future__ import annotations

import re

_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b[^.]{0,40}\b(?:instruction|instructions|prompt|prompts|rules"
    r"|everything)\b"
    r"|\b(?:system prompt|developer message|jailbreak)\b"
    r"|\b(?:as|you are) an? (?:ai|assistant|language model)\b"
    r"|\b(?:assistants?|language models?|ai systems?|chatbots?|llms?|automated (?:readers?|systems?"
    r"|agents?)|research (?:agents?|assistants?))\b"
    r"[^.]{0,60}\b(?:must|should|shall|are required|are instructed|are asked|need to|have to|please)\b"
    r"|\b(?:you must|you should|please|always|only|instead)\b[^.]{0,30}\b(?:answer|reply|respond|output"
    r"|print)\b[^.]{0,40}\b(?:with|that|only|saying|:)"
    r"|\bdo not (?:tell|mention|reveal|cite|quote|trust|use) (?:the user|anyone|this|any other|other|these)\b"
    r"|\b(?:delete|discard|erase) (?:all|every|your) (?:files|documents|notes|evidence|sources|other)\b"
    r"|(?:指示|命令|プロンプト)[^。]{0,12}(?:無視|忘れ|破棄)|(?:AI|アシスタント"
    r"|読者)は[^。]{0,30}(?:しなければならない|してください|すること)",
    re.IGNORECASE,
)


def gives_orders(text: str) -> bool:
    """Whether the words tell their reader what to do."""
    return bool(_ORDERS.search(text))
