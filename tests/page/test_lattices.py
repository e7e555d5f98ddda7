"""Edges and corners of a board on the page: bars and dots that can be clicked, in the colour of what is on them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from yupana.interpreter.game import load
from yupana.tests.page.test_exported import page_of


def test_walls_are_built_by_a_click_on_a_corner_and_shown_on_edges(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "quoridor", tmp_path)
    opened.begin("human", "human")
    page = opened.page
    page.wait_for_selector(".decision.mine")
    assert page.locator(".board").count() == 1
    assert page.locator(".parts.bars .space").count() == 220
    assert page.locator(".parts.bars .space:not(.absent)").count() == 144
    assert page.locator(".parts.dots .space.lit").count() == 64
    assert page.locator(".parts.bars .space.lit").count() == 0
    page.locator("[data-name=d4_northeast].lit").click()
    said = page.locator(".options .said")
    assert said.all_inner_texts() == [f"Build a wall northeast of d4, {lie}" for lie in ("level", "upright")]
    page.locator(".options .value", has_text="level").or_(page.locator("text=Level")).first.click()
    page.wait_for_selector("[data-name=d4_north].filled")
    filled = page.locator(".parts .filled")
    assert sorted(filled.evaluate_all("all => all.map((each) => each.dataset.name)")) == [
        "d4_north", "d4_northeast", "e4_north",
    ]  # fmt: skip
    colour = "all => [...new Set(all.map((each) => each.querySelector('.bar').style.fill))].length"
    assert filled.evaluate_all(colour) == 1
    boxes = [each.bounding_box() for each in filled.locator(":scope > .bar").all()]
    west, over, east = sorted(boxes, key=lambda box: box["x"])
    assert west["x"] + west["width"] > over["x"]
    assert over["x"] + over["width"] > east["x"], "a wall is one piece"
    page.locator("[data-name=e8].lit").click()
    page.wait_for_function("() => document.querySelector('#app').dataset.ply === '2'")
    assert opened.faults == []
    state = load("quoridor").resume(opened.saved())
    assert state.decisions == ["build(joint=d4_northeast, lie=level)", "run(to=e8)"]


def test_edges_themselves_are_clicked(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "tests/language/56_edges_and_corners.yaml", tmp_path)
    opened.begin("human", "human")
    page = opened.page
    page.wait_for_selector("[data-name=b2_east].lit")
    page.locator("[data-name=b2_east].lit").click()
    page.wait_for_selector("[data-name=b2_east].filled")
    assert opened.faults == []
    assert opened.clicks(1)["over"]
    assert opened.faults == []
