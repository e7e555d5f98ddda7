"""Every history that a seat cannot tell from the true one, gone through one by one, leads to what it finds possible."""

from __future__ import annotations

import random
from typing import Any

import pytest
from yupana.interpreter.game import Game, State
from yupana.interpreter.machine.observation import pieces_in
from yupana.interpreter.machine.telling import told
from yupana.tests.machine.test_worlds_exactly import CARDS, HEAD, PLAYERS, made

FEWER = "      c5: {worth: 5}\n"
SEEDS = 400


MORE = """  slip:
    secret: true
    parameters: {card: {in: me.hand}}
    effects: move card to pile
  swap:
    parameters: {card: {in: me.hand}, other: {in: players, if: other != me and size(other.hand) > 0}}
    effects: |
      pick another in other.hand
      move another to me.hand
      move card to other.hand
  fill: {effects: draw 2 from deck to me.hand}
  deal: {effects: move all pile to deck; shuffle deck; draw 1 from deck to opponent.hand}
  turn_over: {effects: move all table to pile}
  wait: {effects: pass}
"""

DECK, PILE = (f"  {name}: {{of: Card, ordered: true, visible: none}}" for name in ("deck", "pile"))

VARIANTS = {
    "cards that are put away lie in no order": (PILE, PILE.replace("ordered: true, ", "")),
    "an empty deck is refilled from cards that all see": (DECK, DECK.replace("none}", "none, refill: table}")),
    "an empty deck is refilled from cards that nobody sees": (DECK, DECK.replace("none}", "none, refill: pile}")),
}
"""Changes to the rules."""


@pytest.fixture(scope="module", params=VARIANTS)
def cards(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Four cards, of which all orders can be listed."""
    text = HEAD.replace("max: 3", "max: 2").replace(", green]", "]") + PLAYERS + CARDS.replace(FEWER, "")
    # all of an unordered zone moves in the order of its pieces, which who knows some of them could think of
    text = text.replace("  drop_all: {effects: move all me.hand to pile}\n", "")
    text = text.replace("  wait: {effects: pass}\n", MORE)
    return made(text.replace(*VARIANTS[request.param]), tmp_path_factory.mktemp("fewer"))


def layout(state: State) -> tuple[tuple[int, ...], ...]:
    """What lies in every zone."""
    program = state.game.program
    return tuple([tuple(pieces_in(program, state.cells, zone)) for zone in range(program.layout.zones)])


def heard(state: State, option: tuple[Any, ...], after: State, viewer: int) -> list[str]:
    """What a seat is told of an option."""
    lines = told(state.game.machine, option, state.seat, state.cells, after.cells, secret=False)
    return [each.text for each in lines if each.is_for(viewer)]


def happened(state: State, viewer: int) -> list[str]:
    return [each.text for each in state.story(state.ply)[-1].events if each.is_for(viewer)]


def step(candidates: list[State], true: State, option: tuple[Any, ...], viewer: int) -> list[State]:
    """All that the positions a seat takes for possible may have become; the true one goes on too."""
    before = true.clone()
    true._run(option)
    seen = (heard(before, option, true, viewer), happened(true, viewer), true.observation(viewer))
    found: dict[Any, State] = {}
    for each in candidates:
        for other in each.option_tuples():
            if before.seat == viewer and other != option:
                continue
            text = each.decision.texts[each.option_tuples().index(other)]  # type: ignore[union-attr]
            for possibility in each.chances(text):
                then = possibility.state
                if (heard(each, other, then, viewer), happened(then, viewer), then.observation(viewer)) == seen:
                    found[layout(then)] = then
    return list(found.values())


@pytest.mark.parametrize("seed", [0, 1, 2, *[pytest.param(each, marks=pytest.mark.slow) for each in range(3, 8)]])
def test_what_is_possible_is_what_every_history_says(cards: Game, seed: int) -> None:
    draw = random.Random(seed)
    true, viewer = cards.start(2, seed=seed), seed % 2
    seen = true.observation(viewer)
    candidates = {layout(each.state): each.state for each in cards.starts(2)}
    left = [each for each in candidates.values() if each.observation(viewer) == seen]
    for _ in range(10):
        left = step(left, true, draw.choice(true.option_tuples()), viewer)
        memory = true.memory(viewer)
        found = {layout(true.possible(viewer, each, memory)) for each in range(SEEDS)}
        expected = {layout(each) for each in left}
        assert layout(true) in expected
        assert found <= expected, (true.decisions, found - expected)
        assert found == expected, (true.decisions, expected - found)
