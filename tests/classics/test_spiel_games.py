"""Games that OpenSpiel has as well, each played at random beside it: at every decision both offer the same, and at the
end the same have won."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from yupana.interpreter.game import Option, State
from yupana.tests.found import game

from .beside import Pair, Selection, Steps, play
from .pairs import scores

spiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (it belongs to the extra `dev`)")

FEW = range(1, 6)
MANY = range(1000, 2000)


def _amazons(side: int) -> Any:
    """It asks for the amazon, for where she goes and for where she shoots, one after the other."""

    def named(square: str) -> str:
        # our first row is drawn at the bottom, theirs at the top
        return f"({side + 1 - int(square[1:])}, {ord(square[0]) - ord('a') + 1})"

    def action(option: Option, other: Any) -> str | Steps:
        sign = "XO"[other.current_player()]
        if option.name == "shoot":
            return f"{sign} Shoot: {named(option.args['at'])}"
        return f"{sign} From {named(option.args['amazon'])}", f"{sign} To {named(option.args['to'])}"

    return action


ROWS = ("adg7", "bdf6", "cde5", "abcefg4", "cde3", "bdf2", "adg1")
POINTS = [column + row[-1] for row in ROWS for column in row[:-1]]
"""The points of a morris board as OpenSpiel numbers them: row by row from the top."""


def _nine_mens_morris(option: Option, other: Any) -> str:
    if option.name == "move":
        return f"Move {POINTS.index(option.args['man'])} -> {POINTS.index(option.args['to'])}"
    return f"Point {POINTS.index(option.args['at' if option.name == 'place' else 'man'])}"


COLORS = {"red": "R", "yellow": "Y", "green": "G", "white": "W", "blue": "B"}
NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
PLACES = ["first", "second", "third", "fourth", "fifth"]


def _hanabi(option: Option, other: Any) -> str:
    if option.name in ("play", "discard"):
        return f"({option.name.capitalize()} {PLACES.index(option.args['place'])})"
    seats = ["ann", "ben", "cat", "dan", "eve"][: other.num_players()]
    away = (seats.index(option.args["p"]) - other.current_player()) % len(seats)
    if option.name == "tell_color":
        return f"(Reveal player +{away} color {COLORS[option.args['color']]})"
    return f"(Reveal player +{away} rank {NUMBERS[option.args['rank']]})"


def _hand(state: State, seat: int) -> list[str]:
    """The cards of a seat, as the other game names them, which who sits behind sees."""
    hands = state.observation((seat + 1) % state.players)["zones"]["hand"]
    assert isinstance(hands, dict)
    cards = hands[state.names[seat]]
    assert isinstance(cards, list)
    named = [str(card).split("_") for card in cards]
    return [COLORS[color] + NUMBERS[rank] for color, rank in named]


def _hanabi_card(state: State, other: Any) -> int:
    """The card that is dealt: hand by hand at the beginning, then to who has lost one."""
    history = other.full_history()
    if all(each.player < 0 for each in history):
        seat, number = divmod(len(history), len(_hand(state, 0)))
    else:
        seat, number = history[-1].player, -1
    wanted = f"(Deal {_hand(state, seat)[number]})"
    return next(int(each) for each, _ in other.chance_outcomes() if other.action_to_string(-1, each) == wanted)


def _same_hints(state: State, other: Any) -> None:
    """The cards, and what each player knows of the own ones, are the same."""
    theirs = str(other).split("Hands:\n")[1].split("Deck size")[0].replace("Cur player\n", "").split("-----\n")
    for seat, lines in enumerate(theirs):
        name = state.names[seat]
        seen = state.observation(seat)
        assert isinstance(seen["zones"]["hand"], dict)
        backs = seen["backs"]["hand"]
        assert isinstance(backs, dict)
        assert seen["zones"]["hand"][name] == len(backs[name])
        assert list(backs) == [name]
        ours = []
        for card, back in zip(_hand(state, seat), backs[name], strict=True):
            told = COLORS.get(str(back["told_color"]), "X") + NUMBERS.get(str(back["told_rank"]), "X")
            left = [*[COLORS[each] for each in back["colors_left"]], *[NUMBERS[each] for each in back["ranks_left"]]]
            ours.append(f"{card} || {told}|{''.join(left)}")
        assert ours == lines.splitlines(), state.decisions


SMALL = "colors=2,ranks=3,hand_size=2,max_information_tokens=3,max_life_tokens=3"
OF_SMALL = {"colors": 2, "ranks": 3, "hand_size": 2, "most_hints": 3, "most_lives": 3}


def _quoridor(side: int) -> Any:
    """Their first row is drawn at the top, and a wall is called by the square above it and at its left."""

    def action(option: Option, other: Any) -> str:
        name = option.args["to" if option.name == "run" else "joint"]
        row = int(name[1:].partition("_")[0])
        if option.name == "run":
            return f"{name[0]}{side + 1 - row}"
        return f"{name[0]}{side - row}{'h' if option.args['lie'] == 'level' else 'v'}"

    return action


def _shared(side: int, seats: tuple[int, ...]) -> Callable[[State], list[float]]:
    """Who does not win pays a part of what the winner gets. OpenSpiel calls it a draw where the very last turn wins;
    and it says who decides by other numbers than who is paid, which go round the table as ours do."""

    def returns(state: State) -> list[float]:
        won = [each == "win" for each in state.results.values()]
        if not any(won) or state.ply == 4 * side * side:
            return [0.0] * len(won)
        return [1.0 if won[seat] else -1.0 / (len(won) - 1) for seat in seats]

    return returns


def _quoridors() -> Iterator[Pair]:
    for side, seats in ((9, (0, 1)), (7, (0, 1)), (6, (0, 1)), (5, (0, 1)), (9, (0, 2, 1, 3)), (5, (0, 2, 1))):
        other = f"quoridor(board_size={side},players={len(seats)},wall_count={side * side // 4 // len(seats)})"
        yield Pair(
            "quoridor", other, _quoridor(side), returns=_shared(side, seats), options={"side": side}, players=seats,
            stuck=len(seats) > 2,
        )  # fmt: skip


def _liars_dice(option: Option, other: Any) -> str:
    return "Liar" if option.name == "liar" else f"{option.args['quantity']}-{option.args['face']}"


def _seen(state: State, player: str) -> Any:
    return state.observation(player)


def _liars_die(state: State, other: Any) -> int:
    """The next die under the cups of our players: OpenSpiel has its dice thrown one cup after the other."""
    cups: list[Any] = [_seen(state, player)["fields"]["Player.faces"][player] for player in state.names]
    thrown = sum(1 for each in other.full_history() if each.player < 0)
    return [face for cup in cups for face in cup][thrown] - 1


LIARS = {"wild": "highest", "loss": "all"}
"""OpenSpiel's highest face is wild, and one call ends the game."""

SUITS, RANKS = ("clubs", "diamonds", "hearts", "spades"), (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
"""The cards as OpenSpiel numbers them: the suits of every rank."""
OUR_SUITS = ("clubs", "diamonds", "spades", "hearts")
LETTERS = "23456789TJQKA"
WAYS = ("hold", "left", "across", "right")


def _heart(card: str) -> str:
    suit, rank = card.split("_")
    return LETTERS[RANKS.index(rank)] + suit[0].upper()


def _hearts(option: Option, other: Any) -> str:
    return _heart(option.args["cards" if option.name == "pass_on" else "card"])


def _place_in_hand(card: str) -> int:
    return 13 * [suit[0].upper() for suit in OUR_SUITS].index(card[1]) + LETTERS.index(card[0])


def _heart_dealt(way: str) -> Any:
    """To which side cards are passed in OpenSpiel's only deal, and its next card: it deals one by one."""

    def chance(state: State, other: Any) -> int:
        done = len(other.full_history())
        if not done:
            return WAYS.index(way)
        player = state.names[(done - 1) % 4]
        suit, rank = _seen(state, player)["zones"]["hand"][player][(done - 1) // 4].split("_")
        return 4 * RANKS.index(rank) + SUITS.index(suit)

    return chance


def _moon(generator: random.Random, offered: Sequence[Steps], seat: int) -> Steps:
    """The first player is after all points, with high cards; the others keep theirs."""
    ranked = sorted(offered, key=lambda steps: LETTERS.index(steps[0][0]))
    return ranked[-1 if seat == 0 else 0] if generator.random() < 0.95 else generator.choice(ranked)


def _hearts_pair(way: str, theirs: str = "", **ours: bool) -> Pair:
    """Hearts with cards passed in one way, and with options of both."""
    return Pair(
        "hearts", f"hearts({theirs})" if theirs else "hearts", _hearts, chance=_heart_dealt(way),
        players=(0, 1, 2, 3), options={"target": 0, "passing": way, "queen_breaks": True, **ours},
        returns=lambda state: [26.0 + points for points in state.points],
        selection=Selection("pass_on", 3, _place_in_hand),
    )  # fmt: skip


GAMES = [
    *[
        Pair(
            "hanabi",
            f"hanabi(players={players})",
            _hanabi,
            players=tuple(range(players)),
            returns=scores,
            chance=_hanabi_card,
            same=_same_hints,
        )
        for players in (2, 3, 4, 5)
    ],
    Pair(
        "hanabi",
        f"hanabi(players=3,{SMALL})",
        _hanabi,
        players=(0, 1, 2),
        returns=scores,
        chance=_hanabi_card,
        same=_same_hints,
        options=OF_SMALL,
    ),
    Pair("amazons", "amazons", _amazons(10)),
    Pair("amazons", "amazons(board_size=8)", _amazons(8), options={"side": 8}),
    Pair("amazons", "amazons(board_size=6)", _amazons(6), options={"side": 6}),
    Pair("nine_mens_morris", "nine_mens_morris", _nine_mens_morris),
    *_quoridors(),
    Pair("liars_dice", "liars_dice", _liars_dice, chance=_liars_die, options={**LIARS, "dice": 1}),
    Pair("liars_dice", "liars_dice(numdice=5)", _liars_dice, chance=_liars_die, options=LIARS),
    Pair(
        "liars_dice",
        "liars_dice(numdice=3,dice_sides=4,bidding_rule=reset-quantity)",
        _liars_dice,
        chance=_liars_die,
        options={**LIARS, "dice": 3, "sides": 4, "ladder": "by_face"},
    ),
    _hearts_pair("left"),
    _hearts_pair("across", "jd_bonus=true,avoid_all_tricks_bonus=true", jack=True, no_tricks=True),
    _hearts_pair(
        "right", "qs_breaks_hearts=false,can_lead_hearts_instead_of_qs=true", queen_breaks=False, spare_queen=True
    ),
    _hearts_pair(
        "hold", "pass_cards=false,can_lead_any_club=true,no_pts_on_first_trick=false", any_club=True, clean_start=False
    ),
    _hearts_pair("hold", "must_break_hearts=false,jd_bonus=true", breaking=False, jack=True),
    replace(_hearts_pair("right", "jd_bonus=true", jack=True), taste=_moon),
]

each_game = pytest.mark.parametrize("pair", GAMES, ids=lambda pair: f"{pair.ruleset}-{pair.other}")


@each_game
def test_a_few_random_games_are_the_same(pair: Pair) -> None:
    assert _decisions(pair, FEW) > 2 * len(FEW)


@pytest.mark.slow
@each_game
def test_a_thousand_random_games_are_the_same(pair: Pair) -> None:
    assert _decisions(pair, MANY) > 2 * len(MANY)


def _decisions(pair: Pair, seeds: range) -> int:
    ours, other = game(pair.ruleset), spiel.load_game(pair.other)
    return sum(play(pair, ours, other, seed) for seed in seeds)
