"""A decision of a game is stepped to, and what is seen there comes as plain data."""

from __future__ import annotations

import json

import pytest
from yupana.interpreter.game import State, load
from yupana.schemas.errors import UsageError
from yupana.tests.found import game
from yupana.tools.debugging.opening import Wanted
from yupana.tools.debugging.page_session import Json, PageSession


def played(state: State, *options: str | int) -> State:
    """A game after these decisions, each an option or its number."""
    for each in options:
        assert state.decision is not None
        state.apply(state.decision.options[each] if isinstance(each, int) else each)
    return state


def shown(state: State, taken: int) -> tuple[PageSession, Json]:
    """A game that is stepped through from a decision on, and where it stands."""
    found = PageSession(Wanted(state.game.target or state.game.program.name, saved=state.to_json()), taken)
    return found, found.start()


def marked(seen: Json) -> str:
    """The line of code at which a game stands, or that is looked at."""
    code = seen.get("seen", seen)["code"]
    return str(code["lines"][code["line"] - code["first"]]).strip()


@pytest.mark.parametrize("name", ["tic_tac_toe", "cargo_empire"])
def test_every_decision_is_stepped_to_at_the_first_line_of_what_it_leads_to(name: str) -> None:
    state = game(name).start(seed=1)
    while state.ply < 5:
        played(state, state.ply % len(state.option_tuples()))
    for taken in range(1, 6):
        session, stands = shown(state, taken)
        assert (stands["reason"], stands["decision"]) == ("entry", taken)
        assert not any(each["title"].startswith("options of") for each in stands["frames"])
        before = session.go("back")
        assert (before["decision"], len(before["frames"])) == (taken, 1), "the line before it is the decision itself"
        assert session.go("in")["frames"] == stands["frames"]


def test_a_step_shows_code_variables_and_what_is_stored() -> None:
    session, stands = shown(played(game("tic_tac_toe").start(seed=1), "mark(space=b2)", "mark(space=a1)"), 2)
    assert marked(stands) == "space.mark = me"
    assert stands["frames"][0]["title"] == "action mark(space=a1)"
    assert [(each["name"], each["text"]) for each in stands["seen"]["first"]] == [("space", "a1")]
    assert session.value("space.mark", 0)["text"] == "none"
    assert session.value("me", 0)["text"] == "o"
    assert "mark(space=b2)" in session.why("mark(space=b2)")["text"]

    stands = session.go("next")
    assert marked(stands) == "if full_line(space): win"
    assert session.value("space.mark", 0)["text"] == "o"
    fields = session.inside(stands["seen"]["scopes"][1]["number"])
    assert [each["name"] for each in fields] == ["Square"]
    squares = session.inside(fields[0]["number"])
    assert squares[0]["text"] == "mark o"

    stands = session.go("in")
    assert stands["frames"][0]["title"].startswith("function full_line(")
    around = session.look(1)
    assert (
        around["code"]["lines"][around["code"]["line"] - around["code"]["first"]].strip() == "if full_line(space): win"
    )
    assert session.value("space", 1)["text"] == "a1"
    with pytest.raises(UsageError):
        session.value("space", 0)  # the function does not know it
    assert marked(session.go("back")) == "if full_line(space): win"


def test_the_next_decision_and_where_the_game_stands() -> None:
    session, stands = shown(played(game("tic_tac_toe").start(seed=1), "mark(space=b2)", "mark(space=a1)"), 1)
    stands = session.go("decision")
    assert (stands["reason"], stands["decision"]) == ("step", 2)
    stands = session.go("decision")
    assert (stands["reason"], stands["decision"], len(stands["options"])) == ("decision", 3, 7)
    assert session.go("in")["reason"] == "decision", "there it stays: nothing else has been decided"
    stands = session.go("back")
    assert (stands["reason"], stands["decision"]) == ("step", 2)


def test_from_the_end_of_a_game_one_can_go_back() -> None:
    state = game("tic_tac_toe").start(seed=1)
    played(state, *[f"mark(space={each})" for each in ("a1", "b1", "a2", "b2", "a3")])
    assert state.over
    session, stands = shown(state, 5)
    assert stands["reason"] == "entry"
    assert session.go("decision")["reason"] == "end"
    stands = session.go("back")
    assert (stands["reason"], stands["decision"]) == ("step", 5)


@pytest.mark.slow
def test_another_decision_of_a_game_is_shown_without_playing_it_again() -> None:
    state = game("cargo_empire").start(seed=1)
    while state.ply < 8:
        played(state, state.ply % len(state.option_tuples()))
    other = state.clone()
    for _ in range(3):
        other.undo(force=True)
    session, _ = shown(other, 5)
    course = session._session.course
    played(other, -1, -1, -1)
    for wanted, taken, known in ((state, 8, False), (state, 2, True), (other, 8, False), (other, 7, True)):
        again = PageSession(Wanted(state.game.program.name, saved=wanted.to_json()), taken, session)
        marks = len(course._marks)
        stands = again.start()
        assert again._session.course is course
        assert (len(course._marks) == marks) == known, "what is known is not played again"
        _, fresh = shown(wanted, taken)
        assert stands == fresh
        session = again
    saved = game("tic_tac_toe").start().to_json()
    assert not PageSession(Wanted("tic_tac_toe", saved=saved), 0, session).start()["options"]


def test_the_set_up_is_stepped_through_too() -> None:
    _, stands = shown(game("cargo_empire").start(seed=1), 0)
    assert (stands["decision"], stands["options"]) == (0, [])
    assert stands["frames"]


def test_no_folder_of_the_machine_is_told() -> None:
    session, stands = shown(played(load("tests/debugging/faulty.yaml").start(1, seed=1), "pay(n=1)"), 1)
    assert stands["seen"]["code"]["file"].endswith("faulty.yaml")
    told = json.dumps([stands, session.go("in"), session.why("pay(n=4)")])
    assert '"/' not in told
    assert " /" not in told
