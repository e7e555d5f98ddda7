"""How much the features of a ruleset count for the bot `tuned`: files of weights, and where they lie.

Weights are data beside the ruleset: `weights.json` in its folder, `NAME.weights.json` beside a ruleset that is one
file. They belong to features that say the same; those of a base serve its overlays that leave the features alone.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yupana.schemas.errors import UsageError

if TYPE_CHECKING:
    from yupana.interpreter.game import Game, State

SCHEMA = "yupana.weights/1"
MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights by the name of the feature: by how much one more of it, compared with the opponents, changes the
    logarithm of the odds of winning. `digest` is that of the features, `rules` that of what decides play in the game
    for which they were fitted (empty in older files, which knew its text alone, by a `hash`); `told` is all else that
    the file says."""

    by_name: dict[str, float]
    digest: str
    hash: str
    rules: str
    told: dict[str, Any]

    def fitted_for(self, game: Game) -> bool | None:
        """Whether they were fitted for the rules of a game as they are; None where that cannot be told."""
        if self.rules:
            return self.rules == game.rules
        return True if self.hash == game.program.hash else None

    def of(self, state: State, path: str) -> tuple[float, ...]:
        """The weights in the order of the game's features. Raises UsageError when they belong to other features."""
        features = state.game.program.features
        names = [name for name, _ in features.items]
        if self.digest != features.digest or set(self.by_name) != set(names):
            name = named(state)
            raise UsageError(
                f"The weights in `{path}` belong to other features than those of `{name}` as they are now; fit them "
                f"anew: yupana tune {name}"
            )
        return tuple([self.by_name[name] for name in names])


@lru_cache(maxsize=64)
def read_weights(path: str) -> Weights:
    """The weights in a file. Raises UsageError when there are none."""
    try:
        file = Path(path).expanduser()
        if not file.is_file():
            raise UsageError(f"There is no file of weights `{path}`.")
        if file.stat().st_size > MOST_BYTES:
            raise UsageError(f"`{path}` is too large to be a file of weights.")
        document = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RuntimeError, RecursionError) as fault:
        if isinstance(fault, UsageError):
            raise
        raise UsageError(f"`{path}` is not a file of weights that `yupana tune` has written.") from None
    numbers = document.get("weights") if isinstance(document, dict) else None
    fine = isinstance(numbers, dict) and document.get("schema") == SCHEMA and all(map(_is_number, numbers.values()))
    texts = [document.get(key) for key in ("features", "hash")] if fine else []
    if not fine or not isinstance(numbers, dict) or not all(isinstance(each, str) for each in texts):
        raise UsageError(f"`{path}` is not a file of weights that `yupana tune` has written.")
    by_name = {str(name): float(number) for name, number in numbers.items()}
    return Weights(by_name, document["features"], document["hash"], str(document.get("rules") or ""), document)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def place_of(part: Path) -> Path:
    """Where the weights of a ruleset or overlay lie, whose folder or file this is."""
    return part / "weights.json" if part.is_dir() else part.with_suffix(".weights.json")


def named(state: State) -> str:
    """What a command calls the ruleset that is played."""
    return state.game.elsewhere or state.game.program.name


def weights_of(state: State) -> tuple[float, ...]:
    """The weights that lie beside the ruleset that is played, or, of an overlay that leaves the features as they are,
    beside what it extends; in the order of the features. Raises UsageError when there are none."""
    name, refused = named(state), None
    if not state.game.program.features.items:
        raise UsageError(f"`{name}` names no `features`, and these are what the bot `tuned` weighs.")
    for path in _places(name):
        if path.is_file():
            try:
                return read_weights(str(path)).of(state, str(path))
            except UsageError as fault:
                refused = refused or fault
    raise refused or UsageError(
        f"There are no weights for `{name}` yet; fit them (yupana tune {name}), or write `tuned:FILE`."
    )


@lru_cache(maxsize=16)
def _places(target: str) -> tuple[Path, ...]:
    """Where weights may lie, those of the last overlay first."""
    from yupana.schemas.compose import compose  # reading rulesets is not needed for other bots

    return tuple([place_of(part) for part in reversed(compose(target).parts)])
