"""A game at the terminal, played by lines that are typed."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Process, Yupana
from yupana.tools.terminal.commands import COMMANDS

X_WINS = ["a1", "a2", "b1", "b2", "c1"]


def test_typed_options_play_a_game_to_its_end(yupana: Yupana) -> None:
    ran = yupana("play", "tic_tac_toe", lines=X_WINS)
    assert ran.code == 0, ran.err
    assert re.search("^X: .*c1$", ran.out, re.MULTILINE)
    assert "x wins." in ran.out
    assert "   a b c\n1  · · · 1\n" in ran.out
    assert "\x1b" not in ran.out


@pytest.mark.parametrize("line", ["mark(space=b2)", "mark b2", "b2", "space=b2", "5", "MARK( space = b2 )"])
def test_an_option_is_picked_by_number_by_its_text_or_by_a_part_of_it(yupana: Yupana, line: str) -> None:
    ran = yupana("play", "tic_tac_toe", "--json", lines=[line])
    assert ran.document["decisions"] == ["mark(space=b2)"]


def test_several_matches_narrow_and_one_is_done(yupana: Yupana) -> None:
    ran = yupana("play", "tic_tac_toe", "--json", lines=["c", "2", "a", "back", "b", "b3"])
    assert ran.document["decisions"] == ["mark(space=c2)", "mark(space=b3)"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("mark(space=z9)", "No option matches `mark(space=z9)`."),
        ("castle", "No option matches `castle`."),
        ("17", "There is no 17; there are 1–9."),
        ("0", "There is no 0"),
        ("undo", "There is no decision to take back."),
        ("redo", "There is nothing to take again."),
        ("save", "Write where"),
        ("save missing/file.json", "there is no folder `missing`"),
        ("load missing.json", "`missing.json` cannot be read: No such file"),
        ("why", "Write what you miss"),
        ("undo 5", "`undo` takes one decision back"),
        ("why not castle", "X can now only choose: mark …"),
        ("why not b2", "`b2` is offered: Mark b2."),
        ("save ~nosuchuser/x", "There is no home folder `~nosuchuser`."),
        ("load ~nosuchuser/x", "There is no home folder `~nosuchuser`."),
        ("save " + "x" * 300, "File name too long"),
        ("load " + "x" * 300, "File name too long"),
        ("save a\0b", "cannot hold the character NUL"),
        ("load a\0b", "cannot hold the character NUL"),
        ("9" * 1900, "There is no 99999"),
        ("x" * 5000, "A line has at most 2,000 characters"),
        ("²", "No option matches `²`."),
        ("save .", "it is a folder"),
        ("rules zzz", "No rule, section or word `zzz`."),
    ],
)
def test_what_cannot_be_done_is_told_and_the_game_goes_on(yupana: Yupana, line: str, sentence: str) -> None:
    ran = yupana("play", "tic_tac_toe", lines=[line, *X_WINS])
    assert ran.code == 0, ran.err
    assert sentence in ran.out
    assert "x wins." in ran.out


@pytest.mark.parametrize("line", ["why not mark(space=b2)", "why not mark(b2)", "why not mark b2", "why not b2", "b2"])
def test_why_not_names_the_condition_that_fails(yupana: Yupana, line: str) -> None:
    ran = yupana("play", "tic_tac_toe", lines=["b2", line, "quit"])
    assert "Not possible: mark b2. " in ran.out
    assert line == "b2" or "`mark(space=b2)` is not offered: `space.mark == none` does not hold" in ran.out


@pytest.mark.parametrize(
    ("lang", "line", "told"),
    [("en", "why not Move from a1 to a2", "Not possible: move from a1 to a2. Not to be chosen here: a2."),
     ("ja", "なぜ a1からa2へ動かす", "選べません：a1からa2へ動かす。")],
)  # fmt: skip
def test_what_is_missed_can_be_asked_for_in_the_words_of_the_game(
    yupana: Yupana, lang: str, line: str, told: str
) -> None:
    ran = yupana("play", "chess", "--lang", lang, lines=[line, "quit"])
    assert told in ran.out
    assert "move(from=a1" in ran.out


SHOP = """
ruleset: {name: shop, title: Shop, language: 3}
players: {min: 2, max: 2, names: [red, blue], fields: {ap: {type: int, start: 6}}}
rulebook: {rules: {S-1: {text: A palace costs 99 AP., section: "1", status: stated}}, sections: {"1": Costs}}
actions:
  build: {source: S-1, cost: {ap: 99}, effects: pass}
  rest: {limit: {times: 2, per: turn}, effects: pass}
flow: [{turns: turn, order: players, play: until_pass}]
"""


@pytest.mark.parametrize(
    ("lang", "costs", "done"),
    [
        ("en", "it costs 99 AP, red has 6; ", "already done 2 of 2 times in this turn; "),
        ("de", "es kostet 99 AP, red hat 6; ", "schon 2 von 2 Mal getan (je turn); "),
        ("ja", "行動力が99必要ですが、redには6しかありません。", "この手番では2回中すでに2回行いました。"),
    ],
)
def test_why_not_tells_a_cost_and_a_limit_in_numbers(
    yupana: Yupana, tmp_path: Path, lang: str, costs: str, done: str
) -> None:
    (tmp_path / "shop.yaml").write_text(SHOP, encoding="utf-8")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "shop.ja.yaml").write_text("names: {ap: 行動力, turn: 手番}\n", encoding="utf-8")
    lines = ["why not build", "rest", "rest", "why not rest", "quit"]
    ran = yupana("play", "shop.yaml", "--lang", lang, lines=lines)
    assert costs in ran.out
    assert done in ran.out


def test_undo_and_redo(yupana: Yupana) -> None:
    ran = yupana("play", "tic_tac_toe", "--json", lines=["a1", "a2", "undo", "undo", "redo", "c3"])
    assert ran.document["decisions"] == ["mark(space=a1)", "mark(space=c3)"]


def test_undo_goes_back_over_the_bots(yupana: Yupana) -> None:
    ran = yupana("play", "tic_tac_toe", "--json", "--seed", "4", "--bots", "o=random", lines=["a1", "undo", "b2"])
    assert ran.document["decisions"][0] == "mark(space=b2)"
    assert len(ran.document["decisions"]) == 2


def test_the_rulebook_is_at_hand(yupana: Yupana) -> None:
    ran = yupana("play", "tic_tac_toe", lines=["rules", "rules TTT-5", "rules 2", "quit"])
    assert "How to play" in ran.out
    assert ran.out.count("TTT-5") >= 2


def test_help_names_every_command(yupana: Yupana) -> None:
    ran = yupana("play", "tic_tac_toe", lines=["help", "quit"])
    for command in ("why not", "undo", "redo", "save", "load", "rules", "log", "quit"):
        assert re.search(rf"\n  (.*, )?{command} ", ran.out), command


def test_a_game_is_saved_and_gone_on_with(yupana: Yupana, tmp_path: Path) -> None:
    yupana("play", "tic_tac_toe", lines=["a1", "a2", "save evening.json", "quit"])
    assert [each.name for each in tmp_path.iterdir()] == ["evening.json"]
    ran = yupana("play", "--resume", "evening.json", "--json", lines=["b1", "b2", "c1"])
    assert ran.code == 0, ran.err
    assert ran.document["winners"] == ["x"]
    ran = yupana("play", "tic_tac_toe", "--json", lines=["load evening.json", "b3"])
    assert ran.document["decisions"] == ["mark(space=a1)", "mark(space=a2)", "mark(space=b3)"]


def test_bots_on_all_seats_are_watched(yupana: Yupana) -> None:
    ran = yupana("play", "tic_tac_toe", "--auto", "--seed", "3")
    assert ran.code == 0, ran.err
    assert re.search("^X: .*[abc][123]$", ran.out, re.MULTILINE)
    assert "wins." in ran.out or "share" in ran.out
    again = yupana("play", "tic_tac_toe", "--bots", "random", "--seed", "3")
    assert again.out == ran.out


def test_json_is_one_document(yupana: Yupana) -> None:
    document = yupana("play", "tic_tac_toe", "--auto", "--seed", "3", "--json").document
    assert document["over"] is True
    assert document["players"] == ["x", "o"]
    assert len(document["scores"]) == 2


def test_lines_that_end_early_leave_the_game_unfinished(yupana: Yupana, tmp_path: Path) -> None:
    ran = yupana("play", "tic_tac_toe", lines=["a1"])
    assert ran.code == 0
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_saves_the_game_and_says_where(process: Process, tmp_path: Path) -> None:
    playing = process("play", "tic_tac_toe")
    assert playing.stdin is not None
    assert playing.stdout is not None
    playing.stdin.write("a1\n")
    playing.stdin.flush()
    for line in playing.stdout:
        if "O decides" in line:
            break
    playing.send_signal(signal.SIGINT)
    _, err = playing.communicate(timeout=60)
    assert playing.returncode == 130
    (saved,) = tmp_path.iterdir()
    assert f"The game is saved in {saved.name}" in err
    assert "Traceback" not in err
    assert "mark(space=a1)" in json.dumps(json.loads(saved.read_text()))


def test_an_internal_error_at_the_table_loses_nothing(
    yupana: Yupana, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(session: object, rest: str) -> bool:
        session.state.apply("mark(space=b1)")  # type: ignore[attr-defined]
        raise KeyError("lost\x1b[2J")

    monkeypatch.setitem(COMMANDS, "log", broken)
    ran = yupana("play", "tic_tac_toe", lines=["a1", "log", "a2", "log", "b1", "b2", "c1"])
    assert ran.code == 0
    assert "x wins." in ran.out
    assert ran.err.count("Internal error: KeyError") == 2
    assert "Please report it to its authors" in ran.err
    assert "tic_tac_toe-autosave-1.save.json too." in ran.err
    (saved,) = tmp_path.iterdir()
    assert [line.strip(' ",') for line in saved.read_text().splitlines() if "mark(" in line] == [
        "mark(space=a1)",
        "mark(space=a2)",
    ]


def test_an_internal_error_of_a_bot_ends_the_game_but_saves_it(
    yupana: Yupana, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> int:
        raise KeyError("no idea")

    monkeypatch.setattr("yupana.tools.bots.random.RandomBot.choose", broken)
    ran = yupana("play", "tic_tac_toe", "--bots", "o=random", lines=["a1", "a2"])
    assert ran.code == 3
    assert "The game is saved in tic_tac_toe-1.save.json" in ran.err
    assert "mark(space=a1)" in (tmp_path / "tic_tac_toe-1.save.json").read_text()


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX sends them")
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_game_that_is_told_to_end_is_saved(process: Process, tmp_path: Path, sent: signal.Signals, code: int) -> None:
    playing = process("play", "tic_tac_toe")
    assert playing.stdin is not None
    assert playing.stdout is not None
    playing.stdin.write("a1\n")
    playing.stdin.flush()
    for line in playing.stdout:
        if "O decides" in line:
            break
    for _ in range(3):
        playing.send_signal(sent)
    playing.communicate(timeout=60)
    assert playing.returncode == code
    (saved,) = tmp_path.iterdir()
    assert "mark(space=a1)" in saved.read_text()


def _translated(folder: Path) -> Path:
    """A small ruleset with texts in Japanese beside it."""
    home = folder / "stones"
    (home / "texts").mkdir(parents=True)
    (home / "game.yaml").write_text(
        "ruleset: {name: stones, title: Stones, language: 1}\n"
        "players: {min: 2, max: 2, names: [red, blue], fields: {stones: int 0..9}}\n"
        "actions: {take: {text: Take stones, parameters: {number: {in: 1..2}}, effects: me.stones += number}}\n"
        "flow: [{turns: turn, until: me.stones >= 3}]\n"
        "rulebook: {sections: {'1': Play}, rules: {S-1: {section: '1', text: Take one or two.}}}\n",
        encoding="utf-8",
    )
    (home / "texts" / "ja.yaml").write_text(
        "title: 石\nsections: {'1': 遊び方}\nrules: {S-1: 石を一つか二つ取る。}\n"
        "names: {red: 赤, take: 取る, number: 数}\ntexts: {actions.take: 石を取る}\n",
        encoding="utf-8",
    )
    return home


def test_names_and_rules_are_shown_in_another_language(yupana: Yupana, tmp_path: Path) -> None:
    ran = yupana("play", str(_translated(tmp_path)), "--lang", "ja", lines=["rules S-1", "1", "quit"])
    assert "石を一つか二つ取る。" in ran.out
    assert re.search("^赤: .*1", ran.out, re.MULTILINE)
    assert "blue" in ran.out, "a name without a translation keeps its own word"


def test_a_language_that_is_not_there_is_wrong_usage(yupana: Yupana, tmp_path: Path) -> None:
    ran = yupana("play", str(_translated(tmp_path)), "--lang", "xx")
    assert ran.code == 2
    assert "There are `ja`." in ran.err


def test_missing_texts_are_counted_by_check(yupana: Yupana, tmp_path: Path) -> None:
    home = _translated(tmp_path)
    (home / "texts" / "ja.yaml").write_text("title: 石\nrules: {S-1: 石を取る。}\n", encoding="utf-8")
    ran = yupana("check", str(home), "--json")
    (warning,) = ran.document["diagnostics"]
    assert warning["severity"] == "warning"
    assert "1 sections, 1 texts" in warning["message"]
