"""The table of what the words of the language mean is complete."""

from __future__ import annotations

from yupana.interpreter.check.comprehensions import WORDS as REDUCTIONS
from yupana.interpreter.check.world import WORDS as NAMES
from yupana.interpreter.language import nodes
from yupana.interpreter.language.tokens import RESERVED
from yupana.interpreter.language.words import WORDS


def test_every_word_has_a_meaning() -> None:
    assert {*nodes.FORMS, *RESERVED, *REDUCTIONS, *NAMES} - WORDS.keys() == set()


def test_a_form_shows_its_word_and_a_meaning_is_a_sentence() -> None:
    assert [word for word, doc in WORDS.items() if word not in doc.form] == []
    assert [word for word, doc in WORDS.items() if not doc.meaning.endswith(".")] == []
