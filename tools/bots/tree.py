"""Tree search (UCT): what playing on at random says of the options of a decision.

An engine that searches by itself is asked first; here is the same search decision by decision, for the others and for
positions from which some rule fails on the way. Both come to the same numbers, down to the order of what is tried.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isqrt
from typing import Any

from yupana.interpreter.game import State, Tried

from .numbers import Numbers, game_seed, mix

LIMIT = 1000
"""After how many decisions a round is given up; it counts as a draw then."""

DEPTH = 4096
"""How deep the tree may grow."""

_WORTH = {"win": 2, "draw": 1, "lose": 0}


def tried(state: State, rounds: int, seed: int) -> dict[Any, Tried]:
    """What so many rounds say of the options of a state, each round with chance of its own.

    Raises RuleFault when a rule fails in one of them.
    """
    work = state.long_work
    found = None if work is None else work.search(rounds, seed, LIMIT)
    return _searched(state, rounds, seed, LIMIT) if found is None else dict(found)


@dataclass(slots=True)
class _Node:
    """What is known of an option: how often it was taken, what that was worth to who took it, and what came next."""

    times: int = 0
    worth: int = 0
    children: dict[Any, _Node] = field(default_factory=dict)


def _searched(state: State, rounds: int, seed: int, limit: int) -> dict[Any, Tried]:
    """The search. A round goes down the tree, adds one option, and plays on at random."""
    root = _Node()
    for index in range(rounds):
        own = game_seed(seed, index)
        here = state.reseeded(own)
        path = _way_down(root, here, limit)
        bots = [Numbers(mix(own * 64 + seat + 1)) for seat in range(state.players)]
        for _ in range(limit - len(path)):
            options = here.option_tuples()
            if not options:
                break
            here.apply_tuple(options[bots[here.seat].below(len(options))])
        root.times += 1
        for node, seat in path:
            node.times += 1
            node.worth += _worth(here, seat)
    return {option: Tried(each.times, each.worth) for option, each in root.children.items()}


def _way_down(node: _Node, here: State, limit: int) -> list[tuple[_Node, int]]:
    """Take what is most promising as long as all options are known, then one that is not; gives what was taken, and by
    which seat."""
    path: list[tuple[_Node, int]] = []
    while (options := here.option_tuples()) and len(path) < min(limit, DEPTH):
        new = next((each for each in options if each not in node.children), None)
        if new is None:
            log, known = _logarithm(node.times), node.children
            option = max(options, key=lambda each: _promise(known[each], log))
        else:
            option, node.children[new] = new, _Node()
        node = node.children[option]
        path.append((node, here.seat))
        here.apply_tuple(option)
        if new is not None:
            break
    return path


def _worth(here: State, seat: int) -> int:
    """What an end is worth to a seat: 2 for winning alone, 1 for sharing, a draw or a game given up, 0 for losing."""
    if not here.over:
        return 1
    worth = _WORTH[here.results[here.names[seat]]]
    return min(worth, 1) if len(here.winner_seats) > 1 else worth


def _promise(node: _Node, log: int) -> int:
    """UCB1 in parts of 65536: the mean worth (from 0 to 1), and more for what was seldom tried."""
    return (node.worth << 15) // node.times + isqrt((log << 17) // node.times)


def _logarithm(n: int) -> int:
    """The natural logarithm in parts of 65536 (0 of 0), straight between powers of two."""
    if n == 0:
        return 0
    digits = n.bit_length() - 1
    return ((digits << 16) + ((n << 16) >> digits) - 65536) * 45426 >> 16
