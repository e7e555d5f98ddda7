"""Reports as people read them: in a browser, on a telephone and a large screen, by day and by night, and on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.page.browsing import chromium
from yupana.tests.tools.command_line import Yupana

Toy = Callable[[str], str]

OUTSIDE = """() => {
  const wide = document.documentElement.clientWidth, found = [];
  if (document.documentElement.scrollWidth > wide) found.push(`the page is ${document.documentElement.scrollWidth}`);
  for (const each of document.querySelectorAll("h1, h2, h3, p, li, td, th, figure, nav, a, figcaption")) {
    const box = each.getBoundingClientRect();
    const apart = !box.width || each.closest(".wide");
    if (!apart && (box.right > wide + 1 || box.left < -1)) found.push(each.outerHTML.slice(0, 90));
  }
  return found;
}"""

COLUMN = """() => [...document.querySelectorAll("header, nav, main")].map(each => {
  const box = each.getBoundingClientRect();
  return [Math.round(box.left), Math.round(box.right)].join();
})"""

LETTERS = """() => [...document.querySelectorAll("figure svg text, svg.distribution text")]
  .filter(each => each.textContent.trim() && each.getBoundingClientRect().width)
  .map(each => {
    const at = each.getScreenCTM();
    return parseFloat(getComputedStyle(each).fontSize) * Math.hypot(at.a, at.b);
  })"""

FAINT = """() => {
  const number = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = colour => colour.slice(0, 3).map(each => each / 255)
    .map(each => each <= .03928 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4)
    .reduce((sum, each, at) => sum + each * [.2126, .7152, .0722][at], 0);
  const behind = each => {
    for (let at = each; at; at = at.parentElement) {
      const colour = number(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] > .5) return colour;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const each of document.querySelectorAll("main *, header *, nav *")) {
    if (![...each.childNodes].some(one => one.nodeType === 3 && one.data.trim())) continue;
    if (!each.getBoundingClientRect().width || each.closest("figure.across")) continue;
    const style = getComputedStyle(each), ink = each.ownerSVGElement ? style.fill : style.color;
    const [one, other] = [light(number(ink)), light(behind(each))].sort((a, b) => b - a);
    if ((one + .05) / (other + .05) < 4.5) found.push(`${ink} ${each.outerHTML.slice(0, 90)}`);
  }
  return found;
}"""

OPEN = "() => document.querySelectorAll('details').forEach(each => { each.open = true; })"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as browser:
        yield browser


def _balance(yupana: Yupana, toy: Toy) -> None:
    pytest.importorskip("vl_convert")
    run = ("--bots", "random", "--games", "60", "--tournament", "random,first", "--engine", "python")
    assert yupana("balance", toy("strong"), toy("fair"), *run, "-o", "report.html").code == 0


def _sweep(yupana: Yupana, toy: Toy) -> None:
    pytest.importorskip("vl_convert")
    game = Path(toy("fair"))
    text = game.read_text(encoding="utf-8").replace("times: 4", "times: rounds")
    game.write_text(text + "constants: {rounds: 4, more_of_them: 1}\n", encoding="utf-8")
    run = ("--vary", "rounds=3..5", "--vary", "more_of_them=1..2", "--games", "20", "--engine", "python")
    assert yupana("sweep", str(game), *run, "--report", "report.html").code == 0


def _impact(yupana: Yupana, toy: Toy) -> None:
    run = ("--games", "12", "--replays", "1", "--engine", "python")
    assert yupana("impact", toy("fair"), toy("strong"), *run, "-o", "report.html").code == 0


def _strength(yupana: Yupana, toy: Toy) -> None:
    assert yupana("strength", "tic_tac_toe", "--sample", "12", "--html", "report.html").code == 0


def _graph(yupana: Yupana, toy: Toy) -> None:
    assert yupana("graph", "cargo_empire", "--what", "uses", "-o", "report.html").code == 0


MADE = {"balance": _balance, "sweep": _sweep, "impact": _impact, "strength": _strength, "graph": _graph}


@pytest.mark.parametrize("kind", MADE)
def test_a_report_can_be_read(yupana: Yupana, toy: Toy, browser: Any, tmp_path: Path, kind: str) -> None:
    """Nothing lies outside the column or the screen, letters in plots can be read, and text stands out."""
    MADE[kind](yupana, toy)
    address = (tmp_path / "report.html").as_uri()
    for wide, dark in ((390, False), (1280, False), (390, True)):
        page = browser.new_page(viewport={"width": wide, "height": 844}, color_scheme="dark" if dark else "light")
        complaints: list[str] = []
        page.on("console", lambda told, kept=complaints: kept.append(told.text) if told.type == "error" else None)
        page.goto(address)
        page.evaluate(OPEN)
        if kind in ("balance", "sweep"):
            page.wait_for_function("document.querySelectorAll('figure[data-spec]:not(.live)').length === 0")
        assert page.evaluate(OUTSIDE) == []
        assert len(set(page.evaluate(COLUMN))) == 1
        letters = page.evaluate(LETTERS)
        assert letters or kind == "strength"
        assert min(letters, default=99) >= 10.99
        assert page.evaluate(FAINT) == []
        if kind != "graph":  # a picture tells nobody what to do
            assert page.locator("header p.advice").inner_text().strip()
        assert complaints == []
        page.close()


def test_a_report_fits_paper(yupana: Yupana, toy: Toy, browser: Any, tmp_path: Path) -> None:
    _balance(yupana, toy)
    page = browser.new_page(viewport={"width": 680, "height": 1000})
    page.emulate_media(media="print")
    page.goto((tmp_path / "report.html").as_uri())
    assert page.evaluate(OUTSIDE) == []
    page.close()


def test_a_picture_can_be_made_larger(yupana: Yupana, toy: Toy, browser: Any, tmp_path: Path) -> None:
    _graph(yupana, toy)
    page = browser.new_page(viewport={"width": 1280, "height": 844})
    page.goto((tmp_path / "report.html").as_uri())
    picture = page.locator("figure svg").first
    before = picture.bounding_box()["width"]
    page.get_by_label("Larger").first.click()
    assert picture.bounding_box()["width"] > before * 1.2
    page.get_by_label("As wide as the page").first.click()
    assert abs(picture.bounding_box()["width"] - page.locator("figure").first.bounding_box()["width"]) < 3
    page.close()
