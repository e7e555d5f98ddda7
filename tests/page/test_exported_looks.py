"""How wide an exported page's forms are, on a phone and on a desk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from yupana.tests.page.test_exported import page_of

BOX = "([what]) => { const box = document.querySelector(what).getBoundingClientRect(); return [box.left, box.right]; }"


@pytest.mark.parametrize("wide", [390, 1280])
def test_the_form_and_the_cover_use_the_width_that_there_is(browser: Any, wide: int, tmp_path: Path) -> None:
    opened = page_of(browser, "kuhn_poker", tmp_path)
    opened.page.set_viewport_size({"width": wide, "height": 844})

    def width_of(what: str) -> float:
        left, right = opened.page.evaluate(BOX, [what])
        assert abs(left - (wide - right)) < 2, f"{what} stands in the middle"
        return float(right - left)

    assert width_of("main form") >= min(wide - 40, 560)
    opened.page.screenshot(path=tmp_path / "form.png")
    opened.begin("human", "human")
    opened.page.wait_for_selector("#go-on")
    width_of("main h1")
    above, below = (opened.page.locator(each).bounding_box() for each in ("main h1", "#go-on"))
    assert above["y"] + above["height"] <= below["y"], "one under the other"
    opened.page.screenshot(path=tmp_path / "cover.png")
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= wide
    assert opened.faults == []
