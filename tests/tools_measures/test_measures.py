"""Measures of small games that are written down, with values worked out by hand."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt
from typing import Any

import pytest
from yupana.tools.measures.record import Record
from yupana.tools.measures.standing import Course
from yupana.tools.measures.statistics import Shares, estimate, figure, holm, slope
from yupana.tools.measures.table import SEAT_ADVANTAGE, Measure, measures
from yupana.tools.measures.usage import Use, uses
from yupana.tools.simulation.playouts import Playout


def table() -> dict[str, Measure]:
    spaces, pieces = frozenset({"Space a", "Space b", "Space c", "Space d"}), frozenset({"Card x", "Card y"})
    return {each.key: each for each in measures(scored=True, spaces=spaces, pieces=pieces)}


def a_game() -> Record:
    """Six decisions: red is ahead, blue takes the lead with the fourth and wins 7 to 3."""
    return Record(
        Playout(0, 1, 6, {}, scores=(3, 7), winners=(1,), result="won"),
        2,
        deciders=[0, 1, 0, 1, 1, 0],
        widths=[10, 4, 1, 3, 1, 2],
        dead=1,
        actions=[Counter(buy=2, move=1), Counter(buy=1, move=2)],
        components=[Counter({"Space a": 1, "Card x": 1}), Counter({"Space a": 2, "Space b": 1})],
        offered=Counter(buy=6, move=5, rest=2),
        beside=Counter(buy=5, move=5, rest=2),
        worth="points",
        first=0,
        at=[0, 1, 2, 3, 4, 5],
        worths=[(0, 0), (1, 0), (2, 1), (2, 1), (2, 3), (2, 6)],
    )


@pytest.mark.parametrize(("key", "value"), [
    ("completion", 1), ("first_player", 0), ("drawn", 0), ("length", 6), ("turns", 5), ("turn_length", 6 / 5),
    ("wait", 2), ("left_out", 1 / 6), ("most_options", 10),
    ("branching", 21 / 6), ("decision_factor", 19 / 4), ("forced", 2 / 6), ("dead_ends", 1 / 6),
    ("complexity", 2.380211242), ("convergence", (3 - 14) / 14), ("score", 7), ("margin", 4),
    ("lead_changes", 1), ("decisiveness", 2 / 6), ("comebacks", 1),
    ("drama", sqrt(1 / 4)), ("uncertainty", 1 - (0 + 1 + 1 + 1 + 1 + 4) / 4 / 6), ("killer_moves", 3 / 4 / 2),
    ("deficit", 1 / 4), ("late_uncertainty", 1 - 4 / 4), ("momentum", 1 / 2), ("permanence", 1),
    ("unrest", (1 + 0 + 0 + 2 + 3) / 5 / 4 / 2),
    ("board_coverage", 2 / 4), ("component_coverage", 1 / 2), ("variety", 0.6309297536),
])  # fmt: skip
def test_values_by_hand(key: str, value: float) -> None:
    assert table()[key].value(a_game()) == pytest.approx(value)


def test_every_measure_is_explained_and_keeps_to_its_bounds() -> None:
    found = table()
    assert len(found) == len(measures(scored=True, spaces=frozenset("a"), pieces=frozenset("b")))
    for each in found.values():
        assert each.told.endswith(".")
        assert each.advice.endswith(".")
        if each is SEAT_ADVANTAGE or each.key in ("spread", "won"):
            continue
        value = each.value(a_game())
        assert value is not None
        assert each.bounds[0] <= value <= each.bounds[1]


@pytest.mark.parametrize(("result", "winners", "value"), [
    ("won", (0, 1), 1), ("lost", (), 0), ("won", (1,), None), ("drawn", (0, 1), None),
])  # fmt: skip
def test_a_game_is_won_by_all_or_by_nobody(result: Any, winners: tuple[int, ...], value: float | None) -> None:
    game = a_game()
    game.playout = Playout(0, 1, 6, {}, scores=(3, 7), winners=winners, result=result)
    assert table()["won"].value(game) == value


def test_what_compares_seats_is_not_asked_where_all_play_together() -> None:
    found = {each.key: each for each in measures(scored=True, spaces=frozenset(), pieces=frozenset(), together=True)}
    assert not {"first_player", "seat_advantage", "drawn", "margin", "spread", "drama", "lead_changes"} & set(found)
    assert found["score"].value(a_game()) == 5


def test_the_scores_of_three_are_spread() -> None:
    game = a_game()
    game.players, game.playout = 3, Playout(0, 1, 6, {}, scores=(3, 7, 5), winners=(1,), result="won")
    assert (table()["spread"].value(game), table()["margin"].value(game)) == (4, 2)


def test_a_game_that_did_not_end_counts_for_completion_only() -> None:
    game = a_game()
    game.playout = Playout(0, 1, 6, {}, fault="not over after 6 decisions")
    told = {key: each.value(game) for key, each in table().items()}
    assert told.pop("completion") == 0
    assert set(told.values()) == {None}


def test_a_draw_has_no_winner_whose_way_could_be_told() -> None:
    game = a_game()
    game.playout = Playout(0, 1, 6, {}, scores=(5, 5), winners=(0, 1), result="drawn")
    assert [table()[key].value(game) for key in ("drama", "deficit", "comebacks")] == [None] * 3
    assert table()["drawn"].value(game) == 1


def test_what_is_taken_back_at_once_is_not_permanent() -> None:
    """Of changes by 2, -1 and 0 of the lead one half of the first is taken back."""
    game = a_game()
    game.worths, game.at = [(0, 0), (2, 0), (2, 1), (2, 1)], [0, 1, 2, 3]
    assert Course(game).permanence == pytest.approx(1 - 1 / 3)
    assert Course(game).momentum == 0


def test_estimates_that_waver_are_no_change_of_lead() -> None:
    game = a_game()
    game.worth, game.worths = "rollouts", [(0.52, 0.48), (0.48, 0.52), (0.6, 0.4), (0.49, 0.51), (0.4, 0.6), (0.2, 0.8)]
    assert Course(game).leaders == [-1, -1, 0, -1, 1, 1]
    assert Course(game).changes == 1


# ---------------------------------------------------------------- use and winning


def played(number: int, winner: int, *used: str) -> Record:
    """A game won by a seat; `used` says what each seat did."""
    return Record(
        Playout(number, number, 2, {}, winners=(winner,), result="won"), 2, [0, 1], [2, 2],
        actions=[Counter([each]) for each in used], components=[Counter(), Counter()],
        offered=Counter(a=2, b=2, c=1), beside=Counter(a=2, b=2, c=1),
    )  # fmt: skip


def found(records: list[Record]) -> dict[str, Use]:
    return {each.name: each for each in uses(records, ["a", "b", "c", "d"], [])}


def test_what_wins_is_seen_and_what_nobody_uses_is_there() -> None:
    rows = [(1, "b", "a"), (0, "a", "b"), (0, "a", "b"), (1, "b", "a")] * 10
    told = found([played(number, *each) for number, each in enumerate(rows)])
    assert told["a"].times == 1
    assert told["a"].games == 1
    assert told["c"].times == 0
    assert told["c"].offered == 1 / 2
    assert told["d"].offered == 0
    winning = told["a"].winning
    assert winning is not None
    assert (winning.low, winning.value) == pytest.approx((1, 1))
    assert told["a"].seen


def test_the_advantage_of_a_seat_is_not_that_of_what_it_does() -> None:
    """The first seat always does `a` and mostly wins; the second does `a` at times, and wins no more by it."""
    draw = random.Random(5)
    records = [played(n, int(draw.random() > 0.9), "a", draw.choice("ab")) for n in range(400)]
    winning = found(records)["a"].winning
    assert winning is not None
    assert winning.holds_zero


def test_a_thing_that_helps_is_told_with_its_size() -> None:
    draw = random.Random(3)
    records = []
    for number in range(600):
        used = draw.choice("ab"), draw.choice("ab")
        chance = 0.5 + 0.2 * ((used[0] == "a") - (used[1] == "a"))
        records.append(played(number, int(draw.random() > chance), *used))
    told = found(records)["a"]
    assert told.seen
    assert told.winning is not None
    assert told.winning.low < 0.2 < told.winning.high


@pytest.mark.slow
def test_where_nothing_helps_something_is_named_in_few_runs_only() -> None:
    wrong = 0
    for run in range(200):
        draw = random.Random(run)
        records = [played(n, draw.randrange(2), draw.choice("abcd"), draw.choice("abcd")) for n in range(60)]
        wrong += any(each.seen for each in found(records).values())
    assert wrong <= 20  # 10 expected at most; more than 20 once in a thousand times


# ---------------------------------------------------------------- statistics


def test_a_share_of_few_games_that_all_end_alike_proves_little() -> None:
    """A quarter is even for four: to lose eight times in a row then comes once in ten times."""
    lost = Shares([0.0] * 8)
    assert lost.chance(0.25) > 0.05
    assert lost.interval().low == 0
    assert 0.25 < lost.interval().high < 0.5
    assert Shares([0.0] * 40).chance(0.25) < 0.001
    assert Shares([0.5] * 8).interval().low > 0.25


def test_the_chance_of_a_share_says_what_its_interval_says() -> None:
    """Agresti's and Coull's interval for 5 of 20, from the formula by hand."""
    found = Shares([1.0] * 5 + [0.0] * 15)
    assert (found.interval().low, found.interval().high) == pytest.approx((0.10808, 0.47249), abs=1e-4)
    level = found.chance(0.5)
    assert found.interval(level).high == pytest.approx(0.5, abs=1e-4)
    assert Shares([0.0, 1.0]).chance(0.5) == pytest.approx(1)


@pytest.mark.parametrize(("seats", "games"), [(2, 8), (2, 40), (4, 12), (4, 60)])
def test_the_interval_of_a_share_holds_what_is_true(seats: int, games: int) -> None:
    draw = random.Random(seats * games)
    wrong = 0
    for _ in range(600):
        won = [float(draw.randrange(seats) == 0) if draw.random() < 0.8 else 1 / seats for _ in range(games)]
        wrong += Shares(won).chance(1 / seats) < 0.05
    assert wrong <= 50  # 30 expected at most


def test_holm() -> None:
    """Holm's own way by hand: 0.05/4, /3, /2, /1."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == [
        (True, pytest.approx(0.05 / 3)), (False, pytest.approx(0.05 / 2)), (False, pytest.approx(0.05 / 2)),
        (True, pytest.approx(0.05 / 4)),
    ]  # fmt: skip


def test_a_mean_with_its_chance() -> None:
    found = estimate([1, 2, 3, 4, 5])
    assert (found.value, found.degrees) == (3, 4)
    assert found.error == pytest.approx(sqrt(2.5 / 5))
    assert found.chance(3) == pytest.approx(1)
    assert found.chance() == pytest.approx(0.01324, abs=1e-4)
    assert found.interval().low == pytest.approx(3 - 2.776445 * found.error)


def test_what_was_never_seen_may_still_happen() -> None:
    """Wilson's interval for 0 and 5 of 10, from the formula by hand."""
    never, half = figure([0.0] * 10, (0.0, 1.0)), figure([0.0, 1.0] * 5, (0.0, 1.0))
    assert (never.value, never.low, never.high) == (0, 0, pytest.approx(0.27753, abs=1e-5))
    assert (half.low, half.high) == (pytest.approx(0.23659, abs=1e-5), pytest.approx(0.76341, abs=1e-5))
    assert figure([2.0, 2.0, 2.0]).exact
    assert figure([0.0, 0.5, 1.0], (0.0, 1.0)).low == 0


def test_a_slope_takes_the_rows_of_a_game_as_one() -> None:
    rows = [[(0.5, 0.25), (-0.5, -0.25)], [(-0.5, -0.25), (0.5, 0.25)], [(0.5, 0.25), (-0.5, -0.25)]]
    by = slope(rows)
    assert by is not None
    assert (by.value, by.error) == (pytest.approx(0.5), pytest.approx(0))
    assert slope([[(0.0, 1.0)]] * 5) is None


@pytest.mark.slow
def test_the_interval_of_a_slope_holds_what_is_true() -> None:
    held = 0
    for run in range(400):
        draw = random.Random(run)
        rows = []
        for _ in range(80):
            x, own = draw.gauss(0, 1), draw.gauss(0, 1)  # both seats of a game hang together
            rows.append([(x, 0.3 * x + own), (-x, -0.3 * x - own)])
        by = slope(rows)
        assert by is not None
        interval = by.interval()
        held += interval.low <= 0.3 <= interval.high
    assert 365 <= held <= 394
