"""The commands about rulesets themselves: list, check, test, schema, explain, new, compile, perft."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from yupana.interpreter.game import load
from yupana.tests.found import ROOT
from yupana.tests.tools.command_line import Yupana


@pytest.fixture
def made(yupana: Yupana, tmp_path: Path) -> Path:
    """A ruleset made by `yupana new`."""
    assert yupana("new", "my_game").code == 0
    return tmp_path / "my_game"


def spoil(file: Path, old: str, new: str) -> int:
    """Change a text that stands in a file once; its line."""
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))
    return text[: text.index(old)].count("\n") + 1


def test_list_names_the_shipped_rulesets(yupana: Yupana) -> None:
    ran = yupana("list", "--json")
    assert ran.code == 0
    (row,) = [row for row in ran.document["rulesets"] if row["name"] == "tic_tac_toe"]
    assert row == {
        "name": "tic_tac_toe", "title": "Tic-tac-toe", "group": "Classics", "designer": "", "version": "1.0",
        "from": "", "overlays": ["misere"], "installed": [],
    }  # fmt: skip
    (line,) = [line for line in yupana("list").out.splitlines() if line.startswith("cuzco_feld ")]
    assert line.split() == ["cuzco_feld", "Cuzco", "Stefan", "Feld"]


def test_list_shows_groups_under_their_headings(yupana: Yupana, made: Path) -> None:
    game = made / "game.yaml"
    game.write_text(game.read_text().replace("  language:", "  group: Of my own\n  language:", 1))
    lines = yupana("list", str(made.parent)).out.splitlines()
    heading = lines.index("Of my own")
    assert lines[heading + 1].startswith("my_game ")
    assert lines.index("Classics") < next(n for n, line in enumerate(lines) if line.startswith("tic_tac_toe "))


def test_a_sound_ruleset_checks_clean(yupana: Yupana) -> None:
    ran = yupana("check", "tic_tac_toe", "--json")
    assert (ran.code, ran.document) == (0, {"schema": "yupana.check/1", "ok": True, "diagnostics": []})
    assert yupana("check", "tic_tac_toe").out == "tic_tac_toe: no faults\n"


def test_faults_come_with_code_place_message_and_hint(yupana: Yupana, made: Path) -> None:
    line = spoil(made / "game.yaml", "stones -= number", "stonse -= number")
    ran = yupana("check", "./my_game", "--json")
    assert ran.code == 1
    assert ran.document["ok"] is False
    (fault,) = ran.document["diagnostics"]
    assert set(fault) == {
        "code", "severity", "file", "line", "column", "end_line", "end_column", "message", "hint",
        "related",
    }  # fmt: skip
    assert (fault["severity"], fault["line"], fault["column"]) == ("error", line, 7)
    assert fault["file"].endswith("my_game/game.yaml")
    assert "stones" in fault["hint"] + fault["message"]
    assert yupana("explain", fault["code"]).code == 0


def test_faults_are_shown_with_an_excerpt(yupana: Yupana, made: Path) -> None:
    spoil(made / "game.yaml", "stones -= number", "stonse -= number")
    ran = yupana("check", "tic_tac_toe", "./my_game")
    assert ran.code == 1
    assert "stonse -= number" in ran.out
    assert ran.out.endswith("./my_game: 1 error\n")
    assert "tic_tac_toe: no faults\n" in ran.out


def test_a_faulty_ruleset_cannot_be_played(yupana: Yupana, made: Path) -> None:
    spoil(made / "game.yaml", "stones -= number", "stonse -= number")
    for words in (("play", "./my_game"), ("simulate", "./my_game"), ("perft", "./my_game")):
        ran = yupana(*words)
        assert (ran.code, ran.out) == (1, "")
        assert "stonse -= number" in ran.err
    ran = yupana("compile", "./my_game", "-o", "program.json")
    assert ran.code == 1
    assert not Path("program.json").exists()


def test_examples_and_coverage(yupana: Yupana) -> None:
    ran = yupana("test", "tic_tac_toe", "--json")
    assert ran.code == 0, ran.out
    document = ran.document
    assert document["examples"]["failed"] == 0
    assert document["examples"]["passed"] == len(document["examples"]["results"]) > 0
    coverage = document["coverage"]
    assert coverage["rules"] == coverage["cited"] == coverage["proved"] > 0
    assert coverage["uncited"] == coverage["unproved"] == coverage["unknown"] == []
    people = yupana("test", "tic_tac_toe")
    assert people.code == 0
    assert f"{document['examples']['passed']} passed, 0 failed" in people.out


def test_a_failing_example_proves_nothing(yupana: Yupana, made: Path) -> None:
    spoil(made / "examples.yaml", "then: last == red", "then: last == yellow")
    ran = yupana("test", "./my_game", "--json")
    assert ran.code == 1
    document = ran.document
    assert (document["examples"]["passed"], document["examples"]["failed"]) == (2, 1)
    (failed,) = [each for each in document["examples"]["results"] if not each["ok"]]
    assert failed["name"] == "the_last_stone_wins"
    assert failed["message"]
    assert failed["file"].endswith("examples.yaml")
    assert document["coverage"]["unproved"] == ["R-3"]
    assert "FAIL  the_last_stone_wins" in yupana("test", "./my_game").out


def test_an_example_that_claims_nothing_proves_nothing_and_is_told(yupana: Yupana, made: Path) -> None:
    for claim in ("then: last == last", "then: true", "then: red != yellow or last == red", "text: Red wins."):
        held = (made / "examples.yaml").read_text(encoding="utf-8")
        spoil(made / "examples.yaml", "then: last == red", claim)
        spoil(made / "examples.yaml", "      red: cannot take(number=3)\n", "")
        ran = yupana("test", "./my_game", "--json")
        assert ran.code == 0, ran.out
        assert ran.document["examples"]["failed"] == 0
        coverage = ran.document["coverage"]
        assert coverage["unproved"] == ["R-3"], claim
        (idle,) = coverage["idle"]
        assert idle["example"] == "the_last_stone_wins"
        assert "nothing is claimed" in idle["why"] or "holds whatever" in idle["why"]
        assert "proves nothing: " in yupana("test", "./my_game").out
        assert yupana("test", "./my_game", "--strict").code == 1
        explained = yupana("explain", "./my_game", "R-3", "--json").document
        assert explained["examples"] == []
        assert explained["examples_through_others"] == ["the_last_stone_wins"]
        (made / "examples.yaml").write_text(held, encoding="utf-8")


def test_one_example_can_be_run_alone(yupana: Yupana) -> None:
    name = "a_row_wins_at_once"
    ran = yupana("test", "tic_tac_toe", "--only", name, "--json")
    assert [each["name"] for each in ran.document["examples"]["results"]] == [name]


def test_rules_that_nobody_cites_or_proves_are_listed(yupana: Yupana, made: Path) -> None:
    spoil(made / "rulebook.yaml", "    R-3:", '    R-9: {section: "2", text: Nobody minds this one.}\n    R-3:')
    ran = yupana("test", "./my_game", "--json")
    assert ran.code == 0
    assert (ran.document["coverage"]["uncited"], ran.document["coverage"]["unproved"]) == (["R-9"], ["R-9"])
    assert yupana("test", "./my_game", "--strict").code == 1
    assert "not cited: R-9" in yupana("test", "./my_game").out


def test_perft_counts_sequences(yupana: Yupana) -> None:
    for depth, leaves in ((0, 1), (1, 9), (2, 72), (5, 15120)):
        ran = yupana("perft", "tic_tac_toe", "--depth", str(depth), "--json")
        found = ran.document
        assert (found["schema"], found["depth"], found["leaves"]) == ("yupana.perft/1", depth, leaves)
        assert found["depths"][-1]["leaves"] == leaves
        assert [each["depth"] for each in found["depths"]] == list(range(min(1, depth), depth + 1))


def test_perft_shows_every_depth_and_what_the_first_options_lead_to(yupana: Yupana) -> None:
    lines = yupana("perft", "tic_tac_toe", "--depth", "3", "--divide").out.splitlines()
    assert [line.split()[:2] for line in lines[1:4]] == [["1", "9"], ["2", "72"], ["3", "504"]]
    assert [line.split()[1] for line in lines[4:]] == ["56"] * 9
    assert lines[4].startswith("mark(space=a1)")
    found = yupana("perft", "tic_tac_toe", "--depth", "3", "--divide", "--json").document
    assert sum(each["leaves"] for each in found["divide"]) == found["leaves"] == 504


def test_perft_begins_where_a_save_or_an_example_ends(yupana: Yupana, tmp_path: Path) -> None:
    from yupana.interpreter.game import load

    game = load("tic_tac_toe")
    state = game.start()
    for option in ("mark(space=a1)", "mark(space=b2)"):
        state.apply(option)
    path = tmp_path / "game.json"
    path.write_text(state.to_json(), encoding="utf-8")
    assert yupana("perft", "tic_tac_toe", "--depth", "2", "--from", str(path), "--json").document["leaves"] == 7 * 6
    stones = str(ROOT / "tests" / "language" / "25_repetition.yaml")
    example = "no_position_comes_twice_where_all_count"
    assert yupana("perft", stones, "--depth", "1", "--from", example, "--json").document["leaves"] > 1
    for words in (("--from", "no_such"), ("--from", "no_such.json"), ("--from", example, "--players", "2")):
        ran = yupana("perft", stones, *words)
        assert ran.code == 2, ran.out
        assert len(ran.err.strip().splitlines()) == 1


def test_perft_begins_at_a_position_that_was_printed(yupana: Yupana, tmp_path: Path) -> None:
    moves = ("mark(space=b2)", "mark(space=a1)", "position", "quit")
    lines = yupana("play", "tic_tac_toe", lines=moves).out.splitlines()
    begin = lines.index("position: |")
    drawn = "\n".join(lines[begin : begin + 5])
    assert drawn == "position: |\n  1 o . .\n  2 . x .\n  3 . . .\n    a b c"
    path = tmp_path / "board.yaml"
    path.write_text(drawn + "\n", encoding="utf-8")
    found = yupana("perft", "tic_tac_toe", "--depth", "2", "--from", str(path), "--json").document
    assert [each["leaves"] for each in found["depths"]] == [7, 7 * 6]
    path.write_text(drawn.replace("1 o", "1 y") + "\n", encoding="utf-8")
    ran = yupana("perft", "tic_tac_toe", "--from", str(path))
    assert ran.code == 1
    assert "board.yaml:2:5: error YUP446" in ran.err
    path.write_text("position: 1 o..\nwhen: [{o: mark(space=b2)}]\n", encoding="utf-8")
    ran = yupana("perft", "tic_tac_toe", "--from", str(path))
    assert ran.code == 2
    assert ran.err.startswith("The position in ")
    assert len(ran.err.strip().splitlines()) == 1


def test_perft_goes_through_chance(yupana: Yupana) -> None:
    cards = str(ROOT / "tests" / "language" / "27_three_cards.yaml")
    found = yupana("perft", cards, "--depth", "3", "--chance", "--json").document
    # six deals; then two options, two more, and two where the first has stayed and the second bets
    assert [each["leaves"] for each in found["depths"]] == [12, 24, 12]
    assert yupana("perft", cards, "--depth", "3", "--json").document["leaves"] == 2


def test_the_schema_is_a_json_schema(yupana: Yupana, tmp_path: Path) -> None:
    document = yupana("schema").document
    assert document["$schema"].startswith("https://json-schema.org/")
    assert "actions" in document["properties"]
    assert yupana("schema", "-o", "schema.json").code == 0
    assert json.loads((tmp_path / "schema.json").read_text()) == document


def test_codes_are_explained_with_an_example_and_a_mend(yupana: Yupana) -> None:
    codes = yupana("explain", "--json").document["codes"]
    assert len(codes) > 20
    for code in codes[:3]:
        ran = yupana("explain", code["code"], "--json")
        assert ran.code == 0
        assert all(ran.document[key] for key in ("code", "title", "meaning", "example", "fix"))
        assert code["title"] in yupana("explain", code["code"].lower()).out


def test_every_code_that_is_reported_is_explained(yupana: Yupana) -> None:
    explained = {each["code"] for each in yupana("explain", "--json").document["codes"]}
    root = Path(__file__).resolve().parents[2]
    sources = [*(root / "schemas").rglob("*.py"), *(root / "interpreter").rglob("*.py")]
    reported = {code for source in sources for code in re.findall(r'"(YUP\d{3})"', source.read_text())}
    assert len(reported) > 20
    assert reported <= explained


def test_a_new_ruleset_is_clean_covered_and_playable(yupana: Yupana, made: Path) -> None:
    assert yupana("check", "./my_game", "--json").document["ok"]
    assert yupana("test", "./my_game", "--strict").code == 0
    for players in ("2", "3", "4"):
        assert yupana("simulate", "./my_game", "--games", "5", "--players", players).code == 0
    assert "wins." in yupana("play", "./my_game", "--auto").out


def test_new_overwrites_nothing_and_leaves_nothing_half_done(yupana: Yupana, made: Path, tmp_path: Path) -> None:
    before = {file.name: file.read_text() for file in made.iterdir()}
    ran = yupana("new", "my_game")
    assert ran.code == 2
    assert "is there already, and nothing is overwritten" in ran.err
    assert {file.name: file.read_text() for file in made.iterdir()} == before
    assert [each.name for each in tmp_path.iterdir()] == ["my_game"]


def test_a_compiled_program_is_written_whole(yupana: Yupana, tmp_path: Path) -> None:
    ran = yupana("compile", "tic_tac_toe", "-o", "program.json", "--json")
    assert ran.code == 0, ran.err
    text = (tmp_path / "program.json").read_text()
    assert ran.document["bytes"] == len(text.encode())
    assert json.loads(text)[0] == "yupana program"


def test_a_module_is_written_whole(yupana: Yupana, tmp_path: Path) -> None:
    ran = yupana("compile", "tic_tac_toe", "--to", "wasm", "-o", "game.wasm", "--json")
    assert ran.code == 0, ran.err
    data = (tmp_path / "game.wasm").read_bytes()
    assert ran.document["bytes"] == len(data)
    assert data == load("tic_tac_toe").module()
    assert data[:4] == b"\0asm"
