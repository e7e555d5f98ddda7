"""The folder of a sweep: what is played, the overlay of every point, and the figures of those that are done.

Each file is written whole or not at all, so a sweep that was ended at any moment can be gone on with. What was played
is known again by a digest; figures of other games are never mixed with it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yupana.schemas.errors import UsageError

from ..measures.statistics import Interval
from ..shell.files import make_folder, write_text
from ..targets.same_rules import KEYS, what_changed


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a point: its figures, and what failed in its games, or the first fault of a ruleset that cannot be
    played."""

    figures: Mapping[str, Interval]
    fault: str = ""


def _digest(plan: Mapping[str, Any]) -> str:
    """What a plan is known again by; which elements there are only tells what was changed."""
    said = {key: value for key, value in plan.items() if key != "elements"}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _differing(there: object, plan: Mapping[str, Any]) -> str:
    """What is not as it was in a kept plan."""
    kept = there if isinstance(there, Mapping) else {}
    other = [key for key, value in json.loads(json.dumps(plan)).items() if key not in KEYS and kept.get(key) != value]
    if other:
        return f"its {', '.join(other)} {'is' if len(other) == 1 else 'are'} not the same"
    what = what_changed(kept, plan)
    return "its rules were changed since it was begun" + (f": {what}" if what else "")


class Folder:
    """The folder in which a sweep is kept."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, plan: Mapping[str, Any], *, resume: bool) -> None:
        """Make the folder ready for a plan, which is plain data.

        Raises UsageError when there is something else in it, or when there is nothing to go on with.
        """
        digest = _digest(plan)
        known = self._read("plan.json")
        if known is None:
            if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
                raise UsageError(f"`{self.path}` is there already and is no sweep; it is left alone.")
            if resume:
                raise UsageError(f"There is no sweep in `{self.path}` to go on with.")
            make_folder(self.path)
            self._write("plan.json", {"digest": digest, "plan": plan})
            return
        if known.get("digest") != digest:
            there = known.get("plan")
            raise UsageError(f"The sweep in `{self.path}` is another one ({_differing(there, plan)}).")
        if not resume:
            raise UsageError(f"There is a sweep in `{self.path}` already; `--resume` goes on with it.")

    def overlay(self, number: int) -> Path:
        """Where the overlay of a point is."""
        return self.path / f"point-{number}.yaml"

    def outcome(self, number: int) -> Outcome | None:
        """What came of a point, if it is done."""
        known = self._read(f"point-{number}.json")
        if known is None:
            return None
        try:
            figures = {
                str(name): Interval(float(value), float(low), float(high))
                for name, (value, low, high) in known["figures"].items()
            }
            return Outcome(figures, str(known["fault"]))
        except (KeyError, TypeError, ValueError, AttributeError):
            return None

    def keep(self, number: int, values: Sequence[str], outcome: Outcome) -> None:
        """Keep what came of a point."""
        figures = {name: [each.value, each.low, each.high] for name, each in outcome.figures.items()}
        self._write(f"point-{number}.json", {"values": values, "figures": figures, "fault": outcome.fault})

    def _write(self, name: str, document: Mapping[str, Any]) -> None:
        write_text(self.path / name, json.dumps(document, indent=1) + "\n")

    def _read(self, name: str) -> dict[str, Any] | None:
        try:
            document = json.loads((self.path / name).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        return document if isinstance(document, dict) else None
