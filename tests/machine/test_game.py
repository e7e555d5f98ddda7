"""The playing interface: starting, deciding by object and by text, results, what is seen, saving, taking back."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import SPECTATOR, Game, IllegalOption, SaveError, State, UsageError, load
from yupana.interpreter.machine.observation import pieces_in
from yupana.interpreter.program import ir

from .card_game import CARDS, DECK, NOTES, SECRET, TABLE, card_game
from .tictactoe import tictactoe

CARDS_GAME = Game(card_game())
THREE = Game(tictactoe())


def start(seed: int = 4, players: int = 3, **options: Any) -> State:
    return CARDS_GAME.start(players, seed, options)


def finish(state: State) -> State:
    while not state.over:
        state.apply_tuple(state.option_tuples()[0])
    return state


def texts(state: State) -> list[str]:
    assert state.decision is not None
    return [option.text for option in state.decision.options]


# ---------------------------------------------------------------- starting


def test_a_game_says_what_it_is() -> None:
    assert (THREE.title, THREE.min_players, THREE.max_players, THREE.name) == ("Three in a row", 2, 2, "three")
    assert "def " in THREE.source
    assert THREE.start().names == ("cross", "nought")


@pytest.mark.parametrize(("arguments", "words"), [
    ({"players": 4}, "2 to 3 players, not for 4"), ({"players": 1}, "not for 1"), ({"players": True}, "not for True"),
    ({"seed": "x"}, "whole number"), ({"options": {"huge": 1}}, "no option huge; its options are big, mood, steps"),
    ({"options": {"big": 3}}, "true or false"), ({"options": {"steps": 10}}, "1 to 9"),
    ({"options": {"mood": "sad"}}, "calm, wild"),
])  # fmt: skip
def test_what_a_game_does_not_offer_is_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        CARDS_GAME.start(**arguments)


def test_options_reach_the_state_and_come_back() -> None:
    state = start(big="true", mood="wild", steps="3")
    assert state.options == {"big": True, "mood": "wild", "steps": 3}
    assert start().options == {"big": False, "mood": "none", "steps": 2}
    state.apply("pass")
    assert texts(state) == ["bid(n=0)", "bid(n=1)", "bid(n=2)"]
    state = start()
    state.apply("pass")
    assert texts(state) == ["bid(n=0)", "bid(n=1)"]


def test_the_same_seed_gives_the_same_game_and_another_another() -> None:
    assert start(9).key == start(9).key
    assert len({start(seed).key for seed in range(20)}) == 20


# ---------------------------------------------------------------- deciding


def test_a_decision_says_who_what_and_which_options() -> None:
    decision = start().decision
    assert decision is not None
    assert (decision.player, decision.seat, decision.name, decision.secret) == ("red", 0, "play", False)
    assert decision.prompt == "Red, which card?"
    assert [str(option) for option in decision.options] == ["play(card=moon)", "play(card=sun)", "pass"]
    play = decision.options[0]
    assert (play.name, play.args, play.source) == ("play", {"card": "moon"}, ("C-1",))
    assert decision.options[2].args == {}


def test_text_and_object_choose_the_same() -> None:
    by_text, by_object = start(), start()
    assert by_object.decision is not None
    by_text.apply(" play ( card = sun ) ")
    by_object.apply(by_object.decision.options[1])
    assert by_text.key == by_object.key
    exact = start()
    exact.apply(by_text.history[0][1])
    assert exact.key == by_text.key


def test_arguments_may_be_left_out_while_one_option_fits() -> None:
    state = start()
    with pytest.raises(IllegalOption, match="fits 2 options"):
        state.apply("play")
    other = THREE.start()
    for text in ("mark(space=a1)", "mark(space=b1)", "mark(space=c1)", "mark(space=a2)", "mark(space=b2)",
                 "mark(space=c2)", "mark(space=b3)", "mark(space=a3)"):  # fmt: skip
        other.apply(text)
    other.apply("mark")
    assert other.over


@pytest.mark.parametrize(("text", "words"), [
    ("play(card=star)", "did you mean"), ("fold", "red may choose play"), ("play(", "does not read"),
    ("", "does not read"), ("play(card=moon, card=sun)", "does not read"), ("bid(n=1)", "not legal now"),
    ("play(piece=moon)", "not legal"),
])  # fmt: skip
def test_what_is_not_legal_is_refused_and_changes_nothing(text: str, words: str) -> None:
    state = start()
    before = state.key
    with pytest.raises(IllegalOption, match=words):
        state.apply(text)
    assert (state.key, state.history) == (before, [])


def test_an_option_of_another_position_is_refused() -> None:
    first, second = THREE.start(), THREE.start()
    assert first.decision is not None
    corner = first.decision.options[0]
    second.apply(corner)
    with pytest.raises(IllegalOption):
        second.apply(corner)
    finish(first)
    with pytest.raises(IllegalOption, match="over"):
        first.apply(corner)
    with pytest.raises(IllegalOption):
        first.apply_tuple((0, 0))


COINS = """
ruleset: {name: coins, title: Coins, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
kinds: {Coin: {alike: true, fields: {worn: int}, entries: {penny: {count: 3}}, start: purse}}
zones: {purse: {of: Coin}}
state: {worn: int}
setup: |
  for c in Coin:
    worn += 1
    c.worn = worn
actions: {pay: {parameters: {coin: {in: purse}, rest: {is: "{c for c in purse if c != coin}"}}, effects: pass}}
flow: [{turns: turn, times: 2}]
"""


def test_alike_pieces_of_a_set_are_numbered(tmp_path: Path) -> None:
    (tmp_path / "coins.yaml").write_text(COINS)
    state = load(tmp_path / "coins.yaml").start()
    assert texts(state) == [
        "pay(coin=penny, rest=[penny#2, penny#3])",
        "pay(coin=penny#2, rest=[penny, penny#3])",
        "pay(coin=penny#3, rest=[penny, penny#2])",
    ]
    assert state.apply(texts(state)[1]) is None
    assert state.decisions == ["pay(coin=penny_2, rest=[penny_1, penny_3])"]


def test_alike_pieces_are_numbered_only_when_they_would_print_the_same() -> None:
    printer = CARDS_GAME.machine.printer
    assert printer.options([(0, 0), (0, 4)]) == ["play(card=moon)", "play(card=sun)"]
    both = printer.options([(0, 1), (0, 4), (0, 3), (1,)])
    assert both == ["play(card=moon)", "play(card=sun)", "play(card=moon#2)", "pass"]
    state = start()
    state._options = [(0, 1), (0, 3)]  # as a ruleset without `alike` keys would offer them
    state._decision = None
    assert state.decision is not None
    assert [option.args for option in state.decision.options] == [{"card": "moon"}, {"card": "moon#2"}]
    for text in ("play(card=moon#2)", "play(card=moon_4)"):
        copy = state.clone()
        copy.apply(text)
        assert copy.decisions == ["play(card=moon_4)"]
    state.apply("play(card=moon)")
    assert state.decisions == ["play(card=moon_2)"]


# ---------------------------------------------------------------- results and what is seen


def test_results() -> None:
    state = start()
    for text in ("pass", "bid(n=1)", "pass", "bid(n=1)", "pass", "bid(n=0)"):
        state.apply(text)
    assert state.over
    assert state.decision is None
    assert state.scores == {"red": 3, "blue": 3, "green": 2}
    assert (state.points, state.winners, state.winner_seats) == ((3, 3, 2), ["red"], (0,))  # the tie break prefers red
    assert state.score_items("blue") == {"bids": 3}
    assert state.report == ["Red bid 1.", "Blue bid 1.", "Green bid 0."]
    assert state.broken_invariants == []
    with pytest.raises(UsageError, match="no player"):
        state.score_items("yellow")


def test_an_observation_shows_what_is_declared_and_no_more() -> None:
    state = start()
    state.apply("pass")
    red, blue = state.observation("red"), state.observation("blue")
    assert red["zones"]["deck"] == blue["zones"]["deck"] == 2
    assert red["zones"]["hand"] == {"red": ["moon", "sun"], "blue": 2, "green": 2}
    assert blue["zones"]["hand"]["red"] == 2
    assert "secret" not in red["fields"]
    assert "big" not in red["fields"]
    assert red["fields"]["Player.bid"] == {"red": 0}
    assert red["fields"]["mood"] is None
    assert red["fields"]["marks"] == ["red"]
    assert red["fields"]["counts"] == {"red": 0, "blue": 0, "green": 0}
    assert red["decision"] == {
        "player": "red", "name": "bid", "prompt": "How much?", "options": ["bid(n=0)", "bid(n=1)"]
    }  # fmt: skip
    assert blue["decision"] == {"player": "red", "name": "bid"}
    json.dumps(red)
    finish(state)
    assert state.observation("red")["fields"]["Player.bid"] == {"red": 0, "blue": 0, "green": 0}


def test_what_is_dealt_anew_looks_the_same_to_that_player() -> None:
    state = start()
    state.apply("play(card=moon)")
    hidden = set()
    for seed in range(12):
        other = state.shuffled_for("red", seed)
        assert other.observation("red") == state.observation("red")
        assert texts(other) == texts(state)
        deck = tuple(pieces_in(CARDS_GAME.program, other.cells, DECK))
        hidden.add(deck)
        everywhere = sorted([p for zone in range(5) for p in pieces_in(CARDS_GAME.program, other.cells, zone)])
        assert everywhere == list(range(8))
        assert pieces_in(CARDS_GAME.program, other.cells, TABLE) == pieces_in(CARDS_GAME.program, state.cells, TABLE)
        assert other.cells[SECRET] != state.cells[SECRET]  # nobody sees it: it is another
    assert len(hidden) > 5
    assert state.shuffled_for("red", 1).key == state.shuffled_for(0, 1).key


def test_events_have_an_audience() -> None:
    state = start()
    state.apply("play(card=sun)")
    lines = [(each.audience, each.text) for each in state.events]
    assert lines[0] == (None, "deck is shuffled")
    assert (frozenset((SPECTATOR, 1, 2)), "drawn from deck: 2 Card (hand of red)") in lines
    own = [each.text for each in state.events if each.is_for(0) and not each.is_for(1)]
    assert re.fullmatch(r"drawn from deck: \w+, \w+ \(hand of red\)", own[0])
    said = next(each.said for each in state.events if each.text == own[0])
    assert re.fullmatch(r"Red draws from deck: \w+, \w+", said)
    whole = [each.text for each in state.events if each.is_for(None)]
    assert set(own) < set(whole) | {"drawn from deck: 2 Card (hand of blue)"}
    assert not any("Card" in text for text in whole)
    assert "moon" in own[0]
    assert lines[-1] == (None, "Red plays sun")
    assert str(state.events[-1]) == "Red plays sun"


# ---------------------------------------------------------------- copies, saving, taking back


def test_clones_go_their_own_way() -> None:
    state = start()
    before = state.key
    clone = state.clone()
    finish(clone)
    assert (state.key, state.history) == (before, [])
    assert clone.over
    twin = state.clone()
    twin.apply("pass")
    state.apply("play(card=moon)")
    assert twin.history != state.history


def test_a_saved_game_goes_on_where_it_was() -> None:
    state = start(big=True, steps=5)
    for text in ("play(card=sun)", "bid(n=2)", "pass"):
        state.apply(text)
    for saved in (state.to_json(), json.loads(state.to_json())):
        again = CARDS_GAME.resume(saved)
        assert again.key == state.key
        assert again.to_json() == state.to_json()
        assert texts(again) == texts(state)
        assert finish(again).key == finish(state.clone()).key


def changed(**parts: Any) -> dict[str, Any]:
    state = start()
    state.apply("pass")
    saved: dict[str, Any] = json.loads(state.to_json())
    saved.update(parts)
    return {key: value for key, value in saved.items() if value is not ...}


@pytest.mark.parametrize(("saved", "words"), [
    ("{", "cut off"), ("", "cut off"), ("[]", "not a saved game"), (changed(format=3), "format 3"),
    (changed(program="00", ruleset="three"), "one of three"), (changed(hash=1), "damaged"),
    (changed(trail="x"), "damaged"),
    (changed(elements=[]), "damaged"), (changed(seats=["human"] * 9), "damaged"), (changed(program=7), "damaged"),
    (changed(seed=...), "no seed"),
    (changed(players=9), "does not fit"), (changed(players="2"), "damaged"), (changed(options=[]), "damaged"),
    (changed(decisions=["pass", 3]), "damaged"), (changed(decisions=["play(card=star)"]), "decision 1"),
    (changed(decisions=["pass", "bid(n=9)"]), "decision 2"), (changed(options={"big": "maybe"}), "does not fit"),
    (changed(decisions=["pass", "bid(n=0)"] * 3 + ["pass"]), "after its end"),
])  # fmt: skip
def test_a_damaged_or_forged_save_is_refused(saved: Any, words: str) -> None:
    with pytest.raises(SaveError, match=words):
        CARDS_GAME.resume(saved)


def test_every_cut_of_a_save_is_refused() -> None:
    state = start()
    state.apply("pass")
    whole = state.to_json().rstrip()
    for end in range(len(whole)):
        with pytest.raises(SaveError):
            CARDS_GAME.resume(whole[:end])


def test_taking_back_and_again() -> None:
    state = THREE.start()
    keys = [state.key]
    for text in ("mark(space=a1)", "mark(space=b2)", "mark(space=c3)"):
        state.apply(text)
        keys.append(state.key)
    for key in keys[-2::-1]:
        state.undo()
        assert state.key == key
    assert len(texts(state)) == 9
    with pytest.raises(UsageError, match="no decision"):
        state.undo()
    for key in keys[1:]:
        state.redo()
        assert state.key == key
    with pytest.raises(UsageError, match="nothing"):
        state.redo()
    state.undo()
    state.apply("mark(space=a3)")
    with pytest.raises(UsageError):
        state.redo()


def test_what_was_revealed_is_not_taken_back() -> None:
    state = start()
    state.apply("play(card=moon)")  # the others see it now
    with pytest.raises(UsageError, match="revealed"):
        state.undo()
    state.undo(force=True)
    state.apply("pass")
    state.undo()
    state.apply("pass")
    state.apply("bid(n=1)")  # a secret choice
    with pytest.raises(UsageError, match="revealed"):
        state.undo()
    finish(state)
    with pytest.raises(UsageError, match="hidden has been told"):
        state.undo()
    state.undo(force=True)
    assert not state.over


def test_scripted_dice_are_used_and_come_back_with_taking_back() -> None:
    state = CARDS_GAME.start(2, 1, rolls=[6])
    while not state.over:
        state.apply(texts(state)[-1])
    assert state.cells[NOTES : NOTES + 2] == [1, 6]
    assert state.rolls_left == 0
    state.undo(force=True)
    assert state.rolls_left == 1
    short = CARDS_GAME.start(2, 1, rolls=[])
    for _ in range(3):
        short.apply(texts(short)[-1])
    before = short.key
    with pytest.raises(UsageError, match="more dice"):
        short.apply(texts(short)[-1])
    assert short.key == before


def test_carrying_out_a_function_outside_the_rules() -> None:
    state = start()
    before = state.key
    assert state.ask(6, 0, 0) == 1
    assert state.key == before
    twin = state.clone()
    twin.carry_out(2)  # every card to the deck, in order
    assert pieces_in(CARDS_GAME.program, twin.cells, DECK) == list(range(8))
    assert texts(twin) == ["pass"]
    assert state.key == before
    assert texts(state) == ["play(card=moon)", "play(card=sun)", "pass"]


def test_a_state_names_its_cells_exactly() -> None:
    state = start()
    assert len(state.key) == 4 * CARDS_GAME.program.layout.size
    assert state.cells[ir.CELL_PLAYERS] == state.players == 3
    assert (state.seat, state.seed, state.ply) == (0, 4, 0)
    state.apply("pass")
    assert state.ply == 1


# ---------------------------------------------------------------- why not


@pytest.mark.parametrize(("text", "words"), [
    ("bid(n=2)", "`a // b` does not hold (with n=2); functions.yaml:3"), ("bid(n=1)", "is offered: bid(n=1)"),
    ("bid(n=7)", "the value written for n is not among those to choose from"), ("bid(n=x)", "`x` cannot be the n"),
    ("bid(m=1)", "no parameter m; its parameters are n"), ("play", "red cannot choose play"), ("((", "does not read"),
    ("bid(7)", "the value written for n is not among those to choose from"), ("bid(2)", "`a // b` does not hold"),
    ("bid 2", "`a // b` does not hold"), ("bid 1", "`bid 1` is offered: bid(n=1)."), ("1", "`1` is offered: bid(n=1)."),
    ("bid(1)", "`bid(1)` is offered: bid(n=1)."), ("bid(x)", "`bid(x)` does not read as `bid`; its parameters are n"),
])  # fmt: skip
def test_why_not(text: str, words: str) -> None:
    state = start()
    state.apply("pass")
    before = state.key
    assert words in state.why_not(text)
    assert state.key == before


def test_why_not_names_the_condition_that_fails() -> None:
    state = start()
    assert state.decision is not None
    first = pieces_in(CARDS_GAME.program, state.cells, 1)[0]
    cells = state.cells[:]
    cells[SECRET] = first
    state._cells = cells
    state._options = CARDS_GAME.machine.legal(cells)
    state._decision = None
    name = CARDS_GAME.program.domains[CARDS].names[first]
    assert "`site.level > 0` does not hold" in state.why_not(f"play(card={name})")
    assert "the game is over" in finish(state).why_not("pass").lower()
