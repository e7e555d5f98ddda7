"""The benchmark runs: every table is made, in a run too short to say anything about speed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from yupana.interpreter.game import Game
from yupana.tests.bench import arrays
from yupana.tests.bench.__main__ import TABLES, main
from yupana.tests.bench.editing import edited
from yupana.tests.bench.engines import NATIVE, PYTHON, Setting, playouts, there
from yupana.tests.bench.measure import Played, Spread, by_turns, in_chunks
from yupana.tests.bench.profile import shares
from yupana.tests.bench.report import Plan, Table, shown
from yupana.tests.bench.spike import SPIKE, Translation, differs
from yupana.tests.bench.translated import FLAGS, game_of, program_of, table
from yupana.tests.found import shipped

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc here")
needs_spike = pytest.mark.skipif(not SPIKE.is_dir(), reason="the throw-away translation is not beside the repository")


QUICK = ["python", "translation", "boards", "editing"]


@pytest.mark.parametrize("only", [QUICK, pytest.param(list(TABLES), marks=pytest.mark.slow)], ids=["most", "all"])
def test_the_tables_are_made(only: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "speeds.json"
    given = ["--quick", "--only", ",".join(only), "--games", "tic_tac_toe,hex", "--json", str(file)]
    assert main(given) == 0
    document = json.loads(file.read_text(encoding="utf-8"))
    made = {each["name"]: each for each in document["tables"]}
    assert list(made) == only
    assert all(each["rows"] or each["said"] for each in made.values())
    assert made["editing"]["said"] == ["None of the games that were asked for is in this table."]
    assert [row["ruleset"] for row in made["python"]["rows"]] == ["hex", "tic_tac_toe"]
    assert [row["game"] for row in made["boards"]["rows"]] == ["hex 7", "hex 11", "hex 15"]
    assert all(row["the same game"] == "yes" for row in made["translation"]["rows"])
    printed = capsys.readouterr().out
    assert all(each["title"] in printed for each in made.values())


def test_an_edit_changes_the_code_and_not_the_game() -> None:
    setting = Setting("tic_tac_toe")
    game = setting.game(PYTHON)
    (first, *_) = edited(game.program)
    changed = Game(first, game.ruleset)
    assert changed.source != game.source
    played = [playouts(PYTHON, each, setting, 0, 20) for each in (game, changed)]
    assert played[0].decisions == played[1].decisions


def test_a_table_that_is_not_there_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--only", "chess"])
    assert exit_.value.code == 2
    assert "there is no table 'chess'" in capsys.readouterr().err


def test_without_the_translation_a_sentence_says_so(tmp_path: Path) -> None:
    out = table(Plan(spike=tmp_path))
    assert not out.rows
    assert "--spike" in out.said[0] or "gcc" in out.said[0]


@needs_gcc
@pytest.mark.parametrize("name", arrays.GOALS)
def test_what_is_written_in_c_is_the_same_game(name: str, tmp_path: Path) -> None:
    """Random games come to the same length, within what their number explains."""
    by_hand = arrays.play(arrays.build(name, tmp_path), 1, 0.02)
    setting = Setting(name)
    ruled = playouts(PYTHON, setting.game(PYTHON), setting, 0, 60)
    assert ruled.decisions / ruled.games == pytest.approx(by_hand.decisions / by_hand.games, rel=0.12)


@needs_gcc
@needs_spike
@pytest.mark.slow
@pytest.mark.parametrize("name", [each for each in shipped() if "+" not in each])
def test_what_is_translated_is_the_same_game(name: str, tmp_path: Path) -> None:
    setting, translation = Setting(name), Translation()
    for flags in {frozenset[str](), frozenset(FLAGS.get(name, "").split())}:
        translation.build(program_of(setting), flags, tmp_path / "built")
        assert differs(tmp_path / "built", game_of(setting), setting.players, 5, tmp_path / "trace") == ""


@pytest.mark.skipif(not there(NATIVE), reason="wasmtime is not installed")
def test_both_engines_play_the_same_games() -> None:
    setting = Setting("hex", {"side": 4})
    played = [playouts(each, setting.game(each), setting, 3, 20) for each in (PYTHON, NATIVE)]
    assert played[0].decisions == played[1].decisions > 20


def test_sides_take_turns() -> None:
    order: list[str] = []

    def side(name: str, number: int, seconds: float) -> Played:
        order.append(f"{name}{number}")
        return Played(1, 10 if name == "a" else 5, seconds)

    found = by_turns({"a": lambda *given: side("a", *given), "b": lambda *given: side("b", *given)}, 2, 0.5)
    assert order == ["a0", "b0", "a0", "b0", "b1", "a1"]
    assert found["a"].decisions.over(found["b"].decisions) == Spread((2.0, 2.0))
    assert found["a"].decisions.values == (20.0, 20.0)


def test_chunks_grow_until_the_time_is_over() -> None:
    asked: list[tuple[int, int]] = []

    def play(first: int, count: int) -> Played:
        asked.append((first, count))
        return Played(count, count, 0.01 * count)

    played = in_chunks(play)(2, 0.1)
    assert asked == [(2_000_000, 1), (2_000_001, 4), (2_000_005, 5)]
    assert (played.games, played.decisions) == (10, 10)


def test_a_profile_is_of_the_functions_of_the_module() -> None:
    report = """
    # Overhead  Shared Object       Symbol
        30.00%  [JIT] tid 27072     [.] main: options       -      -
        20.00%  libpython3.11.so    [.] gc_collect_main     -      -
        10.00%  perf-27072.map      [.] zone_list           -      -
    """
    assert shares(report) == [(0.75, "main: options"), (0.25, "zone_list")]


def test_figures_have_three_digits() -> None:
    values = (0.891, 12.34, 1234.5, 84_567.0, 2_950_000.0, 3, None, Spread((1.0, 2.0, 4.0)))
    assert [shown(value) for value in values] == [
        "0.89", "12.3", "1,234", "84.6 k", "2.95 M", "3", "–", "2.00 (1.00–4.00)",
    ]  # fmt: skip
    rows = Table("x", "X", [{"game": "go", "speed": 12.5}, {"game": "hex", "speed": None}], ["So it is."])
    assert rows.markdown() == (
        "## X\n\n| game | speed |\n| ---- | ----: |\n| go   |  12.5 |\n| hex  |     – |\n\nSo it is.\n"
    )
