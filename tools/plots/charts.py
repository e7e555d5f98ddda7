"""Charts as pictures of a document: an SVG for every writer, and what a page draws alive.

Charts are said in the grammar of graphics (Wilkinson 2005) of Vega-Lite. Their colours are read on a light and on a
dark screen, and by people who see few colours (Okabe and Ito 2008).
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.metadata import version as package_version
from textwrap import wrap
from typing import Any

from yupana.schemas import caches

from ..documents import model
from ..documents.html import to_html
from ..documents.model import Picture
from ..shell.extras import needed

EXTRA = "plots"
"""The extra that brings the packages."""

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56a0d3", "#8c6bb1", "#7f7f7f")

GREY = "#7a858e"
WIDTH, SIZE = 350, 12
"""A plot is drawn as wide as a telephone with letters that can be read there, and grows with the page."""
_CONFIG: Mapping[str, Any] = {
    "background": "transparent",
    "font": "system-ui, sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": GREY, "titleColor": GREY, "gridColor": "#8884", "domainColor": "#8886", "tickColor": "#8886",
        "titleFontWeight": "normal", "labelLimit": 220, "labelFontSize": SIZE, "titleFontSize": SIZE,
    },
    "legend": {
        "labelColor": GREY, "titleColor": GREY, "titleFontWeight": "normal", "labelFontSize": SIZE,
        "titleFontSize": SIZE, "orient": "top",
    },
    "title": {"color": GREY, "fontWeight": "normal", "fontSize": 13},
    "range": {"category": list(COLOURS)},
}  # fmt: skip

Rows = Sequence[Mapping[str, Any]]
Chart = dict[str, Any]
"""What is drawn, in Vega-Lite's own words, so that who shows it elsewhere needs no package for it."""

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"


def picture(name: str, chart: Chart, caption: str = "", *, wide: bool = False) -> Picture:
    """A chart as a picture. Raises UsageError when the package that draws is not installed."""
    vl_convert = needed("vl_convert", EXTRA)
    spec = json.dumps({"$schema": SCHEMA, **chart, "config": _CONFIG}, ensure_ascii=True, sort_keys=True)
    return Picture(name, vl_convert.vegalite_to_svg(spec).strip(), caption, wide, spec)


def undrawn(name: str, chart: Chart, caption: str = "", *, wide: bool = False) -> Picture:
    """The same for who draws it himself, in colours of his own."""
    return Picture(name, "", caption, wide, json.dumps({"$schema": SCHEMA, **chart}, ensure_ascii=False))


_NAME, _LINE, _ROW = 22, 14, 30
"""How many letters a line of a name has, how high it is, and how high a row at least."""


def intervals(
    rows: Rows, *, x_title: str, rule: float | None = None, percent: bool = False, sides: bool = False
) -> Chart:  # fmt: skip
    """Values with their intervals, each on a row of its own behind its `name`: `value`, `low` and `high`, perhaps
    `seen` (whether it counts), and with `sides` which `side` of a comparison it is of. `rule` is a value that is marked
    all the way down."""
    named = [{"seen": True, **each, "name": "\n".join(wrap(str(each["name"]), _NAME)) or " "} for each in rows]
    many = 1 + max((each["name"].count("\n") for each in named), default=0)
    step = max(_ROW, many * _LINE + 8) * (2 if sides else 1)
    height = step * len({each["name"] for each in named}) + 46 + 30 * sides
    axis = {"labelExpr": "split(datum.label, '\\n')", "labelLimit": 180, "grid": True, "domain": False, "ticks": False}
    down: Chart = {"y": {**_of("name", "nominal"), "sort": None, "title": None, "axis": axis}}
    colour: Chart = {"value": COLOURS[0]}
    if sides:
        down["yOffset"] = {**_of("side", "nominal"), "sort": None}
        colour = {**_of("side", "nominal"), "sort": None, "title": None}
    faint = {"condition": {"test": "datum.seen", "value": 1}, "value": 0.5}
    form = ".0%" if percent else ".4~g"
    value = _of("value", "quantitative")
    ends = {
        "x": {**_of("low", "quantitative"), "title": x_title, "axis": {"format": form, "tickCount": 5},
              "scale": {"zero": False, "nice": True}},
        "x2": {"field": "high"},
    }  # fmt: skip
    tips = [
        {**_of("name", "nominal"), "title": " "},
        *({**_of(each, "quantitative"), "format": form} for each in ("value", "low", "high")),
    ]
    layers: list[Chart] = [
        {"mark": {"type": "rule", "strokeWidth": 2.5}, "encoding": {**down, **ends, "color": colour, "opacity": faint}},
        {"mark": {"type": "circle", "size": 70, "opacity": 1},
         "encoding": {**down, "x": value, "color": colour, "tooltip": tips}},
        {"mark": {"type": "text", "dy": -9, "fontSize": SIZE - 1, "color": GREY},
         "encoding": {**down, "x": value, "text": {**value, "format": form}}},
    ]  # fmt: skip
    if rule is not None:
        layers.insert(0, {
            "mark": {"type": "rule", "strokeDash": [4, 4], "color": GREY}, "encoding": {"x": {"datum": rule}},
        })  # fmt: skip
    return fitted({"data": {"values": named}, "layer": layers}, height)


def histogram(rows: Rows, *, x: str, x_title: str, y_title: str, sides: Sequence[str] = (), height: int = 200) -> Chart:
    """How often each value of `x` comes, in rows of one each, or of `times` each; with `sides` of those, one over the
    other."""
    colour: Chart = {"value": COLOURS[0]}
    if sides:
        colour = {**_of("side", "nominal"), "title": None, "sort": None, "scale": {"range": [*COLOURS[: len(sides)]]}}
    counted = any("times" in each for each in rows)
    many = {**_of("times", "quantitative"), "aggregate": "sum"} if counted else {"aggregate": "count"}
    drawn = {
        "data": {"values": [dict(each) for each in rows]}, "mark": {"type": "bar", "opacity": 0.6},
        "encoding": {
            "x": {**_of(x, "quantitative"), "bin": {"maxbins": 24, "minstep": 1}, "title": x_title},
            "y": {**many, "type": "quantitative", "title": y_title, "stack": None}, "color": colour,
        },
    }  # fmt: skip
    return fitted(drawn, height)


def curve(rows: Rows, *, x_title: str, y_title: str, domain: Sequence[float] = (), height: int = 200) -> Chart:
    """`value` at each `part`, as a line."""
    scale: Chart = {"domain": [*domain]} if domain else {"zero": True}
    drawn = {
        "data": {"values": [dict(each) for each in rows]},
        "mark": {"type": "line", "color": COLOURS[0], "strokeWidth": 2.5},
        "encoding": {
            "x": {**_of("part", "quantitative"), "title": x_title},
            "y": {**_of("value", "quantitative"), "title": y_title, "scale": scale},
        },
    }  # fmt: skip
    return fitted(drawn, height)


def bars(rows: Rows, *, x_title: str, sides: bool = False) -> Chart:
    """A `value` for each `name`, as bars below each other, the greatest first."""
    colour: Chart = {"value": COLOURS[0]}
    down: Chart = {"y": {**_of("name", "nominal"), "sort": None, "title": None,
                         "axis": {"labelLimit": 180, "domain": False, "ticks": False}}}  # fmt: skip
    if sides:
        down["yOffset"] = {**_of("side", "nominal"), "sort": None}
        colour = {**_of("side", "nominal"), "sort": None, "title": None}
    drawn = {
        "data": {"values": [dict(each) for each in rows]}, "mark": {"type": "bar", "opacity": 0.8},
        "encoding": {**down, "x": {**_of("value", "quantitative"), "title": x_title}, "color": colour},
    }  # fmt: skip
    return fitted(drawn, 22 * (1 + sides) * len({each["name"] for each in rows}) + 46 + 30 * sides)


def _of(field: str, sort: str) -> Chart:
    return {"field": field, "type": sort}


def fitted(chart: Chart, height: int) -> Chart:
    """A chart that with its names and numbers is as wide as a plot is."""
    return {**chart, "width": WIDTH, "height": height, "autosize": {"type": "fit", "contains": "padding"}}


# ---------------------------------------------------------------- page
#
# A document as a page whose plots are alive: the scripts that draw them are in it, and it loads nothing.
#
# Nothing but these scripts may run in the page, by their digests; they evaluate no text as code (Vega's interpreter).
# Where scripts do not run, the plots stand there all the same, as they were drawn when the page was written.


_MOST = 8 * 1024 * 1024

_START = """
document.querySelectorAll("figure[data-spec]").forEach(async (figure) => {
  const place = document.createElement("div");
  const options = {ast: true, actions: false, renderer: "svg", tooltip: {theme: "dark"}};
  try {
    await window.vegaEmbed(place, JSON.parse(figure.dataset.spec), options);
    figure.querySelector("svg").replaceWith(place);
    figure.classList.add("live");
  } catch (fault) {
    console.error(fault);
  }
});
"""


def live_page(document: model.Document, style: str) -> str:
    """The page. Raises UsageError when the packages are not installed."""
    return to_html(document, style, scripts=(_bundle(), _START))


@cache
def _bundle() -> str:
    """Vega with all that it needs, as one script; putting it together takes seconds, so it is kept."""
    vl_convert = needed("vl_convert", EXTRA)
    version = package_version("vl-convert-python")
    home = caches.folder()
    kept = None if home is None else home / "plots" / f"plots-{version}.js"
    try:
        known = None if kept is None else caches.read_own(kept, _MOST)
    except OSError:
        known = None
    if known is not None:
        digest, _, script = known.decode("utf-8", "replace").partition("\n")
        if digest == f"//{_digest(script)}":
            return script
    script = str(vl_convert.javascript_bundle())
    if kept is not None:
        with contextlib.suppress(OSError):  # without a place to keep it, it is made again
            caches.write_own(kept, f"//{_digest(script)}\n{script}".encode())
    return script


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
