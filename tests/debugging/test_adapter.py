"""Stepping through rules as an editor does it, over the protocol; where it matters in a process of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from yupana.tests.found import ROOT

from .client import Client, ClientOfProcess, Refused

TIC = "rulesets/tic_tac_toe/game.yaml"
EXAMPLE = "x_begins_and_squares_are_taken_once"
FAULTY = "tests/debugging/faulty.yaml"
CARGO = "rulesets/cargo_empire"


def line(file: str, text: str) -> int:
    """The first line of a file with a text in it."""
    lines = (ROOT / file).read_text(encoding="utf-8").split("\n")
    return next(number for number, each in enumerate(lines, 1) if text in each)


FULL = line(TIC, "is: s.mark != none and")
ASKED = line(TIC, "space: {in: Square")
MARKED = line(TIC, "space.mark = me")
WON = line(TIC, "if full_line(space)")
TURN = line(TIC, "- turns: turn")
UNTIL = line(TIC, "until: no_square_left()")
FIRST = line(TIC, "- o: not asked mark(space=b2)")
"""Where the parts of tic-tac-toe stand that are stepped through, and the first step of its example."""


# ---------------------------------------------------------------- steps


def test_it_steps_through_an_example_line_by_line() -> None:
    with ClientOfProcess() as client:
        client.launch("tic_tac_toe", EXAMPLE)
        assert client.stop() == ("entry", f"game.yaml:{FIRST} example {EXAMPLE}")
        assert client.step("next") == f"game.yaml:{FIRST + 1} example {EXAMPLE}"
        assert client.step("stepIn") == f"game.yaml:{MARKED} action mark(space=b2)"
        assert client.tree("Locals") == {"space": "b2"}
        assert client.value("space.mark") == "none"
        assert client.step("next") == f"game.yaml:{WON} action mark(space=b2)"
        assert client.value("space.mark") == "x"
        assert client.step("stepIn") == f"game.yaml:{FULL} function full_line(s=b2)"
        assert client.stack() == [
            f"game.yaml:{FULL} function full_line(s=b2)",
            f"game.yaml:{WON} action mark(space=b2)",
            f"game.yaml:{TURN} step turn",
            f"game.yaml:{FIRST + 1} example {EXAMPLE}",
        ]
        assert client.value("s") == "b2"
        assert client.value("space", frame=2) == "b2"
        with pytest.raises(Refused, match="Unknown name `space`"):
            client.value("space")
        assert client.step("stepOut") == f"game.yaml:{UNTIL} step turn"
        assert client.step("stepBack") == f"game.yaml:{FIRST + 1} example {EXAMPLE}"
        assert client.step("next") == f"game.yaml:{FIRST + 2} example {EXAMPLE}"
        client.ask("continue", threadId=1)
        assert client.wait("exited")["body"] == {"exitCode": 0}
        client.wait("terminated")


def test_a_step_back_undoes_what_the_line_has_done() -> None:
    with Client() as client:
        client.launch("tic_tac_toe", EXAMPLE, {TIC: [WON]}, stopOnEntry=False)
        assert client.stop() == ("breakpoint", f"game.yaml:{WON} action mark(space=b2)")
        assert client.value("b2.mark") == "x"
        assert client.step("stepBack") == f"game.yaml:{MARKED} action mark(space=b2)"
        assert client.value("b2.mark") == "none"
        assert client.step("next") == f"game.yaml:{WON} action mark(space=b2)"
        assert client.step("continue") == f"game.yaml:{WON} action mark(space=c3)"
        assert client.step("reverseContinue") == f"game.yaml:{WON} action mark(space=b2)"
        client.ask("reverseContinue", threadId=1)
        assert client.stop() == ("entry", f"game.yaml:{TURN} step turn")


class Case(NamedTuple):
    """An action of an example: where it begins, its arguments, and what some expressions are there."""

    target: str
    example: str
    element: str
    first: str
    arguments: dict[str, str]
    values: dict[str, str]
    inside: str = ""


BY_SEA = {"start": "lisbon", "cube": "brown", "destination": "constantinople", "trains": "0", "trucks": "0"}
CASES = (
    Case(
        "cargo_empire", "a_ship_joins_any_two_ports", "action deliver", "do pay(truck, trucks)",
        {**BY_SEA, "ships": "1"},
        {"size(me.hand)": "3", "destination.tile": "t04", "[k.vehicle for k in me.hand]": "[truck, train, ship]"},
        "procedure pay(v=truck, n=0)",
    ),
    Case(
        "cuzco_kk", "a_tile_may_lie_anywhere", "place_double", "cost: {ap: price}",
        {"village": "g7", "crop": "f6", "price": "1"}, {"me.ap - price": "4", "village.level": "1"},
    ),
    Case(
        "cuzco_feld", "a_farm_tile", "take_farm", "do use_space(pips, farm)",
        {"pips": "4", "space": "farm_space_4", "tile": "farm_10"}, {"size(space.shown)": "1", "red.food": "0"},
        "procedure use_space(pips=4, deed=farm)",
    ),
    Case(
        "pizarro", "each_march_begins_afresh", "action halt", "for u in column():",
        {"form": "army"}, {"march_spent": "1", "march_leader": "f_pizarro"},
        "function column",
    ),
    Case(
        "cargo_empire+dear_ships", "a_ship_joins_any_two_ports", "deliver", "do pay(truck, trucks)",
        {**BY_SEA, "ships": "2"},
        {"ships_per_leg": "2"},
    ),
    Case(
        "cuzco_kk+seven_ap", "seven_points_and_no_more", "use_token", "me.tokens -= 1",
        {}, {"me.ap": "0", "ap_per_turn": "7"},
    ),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.target)
def test_the_games_are_stepped_through(case: Case) -> None:
    with Client() as client:
        client.ask("initialize", adapterID="yupana")
        client.ask("launch", ruleset=case.target, example=case.example, stopOnEntry=False)
        client.wait("initialized")
        (point,) = client.ask("setFunctionBreakpoints", breakpoints=[{"name": case.element}])["breakpoints"]
        assert point["verified"]
        client.ask("configurationDone")
        reason, where = client.stop()
        assert reason == "function breakpoint"
        source = client.ask("stackTrace", threadId=1)["stackFrames"][0]
        assert case.first in Path(source["source"]["path"]).read_text("utf-8").split("\n")[source["line"] - 1]
        assert client.tree("Locals") == case.arguments
        for text, value in case.values.items():
            assert client.value(text) == value
        if case.inside:
            assert client.step("stepIn").partition(" ")[2] == case.inside
            assert client.step("stepOut").partition(" ")[2].startswith(where.partition(" ")[2])
        assert client.stack()[-1].endswith(f" example {case.example}")


# ---------------------------------------------------------------- breakpoints


def test_breakpoints_have_conditions_counts_and_logs() -> None:
    functions = f"{CARGO}/functions.yaml"
    first = line(functions, "let cards = [k for k in me.hand")
    points = [
        {"line": first, "condition": "v == ship and n > 0"},
        {"line": first, "logMessage": "paid: {n} of {v}, {no_such}"},
        {"line": first, "hitCondition": "2"},
        {"line": first, "condition": "v"},
        {"line": first, "condition": "nothing > 1"},
        {"line": first, "hitCondition": "often"},
        {"line": first - 1},
        {"line": 100_000},
    ]
    with Client() as client:
        client.ask("initialize")
        client.ask("launch", ruleset="cargo_empire", example="a_ship_joins_any_two_ports", stopOnEntry=False)
        client.wait("initialized")
        made = client.points(functions, points)
        assert [each["verified"] for each in made] == [True, True, True, False, False, False, True, False]
        assert made[6]["line"] == first
        assert [each.get("message", "") for each in made][3:] == [
            "`v` is not a condition.", "Unknown name `nothing`.",
            "`often` does not say how often: write a number, or `> 3`, `== 3`, `% 3`.", "",
            "No code that is carried out stands here or below.",
        ]  # fmt: skip
        made = client.points(functions, points[:3])
        client.ask("configurationDone")
        event = client.wait("stopped")
        assert event["body"]["reason"] == "breakpoint"
        assert event["body"]["hitBreakpointIds"] == [made[2]["id"]]
        assert client.tree("Locals") == {"v": "train", "n": "0"}
        made = client.points(functions, points[:2])
        client.ask("continue", threadId=1)
        assert client.wait("stopped")["body"]["hitBreakpointIds"] == [made[0]["id"]]
        assert client.tree("Locals") == {"v": "ship", "n": "1"}
        logged = [each for each in client.output if each.startswith("paid")]
        assert logged == [
            f"paid: {n} of {v}, (Unknown name `no_such`.)" for n, v in ((0, "truck"), (0, "train"), (1, "ship"))
        ]


def test_conditions_of_options_stop_where_their_variables_are_known() -> None:
    with Client() as client:
        client.launch(
            "tic_tac_toe", EXAMPLE, {TIC: [{"line": ASKED, "condition": "space == c3"}, FIRST + 1]}, stopOnEntry=False
        )
        assert client.stop() == ("breakpoint", f"game.yaml:{ASKED} options of action mark")
        assert client.tree("Locals") == {"space": "c3"}
        assert client.value("space.mark == none") == "true"
        assert client.step("continue") == f"game.yaml:{FIRST + 1} example {EXAMPLE}"


def test_an_element_that_is_not_there_is_told() -> None:
    with Client() as client:
        client.ask("initialize")
        client.ask("launch", ruleset="tic_tac_toe", example=EXAMPLE)
        (point,) = client.ask("setFunctionBreakpoints", breakpoints=[{"name": "full_lime"}])["breakpoints"]
        assert not point["verified"]
        assert "Did you mean `full_line`?" in point["message"]
        (point,) = client.ask("setFunctionBreakpoints", breakpoints=[{"name": "functions.full_lime"}])["breakpoints"]
        assert "Did you mean `full_line`?" in point["message"]
        (point,) = client.points("rulesets/go/game.yaml", [1])
        assert "is not a file of tic_tac_toe" in point["message"]
        locations = client.ask(
            "breakpointLocations", source={"path": str(ROOT / TIC)}, line=ASKED - 4, endLine=TURN - 2
        )
        assert locations["breakpoints"] == [{"line": each} for each in (ASKED, MARKED, WON)]


# ---------------------------------------------------------------- what goes wrong


def test_it_stops_where_a_rule_fails_and_goes_back_from_there() -> None:
    with Client() as client:
        client.launch(FAULTY, "a_rule_fails", stopOnEntry=False)
        event = client.wait("stopped")["body"]
        assert (event["reason"], event["text"]) == ("exception", "rule fault: division by zero")
        assert client.ask("exceptionInfo", threadId=1)["description"] == "rule fault: division by zero"
        assert client.stack()[0] == f"faulty.yaml:{line(FAULTY, 'total = n //')} procedure divide(n=2)"
        assert client.tree("Locals") == {"n": "2", "part": "0"}
        with pytest.raises(Refused, match="`5 // part` has no value here: division by zero"):
            client.value("5 // part")
        client.step("stepBack")
        assert client.step("stepBack") == f"faulty.yaml:{line(FAULTY, 'let part')} procedure divide(n=2)"
        client.ask("continue", threadId=1)
        assert client.wait("stopped")["body"]["reason"] == "exception"
        client.ask("continue", threadId=1)
        assert client.wait("exited")["body"] == {"exitCode": 1}
        assert client.output[-1] == "rule fault: division by zero"


def test_it_stops_at_a_claim_that_does_not_hold_unless_nobody_wants_that() -> None:
    with Client() as client:
        client.launch(FAULTY, "a_claim_fails", stopOnEntry=False)
        event = client.wait("stopped")["body"]
        assert event["text"] == "does not hold: red.coins == 2 (1 == 2)"
        assert client.stack()[0] == f"faulty.yaml:{line(FAULTY, '- red.coins == 2')} example a_claim_fails"
        client.ask("restart")
        assert client.stop() == ("exception", f"faulty.yaml:{line(FAULTY, '- red.coins == 2')} example a_claim_fails")
        client.ask("setExceptionBreakpoints", filters=["fault"])
        client.ask("restart")
        assert client.wait("stopped", "exited")["body"] == {"exitCode": 1}


def test_what_never_ends_is_paused_and_left() -> None:
    with Client() as client:
        client.launch(FAULTY, "it_never_ends", stopOnEntry=False)
        client.ask("threads")
        with pytest.raises(Refused, match="It is running"):
            client.ask("stackTrace", threadId=1)
        client.ask("pause", threadId=1)
        reason, where = client.stop()
        assert reason == "pause"
        assert where.endswith("procedure run_on")
        assert client.step("stepBack").endswith("procedure run_on")
        client.ask("continue", threadId=1)
        client.ask("terminate")
        client.wait("terminated")
        with pytest.raises(Refused, match="It has ended"):
            client.ask("next", threadId=1)


def test_after_a_restart_breakpoints_are_known_by_the_same_numbers(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    text = (ROOT / FAULTY).read_text("utf-8")
    file.write_text(text, "utf-8")
    with Client() as client:
        client.launch(str(file), "a_claim_fails", {str(file): [line(FAULTY, "total += n")]}, stopOnEntry=False)
        before = client.wait("stopped")["body"]["hitBreakpointIds"]
        file.write_text("# one line more\n" + text.replace("me.coins -= n", "me.coins -= 1"), "utf-8")
        client.ask("restart")
        changed = client.wait("breakpoint")["body"]["breakpoint"]
        assert [changed["id"]] == before
        assert client.wait("stopped")["body"]["hitBreakpointIds"] == before
        assert client.stack()[0].endswith("action pay(n=2)")


def test_the_restart_has_the_rules_as_they_are_now(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    text = (ROOT / FAULTY).read_text("utf-8")
    file.write_text(text, "utf-8")
    with Client() as client:
        client.launch(str(file), "a_claim_fails", stopOnEntry=False)
        client.stop()
        file.write_text(text.replace("- red.coins == 2", "- red.coins == 1"), "utf-8")
        client.ask("restart")
        assert client.wait("stopped", "exited")["body"] == {"exitCode": 0}
        file.write_text(text.replace("me.coins -= n", "me.coins -= m"), "utf-8")
        with pytest.raises(Refused, match="unknown name `m`"):
            client.ask("restart")


# ---------------------------------------------------------------- looking and asking


def test_scopes_show_fields_zones_and_what_is_going_on() -> None:
    with Client() as client:
        actions = f"{CARGO}/actions.yaml"
        where = {actions: [line(actions, "do pay(train, trains)")]}
        client.launch("cargo_empire", "a_truck_goes_one_step", where, stopOnEntry=False)
        client.stop()
        assert client.tree("Fields")["owed"] == "{truck: 1, train: 0, ship: 0}"
        assert client.tree("Fields", "owed") == {"truck": "1", "train": "0", "ship": "0"}
        assert client.tree("Fields", "City", "lisbon")["cubes"] == client.value("lisbon.cubes") == "2"
        assert client.tree("Fields", "Player", "red")["posts"] == client.value("red.posts")
        discards = client.tree("Zones")["discards"]
        assert discards.startswith("1: truck_card")
        assert client.tree("Zones", "hand") == {"red": "empty"}
        going = client.tree("Going on")
        assert (going["me"], going["active"], going["round"], going["turn"]) == ("red", "red", "number 1", "number 1")
        assert "was taken last" in going["decision"]
        assert "deliver(start=lisbon" in client.tree("Going on", "decision")["1"]


def test_a_person_asks_why_and_what_can_be_chosen() -> None:
    with Client() as client:
        client.launch("tic_tac_toe", EXAMPLE, {TIC: [FIRST + 3]}, stopOnEntry=False)
        assert client.stop() == ("breakpoint", f"game.yaml:{FIRST + 3} example {EXAMPLE}")
        why = client.value("why mark(space=b2)", "repl")
        assert "`space.mark == none` does not hold: `space.mark` is x" in why
        assert f"game.yaml:{ASKED}" in why
        assert client.value("why mark(space=c3)", "repl") == "`mark(space=c3)` is offered: mark(space=c3)."
        assert len(client.value("options", "repl").split("\n")) == 8
        assert client.value("count(s for s in Square if s.mark == x)", "repl") == "1"
        for text, sentence in [
            ("why", "`why` is followed by an option"), ("do mark(space=c3)", "An example decides by itself"),
            ("", "There is nothing to work out."), ("b2 +", "."), ("b2.mrk", "nknown field `mrk`"),
        ]:  # fmt: skip
            with pytest.raises(Refused) as refused:
                client.value(text, "repl")
            assert sentence in str(refused.value)
            assert "\n" not in str(refused.value)
        found = client.ask("completions", frameId=1, text="why mark(space=c", column=17)["targets"]
        assert {each["label"] for each in found} == {"mark(space=c1)", "mark(space=c2)", "mark(space=c3)"}


def test_a_new_game_is_decided_by_who_steps_through_it() -> None:
    with Client() as client:
        client.launch("tic_tac_toe", seed=5, players=2)
        assert client.stop() == ("entry", f"game.yaml:{TURN} step turn")
        client.ask("continue", threadId=1)
        assert client.stop() == ("decision", f"game.yaml:{TURN} Tic-tac-toe")
        client.value("do mark(space=a1)", "repl")
        assert client.stop() == ("step", f"game.yaml:{MARKED} action mark(space=a1)")
        client.ask("continue", threadId=1)
        assert client.stop()[0] == "decision"
        with pytest.raises(Refused, match="is not offered"):
            client.value("do mark(space=a1)", "repl")
        assert client.tree("Going on")["decisions so far"] == "1"
        client.step("stepBack")
        assert client.tree("Going on")["decisions so far"] == "0"
        client.value("do mark(space=c3)", "repl")
        assert client.stop() == ("step", f"game.yaml:{MARKED} action mark(space=c3)")
        assert client.value("a1.mark") == "none"


def test_a_saved_game_is_gone_through(tmp_path: Path) -> None:
    from yupana import load

    state = load("tic_tac_toe").start(seed=3)
    for each in ("a1", "b1", "a2"):
        state.apply(f"mark(space={each})")
    (tmp_path / "game.save.json").write_text(state.to_json(), "utf-8")
    with Client() as client:
        client.launch("tic_tac_toe", None, {TIC: [MARKED]}, save=str(tmp_path / "game.save.json"), stopOnEntry=False)
        for each in ("a1", "b1", "a2"):
            assert client.stop() == ("breakpoint", f"game.yaml:{MARKED} action mark(space={each})")
            client.ask("continue", threadId=1)
        assert client.stop()[0] == "decision"
        assert client.step("reverseContinue") == f"game.yaml:{MARKED} action mark(space=a2)"


# ---------------------------------------------------------------- messages


@pytest.mark.parametrize(
    ("launch", "sentence"),
    [
        ({}, "A launch says which `ruleset`"),
        ({"ruleset": "tic_tac_to"}, "did you mean `tic_tac_toe`?"),
        ({"ruleset": "tic_tac_toe", "example": "nobody"}, "There is no example `nobody`."),
        ({"ruleset": "tic_tac_toe", "players": 7}, "is for 2 players, not for 7"),
        ({"ruleset": "tic_tac_toe", "options": {"fast": 1}}, "has no option fast"),
        ({"ruleset": "tic_tac_toe", "save": "/nowhere/at_all"}, "There is no file"),
        ({"ruleset": ["a"], "example": {}}, "A launch says which `ruleset`"),
    ],
)  # fmt: skip
def test_a_launch_that_cannot_be_is_a_sentence(launch: dict[str, Any], sentence: str) -> None:
    with Client() as client:
        client.ask("initialize")
        with pytest.raises(Refused) as refused:
            client.ask("launch", **launch)
        assert sentence in str(refused.value)
        assert "\n" not in str(refused.value)


def test_whatever_is_sent_it_goes_on() -> None:
    bodies: list[bytes] = [b"", b"{", b"[]", b"7", b'"a"', b"{}", b"\xff\xfe", b'{"type": "request"}', b"[" * 100_000]
    for command in (
        None,
        3,
        "fly",
        "launch",
        "setBreakpoints",
        "variables",
        "scopes",
        "evaluate",
        "next",
        "completions",
    ):
        rows: tuple[Any, ...] = (
            None,
            3,
            [],
            {"source": 3, "breakpoints": [3, {"line": "x"}], "frameId": "a", "text": 4},
        )
        for arguments in rows:
            bodies.append(json.dumps({"type": "request", "command": command, "arguments": arguments}).encode())
    with ClientOfProcess() as client:
        for body in bodies:
            client.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        for header in (
            b"Content-Length: x\r\n\r\n",
            b"Nothing: 1\r\n\r\n",
            b"\r\n",
            b"Content-Length: 99999999999999\r\n\r\n",
        ):
            client.write(header)
        assert client.ask("initialize")["supportsStepBack"]
        client.launch("tic_tac_toe", EXAMPLE)
        assert client.stop()[0] == "entry"
        assert client.runs


def test_it_ends_when_the_editor_is_gone() -> None:
    client = ClientOfProcess()
    client.launch(FAULTY, "it_never_ends", stopOnEntry=False)
    client.end()
