"""What a sweep found: as a document for programs, and as tables for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..bots.seats import words_for
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


def show(
    out: Console, found: Document, called: Mapping[str, str], named: Sequence[str] = (), wished: Sequence[str] = ()
) -> None:  # fmt: skip
    """Print what to do and the points, and with wishes which come nearest to them; of the measures those that are
    named or wished, or what an author asks first. `called` has the words for what is varied."""
    out.print(Text(advice(found, called), "bold"))
    out.print()
    bots = ", ".join(map(words_for, dict.fromkeys(found["bots"])))
    points = len(found["points"])
    out.print(f"{points} point{'' if points == 1 else 's'}, {found['games']} games at each; bots: {bots}")
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
        out.print(_table(found, rows, names, called))
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


_TOLD = 4
"""So many measures in which points differ are named before all else."""


def advice(found: Document, called: Mapping[str, str]) -> str:
    """What the author should do, or that nothing needs doing: no more than the figures carry."""
    bad = [each for each in found["points"] if each["fault"]]
    points = {each["point"]: each for each in found["points"]}
    said = ""
    if bad:
        many = f" (and {len(bad) - 1} more)" if len(bad) > 1 else ""
        said = f"Fix or leave out point {bad[0]['point']}{many}: {_row(found, bad[0], called)} fails. "
    if found["best"]:
        best = found["best"][0]
        which = f"point {best['point']} ({_row(found, points[best['point']], called)})"
        wishes = " and ".join(found["wishes"])
        aims = [met == "perhaps" and "~" in wish for met, wish in zip(best["met"], found["wishes"], strict=True)]
        if all(met == "yes" or aim for met, aim in zip(best["met"], aims, strict=True)):
            as_far = f", as far as {found['games']} games show" if any(aims) else ""
            return f"{said}Take {which}: it meets {wishes}{as_far}."
        if "no" not in best["met"]:
            return f"{said}Play more games (--games) of {which}: it meets {wishes}, but not surely."
        return f"{said}No point meets {wishes}: vary something else; {which} comes nearest."
    names = [each["name"] for each in found["measures"] if differs(found, each["key"])]
    if not names and len(points) - len(bad) < 2:
        return f"{said}Vary more values: one point says nothing of what makes a difference."
    if not names:
        return (
            f"{said}Nothing needs doing: no figure differs between the points beyond chance, as far as "
            f"{found['games']} games at each show."
        )
    more = f" and {len(names) - _TOLD} more" if len(names) > _TOLD + 1 else ""
    told = ", ".join(names[:_TOLD] if more else names)
    return f"{said}Choose by what differs: {told}{more}; or say what you wish with --wish."


def differs(found: Document, key: str) -> bool:
    """Whether a measure differs between two points beyond chance: their intervals, which hold together, do not meet."""
    figures = [each["figures"][key] for each in found["points"] if key in each["figures"]]
    ends = [(each["low"], each["high"]) for each in figures if each["low"] is not None and each["high"] is not None]
    return bool(ends) and max(low for low, _ in ends) > min(high for _, high in ends)


def mixed(found: Document) -> str:
    """What has to be known where the bots are not alike."""
    if len(set(found["bots"])) < 2:
        return ""
    return "The bots are not alike and keep their seats: what seats have of the wins tells of bots as well as of seats."


def _row(found: Document, point: SweptPoint, called: Mapping[str, str] | None = None) -> str:
    names = called or {}
    return ", ".join(
        f"{names.get(vary['name'], vary['name'])} = {value}"
        for vary, value in zip(found["vary"], point["values"], strict=True)
    )


def _fitting(
    found: Document, points: Sequence[SweptPoint], names: Sequence[str], width: int
) -> list[list[str]]:  # fmt: skip
    """The measures in as many tables as they need to be read."""
    units = {each["key"]: each["unit"] for each in found["measures"]}
    said = {each["key"]: each["name"] for each in found["measures"]}
    begin = 8 + sum(
        2 + max(len(vary["name"]), *(len(each) for each in vary["values"])) for vary in found["vary"]
    )  # fmt: skip
    tables: list[list[str]] = []
    left = 0
    for name in names:
        cells = [len(shown_figure(point["figures"].get(name), units[name])) + 1 for point in points]
        own = 2 + max(len(said[name]), *cells) if cells else len(name)
        if not tables or own > left:
            tables.append([])
            left = width - begin
        tables[-1].append(name)
        left -= own
    return tables


def _table(
    found: Document, points: Sequence[SweptPoint], names: Sequence[str], called: Mapping[str, str]
) -> Table:  # fmt: skip
    """A row for each point: the value of every measure, and half of how wide its interval is."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("point", justify="right")
    for vary in found["vary"]:
        table.add_column(called.get(vary["name"], vary["name"]), justify="right")
    said = {each["key"]: each["name"] for each in found["measures"]}
    for name in names:
        table.add_column(said[name], justify="right")
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
        cells = [shown_figure(point["figures"].get(name), units[name]) + ("*" if stars[name] else "") for name in names]
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
