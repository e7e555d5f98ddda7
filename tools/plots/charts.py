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
_CONFIG: Mapping[str, Any] = {
    "background": "transparent",
    "font": "system-ui, sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": GREY, "titleColor": GREY, "gridColor": "#8884", "domainColor": "#8886", "tickColor": "#8886",
        "titleFontWeight": "normal", "labelLimit": 220,
    },
    "legend": {"labelColor": GREY, "titleColor": GREY, "titleFontWeight": "normal"},
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


def _base(rows: Rows, title: str, width: int, height: int) -> Any:
    altair = _altair()
    chart = altair.Chart(altair.Data(values=[dict(each) for each in rows])).properties(width=width, height=height)
    return chart.properties(title=title) if title else chart


def intervals(
    rows: Rows, x: str, y: str, low: str, high: str, *, x_title: str, y_title: str, colour: str = "", title: str = "",
    order: Sequence[str] = (), rule: float | None = None, joined: bool = True, percent: bool = False,
) -> Any:  # fmt: skip
    """Values with their intervals above what they belong to, which are names in the order of `order`; joined by a line
    for each `colour`. `rule`: a value that is marked all across."""
    altair = _altair()
    sort = list(order) or None
    across = altair.X(f"{x}:O", title=x_title, sort=sort, axis=altair.Axis(labelAngle=0 if len(order) < 12 else -60))
    shown = altair.Axis(format="%") if percent else altair.Axis()
    up = altair.Y(f"{y}:Q", title=y_title, scale=altair.Scale(zero=False), axis=shown)
    told = altair.Color(f"{colour}:N", sort=None) if colour else altair.value(COLOURS[0])
    aside = {"xOffset": altair.XOffset(f"{colour}:N", sort=None)} if colour and not joined else {}
    base = _base(rows, title, 360 if len(order) < 12 else 640, 200)
    tips = [altair.Tooltip(f"{x}:N", title=x_title), *([altair.Tooltip(f"{colour}:N")] if colour else [])]
    tips += [altair.Tooltip(f"{each}:Q", format=".1%" if percent else ".4~g") for each in (y, low, high)]
    layers = [
        base.mark_rule(strokeWidth=1.5, opacity=0.7).encode(
            x=across, y=altair.Y(f"{low}:Q", title=y_title), y2=f"{high}:Q", color=told, **aside
        ),
        base.mark_circle(size=60, opacity=1).encode(x=across, y=up, color=told, tooltip=tips, **aside),
    ]
    if joined:
        layers.insert(0, base.mark_line(strokeWidth=1, opacity=0.6).encode(x=across, y=up, color=told))
    if rule is not None:
        layers.insert(0, base.mark_rule(strokeDash=[4, 4], color=GREY).encode(y=altair.datum(rule)))
    return altair.layer(*layers)


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
