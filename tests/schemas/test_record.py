"""Saved games: what is read back, what is refused and in which words, and files that are never lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yupana.schemas.files import write_atomic
from yupana.schemas.record import SavedGame, SaveError, read_save

GAME = SavedGame(
    ruleset="base+short",
    hash="ab" * 32,
    players=3,
    seed=7,
    options={"long_game": True, "size": 2, "colour": "red"},
    decisions=["deliver(from=lima, to=cuzco)", "pass", "日本"],
    names=["Ann", "Bo", "Cy"],
)


def refused(text: str) -> str:
    with pytest.raises(SaveError) as caught:
        read_save(text)
    message = str(caught.value)
    assert message.count(".") >= 1
    assert "\n" not in message
    return message


def test_a_game_is_read_back() -> None:
    assert read_save(GAME.to_json()) == GAME
    assert GAME.to_json().count("\n") > len(GAME.decisions)


def test_a_game_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_atomic(path, GAME.to_json())
    assert read_save(path) == GAME


@given(
    st.builds(
        SavedGame,
        ruleset=st.text(st.characters(codec="utf-8"), min_size=1, max_size=20),
        hash=st.just("0" * 64),
        players=st.integers(1, 20),
        seed=st.integers(-(2**63), 2**64 - 1),
        options=st.dictionaries(st.text("ab"), st.booleans() | st.integers(-(2**31), 2**31) | st.text("xy")),
        decisions=st.lists(st.text(st.characters(codec="utf-8"), max_size=10), max_size=5),
        names=st.none() | st.lists(st.text("xyz"), max_size=3),
    )
)
@settings(deadline=None)
def test_every_game_is_read_back(game: SavedGame) -> None:
    text = game.to_json()
    again = read_save(text)
    assert again == game
    assert {name: type(value) for name, value in again.options.items()} == {
        name: type(value) for name, value in game.options.items()
    }
    assert again.to_json() == text


def test_every_cut_is_refused_as_one() -> None:
    text = GAME.to_json().rstrip()
    for length in range(1, len(text)):
        assert "cut off" in refused(text[:length]), length
    assert refused("") == "The saved game is empty."


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": 3}, "has the format 3; this program reads format 2 and those before"),
        ({"format": "1"}, 'has the format "1"'),
        ({"format": True}, "has the format true"),
        ({"players": 0}, "`players` holds what it cannot hold"),
        ({"players": True}, "`players`"),
        ({"players": "3"}, "`players`"),
        ({"seed": "7"}, "`seed`"),
        ({"seed": 2**70}, "`seed`"),
        ({"hash": "xyz"}, "`hash`"),
        ({"hash": "AB" * 32}, "`hash`"),
        ({"ruleset": ""}, "`ruleset`"),
        ({"ruleset": None}, "`ruleset`"),
        ({"decisions": "pass"}, "`decisions`"),
        ({"decisions": ["pass", 3]}, "`decisions.1`"),
        ({"decisions": ["pass", "x" * 1_000_001]}, "`decisions.1`"),
        ({"options": {"a": [1]}}, "`options.a`"),
        ({"options": {"a": None}}, "`options.a`"),
        ({"extra": 1}, "`extra`, which this program does not know"),
    ],
)
def test_what_a_record_cannot_hold_is_refused(change: dict[str, object], words: str) -> None:
    assert words in refused(json.dumps({**json.loads(GAME.to_json()), **change}))


@pytest.mark.parametrize("key", ["ruleset", "hash", "players", "seed"])
def test_what_is_missing_is_told(key: str) -> None:
    content = json.loads(GAME.to_json())
    del content[key]
    assert f"`{key}` is missing" in refused(json.dumps(content))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", "it is not JSON (line 1, column 1)"),
        ("[]", "not a record"),
        ("7", "not a record"),
        ("{}", "does not say its format"),
        ('{"format": 1} x', "it is not JSON"),
        ('{"format": 1, "format": 1}', "it has a key twice"),
        ('{"format": NaN}', "`NaN` is not allowed in it"),
        ('{"format": 1.0}', "the fraction `1.0`"),
        ('{"format": 1e999}', "the fraction"),
        ('{"format": ' + "9" * 6000 + "}", "not a saved game"),
        ("[" * 100_000, "not a saved game"),
    ],
)
def test_other_files_are_refused(text: str, words: str) -> None:
    assert words in refused(text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be read"):
        read_save(tmp_path / "none.json")
    with pytest.raises(SaveError, match="cannot be read"):
        read_save(tmp_path)
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SaveError, match="not UTF-8"):
        read_save(tmp_path / "binary.json")


@given(st.text(max_size=60))
@settings(deadline=None)
def test_no_text_makes_it_fail(text: str) -> None:
    refused(text)


@pytest.mark.parametrize("change", [{"q" * 99_999: 1}, {"options": {"q" * 99_999: []}}, {"ruleset": "q" * 99_999}])
def test_what_a_stranger_wrote_is_shown_in_its_beginning(change: dict[str, object]) -> None:
    assert len(refused(json.dumps({**json.loads(GAME.to_json()), **change}))) < 400


@pytest.mark.parametrize("value", ["[]", "12", '"ab"', "{}"])
def test_a_file_of_millions_of_values_is_refused_before_it_is_read(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "loads", pytest.fail)
    many = ",".join([value] * 2_000_000)
    assert "holds more than" in refused(f'{{"format": 2, "names": [{many}]}}')


def test_a_mapping_of_too_many_keys_is_refused_before_it_is_looked_at() -> None:
    many = ",".join(f'"{number}":1' for number in range(100_001))
    assert "100,000 keys" in refused(f'{{"format": 2, "options": {{{many}}}}}')


@pytest.mark.parametrize("key", ["elements", "versions", "options"])
def test_names_in_a_record_are_no_longer_than_names_are(key: str) -> None:
    content = json.loads(GAME.to_json())
    assert "damaged or forged" in refused(json.dumps({**content, key: {"a." * 2_000: "b"}}))
