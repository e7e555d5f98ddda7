"""Chance as data: outcomes with exact weights, chance that is told what happens, and what can be solved with them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from yupana.interpreter.game import Game, SaveError, State, UsageError
from yupana.tests.found import BackEnd, compiled

LUCK = """
ruleset: {name: luck, title: Luck, language: 3}
players: {min: 1, max: 1, names: [red], fields: {score: int 0..99}}
kinds: {Card: {attributes: {worth: int}, entries: {ace: {worth: 1}, ten: {worth: 10}, king: {worth: 4}}, start: heap}}
zones: {heap: {of: Card, ordered: true}, deck: {of: Card, ordered: true, refill: heap}, hand: {of: Card, each: Player}}
actions:
  best_of_two:
    effects: |
      roll 2d6 as dice
      me.score = max(dice)
  once_more:
    effects: |
      roll d6 as r "a try"
      if r < 4: roll d6 as s
      else:
          let s = r
      me.score = r
      if r < 4: roll d2 as t
  choose_one: {effects: "pick n in [2, 3, 5, 7]; me.score = n"}
  draw_one:
    effects: |
      draw 1 from deck to me.hand
      me.score = sum(c.worth for c in me.hand)
  nothing: {effects: pass}
flow: [{turns: turn, times: 5}]
scoring: {items: {score: me.score}}
"""


def _game(back_end: BackEnd, text: str, folder: Path) -> Game:
    path = folder / "luck.yaml"
    path.write_text(text.replace("          let s = r\n", "          pass\n"), encoding="utf-8")
    return back_end.game(compiled(str(path)))


def _expected(state: State, option: str) -> Fraction:
    return sum((each.weight * each.state.points[0] for each in state.chances(option)), Fraction())


def test_expectations_are_exact(back_end: BackEnd, tmp_path: Path) -> None:
    state = _game(back_end, LUCK, tmp_path).start()
    before = state.key
    assert _expected(state, "best_of_two") == Fraction(161, 36)
    assert _expected(state, "choose_one") == Fraction(17, 4)
    assert _expected(state, "draw_one") == 5
    assert _expected(state, "once_more") == Fraction(7, 2)
    assert state.key == before


def test_outcomes_are_the_draws_that_there_are(back_end: BackEnd, tmp_path: Path) -> None:
    state = _game(back_end, LUCK, tmp_path).start()
    dice = state.chances("best_of_two")
    assert [each.draws for each in dice] == [(a, b) for a in range(1, 7) for b in range(1, 7)]
    tries = state.chances("once_more")  # one draw, or three after a low one
    assert sum(each.weight for each in tries) == 1
    assert {len(each.draws): each.weight for each in tries} == {3: Fraction(1, 72), 1: Fraction(1, 6)}
    assert [each.draws for each in state.chances("nothing")] == [()]
    assert state.chances("nothing")[0].weight == 1
    assert [each.draws for each in state.chances("draw_one")] == [(a, b) for a in (1, 2, 3) for b in (1, 2)]
    assert state.chances("best_of_two")[8].told == ["red rolls 2, 3"]


def test_equal_positions_are_put_together(back_end: BackEnd, tmp_path: Path) -> None:
    state = _game(back_end, LUCK, tmp_path).start()
    merged = state.chances("best_of_two", merge=True)
    assert {each.state.points[0]: each.weight for each in merged} == {
        n: Fraction(2 * n - 1, 36) for n in range(1, 7)
    }  # fmt: skip


def test_an_outcome_is_what_the_game_would_be(back_end: BackEnd, tmp_path: Path) -> None:
    game = _game(back_end, LUCK, tmp_path)
    for outcome in game.start().chances("once_more"):
        told = game.start()
        told.apply("once_more", draws=outcome.draws)
        assert told.key == outcome.state.key
        assert game.resume(told.to_json()).key == told.key
        told.undo(force=True)
        assert told.key == game.start().key
        told.redo()
        assert told.key == outcome.state.key


def test_told_chance_is_a_revelation_and_later_chance_goes_its_own_way(back_end: BackEnd, tmp_path: Path) -> None:
    game = _game(back_end, LUCK, tmp_path)
    state, plain = game.start(seed=3), game.start(seed=3)
    state.apply("best_of_two", draws=[1, 1])
    assert state.chance != plain.chance
    with pytest.raises(UsageError, match="revealed"):
        state.undo()
    state.apply("nothing", draws=[])
    state.undo()


@pytest.mark.parametrize(
    ("option", "draws", "message"),
    [
        ("best_of_two", [3], "chance draws more often than the 1 times that were given"),
        ("best_of_two", [3, 7], "draw 2 is from 1 to 6, not 7"),
        ("best_of_two", [0, 1], "draw 1 is from 1 to 6, not 0"),
        ("nothing", [1], "1 draws were given and 0 were made"),
    ],
)
def test_draws_that_do_not_fit_change_nothing(
    option: str, draws: list[int], message: str, back_end: BackEnd, tmp_path: Path
) -> None:
    state = _game(back_end, LUCK, tmp_path).start()
    before = state.key
    with pytest.raises(UsageError, match=message):
        state.apply(option, draws=draws)
    assert state.key == before
    state.apply("best_of_two")


def test_too_many_outcomes_are_refused(back_end: BackEnd, tmp_path: Path) -> None:
    state = _game(back_end, LUCK, tmp_path).start()
    assert len(state.chances("best_of_two", most=36)) == 36
    with pytest.raises(UsageError, match="more than 35 ways"):
        state.chances("best_of_two", most=35)


def test_a_forged_save_with_other_draws_is_refused(back_end: BackEnd, tmp_path: Path) -> None:
    game = _game(back_end, LUCK, tmp_path)
    state = game.start()
    state.apply("best_of_two", draws=[2, 3])
    save = state.to_json()
    assert json.loads(save)["decisions"] == ["best_of_two chance [2, 3]"]
    with pytest.raises(SaveError, match="chance in decision 1 of the saved game does not fit"):
        game.resume(save.replace("[2, 3]", "[2, 9]"))


# ---------------------------------------------------------------- a game that is solved

CARDS = "tests/language/27_three_cards.yaml"
Node = tuple[str, int, list["Node"]] | float
"""What a player knows and who it is, with what follows each option; or what the first player gains."""


def _tree(state: State, count: dict[str, int]) -> Node:
    if state.over:
        count["ends"] += 1
        return float(state.points[0])
    count["decisions"] += 1
    seat = state.seat
    known = json.dumps(state.observation(seat), sort_keys=True)
    below = []
    for option in [each.text for each in state.decision.options] if state.decision is not None else []:
        ((weight, _, after),) = state.chances(option)
        assert weight == 1
        below.append(_tree(after, count))
    return known, seat, below


class _Solver:
    """Counterfactual regret minimisation over trees with their weights."""

    def __init__(self, deals: list[tuple[float, Node]]) -> None:
        self.deals = deals
        self.regrets: dict[str, list[float]] = {}
        self.gained: dict[str, list[float]] = {}  # regrets of the present time round
        self.sums: dict[str, list[float]] = {}

    def once(self, time: int) -> None:
        """All deals with the strategies as they are; then these follow the regrets."""
        self.gained = {}
        for weight, node in self.deals:
            self.walk(node, (1.0, 1.0), weight, time)
        for known, gained in self.gained.items():
            self.regrets[known] = [max(a + b, 0.0) for a, b in zip(self.regrets[known], gained, strict=True)]

    def strategy(self, known: str, options: int) -> list[float]:
        positive = [max(each, 0.0) for each in self.regrets.setdefault(known, [0.0] * options)]
        whole = sum(positive)
        return [each / whole for each in positive] if whole else [1 / options] * options

    def walk(self, node: Node, reach: tuple[float, float], chance: float, time: int) -> float:
        """What the first player gains; regrets of both players are added up."""
        if isinstance(node, float):
            return node
        known, seat, below = node
        chosen = self.strategy(known, len(below))
        values = []
        for share, each in zip(chosen, below, strict=True):
            after = (reach[0] * share, reach[1]) if seat == 0 else (reach[0], reach[1] * share)
            values.append(self.walk(each, after, chance, time))
        value = sum(share * each for share, each in zip(chosen, values, strict=True))
        sign, other = (1, reach[1]) if seat == 0 else (-1, reach[0])
        gained = self.gained.setdefault(known, [0.0] * len(below))
        kept = self.sums.setdefault(known, [0.0] * len(below))
        for i, each in enumerate(values):
            gained[i] += sign * chance * other * (each - value)
            kept[i] += time * reach[seat] * chosen[i]
        return value

    def average(self, known: str) -> list[float]:
        whole = sum(self.sums[known])
        return [each / whole for each in self.sums[known]]

    def best_answer(self, seat: int) -> float:
        """What the first player gains when this seat answers the other's average as well as it can."""
        reaches: dict[str, list[tuple[Node, float]]] = {}

        def collect(node: Node, weight: float) -> None:
            if isinstance(node, float):
                return
            known, whose, below = node
            if whose == seat:
                reaches.setdefault(known, []).append((node, weight))
            shares = [1.0] * len(below) if whose == seat else self.average(known)
            for share, each in zip(shares, below, strict=True):
                collect(each, weight * share)

        for weight, node in self.deals:
            collect(node, weight)
        best: dict[str, int] = {}

        def value(node: Node) -> float:
            if isinstance(node, float):
                return node
            known, whose, below = node
            if whose != seat:
                return sum(share * value(each) for share, each in zip(self.average(known), below, strict=True))
            if known not in best:
                there = [(one[2], weight) for one, weight in reaches[known] if not isinstance(one, float)]
                worth = [sum(weight * value(ways[i]) for ways, weight in there) for i in range(len(below))]
                best[known] = worth.index(max(worth) if seat == 0 else min(worth))
            return value(below[best[known]])

        return sum(weight * value(node) for weight, node in self.deals)


def test_three_cards_are_worth_what_is_known(back_end: BackEnd) -> None:
    """Kuhn's poker: the second player gains 1/18 by perfect play."""
    starts = back_end.game(compiled(CARDS)).starts()
    assert [each.weight for each in starts] == [Fraction(1, 6)] * 6
    count = {"decisions": 0, "ends": 0}
    solver = _Solver([(float(each.weight), _tree(each.state, count)) for each in starts])
    assert count == {"decisions": 24, "ends": 30}
    for time in range(1, 1001):
        solver.once(time)
    assert len(solver.sums) == 12  # what a player can know: one of three cards in each of four situations
    low, high = solver.best_answer(1), solver.best_answer(0)
    assert low <= -1 / 18 <= high
    assert high - low < 0.01


def test_a_game_whose_set_up_was_told_is_saved_with_it(back_end: BackEnd) -> None:
    game = back_end.game(compiled(CARDS))
    for each in game.starts():
        state = each.state
        assert state.key == game.start(draws=each.draws).key
        state.apply("bet")
        again = game.resume(state.to_json())
        assert again.key == state.key
        assert [again.observation(seat) for seat in (0, 1)] == [state.observation(seat) for seat in (0, 1)]
