"""Boards as a page draws them: where spaces lie and how large they are, to whom they are turned, what is pointed at."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.compile import in_other_words
from yupana.interpreter.game import SPECTATOR, State, load
from yupana.schemas.texts import Texts
from yupana.tests.found import compiled
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import Asking, serving
from yupana.tests.page.test_exported import page_of
from yupana.tools.page.about import Told
from yupana.tools.page.view import view_of

TERRACES = """\
ruleset: {name: terraces, title: Terraces, language: 4}
enums: {Terrain: [sand, grass]}
players: {min: 2, max: 2, names: [red, blue], fields: {aim: {type: "Square?", visible: owner}}}
boards:
  field:
    kind: Square
    square: {columns: 3, rows: 3}
    fields: {owner: Player?, height: int 0..9, terrain: Terrain, crop: "list[Terrain, 600]"}
  map: {kind: Town, spaces: {lima: {}, cuzco: {}}, fields: {crop: "list[Terrain, 600]"}}
actions:
  take:
    parameters: {at: {in: Square, if: at.owner == none}}
    effects: |
      at.owner = me
      at.height = at.row
      at.terrain = grass
      me.aim = at
      for n in 1..30:
          add grass to lima.crop
          add sand to lima.crop
flow: [{turns: turn, until: "all(s.owner != none for s in Square)"}]
look:
  boards:
    field:
      cell: "{it.owner}"
      seats: {red: bottom, blue: top}
      tint: it.terrain
      raised: it.height
      sides: {top: red, left: blue}
      labels: both
      dots: [a1, c3]
      regions: {north: {of: [a1, b1, c1], colour: red, title: The north}}
      marks:
        - {of: "{s for s in Square if s.owner == red}", as: line}
        - {of: "[p.aim for p in players if p != viewer]", colour: blue}
    map: {cell: ["{it}", "{it.crop}"], size: [3, 2], at: {lima: [0, 0], cuzco: [4, 0]}}
  colours: {sand: wheat, grass: olive}
"""

BOXES = """() => Object.fromEntries([...document.querySelectorAll('.space')].map((each) => {
    const {x, y, width, height} = each.querySelector(':scope > .outline, :scope > .bar').getBoundingClientRect();
    const {left, top} = each.ownerSVGElement.getBoundingClientRect();
    return [each.dataset.name, [x - left + width / 2, y - top + height / 2, width, height].map(Math.round)];
}))"""
"""Where the middle of each space is on its board, and how large it is, in pixels."""

LETTERS = """() => Math.min(...[...document.querySelectorAll('svg.board text')].filter((each) => each.textContent).map(
    (each) => parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a))"""
"""How large the smallest letter on a board is."""


@pytest.fixture(scope="module")
def terraces(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("boards") / "terraces.yaml"
    path.write_text(TERRACES, encoding="utf-8")
    return str(path)


@cache
def told(target: str) -> Told:
    return Told(compiled(target), load(target), Texts())


def drawn(state: State, seat: int, target: str) -> dict[str, Any]:
    found: dict[str, Any] = view_of(state, seat, told(target))["picture"]["drawn"]["field"]
    return found


def names(line: list[Any], target: str) -> list[str]:
    """The members in a line."""
    domains = told(target).about["domains"]
    return [
        domains[part["d"]]["names"][each]
        for part in line
        if isinstance(part, dict) and "d" in part
        for each in part["v"]
    ]


def test_a_page_is_told_how_a_board_is_drawn(terraces: str) -> None:
    board = told(terraces).about["look"]["boards"][0]
    assert board["seats"] == {"red": ["bottom"], "blue": ["top"]}
    assert set(board["sides"]) == {"top", "left"}
    assert board["marks"][0]["form"] == "line"
    assert board["regions"] == [{"of": ["a1", "b1", "c1"], "colour": board["sides"]["top"], "title": "The north"}]
    assert told(terraces).about["look"]["boards"][1]["size"] == [3, 2]


def test_the_title_of_a_region_is_told_in_other_languages(terraces: str) -> None:
    german = in_other_words(compiled(terraces), {"The north": "Der Norden"})
    found = Told(german, load(terraces), Texts(), "de")
    assert found.about["look"]["boards"][0]["regions"][0]["title"] == "Der Norden"


def test_what_is_pointed_at_is_what_the_viewer_may_know(terraces: str) -> None:
    state = load(terraces).start(seed=1)
    state.apply("take(at=b2)")
    state.apply("take(at=c3)")
    red, watching = drawn(state, 0, terraces), drawn(state, SPECTATOR, terraces)
    assert names(red["marks"][0], terraces) == names(watching["marks"][0], terraces) == ["b2"]
    assert red["marks"][1] == [{"u": True}], "where the other aims is hidden"
    assert names(red["tints"]["b2"], terraces) == ["grass"]
    assert red["heights"]["c3"] == [{"t": "3"}]
    assert names(red["dots"], terraces) == ["a1", "c3"]


def test_listed_spaces_stay_where_they_are_whatever_lies_there(browser: Any, terraces: str, tmp_path: Path) -> None:
    with serving(tmp_path, terraces) as server:
        made = server.post("/api/tables", ruleset="terraces", seats=["human", "human"], seed=1).json()
        link = made["seats"][0]["link"]
        seat = Seat(browser, server.address, link, wide=390, high=844)
        before = seat.page.evaluate(BOXES)
        assert before["lima"][2:] == before["cuzco"][2:]
        assert abs(before["lima"][2] / before["lima"][3] - 1.5) < 0.1
        assert before["cuzco"][0] - before["lima"][0] > before["lima"][2], "four units apart, three wide"
        assert server.post(f"/api{link}/choose", ply=0, index=0).status_code == 200
        seat.page.wait_for_selector("#app[data-ply='1']")
        assert seat.page.evaluate(BOXES) == before
        hidden = seat.page.locator(".space[data-name=lima] .more").text_content()
        assert hidden.startswith("+")
        assert int(hidden[1:]) > 0
        assert seat.page.evaluate(LETTERS) >= 11
        assert len(seat.page.locator(".terrace").all()) == 1
        assert seat.count(".marks .through.colour") == 1
        seat.fine()
        seat.context.close()


@pytest.mark.parametrize(
    ("cell", "labels", "beside"), [("{it.owner}", "none", 1), ("{it.owner}{it.height}", "both", 0)]
)
def test_how_high_a_space_lies_is_read_once(
    browser: Any, tmp_path: Path, cell: str, labels: str, beside: int
) -> None:
    path = tmp_path / "terraces.yaml"
    said = TERRACES.replace('"{it.owner}"', f'"{cell}"').replace("labels: both", f"labels: {labels}")
    path.write_text(said, encoding="utf-8")
    with serving(tmp_path, str(path)) as server:
        made = server.post("/api/tables", ruleset="terraces", seats=["human", "human"], seed=1).json()
        link = made["seats"][0]["link"]
        seat = Seat(browser, server.address, link)
        assert server.post(f"/api{link}/choose", ply=0, index=0).status_code == 200
        seat.page.wait_for_selector("#app[data-ply='1']")
        assert seat.count(".terrace") == 1
        assert seat.count("text.height") == beside
        seat.fine()
        seat.context.close()


def test_a_board_is_turned_to_who_looks(browser: Any, server: Asking) -> None:
    made = server.post("/api/tables", ruleset="chess", seats=["human", "human"], seed=1).json()
    white, black, watching = [
        Seat(browser, server.address, link) for link in (*(each["link"] for each in made["seats"]), made["watch"])
    ]
    for seat, down in ((white, True), (black, False), (watching, True)):
        boxes = seat.page.evaluate(BOXES)
        assert (boxes["a1"][1] > boxes["a8"][1]) is down
        assert (boxes["a1"][0] < boxes["h1"][0]) is down
    before = black.page.evaluate(BOXES)
    black.page.get_by_role("button", name="Turn the board").click()
    assert black.page.evaluate(BOXES)["a1"] != before["a1"]
    black.page.get_by_role("button", name="Turn the board").click()
    assert black.page.evaluate(BOXES) == before
    for seat in (white, black, watching):
        seat.fine()
        seat.context.close()


def test_what_lies_between_triangles_is_as_high_as_the_board(browser: Any, server: Asking) -> None:
    made = server.post("/api/tables", ruleset="backgammon", seats=["human", "human"], seed=1).json()
    for each in made["seats"]:
        seat = Seat(browser, server.address, each["link"])
        boxes = {
            name: seat.page.locator(f".space[data-name={name}] > .outline").bounding_box()
            for name in ("p1", "p24", "bar", "off")
        }
        ends = [at for name in ("p1", "p24") for at in (boxes[name]["y"], boxes[name]["y"] + boxes[name]["height"])]
        for name in ("bar", "off"):
            assert boxes[name]["y"] == pytest.approx(min(ends), abs=1)
            assert boxes[name]["height"] == pytest.approx(max(ends) - min(ends), abs=1)
        seat.fine()
        seat.context.close()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_their_own_side_of_a_board(browser: Any, server: Asking, players: int) -> None:
    """Whoever looks runs away from themselves, however many play."""
    made = server.post("/api/tables", ruleset="quoridor", players=players, seats=["human"] * players, seed=1).json()
    at_home = {2: ["e1", "e9"], 3: ["e1", "a5", "e9"], 4: ["e1", "a5", "e9", "i5"]}[players]
    for each, home in zip(made["seats"], at_home, strict=True):
        seat = Seat(browser, server.address, each["link"])
        boxes = seat.page.evaluate(BOXES)
        assert boxes[home][1] == max(boxes[name][1] for name in ("a1", "a9", "i1", "i9")), home
        assert boxes[home][0] == boxes["e5"][0], "in the middle"
        seat.fine()
        seat.context.close()


@pytest.mark.parametrize("ruleset", ["chess", "go", "hex", "backgammon", "nine_mens_morris"])
def test_letters_on_a_board_can_be_read_on_a_phone(browser: Any, server: Asking, ruleset: str) -> None:
    made = server.post("/api/tables", ruleset=ruleset, seats=["human", "human"], seed=1).json()
    seat = Seat(browser, server.address, made["seats"][0]["link"], wide=390, high=844)
    assert seat.page.evaluate(LETTERS) >= 11
    assert seat.page.locator("svg.board").bounding_box()["width"] <= 390, "nothing to scroll"
    seat.fine()
    seat.context.close()


def test_an_exported_page_draws_a_board_as_a_server_does(browser: Any, terraces: str, tmp_path: Path) -> None:
    opened = page_of(browser, terraces, tmp_path)
    opened.begin("human", "random")
    for ply in (2, 4):
        opened.page.locator(".space.lit").first.click()
        opened.page.wait_for_selector(f"#app[data-ply='{ply}'] .space.lit")
    assert opened.page.locator(".flank").count() == 6
    assert opened.page.locator(".tint").count() == 9
    assert opened.page.locator(".star").count() == 2
    assert opened.page.locator(".marks .through.colour").count() == 1
    assert opened.page.locator(".marks .ring").count() == 0, "where the other aims is hidden"
    assert opened.faults == []
