"""The machine's own words at a table in another language: whole for each language, and used."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from yupana.interpreter.machine.events import WORDS
from yupana.tests.tools.command_line import Yupana
from yupana.tools.languages.catalogue import languages, phrases, section, sections, speaks


def values(words: Mapping[str, str]) -> dict[str, list[str]]:
    """The braces of phrases."""
    return {key: sorted(re.findall(r"\{\w*\}", each)) for key, each in words.items()}


def test_the_machine_and_the_english_file_say_the_same() -> None:
    assert sections("en")["log"] == WORDS


@pytest.mark.parametrize("lang", languages())
def test_a_language_has_no_phrase_that_english_lacks_and_the_same_values(lang: str) -> None:
    english = sections("en")
    for name, own in sections(lang).items():
        assert own.keys() <= english[name].keys()
        for key, braces in values(own).items():
            assert set(braces) <= set(values(english[name])[key]), key
    assert values(section(lang, "log")) == values(english["log"])


def test_a_phrase_stands_in_one_section_only() -> None:
    keys = [key for inside in sections("en").values() for key in inside]
    assert len(keys) == len(set(keys))


def test_a_region_has_the_words_of_its_language() -> None:
    assert phrases("de-CH") == phrases("de") != phrases("en")
    assert phrases("xx") == phrases("") == phrases("en")
    assert [speaks(each) for each in ("de-CH", "en", "xx", "")] == [True, True, False, False]


def test_the_log_of_a_table_in_japanese(yupana: Yupana) -> None:
    table = ("play", "cuzco_feld", "--players", "2", "--seed", "2", "--bots", "human,random")
    lines = ["1", "log", "quit"]
    own, other = yupana(*table, lines=lines).out, yupana(*table, "--lang", "ja", lines=lines).out
    assert "red: feather(slot=" in own
    assert "rolled 3d6 (dice): " in own
    assert "3d6を振る（ダイス）： " in other
    assert not re.search(r"[A-Za-z]{5,}", other.partition("> log")[2].partition("> ")[0])
