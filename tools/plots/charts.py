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


def picture(name: str, chart: Any, caption: str = "", *, wide: bool = False) -> Picture:
    """An Altair chart as a picture. Raises UsageError when the packages are not installed."""
    vl_convert = needed("vl_convert", EXTRA)
    spec = json.dumps({**chart.to_dict(), "config": _CONFIG}, ensure_ascii=True, sort_keys=True)
    return Picture(name, vl_convert.vegalite_to_svg(spec).strip(), caption, wide, spec)


def _altair() -> Any:
    """The package. Raises UsageError when it is not installed."""
    return needed("altair", EXTRA)


def _base(rows: Rows) -> Any:
    altair = _altair()
    return altair.Chart(altair.Data(values=[dict(each) for each in rows]))


_NAME, _LINE, _ROW = 22, 14, 30
"""How many letters a line of a name has, how high it is, and how high a row at least."""


def intervals(
    rows: Rows, *, x_title: str, rule: float | None = None, percent: bool = False, sides: bool = False
) -> Any:  # fmt: skip
    """Values with their intervals, each on a row of its own behind its `name`: `value`, `low` and `high`, perhaps
    `seen` (whether it counts), and with `sides` which `side` of a comparison it is of. `rule` is a value that is marked
    all the way down."""
    altair = _altair()
    named = [{"seen": True, **each, "name": "\n".join(wrap(str(each["name"]), _NAME)) or " "} for each in rows]
    many = 1 + max((each["name"].count("\n") for each in named), default=0)
    step = max(_ROW, many * _LINE + 8) * (2 if sides else 1)
    height = step * len({each["name"] for each in named}) + 46 + 30 * sides
    base = _base(named)
    axis = altair.Axis(labelExpr="split(datum.label, '\\n')", labelLimit=180, grid=True, domain=False, ticks=False)
    down: dict[str, Any] = {"y": altair.Y("name:N", sort=None, title=None, axis=axis)}
    colour: Any = altair.value(COLOURS[0])
    if sides:
        down["yOffset"] = altair.YOffset("side:N", sort=None)
        colour = altair.Color("side:N", sort=None, title=None)
    faint = altair.condition("datum.seen", altair.value(1), altair.value(0.5))
    form = ".0%" if percent else ".4~g"
    across = altair.Axis(format=form, tickCount=5)
    ends = {
        "x": altair.X("low:Q", title=x_title, axis=across, scale=altair.Scale(zero=False, nice=True)), "x2": "high:Q",
    }  # fmt: skip
    tips = [
        altair.Tooltip("name:N", title=" "),
        *(altair.Tooltip(f"{each}:Q", format=form) for each in ("value", "low", "high")),
    ]
    layers = [
        base.mark_rule(strokeWidth=2.5).encode(**down, **ends, color=colour, opacity=faint),
        base.mark_circle(size=70, opacity=1).encode(**down, x="value:Q", color=colour, tooltip=tips),
        base.mark_text(dy=-9, fontSize=SIZE - 1, color=GREY).encode(
            **down, x="value:Q", text=altair.Text("value:Q", format=form)
        ),
    ]
    if rule is not None:
        layers.insert(0, base.mark_rule(strokeDash=[4, 4], color=GREY).encode(x=altair.datum(rule)))
    return fitted(altair.layer(*layers), height)


def fitted(chart: Any, height: int) -> Any:
    """A chart that with its names and numbers is as wide as a plot is."""
    return chart.properties(
        width=WIDTH, height=height, autosize=_altair().AutoSizeParams(type="fit", contains="padding")
    )


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
