"""What is to be stepped through, from what somebody has asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yupana.interpreter.compiled import Compiled, SoundRuleset
from yupana.interpreter.stepping import Course, ExampleCourse, GameCourse
from yupana.schemas.record import read_save
from yupana.schemas.source import RulesetError

from ..shell.files import file_is_readable
from ..targets.rulesets import compile_target


@dataclass(frozen=True, slots=True)
class Wanted:
    """An `example` of a ruleset, or a game: one that was saved (`save`: a path; `saved`: what stands in such a file),
    or a new one."""

    ruleset: str
    example: str | None = None
    save: str | None = None
    players: int | None = None
    seed: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    saved: str = ""


def open_course(wanted: Wanted, compiled: Compiled | None = None) -> Course:
    """`compiled`: the ruleset, if it is known already. Raises RulesetError with the faults of the ruleset, and
    UsageError."""
    compiled = compile_target(wanted.ruleset) if compiled is None else compiled
    if not isinstance(compiled, SoundRuleset):
        raise RulesetError(compiled.diagnostics)
    if wanted.example is not None:
        return ExampleCourse(compiled, wanted.example, wanted.ruleset)
    if wanted.save is not None:
        file_is_readable(Path(wanted.save))
    if wanted.saved or wanted.save is not None:
        saved = wanted.saved or read_save(Path(wanted.save or "")).to_json()
        return GameCourse(compiled, wanted.ruleset, saved=saved)
    fewest, most = compiled.program.min_players, compiled.program.max_players
    players = min(max(2, fewest), most) if wanted.players is None else wanted.players
    return GameCourse(compiled, wanted.ruleset, players=players, seed=wanted.seed, options=wanted.options)
