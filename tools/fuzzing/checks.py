"""What must hold at every position whatever the rules are: saves, the texts of options, secrets, engines.

Each check gives what is wrong as (sort, key, words, what it is about), or nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from yupana.interpreter.game import SPECTATOR, InternalError, NothingPossible, RuleFault
from yupana.interpreter.machine.hearsay import hearsay_of
from yupana.interpreter.play.coverage import bare, reveals
from yupana.schemas.errors import YupanaError

from ..shell.notices import UNSEEN, note
from .plan import Origin, Sort, Taken

if TYPE_CHECKING:
    from yupana.interpreter.game import Game, Memory, Option, State

_OPTIONS = 4
"""So many options of a decision are looked at."""
_SMALL = 1_000
"""Cells of a game that is looked at with the eyes of all players each time."""
_ALIKE = 8
"""So many options are tried to find one that looks like another."""
_WORLDS = 2
"""So many positions are compared with the true one that a player must take for possible."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """What a check has found."""

    sort: Sort
    key: str
    words: str
    about: tuple[Any, ...] = field(default=())
    then: Taken | None = None
    """The decision after which it shows; None: it shows in the position itself."""


def checked(state: State, seed: int, following: Taken | None = None) -> Iterator[Wrong]:
    """All checks of one position, of what each viewer may know; in a large game one of them, who is drawn or (mostly)
    decides after the option `following`, which is looked at besides others."""
    yield from saved(state)
    draw = random.Random(seed)
    yield from texts(state, draw)
    if not state.game.secrets or state.over:
        return
    viewers: list[int] = [SPECTATOR, *range(state.players)]
    if state.game.program.layout.size >= _SMALL:
        then = None if following is None or draw.random() < 0.25 else _after(state, following)
        viewers = [draw.choice(viewers) if then is None or then.over else then.seat]
    for viewer in viewers:
        memory = state.memory(viewer)
        for world in range(1, _WORLDS + 1):
            yield from told(state, viewer, seed * 16 + world, memory, following)


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


def told(
    state: State, viewer: int, seed: int, memory: Memory, first: Taken | None, most: int = _OPTIONS
) -> Iterator[Wrong]:  # fmt: skip
    """What a viewer could not tell apart so far stays so: after the same option (`first` and others, so many at
    `most`), unless something comes to be seen by the rules, they are asked and offered the same, and told the same."""
    other, decision = _possible(state, viewer, seed, memory), state.decision
    if other is None or decision is None:
        return
    state, other = state.reseeded(seed), other.reseeded(seed)  # chance comes out the same in both
    draw = random.Random(seed)
    options = draw.sample(decision.options, min(most, len(decision.options)))
    options = [*[each for each in decision.options if each.tuple == first], *options][:most]
    for option in options:
        here = _after(state, option.tuple)
        if here is None or reveals(state, here):
            continue
        said = hearsay_of(here, viewer)
        beyond = _alike(other, option, here, viewer, draw)
        if beyond is None or _seen(here, viewer) != _seen(beyond, viewer):
            continue
        if said.shown != hearsay_of(beyond, viewer).shown:
            continue  # they are shown other pieces, as the rules say
        one, two = _asked(here, viewer), _asked(beyond, viewer)
        words, told_as = f"after `{option.text}` {_who(state, viewer)} ", "by which hidden things are told"
        if one[:2] != two[:2]:
            continue
        if one != two:
            words += f"{_otherwise(one, two)}, {told_as}"
            yield Wrong("leak", f"leak asked {one[1]}", words, (viewer, seed), option.tuple)
            return
        if differing := said.differs(hearsay_of(beyond, viewer)):
            words += f"is told {_difference(*differing)}, {told_as}"
            yield Wrong("leak", f"leak told {option.name}", words, (viewer, seed), option.tuple)
            return


def _alike(other: State, option: Option, here: State, viewer: int, draw: random.Random) -> State | None:
    """What comes of another position after an option that a viewer cannot tell from one that led `here`: their own is
    the same, another player's may only look like it. None where there is none, or chance has another part in it."""
    tuples = [each for each in other.option_tuples() if each[0] == option.tuple[0]]
    if option.tuple in tuples:
        same = _after(other, option.tuple)
        if same is not None and (other.seat == viewer or _announces(other, option)) and here.chance == same.chance:
            return same
    if other.seat == viewer:
        return None
    for each in draw.sample(tuples, min(_ALIKE, len(tuples))):
        beyond = _after(other, each)
        if beyond is not None and here.chance == beyond.chance and _chosen(beyond, viewer) == _chosen(here, viewer):
            return beyond
    return None


def _possible(state: State, viewer: int, seed: int, memory: Memory) -> State | None:
    """A position that a viewer cannot tell from this one after all that they have seen; None where none was found."""
    try:
        known = memory.unfit
        other = state.possible(viewer, seed, memory)
        if memory.unfit > known:  # it does not agree with what they have seen before
            note(UNSEEN)
            return None
        same = not other.broken_invariants and other.observation(viewer) == state.observation(viewer)
        return other if same else None
    except NothingPossible:
        note(UNSEEN)
    except RuleFault:
        pass
    return None


def _seen(state: State, viewer: int) -> dict[str, object]:
    """All that a viewer sees, but what is asked."""
    return {name: part for name, part in state.observation(viewer).items() if name != "decision"}


def _asked(state: State, viewer: int) -> tuple[object, ...]:
    """Who is asked, what, and in which words and with which options, as far as a viewer sees it. The words of a
    question that reveals something do not count: it is meant to be told."""
    shown = state.observation(viewer)["decision"]
    if shown is None:
        return None, None, None, None
    meant = state.game.secrets.reveals_in_question(state.cells)
    return shown["player"], shown["name"], None if meant else shown.get("prompt"), shown.get("options")


def _after(state: State, option: Taken) -> State | None:
    then = bare(state)
    try:
        then.apply_tuple(option, told=True)
    except YupanaError:
        return None
    return then


def _announces(state: State, option: Option) -> bool:
    """Whether the author says in which words an option is told."""
    return state.game.program.alternatives[option.tuple[0]].announce >= 0


def _chosen(state: State, viewer: int) -> str:
    """The last decision, as a viewer is told of it."""
    return state.story()[-1].chosen(viewer)


def _who(state: State, viewer: int) -> str:
    return "a spectator" if viewer == SPECTATOR else state.names[viewer]


def _otherwise(one: tuple[Any, ...], two: tuple[Any, ...]) -> str:
    """How two questions differ."""
    if one[2] != two[2]:
        return f"is asked {_difference(one[2], two[2])}"
    for mine, others, words in (
        (one[3], two[3], "may choose `{}`, and might not if"), (two[3], one[3], "may not choose `{}`, and might if"),
    ):  # fmt: skip
        for each in mine:
            if each not in others:
                return f"{words.format(each)} something else were hidden"
    return f"is offered {_difference(one[3], two[3])}"


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
