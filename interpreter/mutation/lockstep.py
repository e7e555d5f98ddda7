"""Two games played beside each other, where a break makes another game: positions of one are none of the other.

Both are played with the same seeds, and the option of the same words is taken in both; fields are compared by where
they lie, or by what each seat sees. Guarantee: what is found is a difference; that none is found proves nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from ..backends.protocol import OptionTuple
from ..machine.faults import RuleFault, UsageError
from ..machine.state import State
from ..play.playable import Game
from .counter_examples import options_for


class _Bounds(NamedTuple):
    """How many games are played, how many positions of each are compared, and how many options are listed in one at
    most."""

    games: int
    positions: int
    options: int


TO_TELL, TO_WRITE = _Bounds(8, 300, 12_000), _Bounds(24, 41, 6_000)
"""To find out whether there is a difference, and to write down where there is one."""

VALUES = 3
"""So many fields that differ are told of one place."""


class _OtherFailedError(Exception):
    """The other game cannot go on where the true one does: a rule fails, or it may not have the option."""


def _in_step(true: Game, other: Game, number: int, bounds: _Bounds) -> Iterator[tuple[State, State]]:
    """The positions of both games before each decision, as long as the true one goes on. Raises _OtherFailedError."""
    counts = range(true.min_players, true.max_players + 1)
    players, options = counts[number % len(counts)], options_for(true.program, number)
    dice, listed = random.Random(number), 0
    try:
        one = true.start(players, number + 1, options)
    except RuleFault:
        return
    try:
        two = other.start(players, number + 1, options)
        for _ in range(bounds.positions):
            yield one, two
            offered = one.option_tuples()
            listed += len(offered)
            if not offered or listed > bounds.options:
                return
            option = offered[dice.randrange(len(offered))]
            words = _words(one, option)
            try:
                one.apply_tuple(option)
            except RuleFault:
                return
            two.apply_tuple(next(each for each in two.option_tuples() if _words(two, each) == words))
    except (RuleFault, UsageError, StopIteration):
        raise _OtherFailedError from None


# ---------------------------------------------------------------- whether they part


def apart(true: Game, other: Game) -> bool:
    """Whether play shows a difference: other options, other values, other scores, or a rule that fails."""
    if (true.min_players, true.max_players) != (other.min_players, other.max_players):
        return True
    shared = [
        (field, at) for field in true.program.fields for at in other.program.fields
        if not field.internal and (field.name, field.domain, field.shape) == (at.name, at.domain, at.shape)
        and _holders(true, field.domain) == _holders(other, at.domain)
    ]  # fmt: skip
    places = [
        [(each.base, _holders(game, each.domain) * each.shape.cells) for each in row]
        for game, row in zip((true, other), zip(*shared, strict=True), strict=True)
    ] if shared else [[], []]  # fmt: skip
    try:
        return any(
            _compared(one, places[0]) != _compared(two, places[1])
            for number in range(TO_TELL.games) for one, two in _in_step(true, other, number, TO_TELL)
        )  # fmt: skip
    except _OtherFailedError:
        return True


def _holders(game: Game, domain: int) -> int:
    return 1 if domain < 0 else len(game.program.domains[domain].names)


def _compared(state: State, places: Sequence[tuple[int, int]]) -> object:
    """What a position is, as far as two games can be compared."""
    decision, cells = state.decision, state._cells
    asked = None if decision is None else (decision.player, decision.name, decision.texts)
    try:
        scores: object = state.scores, state.winners
    except RuleFault as fault:  # before the end there may be nothing to count
        scores = fault.message
    return asked, scores, [cells[first : first + many] for first, many in places]


# ---------------------------------------------------------------- where they part, written down


@dataclass(frozen=True, slots=True)
class Parting:
    """Where two games part: the length of the play, and examples that tell them apart, perhaps."""

    length: int
    texts: Sequence[str]


def partings(true: Game, other: Game) -> list[Parting]:
    """Where play shows a difference, the nearest to the beginning first."""
    found = [_parting(true, other, number) for number in range(TO_WRITE.games)]
    return sorted((each for each in found if each is not None), key=lambda each: each.length)


def _parting(true: Game, other: Game, number: int) -> Parting | None:
    counts = range(true.min_players, true.max_players + 1)
    players, options = counts[number % len(counts)], options_for(true.program, number)
    head = [f"players: {players}"] if players != true.min_players else []
    head += [f"seed: {number + 1}"] if number else []
    head += options_line(options)
    one = None
    try:
        for one, two in _in_step(true, other, number, TO_WRITE):
            if texts := [*_texts(one, two, head)]:
                return Parting(one.ply, texts)
    except _OtherFailedError:  # the example holds in the true game, perhaps
        return Parting(0 if one is None else one.ply, [_written(head, [] if one is None else _taken(one))])
    return None


def options_line(chosen: Mapping[Any, Any]) -> list[str]:
    """The line of an example that chooses options."""
    said = [f"{name}: {str(each).lower() if isinstance(each, bool) else each}" for name, each in chosen.items()]
    return [f"options: {{{', '.join(said)}}}"] if said else []


def _taken(state: State) -> list[str]:
    return [f"  {player}: {option}" for player, option in state.history]


def _words(state: State, option: OptionTuple) -> str:
    return state.game.machine.printer.option(option, exact=True)


def _decider(state: State) -> str | None:
    return None if state.decision is None else state.decision.player


def _written(head: Sequence[str], taken: Sequence[str], then: Sequence[str] = ()) -> str:
    lines = [*head, *(["when: |", *taken] if taken else []), *then]
    return "".join([f"{each}\n" for each in lines])


def _texts(one: State, two: State, head: list[str]) -> Iterator[str]:
    """Examples for a difference between two positions, if there is one."""
    taken, player = _taken(one), _decider(one)
    offered, others = ([_words(state, each) for each in state.option_tuples()] for state in (one, two))
    mine, more = [each for each in offered if each not in others], [each for each in others if each not in offered]
    if player is not None and player == _decider(two):
        told = [*[f"cannot {each}" for each in more[:1]], *mine[:1]]
    else:
        told = offered[:1] if player is not None else []
    for each in told:
        yield _written(head, [*taken, f"  {player}: {each}"])
    if not told and (player is None) != (_decider(two) is None):
        yield _written(head, taken, ["then: |", f"  {'is_over()' if player is None else 'not is_over()'}"])
    for each in islice(_values(one, two), VALUES):
        yield _written(head, taken, ["then: |", f"  {each}"])


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
