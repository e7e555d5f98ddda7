"""The machine's own words at a table in another language: whole for each language, and used."""

from __future__ import annotations

import re

import pytest
from yupana.interpreter.machine.events import WORDS
from yupana.tests.tools.command_line import Yupana
from yupana.tools.terminal.event_words import EVENT_WORDS, event_words


@pytest.mark.parametrize("lang", sorted(EVENT_WORDS))
def test_a_language_says_all_with_the_same_values(lang: str) -> None:
    def values(words: str) -> list[str]:
        return sorted(re.findall(r"\{\w+\}", words))

    assert {key: values(words) for key, words in EVENT_WORDS[lang].items()} == {
        key: values(words) for key, words in WORDS.items()
    }


def test_a_region_has_the_words_of_its_language() -> None:
    assert event_words("de-CH") == event_words("de") != {}
    assert event_words("xx") == event_words(None) == {}


def test_the_log_of_a_table_in_japanese(yupana: Yupana) -> None:
    table = ("play", "cuzco_feld", "--players", "2", "--seed", "2", "--bots", "human,random")
    lines = ["1", "log", "quit"]
    own, other = yupana(*table, lines=lines).out, yupana(*table, "--lang", "ja", lines=lines).out
    assert "red: feather(slot=" in own
    assert "rolled 3d6 (dice): " in own
    assert "3d6を振る（ダイス）： " in other
    assert not re.search(r"[A-Za-z]{5,}", other.partition("> log")[2].partition("> ")[0])
