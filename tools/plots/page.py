"""A document as a page whose plots are alive: the scripts that draw them are in it, and it loads nothing.

Nothing but these scripts may run in the page, by their digests; they evaluate no text as code (Vega's interpreter).
Where scripts do not run, the plots stand there all the same, as they were drawn when the page was written.
"""

from __future__ import annotations

import contextlib
from functools import cache
from hashlib import sha256
from importlib.metadata import version as package_version

from yupana.schemas import caches

from ..documents import model
from ..documents.html import to_html
from ..shell.extras import needed
from .charts import EXTRA

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
