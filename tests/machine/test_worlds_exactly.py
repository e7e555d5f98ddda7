"""Small rulesets in which it can be said exactly which positions a seat must take for possible."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import Game, State
from yupana.interpreter.machine.observation import pieces_in
from yupana.tests.engines.compiling import compiled

HEAD = """
ruleset: {name: small, title: Small, language: 4, text: A small game.}
players:
  min: 2
  max: 3
  names: [red, blue, green]
"""
"""Fields of players may follow."""

CARDS = """
kinds:
  Card:
    attributes: {worth: int}
    entries:
      c1: {worth: 1}
      c2: {worth: 2}
      c3: {worth: 3}
      c4: {worth: 4}
      c5: {worth: 5}
    start: deck
zones:
  deck: {of: Card, ordered: true, visible: none}
  pile: {of: Card, ordered: true, visible: none}
  table: {of: Card, ordered: true}
  hand: {of: Card, each: Player, visible: owner}
setup: [{do: shuffle deck}]
actions:
  take: {effects: draw 1 from deck to me.hand}
  show: {effects: draw 1 from deck to table}
  give: {parameters: {card: {in: me.hand}, whom: {in: players, if: whom != me}}, effects: move card to whom.hand}
  drop: {parameters: {card: {in: me.hand}}, effects: move card to pile}
  drop_all: {effects: move all me.hand to pile}
  lay: {parameters: {card: {in: me.hand}}, effects: move card to deck}
  open: {parameters: {card: {in: me.hand}}, effects: move card to table}
  gather: {effects: move all table to deck; shuffle deck}
  peek: {when: size(deck) > 0, effects: me.noted = top(deck)}
  tell:
    parameters: {card: {in: me.hand}}
    effects: log "{me} has {reveal(card)}"
  wait: {effects: pass}
flow:
  - turns: turn
    until: false
scoring: {items: {none_at_all: {text: Nothing, points: 0}}}
"""

PLAYERS = """  fields:
    noted: {type: "Card?", visible: owner}
"""


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return made(HEAD + PLAYERS + CARDS, tmp_path_factory.mktemp("cards"))


def made(text: str, folder: Path) -> Game:
    ruleset = compiled(text, folder, "small")
    assert ruleset.program is not None, [str(each.message) for each in ruleset.diagnostics]
    return Game(ruleset.program)


def zone(state: State, name: str, seat: int = 0) -> list[str]:
    """The pieces there, bottom first, by their names."""
    program = state.game.program
    family = next(each for each in program.families if each.name == name)
    kind = program.domains[family.domain]
    return [kind.names[p - kind.piece_base] for p in pieces_in(program, state.cells, family.first + seat)]


def worlds(state: State, viewer: str, many: int = 300) -> list[State]:
    """Possible positions by many seeds; each looks as the true one."""
    memory, found = state.memory(viewer), []
    for seed in range(many):
        other = state.possible(viewer, seed, memory)
        assert other.observation(viewer) == state.observation(viewer)
        found.append(other)
    return found


def play(state: State, *decisions: str) -> State:
    for each in decisions:
        state.apply(each)
    return state


def first(game: Game, players: int = 2, deck: tuple[int, ...] = ()) -> State:
    return game.start(players, seed=3)


def of(found: list[State], name: str, seat: int = 0) -> set[tuple[str, ...]]:
    return {tuple(zone(each, name, seat)) for each in found}


ALL = {"c1", "c2", "c3", "c4", "c5"}


def test_an_unknown_deck_may_lie_in_every_order(cards: Game) -> None:
    found = of(worlds(first(cards), "red", 1500), "deck")
    assert len(found) == 120


def test_own_cards_are_nowhere_else(cards: Game) -> None:
    state = play(first(cards), "take", "take")
    (own,) = zone(state, "hand", 0)
    found = worlds(state, "red")
    assert of(found, "hand", 1) == {(each,) for each in ALL - {own}}
    assert all(own not in zone(each, "deck") for each in found)


def test_a_card_looked_at_is_known_until_the_deck_is_shuffled(cards: Game) -> None:
    state = play(first(cards), "peek")
    seen = zone(state, "deck")[-1]
    assert {each[-1] for each in of(worlds(state, "red"), "deck")} == {seen}
    assert {each[-1] for each in of(worlds(state, "blue"), "deck")} == ALL
    play(state, "take")  # blue draws what red has looked at
    assert of(worlds(state, "red"), "hand", 1) == {(seen,)}
    play(state, "gather", "wait")
    assert of(worlds(state, "red"), "hand", 1) == {(seen,)}
    state = play(first(cards), "peek", "gather", "wait", "take")
    assert of(worlds(state, "red"), "hand", 1) == {(each,) for each in ALL}


def test_a_card_shown_and_put_back_may_be_anywhere_in_the_deck_and_nowhere_else(cards: Game) -> None:
    state = play(first(cards), "take", "show")
    (own,), (shown,) = zone(state, "hand", 0), zone(state, "table")
    play(state, "wait", "take")  # blue draws before the card goes back
    play(state, "gather")
    for viewer, known in (("red", {own}), ("green", set[str]())):
        if viewer == "green":
            continue
        found = worlds(state, viewer)
        places = {each.index(shown) for each in of(found, "deck")}
        assert places == {0, 1, 2}
        assert of(found, "hand", 1) == {(each,) for each in ALL - known - {shown}}
    play(state, "take")  # what blue draws now may be it
    assert {card for pair in of(worlds(state, "red"), "hand", 1) for card in pair} == ALL - {own}
    assert all(len(pair) == 2 for pair in of(worlds(state, "red"), "hand", 1))


def test_a_card_drawn_from_a_known_top_is_known(cards: Game) -> None:
    state = play(first(cards), "take", "wait")
    (own,) = zone(state, "hand", 0)
    play(state, f"lay(card={own})", "take")  # red lays it on the deck, blue draws it
    assert of(worlds(state, "red"), "hand", 1) == {(own,)}
    assert of(worlds(state, "blue"), "deck") == of(worlds(state, "blue", 600), "deck")
    assert {card for each in of(worlds(state, "blue"), "deck") for card in each} == ALL - {own}


def test_a_card_passed_on_may_be_any_that_the_giver_had(cards: Game) -> None:
    state = play(first(cards, 3), "take", "wait", "wait")
    (own,) = zone(state, "hand", 0)
    play(state, f"give(card={own}, whom=blue)", "take", "wait", "wait")
    known = {each for each in zone(state, "hand", 1) if each != own}
    assert len(known) == 1
    play(state, f"give(card={own}, whom=green)", "wait")
    found = worlds(state, "red")
    # red knows one of blue's two cards, and one of them went to green
    pairs = {(zone(each, "hand", 1)[0], zone(each, "hand", 2)[0]) for each in found}
    others = ALL - {own}
    assert pairs == {(own, each) for each in others} | {(each, own) for each in others}
    found = worlds(state, "green")
    assert {zone(each, "hand", 1)[0] for each in found} == others
    play(state, "wait", f"open(card={next(iter(known))})", "wait")
    assert of(worlds(state, "red"), "hand", 2) == {(own,)}, "what is shown later says what was passed on"


def test_a_seen_card_that_is_put_away_face_down_stays_there(cards: Game) -> None:
    state = play(first(cards), "take", "take")
    (own,) = zone(state, "hand", 0)
    play(state, f"drop(card={own})", "drop_all", "take", "take")
    (second,) = zone(state, "hand", 0)
    found = worlds(state, "red")
    assert {each[0] for each in of(found, "pile")} == {own}
    assert {each[1] for each in of(found, "pile")} == ALL - {own, second}
    assert all(own not in (*zone(each, "deck"), *zone(each, "hand", 1)) for each in found)
    blue, dropped = set(zone(state, "hand", 1)), set(zone(state, "pile")[1:])
    assert {each[0] for each in of(worlds(state, "blue"), "pile")} == ALL - blue - dropped


def test_a_card_named_in_the_log_is_known_to_be_there(cards: Game) -> None:
    state = play(first(cards), "take", "take")
    (own,) = zone(state, "hand", 0)
    play(state, f"tell(card={own})")
    assert of(worlds(state, "blue"), "hand", 0) == {(own,)}
    play(state, "wait", f"drop(card={own})", "wait")
    assert of(worlds(state, "blue"), "pile") == {(own,)}


BIDS = """  fields:
    role: {type: int 0..3, visible: owner}
    bid: {type: int 0..4, visible: owner}
    bold: bool
kinds:
  Mark:
    entries: {m0: {}, m1: {}, m2: {}}
actions:
  seal:
    secret: true
    parameters: {n: {in: 0..3}}
    effects: me.bid = n
  boast: {when: me.bid > 1, effects: me.bold = true}
  wait: {effects: pass}
state:
  total: int 0..99
setup:
  - do: |
      let start = 0
      pick a in [1, 2, 3]
      red.role = a
      blue.role = 1 + a % 3
flow:
  - turns: turn
    until: all(p.bold for p in players)
scoring: {items: {none_at_all: {text: Nothing, points: 0}}}
"""


@pytest.fixture(scope="module")
def bids(tmp_path_factory: pytest.TempPathFactory) -> Game:
    text = HEAD.replace("max: 3", "max: 2").replace(", green]", "]")
    return made(text + BIDS.replace("      let start = 0\n", ""), tmp_path_factory.mktemp("bids"))


def field(state: State, name: str, seat: int) -> Any:
    return state.observation(seat)["fields"][f"Player.{name}"][state.names[seat]]  # type: ignore[index,call-overload]


def test_what_a_hidden_field_begins_with_may_be_what_set_ups_make_of_it(bids: Game) -> None:
    state = bids.start(2, seed=1)
    own = field(state, "role", 0)
    assert {field(each, "role", 1) for each in worlds(state, "red")} == {1 + own % 3}
    assert len({field(each, "role", 1) for each in worlds(state, "red")}) == 1


def test_a_hidden_field_that_another_wrote_may_hold_all_that_could_be_chosen(bids: Game) -> None:
    state = play(bids.start(2, seed=1), "seal(n=2)")
    assert {field(each, "bid", 0) for each in worlds(state, "blue")} == {0, 1, 2, 3}
    assert {field(each, "bid", 0) for each in worlds(state, "red")} == {2}


def test_what_shows_later_narrows_what_was_chosen(bids: Game) -> None:
    state = play(bids.start(2, seed=1), "seal(n=3)", "wait", "boast")
    assert {field(each, "bid", 0) for each in worlds(state, "blue")} == {2, 3}


SEALED = """
state:
  total: int 0..99
  best_of: int 0..9
flow:
  - rounds: round
    times: 3
    steps:
      - phase: sealed
        do: |
          choose secretly n in 1..3 by red as red_bid
          choose secretly m in 1..3 by blue as blue_bid
          choose k in 1..2 by red as go_on
          best_of = max([reveal(n), reveal(m)])
scoring: {items: {none_at_all: {text: Nothing, points: 0}}}
"""


def test_what_was_chosen_in_secret_and_not_told_yet_may_be_any_of_it(tmp_path: Path) -> None:
    text = HEAD.replace("max: 3", "max: 2").replace(", green]", "]")
    state = play(made(text + SEALED, tmp_path).start(2), "red_bid(n=2)")

    def outcomes(viewer: str) -> set[int]:
        best = set()
        for each in worlds(state, viewer):
            end = each.clone()
            while end.decision is not None and end.decision.name != "go_on":
                end.apply(end.decision.options[0])
            end.apply(end.decision.options[0])  # type: ignore[union-attr]
            best.add(end.observation(0)["fields"]["best_of"])
        return best  # type: ignore[return-value]

    assert outcomes("blue") == {1, 2, 3}
    assert outcomes("red") == {2}
    play(state, "blue_bid(m=1)")
    assert outcomes("red") == {2, 3}
    assert outcomes("blue") == {1, 2, 3}
