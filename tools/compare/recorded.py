"""Recorded games as they lie in files: saved games, and the records of a project's own tests.

Both are JSON with `ruleset`, `players`, `seed`, `options` and `decisions`; a decision is an option as it is printed,
with or without `player: ` before it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yupana.interpreter.game import RuleFault
from yupana.schemas.errors import UsageError
from yupana.schemas.find import SHIPPED

from ..bots.numbers import game_seed
from ..bots.seats import seat_bots

if TYPE_CHECKING:
    from yupana.interpreter.game import Game

MAX_BYTES = 8 * 1024 * 1024
MAX_GAMES = 1_000


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game to be replayed: where it comes from, what it started with, and the decisions taken."""

    name: str
    players: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    decisions: tuple[str, ...] = ()
    fresh: bool = False


def recorded_games(name: str, folder: Path | None) -> tuple[list[Recorded], list[str]]:
    """The records in a folder, or those that this project keeps of a ruleset of that name; and a sentence for each file
    that is none.

    Raises UsageError when there is no such folder.
    """
    if folder is not None and not folder.is_dir():
        raise UsageError(f"There is no folder `{folder}`.")
    kept = SHIPPED.parent / "tests" / "games" / name
    where = folder or kept
    found: list[Recorded] = []
    faults: list[str] = []
    for path in sorted(where.glob("*.json"), key=lambda each: each.name)[:MAX_GAMES] if where.is_dir() else ():
        try:
            game = _read(path)
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            faults.append(f"{path.name} is no recorded game")
            continue
        if _base(game[1]) == _base(name) or folder is not None:
            found.append(game[0])
    return found, faults


def _base(name: str) -> str:
    return name.split("+")[0]


def _read(path: Path) -> tuple[Recorded, str]:
    if path.stat().st_size > MAX_BYTES:
        raise ValueError("too large")
    data = json.loads(path.read_text(encoding="utf-8-sig"))
    decisions = tuple(_option(str(each)) for each in data["decisions"])
    options = {str(key): value for key, value in data.get("options", {}).items()}
    return Recorded(path.name, int(data["players"]), int(data["seed"]), options, decisions), str(data["ruleset"])


def _option(line: str) -> str:
    """The option of `player: option`."""
    head, colon, rest = line.partition(": ")
    return rest if colon and "(" not in head else line


def fresh_game(
    game: Game, players: int, seed: int, index: int, bots: Sequence[str], options: dict[str, Any]
) -> Recorded:
    """A game played now under the old rules; one that runs into a rule fault ends there."""
    number = game_seed(seed, index)
    name = f"played with seed {number}"
    try:
        state = game.start(players, number, options)
    except RuleFault:
        return Recorded(name, players, number, options, (), fresh=True)
    seats = seat_bots(bots, number)
    try:
        while not state.over and state.ply < 100_000:
            legal = state.option_tuples()
            state.apply_tuple(legal[seats[state.seat].choose(state, legal)])
    except RuleFault:
        pass
    return Recorded(name, players, number, options, tuple(state.decisions), fresh=True)
