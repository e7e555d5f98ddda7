"""What matters in a game: the document of `yupana tune`, its table, and the file of weights."""

from __future__ import annotations

import json
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text
from yupana.interpreter.game import Game
from yupana.schemas.wording import numeral

from ..bots.weights import SCHEMA
from ..documents.playing import FeatureWeight, ScoreRate, Tune
from .fitting import Against, Fitted

DIGITS = 6


def document(game: Game, fitted: Fitted, par: float, players: int, seed: int, texts: dict[str, str]) -> Tune:
    """The document: the features with what matters most first."""
    rows: list[FeatureWeight] = []
    for number, name in enumerate(game.features):
        weight, spread = fitted.weights[number], fitted.spread[number]
        rows.append({
            "feature": name, "text": texts.get(name, ""), "weight": round(weight, DIGITS),
            "spread": round(spread, DIGITS), "matters": round(weight * spread, DIGITS),
            "with_it": _rate(fitted.without[number]) if fitted.without[number].games else None,
        })  # fmt: skip
    rows.sort(key=lambda row: -abs(row["matters"]))
    return {
        "ruleset": game.name, "engine": game.back_end.name, "players": players, "seed": seed, "games": fitted.games,
        "par": round(par, DIGITS), "searched": fitted.searched, "features": rows,
        "against": [_rate(each) for each in fitted.against],
    }  # fmt: skip


def _rate(found: Against) -> ScoreRate:
    rate = found.rate
    return {
        "who": found.who, "games": found.games, "rate": round(rate.value, DIGITS), "low": round(rate.low, DIGITS),
        "high": round(rate.high, DIGITS),
    }  # fmt: skip


def weights_file(game: Game, found: Tune) -> str:
    """The file of weights; what it says besides is what was found."""
    weights = {row["feature"]: row["weight"] for row in found["features"]}
    said: dict[str, Any] = {
        "schema": SCHEMA, "ruleset": game.program.name, "hash": game.program.hash, "rules": game.rules,
        "features": game.program.features.digest, "weights": {name: weights[name] for name in game.features},
        "found": {key: value for key, value in found.items() if key not in ("ruleset", "engine")},
    }  # fmt: skip
    return json.dumps(said, indent=2, ensure_ascii=False) + "\n"


# ---------------------------------------------------------------- for people


def show(out: Console, found: Tune, fresh: bool | None = True) -> None:
    """Print what matters; `fresh` says whether the rules are those for which the weights were fitted (None: nobody
    knows)."""
    out.print(f"What matters in {found['ruleset']}, to who looks one decision ahead ({found['games']:,} games)")
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("feature", "weight", "spread", "matters", "against none of it"):
        grid.add_column(heading, justify="left" if heading == "feature" else "right", no_wrap=True)
    grid.add_column("")
    for row in found["features"]:
        with_it = "-" if row["with_it"] is None else _percent(row["with_it"])
        numbers = f"{row['weight']:+.3g}", f"{row['spread']:.3g}", f"{row['matters']:+.2f}"
        grid.add_row(row["feature"], *map(numeral, numbers), with_it, Text(row["text"], "dim"))
    out.print(grid)
    for each in found["against"]:
        out.print(f"against {each['who']}: {_percent(each)} of {each['games']} games")
    par = f"{found['par']:.0%}".replace("%", " %")
    for line in (
        f"Intervals are of 95 %; a draw is a share of the win, and {par} is as good as the other.",
        "What matters is what one spread more of it adds to the logarithm of the odds.",
        f"An interval with {par} in it does not show that the feature matters at all.",
        "Features that go together share their weight in any way, and to who looks",
        "further something else may matter.",
    ):
        out.print(line)
    if fresh is None:
        out.print("The ruleset was edited since; whether its rules changed is not known.")
    elif not fresh:
        out.print("The rules have changed since these weights were fitted.")


def _percent(rate: ScoreRate) -> str:
    return f"{rate['rate']:.0%} ({100 * rate['low']:.0f} to {100 * rate['high']:.0f})".replace("%", " %")
