"""The editor of the studio in Firefox: it is typed into, faults are shown, and its policy refuses nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from yupana.schemas.find import SHIPPED
from yupana.tests.page.firefox import firefox
from yupana.tests.studio.asked import studio
from yupana.tools.studio.projects import Place

pytestmark = pytest.mark.slow

INSIDE = "document.querySelector('.ed-view').shadowRoot"
WATCHING = """() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
}"""
SPOT = f"""(text) => {{
    const line = [...{INSIDE}.querySelectorAll('.cm-line')].find((each) => each.textContent.includes(text));
    const range = document.createRange();
    range.selectNodeContents(line);
    const box = range.getBoundingClientRect();
    return [box.right - 2, box.top + box.height / 2];
}}"""


def test_it_is_typed_into_and_tells_of_faults(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path.resolve() / "tic_tac_toe"
    shutil.copytree(SHIPPED / "tic_tac_toe", folder)
    with firefox(tmp_path_factory.mktemp("profile")) as fox, studio(tmp_path, Place(folder)) as served:
        page = fox.page(served.service.address, 1280, 800)
        page.evaluate(WATCHING)
        page.wait_for_selector(".ed[data-server]", timeout=30_000)
        page.wait_for_function(f"() => {INSIDE}.querySelector('.lenses')")
        x, y = page.evaluate(SPOT, "title: Tic-tac-toe")
        page.tap(x, y)
        page.wait_for_function(f"() => {INSIDE}.activeElement?.className.includes('cm-content')")
        for key in ("End", "!"):
            page.press("\ue010" if key == "End" else key)
        page.wait_for_function("() => studio.project.text('game.yaml').includes('title: Tic-tac-toe!')")
        for key in ("Enter", "n", "o", "n", "e", ":", " ", "1"):
            page.press(key)
        page.wait_for_function(f"() => {INSIDE}.querySelector('.cm-lintRange-error')", timeout=20_000)
        page.wait_for_function("() => document.querySelector('.ed-faults li button')?.textContent.includes('none')")
        assert page.evaluate("window.violations") == []
        assert page.evaluate("window.complaints") == []
        assert page.evaluate(f"getComputedStyle({INSIDE}.querySelector('.cm-gutters')).display") == "flex"
