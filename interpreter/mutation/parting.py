"""Examples for a break that makes another game: the game and the broken one are played beside each other, and where
they part is written down.

The two share no positions, so options are compared by their words, and fields by what each seat sees.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from yupana.schemas.scalars import scalar

from ..machine.faults import RuleFault, UsageError
from ..machine.state import State
from ..playable import Game
from .counter_examples import options_for

GAMES, LENGTH, OPTIONS = 24, 40, 6000
"""How many games are played, how many decisions of each, and how many options are listed in one at most."""

VALUES = 3
"""So many fields that differ are told of one place."""


@dataclass(frozen=True, slots=True)
class Parting:
    """Where two games part: the length of the play, and examples that tell them apart, perhaps."""

    length: int
    texts: Sequence[str]


def partings(true: Game, other: Game) -> list[Parting]:
    """Where play shows a difference, the nearest to the beginning first."""
    counts = range(true.min_players, true.max_players + 1)
    found = [_parting(true, other, counts[number % len(counts)], number) for number in range(GAMES)]
    return sorted((each for each in found if each is not None), key=lambda each: each.length)


def _parting(true: Game, other: Game, players: int, number: int) -> Parting | None:
    dice, options = random.Random(number), options_for(true.program, number)
    head = [f"players: {players}"] if players != true.min_players else []
    head += [f"seed: {number + 1}"] if number else []
    chosen = [f"{name}: {str(each).lower() if isinstance(each, bool) else each}" for name, each in options.items()]
    head += [f"options: {{{', '.join(chosen)}}}"] if chosen else []
    taken: list[str] = []
    try:
        one = true.start(players, number + 1, options)
    except RuleFault:
        return None
    listed = 0
    try:
        two = other.start(players, number + 1, options)
        while True:
            offered, others = _offered(one), _offered(two)
            texts = [*_texts(one, two, offered, others, head, taken)]
            if texts:
                return Parting(len(taken), texts)
            listed += len(offered)
            if not offered or len(taken) >= LENGTH or listed > OPTIONS:
                return None
            choice = dice.choice(list(offered))
            taken.append(f"  - {_decider(one)}: {scalar(choice)}")
            one.apply_tuple(offered[choice])
            two.apply_tuple(others[choice])
    except (RuleFault, UsageError):  # in the broken game, if the example holds in the true one
        return Parting(len(taken), [_written(head, taken)])


def _offered(state: State) -> dict[str, Any]:
    printer = state.game.machine.printer
    return {printer.option(each, exact=True): each for each in state.option_tuples()}


def _decider(state: State) -> str | None:
    return None if state.decision is None else state.decision.player


def _written(head: Sequence[str], taken: Sequence[str], then: Sequence[str] = ()) -> str:
    lines = [*head, *(["when:", *taken] if taken else []), *then]
    return "".join([f"{each}\n" for each in lines])


def _texts(
    one: State, two: State, offered: Mapping[str, Any], others: Mapping[str, Any], head: list[str], taken: list[str]
) -> Iterator[str]:
    """Examples for a difference between two positions, if there is one."""
    mine, player = [each for each in offered if each not in others], _decider(one)
    more = [each for each in others if each not in offered]
    if player is not None and player == _decider(two):
        if more:
            yield _written(head, [*taken, f"  - {player}: {scalar(f'cannot {more[0]}')}"])
        if mine:
            yield _written(head, [*taken, f"  - {player}: {scalar(mine[0])}"])
    elif player is not None and offered:
        yield _written(head, [*taken, f"  - {player}: {scalar(next(iter(offered)))}"])
    elif (player is None) != (_decider(two) is None):
        yield _written(head, taken, ["then:", f"  - {'is_over()' if player is None else 'not is_over()'}"])
    said = [*islice(_values(one, two), VALUES)]
    for each in said:
        yield _written(head, taken, ["then:", f"  - {scalar(each)}"])


def _values(one: State, two: State) -> Iterator[str]:
    """Conditions that hold in the first position and not in the second."""
    try:
        for seat, score in one.scores.items():
            if two.scores.get(seat) != score:
                yield f"score({seat}) == {score}"
    except RuleFault:
        pass  # before the end there may be nothing to count
    for seat in one.names:
        mine, others = (dict(_flat(each.observation(seat)["fields"])) for each in (one, two))
        for name, value in mine.items():
            if name in others and others[name] != value:
                yield _holds(name, value)


def _flat(fields: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every field as code names it, with what it is."""
    for name, value in fields.items():
        kind, _, field = name.rpartition(".")
        for holder, each in value.items() if kind and isinstance(value, dict) else [("", value)]:
            place = f"{holder}.{field}" if holder else field
            if isinstance(each, dict):
                yield from ((f"{place}[{key}]", inner) for key, inner in each.items())
            else:
                yield place, each


def _holds(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return name if value else f"not {name}"
    return f"{name} == {_shown(value)}"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    return "none" if value is None else str(value)
