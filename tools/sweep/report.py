"""What a sweep found: as a document for programs, and as tables for people."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..documents.balancing import BestPoint, SweptFigure, SweptMeasure, SweptPoint, Varied
from ..documents.balancing import Sweep as Document
from ..documents.shape import shaped
from ..measures.table import OF, Unit, shown
from .figures import columns
from .keeping import Outcome
from .run import Sweep
from .wishes import Ranked, Wish

_TELLING = 10
"""So many of the best points are told at a terminal."""


def document(
    sweep: Sweep, outcomes: Sequence[Outcome], wishes: Sequence[Wish], ranked: Sequence[Ranked], notes: Sequence[str]
) -> Document:
    """The document of `sweep --json`; `notes` say of which values nothing was seen, and why."""
    plan = sweep.plan
    there = [each for each in sweep.known if any(each.key in outcome.figures for outcome in outcomes)]
    return shaped(
        Document, plan, ruleset=plan.target,
        vary=[shaped(Varied, each) for each in sweep.varies],
        measures=[shaped(SweptMeasure, each, about=OF[each.of]) for each in there],
        worth=sweep.look.worth,
        points=[
            shaped(SweptPoint, outcome, point=point.number, values=list(point.values))
            for point, outcome in zip(sweep.points, outcomes, strict=True)
        ],
        wishes=[str(each) for each in wishes],
        best=[shaped(BestPoint, each, point=sweep.points[each.at].number) for each in ranked],
        notes=list(notes),
    )  # fmt: skip


def show(out: Console, found: Document, named: Sequence[str] = (), wished: Sequence[str] = ()) -> None:
    """Print the points, and with wishes which come nearest to them; of the measures those that are named or wished,
    or what an author asks first."""
    bots = ", ".join(dict.fromkeys(found["bots"]))
    points = len(found["points"])
    out.print(f"{points} point{'' if points == 1 else 's'}, {found['games']} games at each by {bots} bots")
    if told := mixed(found):
        out.print(told)
    best = {each["point"]: rank for rank, each in enumerate(found["best"])}
    rows = sorted(found["points"], key=lambda each: best.get(each["point"], each["point"]))
    left = 0
    if best:
        left = max(0, len(rows) - _TELLING)
        rows = rows[:_TELLING]
        out.print(f"The nearest to {' and '.join(found['wishes'])} first; those that are sure to meet a wish have a *.")
    there = [each["key"] for each in found["measures"]]
    asked = list(dict.fromkeys([*wished, *named, *(["completion"] if _any_fault(found) else [])]))
    tables = _fitting(found, rows, columns(there, asked, only=bool(named)), out.width)
    if not named:
        tables = [each for each in tables if not set(asked).isdisjoint(each)] or tables[:1]
    for names in tables:
        out.print(_table(found, rows, names))
    if left:
        out.print(f"… and {left} more point{'' if left == 1 else 's'}")
    if more := len(set(there).difference(*tables)):
        are = "measure is" if more == 1 else "measures are"
        out.print(Text(f"{more} more {are} in --report and --json; --measures NAME,… shows others.", "dim"))
    for note in found["notes"]:
        out.print(Text(note))
    for point in found["points"]:
        if point["fault"]:
            out.print(Text(f"point {point['point']} ({_row(found, point)}): {point['fault']}", "red"))


def mixed(found: Document) -> str:
    """What has to be known where the bots are not alike."""
    if len(set(found["bots"])) < 2:
        return ""
    return "The bots are not alike and keep their seats: what seats have of the wins tells of bots as well as of seats."


def _row(found: Document, point: SweptPoint) -> str:
    return ", ".join(f"{vary['name']} = {value}" for vary, value in zip(found["vary"], point["values"], strict=True))


def _fitting(
    found: Document, points: Sequence[SweptPoint], names: Sequence[str], width: int
) -> list[list[str]]:  # fmt: skip
    """The measures in as many tables as they need to be read."""
    units = {each["key"]: each["unit"] for each in found["measures"]}
    begin = 8 + sum(
        2 + max(len(vary["name"]), *(len(each) for each in vary["values"])) for vary in found["vary"]
    )  # fmt: skip
    tables: list[list[str]] = []
    left = 0
    for name in names:
        cells = [len(shown_figure(point["figures"].get(name), units[name])) + 1 for point in points]
        own = 2 + max(len(name), *cells) if cells else len(name)
        if not tables or own > left:
            tables.append([])
            left = width - begin
        tables[-1].append(name)
        left -= own
    return tables


def _table(found: Document, points: Sequence[SweptPoint], names: Sequence[str]) -> Table:
    """A row for each point: the value of every measure, and half of how wide its interval is."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("point", justify="right")
    for vary in found["vary"]:
        table.add_column(vary["name"], justify="right")
    for name in names:
        table.add_column(name, justify="right")
    units = {each["key"]: each["unit"] for each in found["measures"]}
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
        cells = [
            shown_figure(point["figures"].get(name), units[name]) + ("*" if stars[name] else "") for name in names
        ]
        table.add_row(str(point["point"]), *point["values"], *cells)
    return table


def _any_fault(found: Document) -> bool:
    return any(each["figures"].get("completion", {"value": 1})["value"] < 1 for each in found["points"])


def _is_about(wish: str, name: str) -> bool:
    return wish.startswith(name) and wish[len(name)] in "<>~"


def shown_figure(figure: SweptFigure | None, unit: Unit) -> str:
    """A value and half of its interval."""
    if figure is None:
        return "-"
    value, low, high = figure["value"], figure["low"], figure["high"]
    text, percent, _ = shown(value, unit).partition(" %")
    if low is None or high is None:
        return text + percent
    half = shown(max(value - low, high - value), unit).removesuffix(" %")
    return f"{text} ±{half}{percent}"
