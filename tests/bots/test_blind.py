"""What a bot chooses does not depend on what its seat cannot see."""

from __future__ import annotations

import random
from typing import Any

import pytest
from yupana.interpreter.game import State
from yupana.tests.machine.test_worlds import SECRETIVE, alike, begin, exchanged, hidden_lists, relabelled
from yupana.tools.bots.seats import make_bot

BOTS = ("greedy", "flat:24", "mcts:24")
TUNED = {"leduc_poker", "goofspiel", "cargo_empire", "night_market"}
"""Rulesets that come with weights for the bot that weighs features."""


@pytest.mark.parametrize("target", SECRETIVE)
def test_the_same_choice_when_what_is_hidden_lies_otherwise(target: str) -> None:
    """Two pieces that a seat does not see change places at the beginning, and the same is decided: as long as nothing
    looks different, every bot chooses the same with the same seed and budget."""
    compared = 0
    for seed in range(1, 13):
        draw = random.Random(seed)
        true = begin(target, seed)
        viewer = draw.randrange(true.players)
        hidden = sorted([p for there in hidden_lists(true, viewer).values() for p in there])
        kinds = [range(each.piece_base, each.piece_base + len(each.names)) for each in true.game.program.domains
                 if each.piece_base >= 0]  # fmt: skip
        fitting = [of_kind for kind in kinds if len(of_kind := [p for p in hidden if p in kind]) > 1]
        if not fitting or compared >= 4:
            continue
        pair = draw.sample(draw.choice(fitting), 2)
        begun = true.game.secrets.set_ups(true.cells)
        if begun.zones[pair[0]] == begun.zones[pair[1]] and not alike(true, pair):
            compared += _compare(true, exchanged(true, pair), pair, viewer, draw)
    without = ("liars_dice", "rock_paper_scissors", "pizarro")  # what they hide is no pieces, or none that are alike
    assert compared or target in without, "no two pieces could change places"


def _compare(true: State, other: State, pair: list[int], viewer: int, draw: random.Random) -> int:
    """Play both; how often choices were compared before the games looked different."""
    compared = 0
    name = true.names[viewer]
    while not true.over and true.ply < 25 and compared < 3:
        if true.seat == viewer and 1 < len(true.option_tuples()) < 100:
            for bot in (*BOTS, *(("tuned",) if true.game.program.name in TUNED else ())):
                assert _choice(true, bot, true.ply) == _choice(other, bot, true.ply), bot
            compared += 1
        option = draw.choice(true.option_tuples())
        mirrored = relabelled(true, option, pair)
        if mirrored not in other.option_tuples():
            break
        true.apply_tuple(option)
        other.apply_tuple(mirrored)
        one, two = true.observation(name), other.observation(name)
        if one != two or true.memory(viewer).seen != other.memory(viewer).seen:
            break
    return compared


@pytest.mark.parametrize("target", SECRETIVE)
def test_the_same_choice_when_what_is_hidden_is_dealt_anew(target: str) -> None:
    """At decisions of random games, in another position that the seat must take for possible, and in one that agrees
    with no more than what it sees now: a bot knows there what its seat has seen, and nothing else."""
    draw, dealt = random.Random(5), 0
    known: tuple[str, ...] = (*BOTS, "mcts:160")
    for seed in range(1, 4):
        true, compared = begin(target, seed), 0
        while not true.over and true.ply < 60 and compared < 2:
            options, player = true.option_tuples(), true.names[true.seat]
            if 1 < len(options) < 60 and draw.random() < 0.2:
                others = true.possible(player, 77 * seed + true.ply), true.shuffled_for(player, true.ply)
                for other in others:
                    assert other.observation(player) == true.observation(player)
                    dealt += other.key != true.key
                    if other.option_tuples() == options:
                        for bot in known:
                            assert _choice(other, bot, true.ply) == _choice(true, bot, true.ply), bot
                compared += 1
            true.apply_tuple(draw.choice(options))
    assert dealt


def _choice(state: State, bot: str, seed: int) -> Any:
    options = state.option_tuples()
    return options[make_bot(bot, seed).choose(state, options)]
