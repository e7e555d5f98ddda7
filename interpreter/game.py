"""The public way to play: a `Game` is a program ready to run, a `State` one position of one game.

    game = load("name or path")  # with engine="auto", quicker by far for many games
    state = game.start(players=3, seed=7)
    while not state.over:
        state.apply(state.decision.options[0])

Importing this module loads neither the YAML side nor the language: `load` does, when a ruleset is not in the cache.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from yupana.schemas.source import RulesetError
from yupana.schemas.targets import spelled

from .backends.protocol import MARGIN_MOST, Columns, Foreseen, PlayedGame, Sums, TreeSearch, Tried
from .backends.registry import AUTO, BACK_ENDS, USUAL, find_back_end, quickest
from .cached import compile_program, reasons_of
from .machine.chances import Drawn, Possibility, draw_by_draw
from .machine.faults import (
    IllegalOption,
    InternalError,
    LookFault,
    NothingPossible,
    RuleFault,
    RulesChanged,
    SaveError,
    UsageError,
)
from .machine.observation import Observation, ObservedDecision
from .machine.options import Decision, Option
from .machine.recall import Memory, Secrets
from .machine.results import Outcome, Result
from .machine.resuming import Changes, Resumed, follow
from .machine.retold import Retelling
from .machine.seen import Look, Number, Seen
from .machine.state import State
from .machine.story import Passage
from .machine.telling import SPECTATOR, Dealt, Event, Rolled
from .machine.trail import marks_of
from .machine.why_not import WhyNot
from .play.playable import Game
from .program.codec import ProgramFileError, from_json
from .program.validate import validate

__all__ = [
    "ENGINES", "MARGIN_MOST", "SPECTATOR", "Changes", "Columns", "Dealt", "Decision", "Drawn", "Event", "Foreseen",
    "Game", "IllegalOption", "InternalError", "Look", "LookFault", "Memory", "NothingPossible", "Number", "Observation",
    "ObservedDecision", "Option", "Outcome", "Passage", "PlayedGame", "Possibility", "ProgramFileError", "Result",
    "Resumed", "Retelling", "Rolled", "RuleFault", "RulesChanged", "SaveError", "Secrets", "Seen", "State", "Sums",
    "TreeSearch", "Tried", "UsageError", "WhyNot",
    "draw_by_draw", "follow", "game_of", "load", "load_program", "marks_of", "quickest",
]  # fmt: skip

ENGINES = (AUTO, *sorted(BACK_ENDS))
"""What may run a game, by name; `auto` stands for the quickest that is there."""


def load(target: str | Path, engine: str = USUAL.name) -> Game:
    """Load a ruleset: a name, a path, or `base+overlay`; a `Path` is always a path. `engine` runs its games (see
    `Game.on`): `python` has nothing to compile and suits one game, `auto` many. Raises RulesetError with all its
    faults, UsageError for an engine that there is not."""
    if not isinstance(target, str | Path):
        raise UsageError(f"a ruleset is given by its name or path, not by {target!r}")
    find_back_end(engine)  # one that there is not is told before anything is compiled
    compiled = compile_program(target)
    if compiled.program is None:
        raise RulesetError(list(compiled.diagnostics))
    reasons = partial(reasons_of, compiled, target)
    return Game(compiled.program, compiled.ruleset, target=spelled(target), reasons=reasons).on(engine)


def load_program(path: str | Path, engine: str = USUAL.name) -> Game:
    """Load a compiled program file, to be run by an engine as for `load`. Raises ProgramFileError when it is not one,
    OSError when it cannot be read, UsageError for an engine that there is not."""
    find_back_end(engine)
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise ProgramFileError(f"{path} is not a compiled program (it is not JSON)") from None
    return game_of(data).on(engine)


def game_of(data: object, target: str = "") -> Game:
    """A game from its compiled program as plain data (`program.codec.to_json`); `target` is what the ruleset was loaded
    by. Raises ProgramFileError when it is not one of this version."""
    program = from_json(data)
    validate(program)
    return Game(program, target=target)
