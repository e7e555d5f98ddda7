"""The public face: what `import yupana` offers, and what wrong arguments are told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yupana


def test_everything_public_is_listed_and_there() -> None:
    listed = set(dir(yupana))
    for name in yupana.__all__:
        assert name in listed
        assert getattr(yupana, name) is not None
    assert not hasattr(yupana, "nonsense")


def test_listing_the_names_imports_nothing() -> None:
    code = "import sys, yupana; dir(yupana); print(sorted(m for m in sys.modules if 'pydantic' in m or 'lark' in m))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_all_exceptions_stand_in_one_module() -> None:
    for name in yupana.errors.__all__:
        kind = getattr(yupana.errors, name)
        assert issubclass(kind, yupana.YupanaError)
        assert getattr(yupana, name) is kind


@pytest.mark.parametrize("wrong", [3, None, 2.5, ["mark(space=a1)"], b"mark(space=a1)"])
def test_what_is_no_option_is_refused_in_a_sentence(wrong: object) -> None:
    state = yupana.load("tic_tac_toe").start(2)
    with pytest.raises(yupana.IllegalOption, match="an option is one of"):
        state.apply(wrong)  # type: ignore[arg-type]
    assert state.ply == 0


@pytest.mark.parametrize("wrong", [3, None, b"tic_tac_toe"])
def test_a_ruleset_is_given_by_name_or_path(wrong: object) -> None:
    with pytest.raises(yupana.UsageError, match="name or path"):
        yupana.load(wrong)  # type: ignore[arg-type]


def test_a_path_is_never_the_name_of_a_ruleset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = "ruleset: {name: mine, title: Mine, language: 3}\nplayers: {min: 1, max: 1, names: [red]}\n"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("YUPANA_CACHE", str(tmp_path / "cache"))
    for name in ("tic_tac_toe", "cargo_empire+short"):
        with pytest.raises(yupana.RulesetError):
            yupana.load(Path(name))
        assert yupana.load(name).title != "Mine"
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.yaml").write_text(mine, encoding="utf-8")
        for _ in range(2):  # the second comes from the cache
            game = yupana.load(Path(name))
            assert game.title == "Mine"
            assert yupana.load(game.target).title == "Mine"
    assert yupana.load("tic_tac_toe").title == "Tic-tac-toe"


def test_a_ruleset_that_is_not_there_is_told_without_a_place() -> None:
    with pytest.raises(yupana.RulesetError) as raised:
        yupana.load("tic_tac_to")
    assert str(raised.value).startswith("YUP121 there is no ruleset `tic_tac_to`; did you mean `tic_tac_toe`?")


@pytest.mark.parametrize(
    "arguments",
    [{"players": "2"}, {"players": True}, {"players": 9}, {"seed": "7"}, {"seed": 1.5}, {"options": ["a"]},
     {"options": {"nosuch": 1}}],
)  # fmt: skip
def test_a_game_is_started_with_what_it_offers(arguments: dict[str, object]) -> None:
    with pytest.raises(yupana.UsageError) as raised:
        yupana.load("tic_tac_toe").start(**arguments)  # type: ignore[arg-type]
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("wrong", [3, None, "nobody", -2, 2, True])
def test_an_observation_is_of_a_player(wrong: object) -> None:
    with pytest.raises(yupana.UsageError):
        yupana.load("tic_tac_toe").start(2).observation(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("saved", [3, None, "", "{}", "[1]", {"format": 9}])
def test_what_is_no_saved_game_is_refused(saved: object) -> None:
    with pytest.raises(yupana.SaveError):
        yupana.load("tic_tac_toe").resume(saved)  # type: ignore[arg-type]


def test_an_observation_has_the_documented_parts() -> None:
    seen: yupana.Observation = yupana.load("cargo_empire").start(2).observation("red")
    assert set(seen) == yupana.Observation.__required_keys__
    assert seen["viewer"] == "red"
