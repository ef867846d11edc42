"""Pages that are no content: a captcha, a login wall, "please enable JavaScript".

Knows: what such pages say of themselves, in the few languages they are met in.  Does not know: HTTP.
An article about captchas is long and says other things as well; a wall is short.
"""

from __future__ import annotations

import re
from enum import StrEnum

_SHORT = 1_500
"""A text longer than this is content, whatever it mentions."""
_VERY_SHORT = 400


class Wall(StrEnum):
    """What stands where the content should be."""

    ROBOT_CHECK = "a check for robots stands in front of it"
    SCRIPT = "it shows nothing without JavaScript"
    LOGIN = "it is only shown after a login"
    DENIED = "access to it is denied"


_TITLES = re.compile(
    r"^(?:just a moment|attention required|access denied|access to this page has been denied|are you a (?:robot|human)"
    r"|security check|verify(?:ing)? you are human|human verification|pardon our interruption|bot verification"
    r"|please wait|ddos-guard|sucuri website firewall|403 forbidden|robot check|captcha)\b",
    re.I,
)
_CAPTCHA = re.compile(
    r"captcha|verify (?:that )?you(?:'re| are) (?:a )?human|are you a robot|unusual traffic from your|"
    r"checking (?:if the site connection is secure|your browser)|press (?:and|&) hold|i'?m not a robot|"
    r"automated (?:access|requests|queries)|ロボットではありません|認証.{0,10}画像",
    re.I,
)
_SCRIPT = re.compile(
    r"(?:enable|turn on|requires?|need|activate|activer|aktivieren)\b.{0,40}\bjava ?script\b|"
    r"\bjava ?script\b.{0,40}\b(?:disabled|required|is not (?:enabled|available)|to run this app|einschalten|activ)|"
    r"JavaScript.{0,12}(?:有効|無効)",
    re.I | re.S,
)
_LOADING = re.compile(r"(?:\S+ ){0,6}(?:loading|please wait|読み込み中)\b.{0,40}", re.I)
_SCRIPT_TAG = re.compile(rb"<script[\s>]", re.I)
_LOGIN = re.compile(
    r"(?:log|sign) ?in to (?:continue|view|see|read|access)|(?:please|you must|you need to) (?:log|sign) ?in|"
    r"subscribe to (?:continue|keep|read)|(?:already a|become a) (?:subscriber|member)|"
    r"create (?:a free|an) account to (?:continue|read|view)|"
    r"this (?:content|article) is (?:only )?(?:for|available to) (?:subscribers|members)|"
    r"(?:ログイン|会員登録).{0,12}(?:必要|ください|してから)",
    re.I,
)
_DENIED = re.compile(r"access (?:is )?denied|you don'?t have permission|request (?:was )?blocked|forbidden", re.I)


def wall(text: str, title: str = "", *, scripted: bool = False) -> Wall | None:
    """What kind of wall this page is; None when it is content. `scripted`: it has scripts that may bring more."""
    body = " ".join(text.split())
    if len(body) > _SHORT:
        return None
    if _TITLES.match(title.strip()) or _CAPTCHA.search(body):
        return Wall.ROBOT_CHECK
    if _SCRIPT.search(body) or (scripted and (not body or _LOADING.fullmatch(body))):
        return Wall.SCRIPT
    if _LOGIN.search(body):
        return Wall.LOGIN
    if len(body) <= _VERY_SHORT and _DENIED.search(body):
        return Wall.DENIED
    return None


def has_scripts(html: bytes) -> bool:
    return _SCRIPT_TAG.search(html) is not None
