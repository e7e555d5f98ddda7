"""Recorded games as files: `tests/games/<ruleset>/<name>.json`, a decision a line so that a change reads as a diff."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yupana.interpreter.game import State

FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Record:
    """One game: what it started from, who decided what, and what came of it (see `outcome_of`)."""

    target: str
    players: int
    seed: int
    options: dict[str, Any]
    decisions: list[tuple[str, str]]
    outcome: dict[str, Any]


def outcome_of(state: State) -> dict[str, Any]:
    """Scores, winners, report and a hash of the exact position."""
    return {
        "over": state.over,
        "scores": state.scores,
        "winners": state.winners,
        "report": state.report,
        "key": hashlib.sha256(state.key).hexdigest(),
    }


def record_of(target: str, state: State) -> Record:
    """The record of a game that was played."""
    return Record(target, state.players, state.seed, dict(state.options), state.history, outcome_of(state))


def read_record(path: Path) -> Record:
    """Read a record file."""
    data = json.loads(path.read_text(encoding="utf-8"))
    decisions = [(player, option) for line in data["decisions"] for player, _, option in [line.partition(": ")]]
    return Record(data["ruleset"], data["players"], data["seed"], data["options"], decisions, data["outcome"])


def write_record(path: Path, record: Record) -> None:
    """Write a record file."""
    document = {
        "ruleset": record.target,
        "players": record.players,
        "seed": record.seed,
        "options": record.options,
        "decisions": [f"{player}: {option}" for player, option in record.decisions],
        "outcome": record.outcome,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")


def records_of(target: str) -> list[Path]:
    """The records of one ruleset."""
    return sorted((FOLDER / target).glob("*.json"))
