"""In which language a question is answered: names in Latin letters do not decide it."""

from __future__ import annotations

import pytest

from fathoms.text.language import language_of


@pytest.mark.parametrize(
    ("text", "known", "code"),
    [
        ("createRef useRef 違い", (), "ja"),
        ("allowedHosts true 危険な理由", (), "ja"),
        ("北京 GDP", (), "zh"),
        ("Kubernetes Ingress 設定", ("ja",), "ja"),
        ("What does 改善 mean in the Toyota production system?", (), "en"),
        ("Compare 京都 and Nara", (), "en"),
    ],
)
def test_names_beside_words_of_another_script_do_not_decide_the_language(text, known, code):
    assert language_of(text, known) == code
