"""What an edit does to a game: the differences, the old examples, old games replayed, and paired playouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from yupana.interpreter.game import Game, RuleFault
from yupana.schemas.errors import UsageError

from ..bots.seats import read_bots
from ..simulation.playouts import Plan
from ..targets.games import seat_names
from .between import Between
from .differences import compare
from .measuring import Measured, Meter, play_pairs
from .model import Difference
from .play import Play, evaluate
from .proving import Proof, prove
from .recorded import fresh_game, recorded_games
from .replaying import Replayed, Replayer
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
    """All that was found out."""

    old: Side
    new: Side
    difference: Difference
    proofs: list[Proof]
    replayed: list[Replayed]
    play: Play
    notes: list[str] = field(default_factory=list)


def impact(old: Side, new: Side, wish: Wish, progress: Progress) -> Impact:
    """Find out. Raises UsageError when the two cannot be played with the same number of players or options."""
    titles = old.compiled.name == new.compiled.name
    difference = compare(old.elements, new.elements, titles=titles)
    meters = Meter(old.compiled, old.elements, wish.engine), Meter(new.compiled, new.elements, wish.engine)
    players = _players(old, new, meters, wish.players)
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
    for pair in play_pairs(meters, (plans[0], plans[1]), wish.workers):
        pairs.append(pair)
        progress("pairs of games", len(pairs), wish.games)
    play = evaluate(pairs, seats, bots, wish.seed, difference.pairing.names)
    return Impact(old, new, difference, proofs, replayed, play, notes)


def _game(side: Side) -> Game:
    """The game of a side as it is, without probes."""
    assert side.compiled.program is not None
    return Game(side.compiled.program, side.compiled.ruleset)


def _players(old: Side, new: Side, meters: tuple[Meter, Meter], wanted: int | None) -> int:
    """A number of players that both rulesets take."""
    fewest = max(meter.game.min_players for meter in meters)
    most = min(meter.game.max_players for meter in meters)
    if fewest > most:
        raise UsageError(
            f"`{old.target}` and `{new.target}` take different numbers of players: there is none for both."
        )
    if wanted is None:
        return min(max(2, fewest), most)
    if not fewest <= wanted <= most:
        raise UsageError(f"Both rulesets take {fewest} to {most} players, not {wanted}.")
    return wanted


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
    for game in games:
        result.append(replayer.replay(game))
        progress("games replayed", len(result), total)
    for index in range(wish.replays):
        fresh = fresh_game(replayer.game_old, players, wish.seed, index, bots, dict(wish.options))
        result.append(replayer.replay(fresh))
        progress("games replayed", len(result), total)
    return result, notes
