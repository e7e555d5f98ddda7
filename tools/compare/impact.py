"""What an edit does to a game: the differences, the old examples, old games replayed, and paired playouts."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from yupana.interpreter.game import Game, RuleFault
from yupana.schemas.errors import UsageError

from ..bots.seats import read_bots
from ..simulation.playouts import Plan, play_some
from ..targets.games import seat_names
from .between import Between
from .coming import new_in
from .differences import compare
from .measuring import Measured, Meter, play_pairs
from .model import Change, Difference, PartChange
from .play import Play, evaluate
from .proving import Proof, prove
from .recorded import fresh_game, recorded_games
from .replaying import Replayed, Replayer
from .same_play import note_same_programs
from .sides import Side

Progress = Callable[[str, int, int], None]
"""Told what is done, how much of it, and how much there is to do."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How to find out: playouts of `games` pairs, `replays` games played anew under the old rules and then replayed,
    and at most `tries` rulesets in between to find out which change makes a difference. The pairs are played on
    `engine`."""

    players: int | None
    games: int
    seed: int
    bots: str
    options: Mapping[str, str]
    recorded: Path | None = None
    replays: int = 10
    workers: int = 1
    tries: int = 200
    engine: str = "python"


@dataclass(slots=True)
class Impact:
    """All that was found out; `called` has the words for names of seats, actions and components."""

    old: Side
    new: Side
    difference: Difference
    proofs: list[Proof]
    replayed: list[Replayed]
    play: Play
    notes: list[str] = field(default_factory=list)
    called: Mapping[str, str] = field(default_factory=dict)


def impact(
    old: Side, new: Side, wish: Wish, progress: Progress, known: Mapping[str, str] | None = None
) -> Impact:  # fmt: skip
    """Find out; `known` gives the old paths of what has another name by the new ones, as far as it is known.

    Raises UsageError when the two cannot be played with the same number of players or options.
    """
    titles = old.compiled.name == new.compiled.name
    difference = compare(old.elements, new.elements, titles=titles, known=known)
    note_same_programs(old, new, difference)
    looked_for = new_in(difference, old.elements, new.elements)
    meters = (
        Meter(old.sound, old.elements, wish.engine),
        Meter(new.sound, new.elements, wish.engine, looked_for),
    )
    players, why = players_to_play(old, new, meters, wish, difference)
    seats = seat_names(meters[0].game, players)
    bots = tuple(read_bots(wish.bots, seats, people=False))
    for meter, side in zip(meters, (old, new), strict=True):
        _can_start(meter, side, players, wish)
    between = Between(old, new, difference, wish.tries)
    proofs = prove(old, new, difference, between)
    progress("examples", 1, 1)
    replayed, notes = _replay(old, new, between, wish, players, bots, progress)
    pairs: list[tuple[Measured, Measured]] = []
    plans = tuple(
        Plan(side.where, players, wish.games, wish.seed, bots, wish.options, engine=wish.engine) for side in (old, new)
    )
    if wish.games:
        progress("pairs of games", 0, wish.games)
    for pair in play_pairs(meters, (plans[0], plans[1]), wish.workers):
        pairs.append(pair)
        progress("pairs of games", len(pairs), wish.games)
    play = evaluate(pairs, seats, bots, wish.seed, difference.pairing.names, looked_for, meters[1].game.sides(players))
    notes = [*why, *not_chosen(difference, wish.options), *notes]
    return Impact(old, new, difference, proofs, replayed, play, notes)


def _game(side: Side) -> Game:
    """The game of a side as it is, without probes."""
    return Game(side.sound.program, side.sound.ruleset)


def players_to_play(
    old: Side, new: Side, meters: tuple[Meter, Meter], wish: Wish, difference: Difference
) -> tuple[int, list[str]]:  # fmt: skip
    """A number of players that both rulesets take, one that the edit concerns and at which it shows where nobody has
    said how many (and it plays a part at all); and what is to be known of that."""
    takes = [range(meter.game.min_players, meter.game.max_players + 1) for meter in meters]
    both = range(max(each[0] for each in takes), min(each[-1] for each in takes) + 1)
    told = f"`{old.target}` takes {_many(takes[0])}, `{new.target}` {_many(takes[1])}"
    if not both:
        raise UsageError(f"{told}: there is no number for both.")
    if wish.players is not None and wish.players not in both:
        if takes[0] == takes[1]:
            raise UsageError(f"Both rulesets take {_many(both)} players, not {wish.players}.")
        raise UsageError(f"{told}: the two can be compared with {_many(both)} players, and not with {wish.players}.")
    notes = [] if takes[0] == takes[1] else [f"{told} players: what is only for others cannot be compared"]
    about = concerned(difference, both)
    some = bool(about) and len(about) < len(both)
    only = f"the edit concerns games of {', '.join(map(str, about))} players only"
    if wish.players is not None:
        if some and wish.players not in about:
            notes.append(f"The games are of {wish.players} players: {only}")
        return wish.players, notes
    first = min(max(2, both[0]), both[-1])
    usual = first if first in about or not about else about[-1]
    if some and usual != first:
        notes.append(f"The games are of {usual} players: {only}")
    for players in dict.fromkeys((usual, *about)) if len(both) > 1 else ():
        if _shows(meters, players, wish):
            if players != usual:
                notes.append(f"The games are of {players} players: with {usual}, {_LOOKED} games by random bots go the "
                             "same way under both rules")  # fmt: skip
            return players, notes
    return usual, notes


def _many(takes: range) -> str:
    """How many players that is."""
    return f"{takes[0]}" if len(takes) == 1 else f"{takes[0]} to {takes[-1]}"


_LOOKED, _LONG = 6, 5_000
"""How many games tell whether an edit shows with a number of players, and after how many decisions each is left."""


def _shows(meters: tuple[Meter, Meter], players: int, wish: Wish) -> bool:
    """Whether some games by random bots come out differently under the two rules."""
    plan = Plan("", players, _LOOKED, wish.seed, ("random",) * players, wish.options, _LONG, 0)
    sides = []
    for meter in meters:
        try:
            games = list(play_some(meter.game, plan, 0, _LOOKED))
        except UsageError:  # options that do not fit so many players are refused where they are played
            return False
        sides.append([(each.decisions, each.scores, each.winners, each.result, each.fault,
                       sorted(each.actions.values())) for each in games])  # fmt: skip
    return sides[0] != sides[1]


def _can_start(meter: Meter, side: Side, players: int, wish: Wish) -> None:
    """Wrong options are refused before anything is played; a set-up that fails is for the playouts to tell."""
    try:
        meter.game.start(players, wish.seed, wish.options)
    except RuleFault:
        pass
    except UsageError as failed:
        raise UsageError(f"`{side.target}`: {failed}.") from None


def _replay(
    old: Side,
    new: Side,
    between: Between,
    wish: Wish,
    players: int,
    bots: Sequence[str],
    progress: Progress,
) -> tuple[list[Replayed], list[str]]:
    games, notes = recorded_games(old.compiled.name, wish.recorded)
    total = len(games) + wish.replays
    replayer = Replayer(old, new, (_game(old), _game(new)), between)
    result: list[Replayed] = []
    if total:
        progress("games replayed", 0, total)
    for game in games:
        result.append(replayer.replay(game))
        progress("games replayed", len(result), total)
    for index in range(wish.replays):
        fresh = fresh_game(replayer.game_old, players, wish.seed, index, bots, dict(wish.options))
        result.append(replayer.replay(fresh))
        progress("games replayed", len(result), total)
    return result, notes


# ---------------------------------------------------------------- scope
#
# In which games an edit can show: constants, counts and entries may be others for some numbers of players only, and
# what an option brings shows only where it is chosen.


_ONE = re.compile(r"(?:by_players|count)\.(\d+)")
_LISTED = re.compile(r"\d+")


def concerned(difference: Difference, numbers: Iterable[int]) -> list[int]:
    """Those of the numbers of players with which some change of a difference may show."""
    every = frozenset(numbers)
    found: set[int] = set()
    for change in difference.changes:
        if change.plays:
            found |= _of(change, every)
    return sorted(found)


def _of(change: Change, every: frozenset[int]) -> frozenset[int]:
    """With which of the numbers one change may show."""
    found: set[int] = set()
    if change.kind != "changed":
        said = next((part.new or part.old for part in change.parts if part.key == "players"), None)
        counts = [part for part in change.parts if _ONE.fullmatch(part.key)]
        if said is not None:
            return every & _numbers(said)
        return every & {_number(part) for part in counts if (part.new or part.old) != "0"} if counts else every
    for part in change.parts:
        if part.told or part.key in ("text", "source"):
            continue
        if part.key == "players" and change.element.within is not None and None not in (part.old, part.new):
            found |= _numbers(part.old or "") ^ _numbers(part.new or "")
        elif _ONE.fullmatch(part.key):
            found.add(_number(part))
        else:
            return every
    return every & found


def _number(part: PartChange) -> int:
    return int(part.key.rpartition(".")[2])


def _numbers(text: str) -> frozenset[int]:
    return frozenset(map(int, _LISTED.findall(text)))


def not_chosen(difference: Difference, chosen: Container[str]) -> list[str]:
    """What is to be known of options that are new, or may have other values, where nobody has chosen one."""
    notes = []
    for change in difference.of("options"):
        option = change.new
        if option is None or option.name in chosen or not change.plays:
            continue
        if change.kind == "added" or any(part.key == "type" for part in change.parts):
            told = f"All games have the option `{option.name}` as it is where nobody chooses"
            notes.append(f"{told}, so other values of it were not played: `--option {option.name}=VALUE` plays one")
    return notes
