"""What a sweep found as a page with plots: each figure against each thing that is varied, with intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..bots.seats import words_for
from ..documents.balancing import Sweep, SweptMeasure, SweptPoint
from ..documents.model import (
    Block,
    Chapter,
    Details,
    Document,
    Grid,
    Line,
    Paragraph,
    Picture,
    Row,
    line,
    prose,
    strong,
)
from ..documents.report_file import STYLE
from ..plots.charts import Chart, intervals, live_page, picture
from .report import advice, differs, mixed, shown_figure

_WIDE = 6
"""So many measures have room beside each other."""

_ROWS = 30
"""So many points are drawn in one plot."""


def page(found: Sweep, called: Mapping[str, str]) -> str:
    """The page; `called` has the words for what is varied. Raises UsageError when the packages for plots are not
    installed."""
    return live_page(page_document(found, called), STYLE)


def page_document(
    found: Sweep, called: Mapping[str, str], draw: Callable[[str, Chart, str], Picture] = picture
) -> Document:  # fmt: skip
    """The page as a document. `draw` makes the pictures of name, chart and caption."""
    bots = ", ".join(map(words_for, dict.fromkeys(found["bots"])))
    points = len(found["points"])
    facts = (f"{points} point{'' if points == 1 else 's'}, {found['games']} games at each, all with the same seeds",
             f"bots: {bots}")  # fmt: skip
    shown = _Shown(found, called, draw)
    telling = {each["key"] for each in _measures(found) if differs(found, each["key"])}
    chapters = [
        Chapter(about, f"about-{number}", tuple(blocks))
        for number, about in enumerate(dict.fromkeys(each["about"] for each in _measures(found)))
        if (blocks := list(shown.about([each for each in _measures(found)
                                        if each["about"] == about and each["key"] in telling])))
    ]  # fmt: skip
    rest = [
        Details(about, tuple(blocks))
        for about in dict.fromkeys(each["about"] for each in _measures(found))
        if (blocks := list(shown.about([each for each in _measures(found)
                                        if each["about"] == about and each["key"] not in telling])))
    ]  # fmt: skip
    if rest:
        chapters.append(Chapter("Where no difference was seen", "rest", tuple(rest)))
    if found["best"]:
        chapters.insert(0, Chapter("The nearest to what is wished", "best", (shown.best(),)))
    faults = [(f"point {each['point']}: {each['fault']}") for each in found["points"] if each["fault"]]
    sure = "The intervals of a measure hold together for all points with 95 % confidence."
    lead = [Paragraph(prose(each)) for each in (mixed(found), sure) if each]
    lead += [*(Paragraph(line(each)) for each in faults), *(Paragraph(prose(each)) for each in found["notes"])]
    title = f"{called.get(found['ruleset'], found['ruleset'])} with other values"
    return Document(title, facts=tuple(map(line, facts)), chapters=tuple(chapters), lead=tuple(lead),
                    contents="Contents", advice=prose(advice(found, called)))  # fmt: skip


def _measures(found: Sweep) -> list[SweptMeasure]:
    """The measures that are told: all, but whether games end only where some do not."""
    return [each for each in found["measures"] if each["key"] != "completion" or _has_faults(found)]


def _has_faults(found: Sweep) -> bool:
    return any(each["figures"].get("completion", {"value": 1})["value"] < 1 for each in found["points"])


class _Shown:
    """What a sweep found, in the words for what is varied."""

    def __init__(
        self, found: Sweep, called: Mapping[str, str], draw: Callable[[str, Chart, str], Picture]
    ) -> None:  # fmt: skip
        self.found, self.draw = found, draw
        self.names = [called.get(each["name"], each["name"]) for each in found["vary"]]

    def about(self, measures: Sequence[SweptMeasure]) -> Iterator[Block]:
        """Measures: a table of all points, what each is, and how it goes with what is varied."""
        for first in range(0, len(measures), _WIDE):
            yield self.table(measures[first : first + _WIDE])
        for each in measures:
            known = f" In the literature: {each['known_as']}." if each["known_as"] else ""
            yield Paragraph(line(strong(each["name"]), f" ({each['key']}). {each['told']} {each['advice']}{known}"))
            if pictures := tuple(self.plots(each)):
                yield Row(pictures)

    def plots(self, measure: SweptMeasure) -> Iterator[Picture]:
        """A plot in the order of each thing that is varied, with a row for every point; of many points parts of it."""
        found, key = self.found, measure["key"]
        several = len(self.names) if len(found["points"]) <= _ROWS else 1
        for at in range(several):
            order = [at, *(each for each in range(len(self.names)) if each != at)]
            rows = list(self.rows(key, order))
            for first in range(0, len(rows), _ROWS):
                chart = intervals(
                    rows[first : first + _ROWS], x_title=measure["name"], percent=measure["unit"] == "share",
                    rule=1 / found["players"] if key == "first_player" else None,
                )  # fmt: skip
                told = f"{measure['name']} by {self.names[at]}" + (", further points" if first else "")
                yield self.draw(f"{key}-{at}-{first}", chart, told)

    def rows(self, key: str, order: Sequence[int]) -> Iterator[dict[str, Any]]:
        """The points as rows of a plot, sorted by what is varied in this order."""
        places = [{value: at for at, value in enumerate(each["values"])} for each in self.found["vary"]]
        points = sorted(self.found["points"], key=lambda each: [places[at].get(each["values"][at], 0) for at in order])
        for point in points:
            figure = point["figures"].get(key)
            if figure is not None:
                value = figure["value"]
                yield {
                    "name": ", ".join(f"{self.names[at]} {point['values'][at]}" for at in order), "value": value,
                    "low": value if figure["low"] is None else figure["low"],
                    "high": value if figure["high"] is None else figure["high"],
                }  # fmt: skip

    def best(self) -> Grid:
        """The points by their place, with how they meet each wish."""
        marks = {"yes": "met", "perhaps": "met, but not surely", "no": "not met"}
        points = {each["point"]: each for each in self.found["points"]}
        rows = [
            (*_place(points[each["point"]]), *(line(marks[met]) for met in each["met"]))
            for each in self.found["best"][:20]
        ]
        return Grid((*self.head(), *(line(wish) for wish in self.found["wishes"])), tuple(rows))

    def table(self, measures: Sequence[SweptMeasure]) -> Grid:
        """Every point with these measures."""
        head = (*self.head(), *(line(each["name"]) for each in measures))
        rows = [
            (*_place(each), *(line(shown_figure(each["figures"].get(one["key"]), one["unit"])) for one in measures))
            for each in self.found["points"]
        ]
        return Grid(head, tuple(rows), frozenset(range(1, len(head))))

    def head(self) -> Sequence[Line]:
        """The headings of what tells a point."""
        return [line("point"), *map(line, self.names)]


def _place(point: SweptPoint) -> Sequence[Line]:
    return [line(str(point["point"])), *(line(strong(value)) for value in point["values"])]
