"""What `yupana balance` says of games in which something is known to be so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tools.measures.statistics import FAMILY, Shares, holm

Balanced = Callable[..., Any]
Toy = Callable[[str], str]


TEAM = """
ruleset: {name: team, title: Team, language: 4}
players: {min: 1, max: 3, together: true, names: [red, blue, green], fields: {points: int 0..99}}
state: {luck: int 0..6}
actions: {add: {parameters: {n: {in: 1..2}}, effects: "me.points += n\\nroll 1d6 as r\\nluck = sum(r)"}}
flow: [{turns: turn, times: 3}]
scoring: {items: {points: me.points}, winners: luck > 3}
"""


def said(document: Any, weight: int = 0) -> str:
    return "\n".join(each["text"] for each in document["ruleset"]["findings"] if each["weight"] >= weight)


def measures(document: Any) -> dict[str, Any]:
    return {each["key"]: each for each in document["ruleset"]["measures"]}


def test_a_first_player_who_always_wins(balanced: Balanced) -> None:
    document = balanced("first_wins", "--bots", "random", "--games", "40", "--only-games")
    assert "Red, who decides first, has the better seat: 100 %" in said(document, 3)
    assert "The lead never changes" in said(document, 2)
    assert measures(document)["first_player"]["mean"]["value"] == 1
    assert measures(document)["lead_changes"]["mean"] == {"value": 0, "low": 0, "high": 0}
    assert measures(document)["comebacks"]["mean"]["value"] == 0
    assert [each["uneven"] for each in document["ruleset"]["seats"]] == [True, True]


def test_who_begins_wins_on_whatever_seat(balanced: Balanced) -> None:
    document = balanced("beginner_wins", "--bots", "random", "--games", "40", "--only-games")
    assert not any(each["uneven"] for each in document["ruleset"]["seats"])
    assert "Who decides first has the better seat: 100 %" in said(document, 3)


def test_no_choice_at_all(balanced: Balanced) -> None:
    document = balanced("forced", "--bots", "random", "--games", "40")
    assert "Nobody has a choice: every decision has only one option." in said(document, 3)
    found = measures(document)
    assert [found[key]["mean"]["value"] for key in ("forced", "dead_ends", "branching")] == [1, 1, 1]
    assert document["ruleset"]["kept"] == []


def test_an_action_that_is_too_strong_one_for_nobody_and_a_dead_card(balanced: Balanced) -> None:
    document = balanced("strong", "--bots", "random", "--games", "150", "--tournament", "random,first")
    assert "“Large” is too strong: a player who takes it whenever possible has" in said(document, 3)
    assert "“Small” looks better than it is" in said(document, 2)
    assert "“Never” could never be taken in these games." in said(document, 2)
    dead = "2 components play no part in these games: “Card ace” and “Card dead”. No option names them"
    assert dead in said(document, 2)
    uses = {each["name"]: each for each in document["ruleset"]["uses"]}
    assert uses["large"]["seen"]
    assert uses["large"]["winning"]["low"] > 0
    assert uses["small"]["winning"]["high"] < 0
    kept = {(each["how"], each["name"]): each for each in document["ruleset"]["kept"]}
    assert kept["always", "large"]["verdict"] == "too strong"
    assert kept["never", "large"]["verdict"] == "needed"
    assert ("never", "never") not in kept


def test_what_lies_on_the_board_or_counts_for_something_plays_a_part(balanced: Balanced) -> None:
    """Not every component is named in an option or moved by one: those in fields, in zones of spaces, and of which a
    field has changed play a part all the same."""
    found = balanced("lying", "--bots", "random", "--games", "20", "--only-games")
    assert "A component plays no part in these games: “Tile spare”." in said(found, 2)
    used = {each["name"]: each["times"] for each in found["ruleset"]["uses"]}
    assert {used[f"Tile {name}"] for name in ("held", "listed", "kept", "placed", "turned", "marked")} == {0}


def test_what_is_compared_is_corrected_and_said_to_be(yupana: Yupana, toy: Toy) -> None:
    run = ("--bots", "random", "--games", "40", "--tournament", "random,first")
    told = " ".join(yupana("balance", toy("strong"), *run).out.split())
    assert "(Holm: 2 seats and who begins, 2 uses, 4 ways to play, looked at up to 4 times, skill;" in told
    assert "that any of it comes by chance alone has a chance of 5 % at most." in told


def test_what_nobody_takes_and_would_win_is_told_once(balanced: Balanced) -> None:
    """A player who never thinks takes the first thing there is: what stands behind it is never taken, and strong."""
    found = balanced("hidden_gem", "--bots", "first", "--games", "100", "--tournament", "random,first")
    told = [each["text"] for each in found["ruleset"]["findings"] if "“Gem”" in each["text"]]
    assert len(told) == 1
    assert "“Gem” is worth more than these bots think: none takes it of its own accord" in told[0]


@pytest.mark.parametrize("players", [2, 4])
def test_seats_of_a_lottery_are_even(players: int) -> None:
    """Of many runs of games that are won by lot, about as few as are said call a seat, or who begins, uneven."""
    lots, wrong = Random(players), 0
    for _ in range(200):
        winners = [lots.randrange(players) for _ in range(50)]
        tested = holm([Shares([float(won == seat) for won in winners]).chance(1 / players)
                       for seat in (*range(players), 0)], FAMILY)  # fmt: skip
        wrong += any(seen for seen, _ in tested)
    assert wrong <= 8  # 2.5 expected at most


def test_games_go_where_it_is_not_clear(balanced: Balanced) -> None:
    """What is clear is settled by few games, what is not by many, and together they are not more than allowed."""
    ruleset = balanced("strong", "--bots", "random", "--games", "150", "--tournament", "random,first")["ruleset"]
    kept = ruleset["kept"]
    assert sum(each["games"] for each in kept) <= 4 * 150
    clear = [each for each in kept if each["seen"] or each["alike"]]
    unclear = [each for each in kept if not each["seen"] and not each["alike"]]
    assert [each["games"] for each in clear if each["name"] == "large"] == [28, 28]
    assert all(each["games"] >= 28 for each in unclear)
    assert ruleset["untried"] == []
    fair = balanced("fair", "--bots", "random", "--games", "200", "--tournament", "random,first")["ruleset"]["kept"]
    assert min(each["games"] for each in fair) > 80


def test_seats_that_are_not_even_do_not_hide_what_players_do(balanced: Balanced) -> None:
    """Where the first seat always wins, nothing else is decided by thinking, and a few games show that."""
    document = balanced("first_wins", "--bots", "random", "--games", "60", "--tournament", "random,first")
    skill = document["ruleset"]["skill"]
    assert (skill["share"]["value"], skill["seen"], skill["alike"]) == (0.5, False, True)
    assert skill["games"] <= 48


def test_bots_that_are_not_alike_take_turns_on_the_seats(balanced: Balanced) -> None:
    """The better one wins wherever it sits, and no seat is said to be better."""
    run = ("--bots", "greedy,random", "--games", "60", "--only-games")
    found = balanced("strong", *run)["ruleset"]
    assert [each["bot"] for each in found["turns"]] == ["greedy", "random"]
    assert found["turns"][0]["share"]["low"] > 0.6
    assert not any(each["uneven"] for each in found["seats"])
    assert {each["bot"] for each in found["seats"]} == {""}
    one = balanced("strong", "--bots", "random", "--games", "20", "--only-games")["ruleset"]
    assert one["turns"] == []


def test_always_drawn(balanced: Balanced) -> None:
    document = balanced("drawn", "--bots", "random", "--games", "8", "--only-games")
    assert "Every game was a draw" in said(document, 3)
    assert measures(document)["drawn"]["mean"]["value"] == 1
    assert "drama" not in measures(document)


def test_players_who_win_or_lose_together(balanced: Balanced) -> None:
    """A game that all win, or nobody does, is not called one that nobody can win."""
    told = said(balanced("together", "--bots", "random", "--games", "20", "--only-games"), 2)
    assert "All players win or nobody does: they win together in " in told
    assert "Every game was a draw" not in told


@pytest.mark.parametrize("players", ["1", "2", "3"])
def test_where_all_play_together_it_is_told_how_often_they_win(yupana: Yupana, tmp_path: Path, players: str) -> None:
    """And nothing of seats, of draws and of the lead, of which there are none."""
    (tmp_path / "team.yaml").write_text(TEAM, encoding="utf-8")
    run = ("balance", str(tmp_path / "team.yaml"), "--players", players, "--bots", "random", "--games", "40")
    document = yupana(*run, "--engine", "python", "--json").document
    who = "The player wins in " if players == "1" else "All players win together in "
    assert who in said(document, 1)
    assert not any(word in said(document, weight) for weight in (1, 2, 3) for word in ("seat", "draw", "lead "))
    found = measures(document)
    assert 0 < found["won"]["mean"]["value"] < 1
    assert not {"first_player", "seat_advantage", "drawn", "spread", "lead_changes", "drama"} & set(found)
    assert not document["ruleset"]["kept"]


RISK = """
ruleset: {name: risk, title: Risk, language: 4}
players: {min: 1, max: 2, together: true, names: [red, blue], fields: {points: int 0..99}}
actions: {good: {effects: GOOD}, bad: {effects: me.points += 0}}
flow: [{turns: turn, times: 4}]
scoring: {items: {points: me.points}, winners: "sum(p.points for p in players) >= 3 * size(players)"}
"""


@pytest.mark.parametrize(("good", "players", "verdict", "words", "than"), [
    ("me.points += 1", "2", "more", "Thinking pays, better bots win together more often: `random` ", "more"),
    ("me.points += 1", "1", "more", "Thinking pays, better bots win more often: `random` ", "more"),
    ("me.points += 0", "2", "alike", "Better bots win together no more often: `random` 0 % ", "not clear"),
])  # fmt: skip
def test_where_all_play_together_better_bots_are_compared_by_how_often_they_win(
    yupana: Yupana, tmp_path: Path, good: str, players: str, verdict: str, words: str, than: str
) -> None:
    (tmp_path / "risk.yaml").write_text(RISK.replace("GOOD", good), encoding="utf-8")
    run = ("balance", str(tmp_path / "risk.yaml"), "--players", players, "--bots", "random", "--games", "120")
    document = yupana(*run, "--engine", "python", "--json").document
    found = document["ruleset"]["together"]
    assert (found["verdict"], [each["bot"] for each in found["bots"]]) == (verdict, ["random", "greedy"])
    assert [(each["games"], each["than"]) for each in found["bots"]] == [(120, None), (60, than)]
    assert words in said(document)
    told = yupana(*run, "--engine", "python", "--all").out
    assert "than the one before" in told
    assert "1 comparisons" not in told


def test_a_fair_game_alarms_nobody(balanced: Balanced) -> None:
    document = balanced("fair", "--bots", "random", "--games", "80", "--tournament", "random,first")
    wrong = [each for each in document["ruleset"]["findings"] if each["weight"] == 3]
    assert wrong == []
    assert {each["verdict"] for each in document["ruleset"]["kept"]} <= {"no difference", "enough", "not sure"}
    assert not any(each["seen"] for each in document["ruleset"]["uses"])


def test_a_rule_that_fails_is_told_first(yupana: Yupana, toy: Toy) -> None:
    ran = yupana("balance", toy("faulty"), "--bots", "random", "--games", "10", "--only-games", "--json")
    assert ran.code == 1
    first = ran.document["ruleset"]["findings"][0]
    assert first["weight"] == 3
    assert "a rule fails: " in first["text"]
    assert "too many" in first["text"]
    assert measures(ran.document)["completion"]["mean"]["value"] < 1


@pytest.mark.slow
def test_of_fair_games_few_runs_name_a_strong_or_useless_action(yupana: Yupana, toy: Toy) -> None:
    name, wrong = toy("fair"), 0
    for seed in range(40):
        ran = yupana("balance", name, "--bots", "random", "--games", "60", "--tournament", "random,first", "--seed",
                     str(seed), "--json")  # fmt: skip
        found = ran.document["ruleset"]
        wrong += any(each["seen"] for each in [*found["uses"], *found["kept"]])
        wrong += any(each["uneven"] for each in found["seats"])
    assert wrong <= 10  # of 120 looks each corrected by itself; 6 expected at most


# ---------------------------------------------------------------- the command


def test_any_number_of_workers_finds_the_same(yupana: Yupana) -> None:
    run = ("balance", "tic_tac_toe", "--quick", "--games", "10", "--bots", "mcts:10", "--json", "--workers")
    assert yupana(*run, "1").document == yupana(*run, "2").document


def test_games_without_points_are_judged_by_going_on(yupana: Yupana) -> None:
    document = yupana("balance", "tic_tac_toe", "--bots", "mcts:20", "--games", "12", "--only-games", "--json").document
    assert document["ruleset"]["worth"] == "rollouts"
    assert {"drama", "deficit", "killer_moves"} <= set(measures(document))


def test_wrong_usage_is_one_sentence(yupana: Yupana, toy: Toy) -> None:
    for more in (["-o", "report.pdf"], ["--bots", "clever"], ["--tournament", "random"], ["--players", "5"]):
        ran = yupana("balance", toy("fair"), *more)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), ran.err


def test_what_differs_between_two_rulesets(yupana: Yupana, toy: Toy) -> None:
    run = ("--bots", "random", "--games", "40", "--only-games", "--json")
    document = yupana("balance", toy("first_wins"), toy("fair"), *run).document
    rows = {each["name"]: each for each in document["differences"]}
    assert rows["Wins of Red"]["differs"]
    assert rows["Wins of Red"]["difference"]["low"] > 0
    assert rows["Wins of Red"]["new"] == 1
    same = yupana("balance", toy("fair"), toy("fair"), *run).document["differences"]
    assert not any(each["differs"] for each in same)
    told = yupana("balance", toy("strong"), "fair.yaml", *run[:-1], "--all").out
    assert told.startswith("It differs from fair.yaml in: ")
    assert "figures differ." in told
    assert "none seen (up to ±" in told
    assert "differs by -2.00 in every game" in " ".join(told.split())
