"""How well the letters of a page stand out from what lies behind them: measured on the picture of the page, so that
what is drawn in SVG counts as well as what is written in HTML."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CONTRAST = Path(__file__).with_name("contrast.mjs").read_text(encoding="utf-8")
ENOUGH, ENOUGH_LARGE = 4.5, 3.0
"""For letters, and for large ones (from 24 pixels on, or 18.66 if they are bold)."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """Of one text: how much it stands out, what it says, and what it is."""

    ratio: float
    large: bool
    text: str
    what: str

    @property
    def wanted(self) -> float:
        return ENOUGH_LARGE if self.large else ENOUGH

    @property
    def is_enough(self) -> bool:
        return self.ratio >= self.wanted - 0.05


def contrasts(page: Any, helper: Any) -> list[Contrast]:
    """All texts that a page shows, those first that stand out least. `helper` is another page, which reads pictures."""
    page.evaluate(CONTRAST)
    texts = page.evaluate("window.contrast.texts()")
    pictures = []
    for hidden in (False, True):
        page.evaluate("hidden => window.contrast.hide(hidden)", hidden)
        pictures.append(base64.b64encode(page.screenshot(animations="disabled")).decode())
    page.evaluate("window.contrast.hide(null)")
    helper.evaluate(CONTRAST)
    found = helper.evaluate("what => window.contrast.measured(...what)", [*pictures, texts])
    return sorted((Contrast(**each) for each in found), key=lambda each: each.ratio / each.wanted)
