"""What the studio says: in every language that it speaks, with the same values; those of the frame are said."""

from __future__ import annotations

import re

import pytest
from yupana.tests.found import ROOT
from yupana.tools.languages.catalogue import ENGLISH, languages, sections
from yupana.tools.studio.greeting import SECTION

CLIENT = ROOT / "tools" / "studio" / "client"
OWN = [name for name in sections(ENGLISH) if name.startswith(SECTION)]
VALUE = re.compile(r"\{(\w+)\}")
SAID = re.compile(r"""["'`](studio_[a-z0-9_]+)["'`]""")
MADE = re.compile(r"`(studio_\w*)\$\{")
"""The beginnings of phrases whose ends are made."""


def written() -> dict[str, str]:
    """What all modules of the client say, and those of Python that name phrases."""
    files = [*CLIENT.rglob("*.js"), *(ROOT / "tools" / "studio").glob("*.py")]
    return {each.name: each.read_text(encoding="utf-8") for each in files}


@pytest.mark.parametrize("language", languages())
def test_every_language_has_every_phrase_with_its_values(language: str) -> None:
    for name in OWN:
        english, other = sections(ENGLISH)[name], sections(language).get(name, {})
        assert list(other) == list(english), name
        for key, text in english.items():
            assert set(VALUE.findall(other[key])) == set(VALUE.findall(text)), key
            assert other[key].strip()
            assert key.startswith("studio_")


@pytest.mark.parametrize("language", [each for each in languages() if each != ENGLISH])
def test_nothing_is_left_in_english(language: str) -> None:
    """But for single words, which languages may share."""
    for name in OWN:
        for key, text in sections(ENGLISH)[name].items():
            if len(re.findall(r"[A-Za-z]{2,}", VALUE.sub("", text))) > 1:
                assert sections(language)[name][key] != text, key


def test_what_is_said_is_a_phrase_and_those_of_the_frame_are_said() -> None:
    phrases = {key for name in OWN for key in sections(ENGLISH)[name]}
    said, begins = set[str](), set[str]()
    for text in written().values():
        said |= set(SAID.findall(text))
        begins |= set(MADE.findall(text))
    assert said <= phrases, sorted(said - phrases)
    own = set(sections(ENGLISH)[SECTION])  # other sections name some by their parts
    made = {key for key in own if any(key.startswith(each) for each in begins if each != "studio_")}
    copied = {"studio_copy", "studio_copied", "studio_light", "studio_dark"}  # parts of the page say those
    assert own == (said & own) | made | copied, sorted(own - said - made - copied)
