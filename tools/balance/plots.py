"""The plots of a report."""

from __future__ import annotations

from collections.abc import Callable

from ..documents.model import Picture
from ..measures.standing import Course
from ..measures.table import OF
from ..plots.charts import Chart, curve, histogram, intervals, picture
from .judging import Judged

MOST = 24
"""So many rows are drawn in one plot."""


def plots(
    judged: Judged, against: Judged | None = None, draw: Callable[[str, Chart, str], Picture] = picture
) -> list[tuple[str, Picture]]:  # fmt: skip
    """Every plot with the title of the chapter it belongs to. `draw` makes the pictures of name, chart and caption."""
    found = [
        (OF["seats"], "seats", "Part of the wins by seat, with 95 % intervals; the line is an even part.",
         _seats(judged, against)),
        (OF["length"], "length", "Decisions in a game: how many games have each length.", _lengths(judged, against)),
        (OF["course"], "course", "Who won was ahead: in which part of the games, from the beginning to the end.",
         _course(judged)),
        (OF["choice"], "choice", "Options at a decision, from the beginning of a game to its end.", _choice(judged)),
        *((title, f"winning-{sort}", "By how much the part of the wins is higher where it is used more than usual, for "
           "all of which that is more than chance.", _winning(judged, sort))
          for title, sort in (("Actions", "action"), ("Components", "component"))),
        ("Players who keep from something", "kept", "Part of the wins of a player who never takes a thing, or always "
         "when possible, where that is sure; the line is an even part.", _kept(judged)),
    ]  # fmt: skip
    return [(chapter, draw(name, chart, told)) for chapter, name, told, chart in found if chart is not None]


def _seats(judged: Judged, against: Judged | None) -> Chart | None:
    if not judged.apart:
        return None
    rows = [
        {"name": side.name(each.seat), "side": side.title, "value": each.share.value, "low": each.share.low,
         "high": each.share.high}
        for side in (judged, against) if side is not None for each in side.seat_figures
    ]  # fmt: skip
    return intervals(rows, rule=judged.even, x_title="part of the wins", percent=True, sides=against is not None)


def _winning(judged: Judged, sort: str) -> Chart | None:
    told = [each for each in judged.uses if each.seen and each.winning is not None][:MOST]
    rows = [
        {"name": judged.name(each.name), "value": 100 * each.winning.value, "low": 100 * each.winning.low,
         "high": 100 * each.winning.high}
        for each in sorted(told, key=lambda each: -(each.winning.value if each.winning else 0))
        if each.sort == sort and each.winning is not None
    ]  # fmt: skip
    return intervals(rows, rule=0, x_title="percentage points of the wins") if rows else None


def _kept(judged: Judged) -> Chart | None:
    told = [each for each in judged.kept if each.seen or each.alike][:MOST]
    rows = [
        {"name": f"{each.restriction.how} {judged.name(each.restriction.name)}", "value": each.share.value,
         "low": each.share.low, "high": each.share.high, "seen": each.seen}
        for each in told
    ]  # fmt: skip
    return intervals(rows, rule=judged.even, x_title="part of the wins", percent=True) if rows else None


def _lengths(judged: Judged, against: Judged | None) -> Chart | None:
    rows = [
        {"side": side.title, "decisions": value}
        for side in (judged, against) if side is not None
        for found in (side.figure("length"),) if found is not None for value in found.values.values()
    ]  # fmt: skip
    if len({row["decisions"] for row in rows}) < 2:
        return None
    both = () if against is None else (judged.title, against.title)
    return histogram(rows, x="decisions", x_title="decisions in a game", y_title="games", sides=both)


_ACROSS = "part of the game in %"
PARTS = 20


def _course(judged: Judged) -> Chart | None:
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
    return curve(rows, x_title=_ACROSS, y_title="winner ahead, in %", domain=(0, 100)) if len(rows) > 1 else None


def _choice(judged: Judged) -> Chart | None:
    widths: list[list[int]] = [[] for _ in range(PARTS)]
    for record in judged.records:
        for number, width in enumerate(record.widths):
            widths[min(PARTS - 1, number * PARTS // len(record.widths))].append(width)
    rows = [
        {"part": 100 * (number + 0.5) / PARTS, "value": sum(each) / len(each)}
        for number, each in enumerate(widths) if each
    ]  # fmt: skip
    return curve(rows, x_title=_ACROSS, y_title="options at a decision") if len(rows) > 1 else None
