"""The table of the studio: a game that goes on under new rules, bots, set-up by hand, and examples made of play."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.schemas.compose import list_rulesets
from yupana.tests.studio.at_table import AtTable
from yupana.tools.format.files import format_file
from yupana.tools.format.roles import Attributes
from yupana.tools.studio.making import proposed
from yupana.tools.studio.params import Params
from yupana.tools.studio.played import Beginning, Played, ready_for
from yupana.tools.studio.suggested import suggest

LARGE = ("cargo_empire", "pizarro", "cuzco_feld", "cuzco_kk", "night_market", "chess")


@pytest.fixture
def table(tmp_path: Path) -> AtTable:
    """Tic-tac-toe, begun."""
    found = AtTable.of("tic_tac_toe", tmp_path)
    found.ask("table/begin", seed=1)
    return found


def marks(table: AtTable) -> dict[str, str]:
    """Who has marked which square."""
    fields = table.ask("table/parts", search=".mark")["fields"]
    return {each["place"].removesuffix(".mark"): each["value"] for each in fields if each["value"] != "none"}


# ---------------------------------------------------------------- playing


def test_a_game_is_played_taken_back_and_looked_at(table: AtTable) -> None:
    assert table.view["decision"]["player"] == "x"
    table.ask("table/choose", ply=0, index=4)
    assert marks(table) == {"b2": "x"}
    table.ask("table/choose", ply=1, index=0)
    table.ask("table/undo")
    assert (table.view["ply"], table.view["can"]["redo"]) == (1, True)
    table.ask("table/redo")
    assert table.view["ply"] == 2
    table.ask("table/go", ply=0)
    assert marks(table) == {}
    table.ask("table/go", ply=2)
    assert len(marks(table)) == 2
    assert table.ask("table/at", ply=1)["ply"] == 1
    assert [each["ply"] for each in table.ask("table/log")] == [0, 1, 2]
    assert table.ask("table/ends", ply=2, index=0) == {"ends": True}
    assert "b2" in table.ask("table/why", text="mark(space=b2)")["exact"]
    assert '"decisions"' in table.ask("table/save")["text"]
    about = table.ask("table/about")
    assert about["title"] == "Tic-tac-toe"
    assert table.ask("table/meanings")["elements"]
    assert table.ask("table/book")["chapters"]


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("table/choose", {"ply": 1, "index": 0}),
        ("table/choose", {"ply": 0, "index": 9}),
        ("table/undo", {}),
        ("table/redo", {}),
        ("table/go", {"ply": 1}),
        ("table/at", {"ply": 3}),
        ("table/eyes", {"eyes": "7"}),
        ("table/eyes", {"eyes": "x"}),
        ("table/seats", {"seats": ["tuned:/etc/passwd"]}),
        ("table/seats", {"seats": ["mcts:99999"]}),
        ("table/seats", {"seats": ["nobody"]}),
        ("table/arrange", {}),
        ("table/arrange", {"lines": "b2.mark = nobody"}),
        ("table/arrange", {"lines": "b9.mark = x"}),
        ("table/arrange", {"carry": {"thing": "0:x", "target": "99:b2"}}),
        ("table/begin", {"players": 7}),
        ("table/begin", {"options": {"no_such": 1}}),
        ("examples/propose", {}),
        ("examples/make", {"name": "x"}),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(table: AtTable, method: str, said: dict[str, object]) -> None:
    before = table.standing
    assert table.refused(method, **said).endswith((".", "?"))
    assert table.standing == before


def test_bots_play_when_it_is_their_turn_and_stop_when_they_are_told(tmp_path: Path) -> None:
    table = AtTable.of("tic_tac_toe", tmp_path)
    table.ask("table/begin", seed=1, seats=["human", "greedy"])
    table.ask("table/choose", ply=0, index=0)
    table.wait(lambda: bool(table.view["ply"] == 2))
    table.ask("table/undo")
    assert table.view["ply"] == 0, "with what the bot did"
    table.ask("table/seats", seats=["random", "random"])
    table.ask("table/play", decisions=1)
    table.wait(lambda: not table.last("table/standing")["playing"])
    assert table.view["ply"] == 1
    table.ask("table/play", rounds=1)
    table.wait(lambda: not table.last("table/standing")["playing"])
    assert table.view["ply"] == 3
    table.ask("table/play")
    table.wait(lambda: bool(table.view["over"]))
    assert "over" in table.refused("table/play")


def test_a_bot_that_thinks_is_stopped_within_its_time(tmp_path: Path) -> None:
    table = AtTable.of("hex", tmp_path)
    table.ask("table/begin", seed=1, seats=["mcts", "flat"])
    assert table.standing["seats"] == ["mcts:0.3s", "flat:0.3s"]
    table.ask("table/play")
    table.wait(lambda: bool(table.view["ply"] >= 2))
    begun = time.monotonic()
    table.ask("table/stop")
    assert time.monotonic() - begun < 1.5
    ply = table.standing["ply"]
    table.wait(lambda: True)
    assert table.standing["ply"] == ply


def test_who_looks_sees_what_their_seat_sees(tmp_path: Path) -> None:
    table = AtTable.of("hearts", tmp_path)
    table.ask("table/begin", seed=1)

    def hands() -> dict[str, object]:
        return dict(table.ask("table/view")["observation"]["zones"]["hand"])

    mine = [name for name, cards in hands().items() if isinstance(cards, list)]
    assert mine == [table.view["decision"]["player"]]
    table.ask("table/eyes", eyes="open")
    assert all(isinstance(cards, list) for cards in hands().values())
    assert table.view["decision"]["options"], "who decides can still decide"
    other = (table.standing["seat"] + 1) % len(table.standing["seats"])
    table.ask("table/eyes", eyes=str(other))
    assert "options" not in table.ask("table/view")["decision"]


# ---------------------------------------------------------------- other rules


def test_the_table_goes_on_under_new_rules_and_says_where_it_cannot(table: AtTable) -> None:
    table.played(1, 4)
    before = marks(table)
    table.edit("game.yaml", "title: Tic-tac-toe", "title: Noughts")
    found = table.ask("table/refresh")
    assert (found["sound"], found["parted"]) == (True, None)
    assert (marks(table), table.ask("table/about")["title"]) == (before, "Noughts")
    assert table.ask("table/refresh") == {}, "nothing is new"
    table.edit("game.yaml", "of: {s: Square}\n", "of: {s: Square\n")
    found = table.ask("table/refresh")
    assert (found["sound"], len(found["faults"]) > 0) == (False, True)
    assert (marks(table), table.standing["sound"]) == (before, False)
    table.edit("game.yaml", "of: {s: Square\n", "of: {s: Square}\n")
    assert table.ask("table/refresh")["sound"]
    # with two columns something that was done cannot be done, and once it can again, all of it is there
    third = table.ask("table/at", ply=4)["log"]
    table.edit("game.yaml", "columns: 3, rows: 3", "columns: 3, rows: 4")
    assert table.ask("table/refresh")["parted"] is None
    assert [each["text"] for each in table.ask("table/log")] == [each["text"] for each in third]


def test_a_decision_that_the_new_rules_do_not_know_is_named_and_comes_back(table: AtTable) -> None:
    for ply, index in enumerate((4, 0, 0)):
        table.ask("table/choose", ply=ply, index=index)
    whole = marks(table)
    path = table.folder / "game.yaml"
    text = path.read_text(encoding="utf-8").partition("\nexamples:")[0]
    path.write_text(text, encoding="utf-8")
    assert table.ask("table/refresh")["parted"] is None
    path.write_text(text.replace("space.mark == none", "space.mark == none and space != b2"), encoding="utf-8")
    found = table.ask("table/refresh")
    assert found["sound"], found
    assert (found["parted"]["at"], "b2" in found["parted"]["option"], bool(found["parted"]["why"])) == (1, True, True)
    assert table.ask("table/blame")["changes"] == ["actions.mark"]
    assert table.view["ply"] == 0
    path.write_text(text, encoding="utf-8")
    assert table.ask("table/refresh")["parted"] is None
    assert marks(table) == whole


def test_rules_that_cannot_begin_leave_the_table_as_it_was(table: AtTable) -> None:
    table.played(1, 3)
    before = marks(table)
    table.edit("game.yaml", "players: {min: 2, max: 2, names: [x, o]}", "players: {min: 3, max: 3, names: [x, o, z]}")
    path = table.folder / "game.yaml"
    path.write_text(path.read_text(encoding="utf-8").partition("\nexamples:")[0], encoding="utf-8")
    found = table.ask("table/refresh")
    assert (found["sound"], found["parted"]["at"]) == (True, 0)
    assert marks(table) == before
    table.ask("table/begin", seed=1)
    assert len(table.standing["players"]) == 3


def test_the_table_speaks_another_language_at_the_same_position(tmp_path: Path) -> None:
    table = AtTable.of("chess", tmp_path)
    table.ask("table/begin", seed=1, language="en")
    table.played(1, 6)
    assert table.ask("table/about")["title"] == "Chess"
    standing = table.ask("table/standing", language="ja")
    assert (standing["ply"], table.ask("table/view")["ply"]) == (6, 6)
    about = table.ask("table/about")
    assert (about["title"].isascii(), about["language"]) == (False, "ja")


# ---------------------------------------------------------------- set up by hand


def test_a_position_is_put_together_as_given_says_it(table: AtTable) -> None:
    domain = next(number for number, each in enumerate(table.ask("table/about")["domains"]) if each["name"] == "Square")
    table.ask("table/arrange", carry={"thing": "0:x", "source": "", "target": f"{domain}:b2"})
    table.ask("table/arrange", set={"place": "a1.mark", "value": "o"})
    assert marks(table) == {"b2": "x", "a1": "o"}
    assert table.standing["given"] == ["a1.mark = o", "b2.mark = x"]
    table.ask("table/arrange", carry={"thing": "0:o", "source": f"{domain}:a1", "target": f"{domain}:c3"})
    assert marks(table) == {"b2": "x", "c3": "o"}
    table.ask("table/arrange", carry={"thing": "0:o", "source": f"{domain}:c3", "target": "out"})
    assert table.standing["given"] == ["b2.mark = x"]
    table.ask("table/undo")
    assert marks(table) == {"b2": "x", "c3": "o"}
    table.ask("table/choose", ply=0, index=0)
    assert len(marks(table)) == 3
    assert "hand" in table.refused("table/save")
    listed = table.ask("table/parts", search="b2")
    assert [each["place"] for each in listed["fields"]] == ["b2.mark"]
    assert listed["supply"]


def test_what_given_cannot_say_is_refused_with_the_reason(table: AtTable) -> None:
    table.ask("table/choose", ply=0, index=0)
    sentence = table.refused("table/arrange", set={"place": "c3.mark", "value": "x"})
    assert "x is asked for" in sentence
    assert "here o" in sentence
    table.ask("table/choose", ply=1, index=0)
    table.ask("table/arrange", set={"place": "c3.mark", "value": "x"})  # it is x again
    assert (len(marks(table)), table.view["ply"]) == (3, 0)


def test_pieces_are_moved_between_zones_and_in_their_order(tmp_path: Path) -> None:
    table = AtTable.of("cargo_empire", tmp_path)
    table.ask("table/begin", seed=3, players=2)
    pieces = table.ask("table/parts", search="train card")["pieces"]
    held = next(each for each in pieces if each["in"] == "red.hand")
    table.ask("table/arrange", lines=f"move {held['name']} to blue.hand")
    assert table.standing["given"] == [f"move {held['name']} to blue.hand"]
    domains = table.ask("table/about")["domains"]
    kind = next(number for number, each in enumerate(domains) if held["name"] in each["names"])
    players = next(number for number, each in enumerate(domains) if "blue" in each["names"] and "red" in each["names"])
    at = domains[kind]["names"].index(held["name"])
    carry = {"thing": f"{kind}:{held['name']}", "members": str(at), "source": "", "target": f"{players}:red"}
    table.ask("table/arrange", carry=carry)
    assert table.standing["given"] in ([], [f"move {held['name']} to red.hand"])


# ---------------------------------------------------------------- examples


def test_an_example_is_made_written_and_fails_when_its_rule_is_broken(table: AtTable) -> None:
    for ply, index in enumerate((4, 0, 0)):
        table.ask("table/choose", ply=ply, index=index)
    table.ask("table/mark", ply=2)
    proposal = table.ask("examples/propose")
    codes = [each["code"] for each in proposal["claims"]]
    assert "b1.mark == x" in codes
    assert [each["phrase"] for each in proposal["claims"] if each["sort"] == "cannot"]
    made = table.ask("examples/make", name="played here", claims=[str(codes.index("b1.mark == x"))])
    assert (made["ok"], made["name"]) == (True, "played_here")
    table.apply(made["edit"])
    formatted = format_file(table.folder / "game.yaml", "game.yaml", Attributes.of(None))
    assert formatted.before == formatted.after, "laid out as `yupana fmt` does it"
    found = table.ask("examples/run", names=[])
    assert (found["failed"], found["examples"][-1]["name"], found["examples"][-1]["ok"]) == (0, "played_here", True)
    assert found["examples"][-1]["line"] == made["edit"]["line"]
    text = (table.folder / "game.yaml").read_text(encoding="utf-8")
    broken = text.replace("space.mark = me", "space.mark = opponent(me)")
    assert broken != text
    (table.folder / "game.yaml").write_text(broken, encoding="utf-8")
    failed = [each["name"] for each in table.ask("examples/run", names=[])["examples"] if each["ok"] is False]
    assert "played_here" in failed


def test_an_example_of_what_was_put_together_begins_with_it(table: AtTable) -> None:
    table.ask("table/arrange", set={"place": "a1.mark", "value": "x"})
    table.ask("table/arrange", set={"place": "a2.mark", "value": "x"})
    index = 1 + [0, 0].count(1)
    view = table.ask("table/view")
    assert view["ply"] == 0
    options = sum(each[1] for each in view["decision"]["options"])
    assert options == 7
    table.ask("table/choose", ply=0, index=index)
    proposal = table.ask("examples/propose")
    assert "given:" in proposal["text"]
    assert "a1.mark = x" in proposal["given"] or not proposal["given"]


def test_an_overlay_gets_its_own_examples(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "mine.yaml").write_text(
        "ruleset: {name: mine, title: Mine, extends: tic_tac_toe, language: 4}\n", encoding="utf-8"
    )
    table = AtTable(folder)
    table.ask("table/begin", seed=1)
    table.played(1, 2)
    table.ask("examples/propose")
    made = table.ask("examples/make", name="mine", claims=["0"])
    assert made["edit"]["path"] == "mine.yaml"
    table.apply(made["edit"])
    found = table.ask("examples/run", names=["mine"])
    assert [each["ok"] for each in found["examples"] if each["name"] == "mine"] == [True]


def test_a_missed_break_gets_an_example_that_notices_it(table: AtTable) -> None:
    path = table.folder / "game.yaml"
    text = path.read_text(encoding="utf-8")
    head, _, rest = text.partition("\nexamples:\n")
    first = rest.partition("\n  a_row_wins_at_once:")[0]
    path.write_text(f"{head}\nexamples:\n{first}\n", encoding="utf-8")
    told: list[object] = []
    found = suggest(table.folder, Params({"only": ["functions.full_line"], "most": 3}),
                    lambda done, total, said="", so_far=None: told.append(so_far))  # fmt: skip
    named = [each for each in found["found"] if each["name"]]
    assert named
    assert told[-1] is not None
    made = table.ask("examples/write", name=named[0]["name"], text=named[0]["text"], remark=named[0]["break"])
    assert made["ok"]
    table.apply(made["edit"])
    assert f"# {named[0]['break']}" in path.read_text(encoding="utf-8")
    again = suggest(table.folder, Params({"only": ["functions.full_line"], "most": 1}), lambda *all_, **more: None)
    assert again["missed"] < found["missed"]


# ---------------------------------------------------------------- all games


@pytest.mark.parametrize("ruleset", ["backgammon", "hearts", "cargo_empire"])
def test_some_games_are_played_and_kept(ruleset: str, tmp_path: Path) -> None:
    played_kept_and_made(ruleset, tmp_path, 30)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [each.name for each in list_rulesets()])
def test_all_games_are_played_and_kept(ruleset: str, tmp_path: Path) -> None:
    played_kept_and_made(ruleset, tmp_path, 30)


def played_kept_and_made(ruleset: str, tmp_path: Path, decisions: int) -> None:
    """Play a game, edit a text of it, see that it stands as it stood, and make an example."""
    table = AtTable.of(ruleset, tmp_path)
    table.ask("table/begin", seed=7)
    table.played(1, decisions)
    before = {key: each for key, each in table.ask("table/view").items() if key != "log"}
    head = next(each for each in table.folder.glob("*.yaml") if "\n  title:" in each.read_text(encoding="utf-8"))
    head.write_text(head.read_text(encoding="utf-8").replace("\n  title: ", "\n  title: The ", 1), encoding="utf-8")
    found = table.ask("table/refresh")
    assert (found["sound"], found["parted"]) == (True, None)
    assert {key: each for key, each in table.ask("table/view").items() if key != "log"} == before
    table.ask("table/mark", ply=max(0, table.view["ply"] - 2))
    proposal = table.ask("examples/propose")
    chosen = [str(at) for at, each in enumerate(proposal["claims"]) if each["chosen"]]
    assert table.ask("examples/make", name="made", claims=chosen)["ok"]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", LARGE)
def test_twenty_examples_of_a_large_game_hold_under_the_command(ruleset: str) -> None:
    compiled = compile_ruleset(ruleset)
    assert isinstance(compiled, SoundRuleset)
    ready = ready_for(compiled, ruleset, "")
    players = min(max(2, ready.game.min_players), ready.game.max_players)
    for seed in range(20):
        dice, played = random.Random(seed), Played(ready, Beginning(players, seed + 1))
        for _ in range(dice.randrange(4, 40)):
            if not played.state.over:
                played.take(dice.randrange(len(played.state.option_tuples())))
        proposal = proposed(played, max(0, played.state.ply - dice.randrange(1, 4)))
        result = played.beside.result(proposal.text(), f"made_{seed}")
        assert result.ok, (seed, result.message)
