"""The rules change under a game that is being played."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from yupana.interpreter.game import load
from yupana.tests.tools.conftest import yupana
from yupana.tests.tools_authoring.conftest import made
from yupana.tests.tools_authoring.edits import edit
from yupana.tools.compare.recorded import Recorded
from yupana.tools.page.edited import Edit, Workbench, retold

__all__ = ["made", "yupana"]

DECISIONS = ("take(number=3)", "take(number=3)", "take(number=2)", "take(number=3)")


@pytest.fixture
def bench(made: Path) -> Workbench:
    """Has read and examined the ruleset once."""
    bench = Workbench("./my_game")
    first = read(bench)
    assert first.told()["changes"] == []
    return bench


def read(bench: Workbench, *, examine: bool = True) -> Edit:
    seen = bench.read()
    assert seen is not None
    if examine:
        bench.examine(seen)
    return seen


def test_a_game_goes_on_under_the_new_rules_as_far_as_it_can(bench: Workbench, made: Path) -> None:
    edit(made / "game.yaml", "stones_at_start: 12", "stones_at_start: 10")
    game = read(bench).make_game()
    assert game is not None
    found = retold(partial(game.start, 2, 1), DECISIONS)
    assert not found.whole
    assert found.at == 4
    assert "number <= stones" in found.why
    assert found.state is not None
    assert found.state.decisions == list(DECISIONS[:3])
    edit(made / "game.yaml", "stones_at_start: 10", "stones_at_start: 11")
    game = read(bench).make_game()
    assert game is not None
    assert retold(partial(game.start, 2, 1), DECISIONS).whole


def test_a_game_that_cannot_begin_says_why(bench: Workbench) -> None:
    found = retold(partial(load("tic_tac_toe").start, 7), ())
    assert found.state is None
    assert (found.at, "player" in found.why) == (0, True)


def test_a_save_tells_what_it_changed_and_which_examples_fail(bench: Workbench, made: Path) -> None:
    edit(made / "game.yaml", "stones -= number\n", "stones -= number - 1\n")
    seen = read(bench)
    told = seen.told()
    assert [(each["path"], each["how"], each["rules"]) for each in told["changes"]] == [
        ("actions.take", "changed", ["R-2"])
    ]
    assert told["examples"]["failed"] == 1
    assert [each["name"] for each in told["examples"]["results"] if not each["ok"]] == ["taking_two"]
    assert {each["file"] for each in told["examples"]["results"]} == {"./my_game/examples.yaml"}


def test_where_a_game_parts_the_change_that_made_it_so_is_named(bench: Workbench, made: Path) -> None:
    edit(made / "game.yaml", "most_at_once: 3", "most_at_once: 2")
    seen = read(bench)
    parting = bench.parting(seen, Recorded("table", 2, 1, {}, DECISIONS))
    assert parting is not None
    assert parting["at"] == 1
    assert parting["changes"] == ["constants.most_at_once"]
    assert bench.parting(seen, Recorded("table", 2, 1, {}, ())) is not None
    edit(made / "game.yaml", "  last: {type: Player?, start: none", "  # nothing\n  last: {type: Player?, start: none")
    seen = read(bench)
    assert bench.parting(seen, Recorded("table", 2, 1, {}, ("take(number=2)",))) is None


def test_a_faulty_save_is_shown_with_its_place_and_what_was_known_stays(bench: Workbench, made: Path) -> None:
    line = edit(made / "game.yaml", "stones -= number", "stonse -= number")
    seen = read(bench, examine=False)
    assert seen.make_game() is None
    (fault,) = seen.told()["faults"]
    assert (fault["code"], fault["line"], fault["severity"]) == ("YUP401", line, "error")
    assert "stonse -= number" in fault["shown"]
    assert str(made.parent) not in str(seen.told())
    edit(made / "game.yaml", "stonse -= number", "stones -= number - 1")
    assert [each["path"] for each in read(bench).told()["changes"]] == ["actions.take"]


def test_files_that_say_the_same_are_no_edit(bench: Workbench, made: Path) -> None:
    assert bench.read() is None
    assert not bench.changed_on_disk
