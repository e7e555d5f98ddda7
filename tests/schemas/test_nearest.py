"""The word that was probably meant: as good as a comparison of everything with everything, and bounded."""

from __future__ import annotations

import time
from difflib import get_close_matches

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yupana.schemas.nearest import MAX_WORD, close_words, did_you_mean, nearest

_WORD = st.text("abdeor_", min_size=6, max_size=10)
_WORDS = st.lists(_WORD, max_size=40)


@settings(max_examples=200, deadline=None)
@given(_WORD, _WORDS)
def test_it_finds_what_comparing_all_words_finds(word: str, known: list[str]) -> None:
    """As near as the nearest by the measure of the standard library."""
    best = get_close_matches(word, known, n=1, cutoff=0.6)
    if best:
        assert nearest(word, known) == best[0]
        assert set(close_words(word, known, 3)) <= set(known)


@pytest.mark.parametrize(
    ("word", "near"), [("socre", "score"), ("ONE", "one"), ("eno", "one"), ("nothing", ""), ("", ""), ("scor", "score")]
)
def test_slips(word: str, near: str) -> None:
    assert nearest(word, ["score", "one", "cards"]) == near


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("table", "blue", ""), ("income", "none", ""), ("square", "ware", ""), ("c", "c5", ""),
        ("tabel", "table", "table"), ("gld", "gold", "gold"), ("opts", "options", "options"), ("Crad", "Card", "Card"),
    ],
)  # fmt: skip
def test_short_words_are_near_by_a_slip_alone(word: str, known: str, near: str) -> None:
    assert nearest(word, [known]) == near


def test_a_slip_is_found_among_many_names_that_are_alike() -> None:
    """Also where not all known names are looked at."""
    known = [f"card_of_winter_{number:05}" for number in range(20_000)]
    assert did_you_mean("card_of_wniter_00700", known) == "did you mean `card_of_winter_00700`?"


@pytest.mark.parametrize("form", ["x{}", "known_name_of_a_thing_{:04}", "{:04}" + "_" * 60])
def test_a_thousand_unknown_names_by_a_thousand_known_ones(form: str) -> None:
    """Compared one by one, they took half a minute."""
    begun = time.process_time()
    known = [form.format(number) for number in range(1000)]
    for number in range(1000):
        nearest("un" + form.format(number * 7), known)
    assert time.process_time() - begun < 4


def test_a_name_of_a_million_letters_has_no_near_one() -> None:
    """Neither beside short ones nor beside others of its kind."""
    begun = time.process_time()
    for known in (["x" * 900_001], ["x" * 900_001] * 1000, ["x" * MAX_WORD], ["x"]):
        assert nearest("x" * 900_000, known) == ""
    assert nearest("score", ["score" * 200_000, "scores"]) == "scores"
    assert time.process_time() - begun < 1
