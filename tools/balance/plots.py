"""The plots of a report. This module is imported when there is something to draw, for Altair is an extra."""

from __future__ import annotations

from typing import Any

import altair

from ..documents.model import Picture
from ..measures.standing import Course
from ..measures.table import OF
from ..plots.charts import COLOURS, GREY, picture
from .judging import Judged

NEW, OLD = COLOURS[:2]
WIDTH, BAR = 420, 18


def plots(judged: Judged, against: Judged | None = None) -> list[tuple[str, Picture]]:
    """Every plot with the title of the chapter it belongs to."""
    found = [
        (OF["seats"], "seats", "Part of the wins by seat, with 95 % intervals; the line is an even part.",
         _seats(judged, against)),
        (OF["length"], "length", "Decisions in a game: how many games have each length.", _lengths(judged, against)),
        (OF["course"], "course", "Who won was ahead: in which part of the games, from the beginning to the end.",
         _course(judged)),
        (OF["choice"], "choice", "Options at a decision, from the beginning of a game to its end.", _choice(judged)),
        ("Actions", "winning", "How using a thing more than usual goes with winning, in percent of the wins.",
         _winning(judged)),
        ("Players who keep from something", "kept", "Part of the wins of a player who keeps from something; the line "
         "is an even part.", _kept(judged)),
    ]  # fmt: skip
    return [(chapter, picture(name, chart, told)) for chapter, name, told, chart in found if chart is not None]


def _intervals(rows: list[dict[str, Any]], even: float, axis: str, sides: bool = False) -> Any:
    """Intervals one below the other, and what would be even."""
    base = altair.Chart(altair.InlineData(values=rows))
    colour: Any = altair.value(NEW)
    if sides:
        colour = altair.Color("side:N", title=None, sort=None, scale=altair.Scale(range=[NEW, OLD]))
    order: Any = {"y": altair.Y("name:N", sort=None, title=None)}
    if sides:
        order["yOffset"] = altair.YOffset("side:N", sort=None)
    faint = altair.Opacity("seen:N", scale=altair.Scale(domain=[False, True], range=[0.45, 1]), legend=None)
    ends = {"x": altair.X("low:Q", title=axis), "x2": altair.X2("high:Q")}
    line = base.mark_rule(strokeWidth=2.5).encode(**order, **ends, color=colour, opacity=faint)
    dot = base.mark_point(filled=True, size=70, opacity=1).encode(**order, x="value:Q", color=colour)
    fair = altair.Chart(altair.InlineData(values=[{"even": even}]))
    middle = fair.mark_rule(color=GREY, strokeDash=[4, 3]).encode(x="even:Q")
    names = len({row["name"] for row in rows})
    return altair.layer(middle, line, dot).properties(width=WIDTH, height=max(60, names * BAR * (2 if sides else 1)))


def _seats(judged: Judged, against: Judged | None) -> Any:
    if not judged.apart:
        return None
    rows = [
        {"name": each.seat, "side": side.target, "value": 100 * each.share.value, "low": 100 * each.share.low,
         "high": 100 * each.share.high, "seen": True}
        for side in (judged, against) if side is not None for each in side.seat_figures
    ]  # fmt: skip
    return _intervals(rows, 100 * judged.even, "part of the wins in %", against is not None)


def _winning(judged: Judged) -> Any:
    told = [each for each in judged.uses if each.winning is not None and abs(each.winning.low) <= 1]
    told = sorted(told, key=lambda each: (not each.seen, each.chance))[:24]
    rows = [
        {"name": each.name, "value": 100 * each.winning.value, "low": 100 * each.winning.low,
         "high": 100 * each.winning.high, "seen": each.seen}
        for each in sorted(told, key=lambda each: -(each.winning.value if each.winning else 0))
        if each.winning is not None
    ]  # fmt: skip
    return _intervals(rows, 0, "percentage points of the wins") if rows else None


def _kept(judged: Judged) -> Any:
    rows = [
        {"name": f"{each.restriction.how} {each.restriction.name}", "value": 100 * each.share.value,
         "low": 100 * each.share.low, "high": 100 * each.share.high, "seen": each.seen or each.alike}
        for each in judged.kept
    ]  # fmt: skip
    return _intervals(rows, 100 * judged.even, "part of the wins in %") if rows else None


def _lengths(judged: Judged, against: Judged | None) -> Any:
    rows = [
        {"side": side.target, "decisions": value}
        for side in (judged, against) if side is not None
        for found in (side.figure("length"),) if found is not None for value in found.values.values()
    ]  # fmt: skip
    if len({row["decisions"] for row in rows}) < 2:
        return None
    chart = altair.Chart(altair.InlineData(values=rows)).mark_bar(opacity=0.6)
    colour: Any = altair.value(NEW)
    if against is not None:
        colour = altair.Color("side:N", title=None, sort=None, scale=altair.Scale(range=[NEW, OLD]))
    return chart.encode(
        x=altair.X("decisions:Q", bin=altair.Bin(maxbins=30, minstep=1), title="decisions"),
        y=altair.Y("count()", title="games", stack=None), color=colour,
    ).properties(width=WIDTH, height=160)  # fmt: skip


def _curve(rows: list[dict[str, float]], title: str, domain: list[float] | None = None) -> Any:
    scale = altair.Scale(domain=domain) if domain else altair.Scale(zero=True)
    return altair.Chart(altair.InlineData(values=rows)).mark_line(color=NEW, strokeWidth=2.5).encode(
        x=altair.X("part:Q", title="part of the game in %"), y=altair.Y("value:Q", title=title, scale=scale),
    ).properties(width=WIDTH, height=160)  # fmt: skip


PARTS = 20


def _course(judged: Judged) -> Any:
    led: list[list[int]] = [[] for _ in range(PARTS)]
    for record in judged.records:
        if record.winner < 0 or len(record.worths) < 2:
            continue
        for at, leader in zip(record.at, Course(record).leaders, strict=True):
            led[min(PARTS - 1, at * PARTS // record.playout.decisions)].append(leader == record.winner)
    rows = [
        {"part": 100 * (number + 0.5) / PARTS, "value": 100 * sum(each) / len(each)}
        for number, each in enumerate(led) if len(each) >= 5
    ]  # fmt: skip
    return _curve(rows, "% of games", [0, 100]) if len(rows) > 1 else None


def _choice(judged: Judged) -> Any:
    widths: list[list[int]] = [[] for _ in range(PARTS)]
    for record in judged.records:
        for number, width in enumerate(record.widths):
            widths[min(PARTS - 1, number * PARTS // len(record.widths))].append(width)
    rows = [
        {"part": 100 * (number + 0.5) / PARTS, "value": sum(each) / len(each)}
        for number, each in enumerate(widths) if each
    ]  # fmt: skip
    return _curve(rows, "options") if len(rows) > 1 else None
