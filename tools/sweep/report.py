"""What a sweep found: as a document for programs, and as tables for people."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..documents.sweeping import Sweep as Document
from ..documents.sweeping import SweptFigure, SweptPoint
from ..measures.statistics import Interval
from .figures import FIGURES
from .keeping import Outcome
from .run import Sweep
from .wishes import Ranked, Wish

__all__ = ["document", "show", "shown_figure"]

_TELLING = 10
"""So many of the best points are told at a terminal."""


def document(sweep: Sweep, outcomes: Sequence[Outcome], wishes: Sequence[Wish], ranked: Sequence[Ranked]) -> Document:
    """The document of `sweep --json`."""
    plan = sweep.plan
    return {
        "ruleset": plan.target,
        "engine": plan.engine,
        "players": plan.players,
        "games": plan.games,
        "seed": plan.seed,
        "bots": list(plan.bots),
        "vary": [{"name": each.name, "way": each.way, "values": list(each.values)} for each in sweep.varies],
        "figures": {name: told for name, told in FIGURES.items() if any(name in each.figures for each in outcomes)},
        "points": [
            {
                "point": point.number,
                "values": list(point.values),
                "figures": {name: _figure(found) for name, found in outcome.figures.items()},
                "fault": outcome.fault,
            }
            for point, outcome in zip(sweep.points, outcomes, strict=True)
        ],
        "wishes": [str(each) for each in wishes],
        "best": [
            {
                "point": sweep.points[each.at].number,
                "missed": each.missed,
                "distance": round(each.distance, 4) if math.isfinite(each.distance) else None,
                "met": list(each.met),
            }
            for each in ranked
        ],
    }


def _figure(found: Interval) -> SweptFigure:
    low, high = (round(each, 6) if math.isfinite(each) else None for each in (found.low, found.high))
    return {"value": round(found.value, 6), "low": low, "high": high}


def show(out: Console, found: Document) -> None:
    """Print the points, and with wishes which come nearest to them."""
    bots = ", ".join(dict.fromkeys(found["bots"]))
    points = len(found["points"])
    out.print(f"{points} point{'' if points == 1 else 's'}, {found['games']} games at each by {bots} bots")
    best = {each["point"]: rank for rank, each in enumerate(found["best"])}
    rows = sorted(found["points"], key=lambda each: best.get(each["point"], each["point"]))
    left = 0
    if best:
        left = max(0, len(rows) - _TELLING)
        rows = rows[:_TELLING]
        out.print(f"The nearest to {' and '.join(found['wishes'])} first; those that are sure to meet a wish have a *.")
    out.print(_table(found, rows))
    if left:
        out.print(f"… and {left} more points")
    for point in found["points"]:
        if point["fault"]:
            out.print(Text(f"point {point['point']} ({_told(found, point)}): {point['fault']}", "red"))


def _told(found: Document, point: SweptPoint) -> str:
    return ", ".join(f"{vary['name']} = {value}" for vary, value in zip(found["vary"], point["values"], strict=True))


def _table(found: Document, points: Sequence[SweptPoint]) -> Table:
    """A row for each point: the value of every figure, and half of how wide its interval is."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("point", justify="right")
    for vary in found["vary"]:
        table.add_column(vary["name"], justify="right")
    names = [name for name in found["figures"] if name != "faults" or _any_fault(found)]
    for name in names:
        table.add_column(name, justify="right")
    sure = {
        (each["point"], wish): met == "yes"
        for each in found["best"]
        for wish, met in zip(found["wishes"], each["met"], strict=True)
    }
    for point in points:
        stars = {
            name: any(sure.get((point["point"], wish), False) for wish in found["wishes"] if _is_about(wish, name))
            for name in names
        }
        cells = [shown_figure(point["figures"].get(name)) + ("*" if stars[name] else "") for name in names]
        table.add_row(str(point["point"]), *point["values"], *cells)
    return table


def _any_fault(found: Document) -> bool:
    return any(each["figures"].get("faults", {"value": 0})["value"] for each in found["points"])


def _is_about(wish: str, name: str) -> bool:
    return wish.startswith(name) and wish[len(name)] in "<>~"


def shown_figure(figure: SweptFigure | None) -> str:
    """A value and half of its interval."""
    if figure is None:
        return "-"
    value, low, high = figure["value"], figure["low"], figure["high"]
    digits = 1 if abs(value) >= 10 else 3
    around = "" if low is None or high is None else f" ±{max(value - low, high - value):.{digits}f}"
    return f"{value:.{digits}f}{around}"
