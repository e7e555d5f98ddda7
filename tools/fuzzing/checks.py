"""What must hold at every position whatever the rules are: saves, the texts of options, secrets, engines.

Each check gives what is wrong as (sort, key, words, what it is about), or nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from yupana.interpreter.game import SPECTATOR, InternalError, RuleFault
from yupana.interpreter.reached import reveals
from yupana.schemas.errors import YupanaError

from .plan import Origin, Sort, Taken

if TYPE_CHECKING:
    from yupana.interpreter.game import Game, State

_OPTIONS = 4
"""So many options of a decision are looked at."""
_SMALL = 1_000
"""Cells of a game that is looked at with the eyes of all players each time."""
_DEALS = 2
"""So often what a player cannot see is dealt anew."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """What a check has found."""

    sort: Sort
    key: str
    words: str
    about: tuple[Any, ...] = field(default=())


def checked(state: State, seed: int) -> Iterator[Wrong]:
    """All checks of one position, of what each viewer (in a large game one that is drawn) may know."""
    yield from saved(state)
    draw = random.Random(seed)
    yield from texts(state, draw)
    if state.game.secrets:
        viewers: list[int] = [SPECTATOR, *range(state.players)]
        for viewer in viewers if state.game.program.layout.size < _SMALL else [draw.choice(viewers)]:
            for deal in range(1, _DEALS + 1):
                yield from told(state, viewer, seed * 16 + deal)


def again(game: Game, origin: Origin, taken: list[Taken]) -> State:
    """The game that these decisions lead to. Raises RuleFault; IndexError where one is not offered."""
    state = game.start(origin.players, origin.seed, dict(origin.options))
    for each in taken:
        if each not in state.option_tuples():
            raise IndexError(f"decision {state.ply + 1} is not offered")
        state.apply_tuple(each)
    return state


def saved(state: State) -> Iterator[Wrong]:
    """A game that is saved and resumed is the same game."""
    try:
        resumed = state.game.resume(state.to_json())
    except YupanaError as error:
        yield Wrong("save", "save", f"the saved game is refused: {error}")
        return
    if resumed.key != state.key or resumed.option_tuples() != state.option_tuples():
        yield Wrong("save", "save", "the saved game, resumed, is another position")


def texts(state: State, draw: random.Random | None) -> Iterator[Wrong]:
    """Every option has a text of its own, and is what is read from it: some that are drawn, or all of them."""
    decision = state.decision
    if decision is None:
        return
    if len(set(decision.texts)) < len(decision.texts):
        double = next(each for each in decision.texts if decision.texts.count(each) > 1)
        words = f"two options of {decision.name} read `{double}`"
        yield Wrong("text", f"text {decision.name}", words, (decision.name,))
    some = decision.options
    if draw is not None:
        some = tuple(draw.sample(some, min(_OPTIONS, len(some))))
    for option in some:
        one, two = state.clone(), state.clone()
        try:
            one.apply(option)
        except RuleFault:
            continue
        two.apply(option.text)
        if one.key != two.key:
            words = f"the option `{option.text}` is read as another one"
            yield Wrong("text", f"text {option.name}", words, (option.name,))


def told(state: State, viewer: int, seed: int) -> Iterator[Wrong]:
    """What a viewer cannot see changes neither what they see, nor what they may choose, nor what they are told."""
    other = _dealt(state, viewer, seed)
    if other is None:
        return
    name = "" if state.decision is None else state.decision.name
    one, two = dict(state.observation(viewer)), dict(other.observation(viewer))
    if one == two:
        one, two = {"options": _offered(state, viewer)}, {"options": _offered(other, viewer)}
    for part in one:
        if one[part] != two.get(part):
            difference = _difference(one[part], two.get(part))
            words = f"{_who(state, viewer)} sees {difference}, by which hidden things are told"
            yield Wrong("leak", f"leak {part} {name}", words, (viewer, seed))
            return
    there = set(other.option_tuples())
    decision = state.decision
    shared = [] if decision is None else [each for each in decision.options if each.tuple in there]
    for option in random.Random(seed).sample(shared, min(_OPTIONS, len(shared))):
        here, beyond = _after(state, option.text), _after(other, option.text)
        if here is None or beyond is None or reveals(state, here) or not _same_chance(state, here, other, beyond):
            continue
        if here.observation(viewer) == beyond.observation(viewer) and _lines(here, viewer) != _lines(beyond, viewer):
            difference = _difference(_lines(here, viewer), _lines(beyond, viewer))
            words = f"after `{option.text}` {_who(state, viewer)} is told {difference}, by which hidden things are told"
            yield Wrong("leak", f"leak told {option.name}", words, (viewer, seed))
            return


def _offered(state: State, viewer: int) -> list[str]:
    """What may be chosen, where it is the viewer who chooses."""
    return [] if state.decision is None or state.seat != viewer else state.decision.texts


def _dealt(state: State, viewer: int, seed: int) -> State | None:
    """A position that looks the same; None where hidden things, dealt anew, do not fit together."""
    try:
        other = state.shuffled_for(viewer, seed)
        return None if other.broken_invariants else other
    except RuleFault:
        return None


def _after(state: State, text: str) -> State | None:
    then = state.clone()
    try:
        then.apply(text)
    except YupanaError:
        return None
    return then


def _same_chance(one: State, after_one: State, two: State, after_two: State) -> bool:
    """Whether nothing came by chance."""
    return one.chance == after_one.chance and two.chance == after_two.chance


def _lines(state: State, viewer: int) -> list[str]:
    """What a viewer is told of the last decision."""
    passage = state.story(since=state.ply)[-1]
    return [passage.chosen(viewer), *[each.text for each in passage.events if each.is_for(viewer)]]


def _who(state: State, viewer: int) -> str:
    return "a spectator" if viewer == SPECTATOR else state.names[viewer]


def _difference(one: object, two: object) -> str:
    """Two values that differ, as far as they do."""
    while isinstance(one, dict) and isinstance(two, dict):
        name = next(each for each in (*one, *two) if one.get(each) != two.get(each))
        one, two = one.get(name), two.get(name)
    shown = [text if len(text) < 120 else text[:119] + "…" for text in (str(one), str(two))]
    return f"`{shown[0]}` or `{shown[1]}`"


def engines(one: Game, two: Game, origin: Origin, taken: list[Taken]) -> Iterator[Wrong]:
    """Two engines play the same."""
    ends: list[object] = []
    for game in (one, two):
        try:
            state = again(game, origin, taken)
            ends.append((state.key, state.option_tuples()))
        except RuleFault as fault:
            ends.append((fault.message, fault.file, fault.line))
        except IndexError as error:
            ends.append(str(error))
        except InternalError as error:
            ends.append(error.detail)
    if ends[0] != ends[1]:
        words = f"the engines {one.back_end.name} and {two.back_end.name} play the same decisions differently"
        yield Wrong("engine", "engine", words)
