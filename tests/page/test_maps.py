"""Boards that are drawn as maps: areas around their places."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import CheckedRuleset
from yupana.interpreter.view.look import Look
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import serving
from yupana.tools.drawing.areas import BEYOND, Point, areas, room, together
from yupana.tools.drawing.maps import map_of, seen
from yupana.tools.page.about import steps

PLACES = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=2, max_size=14, unique=True)


def holds(outline: list[Point], place: Point) -> bool:
    """Whether a place is inside of an outline (the rule of even and odd)."""
    x, y = place
    inside = False
    for at, (bx, by) in enumerate(outline):
        ax, ay = outline[at - 1]
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


@settings(deadline=None)
@given(PLACES)
def test_every_place_lies_in_its_area_and_in_no_other(places: list[Point]) -> None:
    scaled = [(x * 10.0, y * 10.0) for x, y in places]
    drawn = areas(scaled, 8.0)
    for number, place in enumerate(scaled):
        assert [holds(each, place) for each in drawn] == [each == number for each in range(len(drawn))]
        assert all(math.dist(place, each) < 40 for each in drawn[number])


@settings(deadline=None)
@given(PLACES)
def test_what_stands_in_an_area_has_room_in_it(places: list[Point]) -> None:
    for outline in areas([(x * 10.0, y * 10.0) for x, y in places], 8.0):
        (x, y), (wide, high) = room(outline)
        assert holds(outline, (x, y))
        assert wide >= high > 0
        across, down = wide / BEYOND / 2 - 1e-6, high / BEYOND / 2 - 1e-6
        assert not any(abs(px - x) < across and abs(py - y) < down for px, py in outline), "no border goes through it"


def test_neighbours_have_the_same_border_and_the_same_places_the_same_map() -> None:
    places = [(x * 10.0 + y % 3, y * 10.0) for x in range(4) for y in range(4)]
    drawn = areas(places, 8.0)
    edges = Counter(
        frozenset((outline[at - 1], each)) for outline in drawn for at, each in enumerate(outline)
    )  # fmt: skip
    assert drawn == areas(places, 8.0)
    assert max(edges.values()) == 2
    assert sum(1 for each in edges.values() if each == 2) > 60  # of 16 areas, 24 and more borders of several pieces


MAPPED = """
ruleset: {name: mapped, title: Mapped, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
boards:
  land:
    kind: Town
    attributes: {high: bool}
    spaces: {ayer: {high: true}, bree: {}, cald: {}}
    links: {Road: {pairs: [[ayer, bree], [bree, cald]]}}
actions: {wait: {effects: pass}}
flow: [{turns: turn, times: 1}]
look:
  boards:
    land:
      spaces: areas
      at: {ayer: [0, 0], bree: [10, 0], cald: [0, 10]}
      tint: '"sienna" if it.high else "wheat"'
      backdrop: [{colour: seagreen, at: [[10, 10]]}]
"""


def looked(folder: Path, text: str) -> Look:
    """The look of a ruleset."""
    file = folder / "mapped.yaml"
    file.write_text(text, encoding="utf-8")
    compiled = compile_ruleset(file)
    assert isinstance(compiled, CheckedRuleset)
    return Look(compiled)


def test_a_map_has_an_area_for_each_space_and_backdrop(tmp_path: Path) -> None:
    look = looked(tmp_path, MAPPED)
    assert not look.faults
    found = map_of(look.boards[0])
    assert found is not None
    assert set(found.areas) == {"ayer", "bree", "cald"}
    assert [colour for colour, _ in found.backdrop] == ["seagreen"]
    sent = steps((10, 0), found.areas["bree"])
    points = zip(accumulate(sent[::2], initial=100), accumulate(sent[1::2], initial=0), strict=True)
    assert [(x / 10, y / 10) for x, y in points][1:] == found.areas["bree"], "as it is sent"


def enclosed(outline: Sequence[Point]) -> float:
    return sum(outline[at - 1][0] * y - x * outline[at - 1][1] for at, (x, y) in enumerate(outline)) / 2


def test_areas_that_touch_are_drawn_as_one() -> None:
    row = areas([(0, 0), (10, 0), (20, 0), (100, 0)], 8)
    [long, short] = together(row)
    assert enclosed(long) == pytest.approx(sum(map(enclosed, row[:3])))
    assert set(short) == set(row[3])
    ring = areas([(10 * x, 10 * y) for x in range(3) for y in range(3)], 8)
    [around] = together([each for at, each in enumerate(ring) if at != 4])
    assert enclosed(around) == pytest.approx(sum(map(enclosed, ring))), "what they enclose is theirs"
    assert together([]) == []


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(-30, 60), st.integers(-30, 60)), min_size=3, max_size=20))
def test_only_bends_that_nobody_sees_are_left_out(outline: list[Point]) -> None:
    drawn = seen(outline, (0, 0, 30, 30))
    assert set(drawn) <= set(outline)
    for x in range(31):
        for y in range(31):
            inside = (x + 0.013 * (1 if x < 15 else -1), y + 0.017 * (1 if y < 15 else -1))
            assert holds(drawn, inside) == holds(outline, inside)


def test_bends_beyond_what_is_seen_are_left_out() -> None:
    wave = [(float(x), -20.0 - x % 2) for x in range(30, -1, -1)]
    assert seen([(0.0, 10.0), (30.0, 10.0), *wave], (0, 0, 30, 30)) == [(0, 10), (30, 10), wave[0], wave[-1]]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("sienna", "siena", "`siena` is not a colour"),
        ("spaces: areas", "spaces: boxes", "only a map has a backdrop"),
        ("[[10, 10]]", "[[10]]", "expected a place of the backdrop, two numbers"),
    ],
)
def test_what_is_wrong_with_a_map_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert [each.message for each in looked(tmp_path, MAPPED.replace(old, new)).faults] == [told]


ARMIES = """
ruleset: {name: armies, title: Armies, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
enums: {Ground: [sand, marsh]}
boards:
  land:
    kind: Town
    fields: {men: {type: int 0..99, start: 7}, ground: Ground}
    spaces: {ayer: {}, bree: {}, cald: {}, dorn: {}}
    links: {Road: {pairs: [[ayer, bree]]}, Back: {pairs: [[bree, cald]]}}
actions: {wait: {effects: pass}}
flow: [{turns: turn, times: 1}]
look:
  boards:
    land:
      spaces: areas
      at: {ayer: [0, 0], bree: [10, 0], cald: [0, 10], dorn: [60, 60]}
      links: {Back: {line: none}}
      tint: it.ground
      cell: |
        {it}
        {it.ground} {red}{it.men} {blue}
        words of which there are so many that they stand on no map, least of all on a small one
  colours: {sand: wheat, marsh: olive}
  icons: {sand: sun, marsh: water}
"""


def test_a_map_shows_pieces_first_and_numbers_on_them(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "armies.yaml"
    file.write_text(ARMIES, encoding="utf-8")
    with serving(tmp_path, str(file)) as server:
        made = server.post("/api/tables", ruleset="armies", seats=["human", "human"], seed=1).json()
        for wide in (390, 1280):
            seat = Seat(browser, server.address, made["seats"][0]["link"], wide=wide, high=844)
            ayer = seat.page.locator(".space[data-name=ayer]")
            assert ayer.locator(".piece.disc").count() == 2
            assert not any(each.startswith("+") for each in ayer.locator("text").all_text_contents())
            assert ayer.locator(".tinting").count() == 1, "what colours the ground lies under all else"
            assert "words of which" in ayer.locator(".glow").get_attribute("aria-label")
            assert seat.count(".link") == 1, "links that are not drawn are not there"
            seat.fine()
            seat.context.close()


NAMED = """() => {
    const all = [...document.querySelectorAll('.board .heading')].filter(each => each.getClientRects().length), drawn = [...document.querySelectorAll('.board :is(polygon, path, circle, line, rect)')];
    const box = each => each.getBoundingClientRect(), meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const shown = each => { const {stroke, fill} = getComputedStyle(each); return [stroke, fill].some(of => of !== 'none' && !/, 0\\)$|^transparent$/.test(of)); };
    const later = (name, each) => name.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING;
    return {
        names: all.map(each => each.textContent), covered: all.filter(name => drawn.some(each => later(name, each) && shown(each) && meet(box(name), box(each)))).map(each => each.textContent),
        narrow: all.flatMap((one, at) => all.slice(at + 1).filter(other => Math.min(box(one).right, box(other).right) - Math.max(box(one).left, box(other).left) > 3 && Math.min(box(one).bottom, box(other).bottom) - Math.max(box(one).top, box(other).top) > 6).map(other => [one.textContent, other.textContent])),
    };
}"""  # noqa: E501


SILENT = """() => [...document.querySelectorAll('svg.board [data-of]')].filter((each) => {
    const inside = document.querySelector(`.space[data-name="${each.dataset.of}"] > .inside`);
    return ![...each.querySelectorAll('text'), ...inside.children].some((shown) => shown.getClientRects().length);
}).map((each) => each.dataset.of)"""
"""Areas that neither say what they are called nor show what is there."""


@pytest.mark.parametrize("wide", [390, 1280])
def test_no_name_of_an_area_is_covered(browser: Any, tmp_path: Path, wide: int) -> None:
    with serving(tmp_path) as server:
        made = server.post("/api/tables", ruleset="pizarro", seats=["human", "human"]).json()
        seat = Seat(browser, server.address, made["seats"][0]["link"], wide=wide, high=844)
        seat.page.wait_for_selector(".board .heading")
        seat.page.wait_for_timeout(300)
        found = seat.page.evaluate(NAMED)
        assert len(found["names"]) == len(set(found["names"]))
        assert len(found["names"]) > (12 if wide < 1000 else 35), "names stand where there is room for a number only"
        assert not [each for each in found["names"] if "…" in each]
        assert seat.page.evaluate(SILENT) == [], "where a name has no room, what is there besides stands for it"
        assert not found["covered"]
        assert not found["narrow"]
        seat.context.close()


COVERED = """() => {
    const letters = [...document.querySelectorAll('svg.board .heading')];
    const over = [...document.querySelectorAll('svg.board :is(.space > .under, .space > .glow, .ring)')];
    const after = (one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
    return letters.filter((each) => over.some((other) => after(each, other))).map((each) => each.textContent);
}"""
"""The names on a map over which something is drawn that is lit or pointed at."""

APART = """() => [...document.querySelectorAll('svg.board [data-of] .heading')].flatMap((each) => {
    const box = each.getBoundingClientRect(), own = each.parentElement.dataset.of;
    return [...document.querySelectorAll(`.space[data-name="${own}"] .inside :is(text, .piece)`)].filter((other) => {
        const there = other.getBoundingClientRect();
        const beside = there.right <= box.left || there.left >= box.right;
        return !beside && there.top < box.bottom - 4 && there.bottom > box.top + 4;
    }).map((other) => `${own}: ${other.textContent}`);
})"""
"""What stands on the names of areas."""


@pytest.mark.parametrize("wide", [390, 1280])
def test_names_on_a_map_are_covered_by_nothing(browser: Any, tmp_path: Path, wide: int) -> None:
    rules = ARMIES.replace("spaces: areas", "spaces: areas\n      marks: [{of: '{t for t in Town if t.men > 0}'}]")
    file = tmp_path / "armies.yaml"
    file.write_text(rules.replace("wait: {effects", "march: {parameters: {to: {in: Town}}, effects"), encoding="utf-8")
    with serving(tmp_path, str(file)) as server:
        made = server.post("/api/tables", ruleset="armies", seats=["human", "human"], seed=1).json()
        seat = Seat(browser, server.address, made["seats"][0]["link"], wide=wide, high=844)
        seat.page.wait_for_selector(".space.lit")
        assert seat.page.locator(".heading").count() > 0
        assert seat.page.evaluate(COVERED) == []
        assert seat.page.evaluate(APART) == []
        seat.fine()
        seat.context.close()


def test_things_on_a_map_are_as_large_everywhere(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "armies.yaml"
    rows = ["{it}", "{red} {blue}", *["{red if it == bree else none}"] * 2]
    cell = "\n".join(f"        {each}" for each in rows)
    file.write_text(f"{ARMIES[: ARMIES.index('        {it}')]}{cell}\n", encoding="utf-8")
    with serving(tmp_path, str(file)) as server:
        made = server.post("/api/tables", ruleset="armies", seats=["human", "human"], seed=1).json()
        seat = Seat(browser, server.address, made["seats"][0]["link"], wide=1280, high=844)
        boxes = [each.bounding_box() for each in seat.page.locator(".space .piece.disc .body").all()]
        sizes = [box["height"] for box in boxes if box]
        assert len(sizes) == 10
        assert max(sizes) < min(sizes) * 1.02
        seat.context.close()
