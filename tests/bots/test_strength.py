"""Bots that search, beside perfect play, and where only somebody who cheats would do otherwise."""

from __future__ import annotations

import random
from functools import cache

import pytest
from yupana.interpreter.game import Game, State, load, quickest
from yupana.tools.bots.seats import make_bot

pytest.importorskip("wasmtime")

COLUMNS = ROWS = 4
"""Of the small frame in which four in a row win: with perfect play nobody does."""

HIDDEN = """
ruleset: {name: which, title: Which, language: 4}
players: {min: 1, max: 2, names: [red, blue], fields: {points: int -9..9}}
kinds:
  Card: {start: deck, entries: {one: {}, two: {}, three: {}, four: {}, five: {}, six: {}}}
zones:
  deck: {of: Card, visible: none, ordered: true}
  shown: {of: Card, visible: all}
state: {over: bool}
actions:
  guess:
    parameters: {card: {in: Card}}
    effects: |
      me.points = 4 if deck[0] == card else -4
      over = true
  pass_by: {effects: me.points = 1; over = true}
setup: [{do: shuffle deck}]
flow: [{turns: turn, until: over}]
scoring: {items: {points: me.points}}
"""


# ---------------------------------------------------------------- perfect play


def values(state: State, known: dict[bytes, int]) -> list[int]:
    """What each option is worth to who decides: 1 to win, 0 a draw, -1 to lose."""
    out = []
    for option in state.option_tuples():
        after = state.clone()
        after.apply_tuple(option)
        out.append(-_value(after, known) if not after.over else 1 if state.seat in after.winner_seats and
                   after.outcome == "won" else 0)  # fmt: skip
    return out


def _value(state: State, known: dict[bytes, int]) -> int:
    if state.key not in known:
        known[state.key] = max(values(state, known))
    return known[state.key]


def test_nothing_is_lost_at_tic_tac_toe() -> None:
    """1000 rounds for each decision, against all that a perfect player may do."""
    game, known = load("tic_tac_toe").on("native"), dict[bytes, int]()
    for number in range(24):
        state, draw = game.start(), random.Random(number)
        bot = make_bot("mcts:1000", number)
        while not state.over:
            options = state.option_tuples()
            if state.seat == number % 2:
                chosen = bot.choose(state, options)
            else:
                chosen = _one_of_the_best(values(state, known), draw)
            state.apply_tuple(options[chosen])
        assert state.outcome == "draw" or number % 2 in state.winner_seats, state.decisions


def _one_of_the_best(worth: list[int], draw: random.Random) -> int:
    return draw.choice([i for i, each in enumerate(worth) if each == max(worth)])


@cache
def _to_move(mine: int, theirs: int) -> int:
    """What a position of the small frame is worth to who is to move; a bit a space, and one above each column."""
    worths = [_dropped(mine, theirs, column) for column in range(COLUMNS)]
    return max([each for each in worths if each is not None], default=0)


def _dropped(mine: int, theirs: int, column: int) -> int | None:
    """What dropping a disc into a column is worth; None when it is full."""
    first = 1 << column * (ROWS + 1)
    above = first + ((mine | theirs) & (first << ROWS) - first)
    if above == first << ROWS:
        return None
    mine |= above
    for step in (1, ROWS, ROWS + 1, ROWS + 2):
        pairs = mine & mine >> step
        if pairs & pairs >> 2 * step:
            return 1
    return -_to_move(theirs, mine)


@pytest.mark.slow
def test_nothing_is_lost_in_a_small_frame() -> None:
    """40 000 rounds for each decision: what loses the second move shows only many moves later."""
    assert _to_move(0, 0) == 0
    game = load("connect_four").on("native")
    for number in range(4):
        state, draw = game.start(options={"columns": COLUMNS, "rows": ROWS}), random.Random(number)
        bot, discs = make_bot("mcts:40000", number), [0, 0]
        while not state.over:
            assert state.decision is not None
            columns = [ord(str(each.args["at"])[0]) - ord("a") for each in state.decision.options]
            mine, theirs = discs[state.seat], discs[1 - state.seat]
            if state.seat == number % 2:
                chosen = bot.choose(state, state.option_tuples())
            else:
                worths = [_dropped(mine, theirs, column) for column in columns]
                chosen = _one_of_the_best([0 if each is None else each for each in worths], draw)
            first = 1 << columns[chosen] * (ROWS + 1)
            discs[state.seat] |= first + ((mine | theirs) & (first << ROWS) - first)
            state.apply_tuple(state.option_tuples()[chosen])
        assert state.outcome == "draw" or number % 2 in state.winner_seats, state.decisions


# ---------------------------------------------------------------- what nobody sees


@pytest.fixture(scope="module")
def which(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("rules") / "which.yaml"
    path.write_text(HIDDEN, encoding="utf-8")
    return load(path).on(quickest())


@pytest.mark.parametrize("bot", ["flat:200", "mcts:200"])
def test_who_sees_no_card_does_not_guess(which: Game, bot: str) -> None:
    """Who looked would guess right every time. One guess in six is right, so nobody does."""
    for seed in range(6):
        for players in (1, 2):
            state = which.start(players=players, seed=seed)
            options = state.option_tuples()
            chosen = make_bot(bot, seed).choose(state, options)
            assert options[chosen] == options[-1]


def test_more_than_two_players_each_look_after_themselves() -> None:
    """Of four one wins that searches, more often than by chance."""
    game, won = load("stepping_stones").on("native"), 0.0
    for number in range(16):
        state = game.start(players=4, seed=number)
        bots = [make_bot("mcts:150" if seat == number % 4 else "random", number * 4 + seat) for seat in range(4)]
        while not state.over:
            options = state.option_tuples()
            state.apply_tuple(options[bots[state.seat].choose(state, options)])
        won += (number % 4 in state.winner_seats) / len(state.winner_seats)
    assert won >= 10
