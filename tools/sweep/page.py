"""What a sweep found as a page with plots: each figure against each thing that is varied, with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..documents.balancing import Sweep, SweptMeasure, SweptPoint
from ..documents.model import Block, Chapter, Document, Grid, Line, Paragraph, Picture, Row, line, prose, strong
from ..documents.report_file import STYLE
from ..plots.charts import intervals, live_page, picture
from .report import mixed, shown_figure

_WIDE = 6
"""So many measures have room beside each other."""

_COLOURS = 8
"""In as many colours as this another thing that is varied is told apart."""


def page(found: Sweep) -> str:
    """The page. Raises UsageError when the packages for plots are not installed."""
    return live_page(_document(found), STYLE)


def _document(found: Sweep) -> Document:
    bots = ", ".join(dict.fromkeys(found["bots"]))
    points = len(found["points"])
    told = (
        f"{points} point{'' if points == 1 else 's'}, {found['games']} games at each by {bots} bots, all with the same"
        " seeds. The intervals of a measure hold together for all points with 95 % confidence."
    )
    chapters = [
        Chapter(about, f"about-{number}", tuple(_about(found, about)))
        for number, about in enumerate(dict.fromkeys(each["about"] for each in _measures(found)))
    ]
    if found["best"]:
        chapters.insert(0, Chapter("The nearest to what is wished", "best", (_best(found),)))
    faults = [(f"point {each['point']}: {each['fault']}") for each in found["points"] if each["fault"]]
    lead = [Paragraph(prose(each)) for each in (told, mixed(found)) if each]
    lead += [*(Paragraph(line(each)) for each in faults), *(Paragraph(prose(each)) for each in found["notes"])]
    title = f"{found['ruleset']} with other values"
    return Document(title, chapters=tuple(chapters), lead=tuple(lead), contents="Contents")


def _about(found: Sweep, about: str) -> Iterator[Block]:
    """The measures of one chapter: what each is, how it goes with what is varied, and a table of all points."""
    there = [each for each in _measures(found) if each["about"] == about]
    for first in range(0, len(there), _WIDE):
        yield _all(found, there[first : first + _WIDE])
    for each in there:
        known = f" In the literature: {each['known_as']}." if each["known_as"] else ""
        yield Paragraph(line(strong(each["name"]), f" ({each['key']}). {each['told']} {each['advice']}{known}"))
        yield from _plots(found, each)


def _measures(found: Sweep) -> list[SweptMeasure]:
    """The measures that are told: all, but whether games end only where some do not."""
    return [each for each in found["measures"] if each["key"] != "completion" or _has_faults(found)]


def _has_faults(found: Sweep) -> bool:
    return any(each["figures"].get("completion", {"value": 1})["value"] < 1 for each in found["points"])


def _plots(found: Sweep, measure: SweptMeasure) -> Iterator[Row | Picture]:
    """A plot for each thing that is varied; one other thing, if it has few values, is told by colours."""
    varies, name = found["vary"], measure["key"]
    pictures = []
    for at, vary in enumerate(varies):
        others = [other for other in range(len(varies)) if other != at]
        by = next((other for other in others if len(varies[other]["values"]) <= _COLOURS), None)
        rows = list(_rows(found, name, at, by))
        if rows:
            chart = intervals(
                rows, "value", "figure", "low", "high", x_title=vary["name"], y_title=name,
                colour="" if by is None else varies[by]["name"], order=vary["values"],
                percent=measure["unit"] == "share", joined=len(others) < 2,
                rule=1 / found["players"] if name == "first_player" else None,
            )  # fmt: skip
            pictures.append(picture(f"{name}-{vary['name']}", chart, f"{name} by {vary['name']}"))
    yield Row(tuple(pictures))


def _rows(found: Sweep, name: str, at: int, by: int | None) -> Iterator[dict[str, Any]]:
    for point in found["points"]:
        figure = point["figures"].get(name)
        if figure is not None:
            value = figure["value"]
            row = {
                "value": point["values"][at], "figure": value,
                "low": value if figure["low"] is None else figure["low"],
                "high": value if figure["high"] is None else figure["high"],
            }  # fmt: skip
            if by is not None:
                row[found["vary"][by]["name"]] = point["values"][by]
            yield row


def _best(found: Sweep) -> Grid:
    """The points by their place, with how they meet each wish."""
    marks = {"yes": "met", "perhaps": "met, but not surely", "no": "not met"}
    points = {each["point"]: each for each in found["points"]}
    rows = []
    for each in found["best"][:20]:
        point = points[each["point"]]
        rows.append((*_place(point), *(line(marks[met]) for met in each["met"])))
    return Grid((*_head(found), *(line(wish) for wish in found["wishes"])), tuple(rows))


def _all(found: Sweep, measures: Sequence[SweptMeasure]) -> Grid:
    head = (*_head(found), *(line(each["name"]) for each in measures))
    rows = [
        (*_place(each), *(line(shown_figure(each["figures"].get(one["key"]), one["unit"])) for one in measures))
        for each in found["points"]
    ]
    return Grid(head, tuple(rows), frozenset(range(len(head))))


def _head(found: Sweep) -> Sequence[Line]:
    return [line("point"), *(line(each["name"]) for each in found["vary"])]


def _place(point: SweptPoint) -> Sequence[Line]:
    return [line(str(point["point"])), *(line(strong(value)) for value in point["values"])]
