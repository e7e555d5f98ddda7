"""Boards drawn with characters."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text
from yupana.tools.terminal.boards import Cell, draw_graph, draw_grid, spring_layout
from yupana.tools.terminal.paint import Painter


def plain(lines: list[Text]) -> list[str]:
    return [line.plain for line in lines]


def test_squares_share_their_edges() -> None:
    places = [(f"{c}{r}", float(x), float(y)) for x, c in enumerate("ab") for y, r in enumerate("12")]
    cells = {"a1": Cell(("x",)), "b1": Cell(("b1",), empty=True), "a2": Cell(("a2",), empty=True), "b2": Cell(("o",))}
    assert plain(draw_grid(places, cells, Text, room=80)) == [
        "┌─────┬─────┐",
        "│  x  │ b1  │",
        "├─────┼─────┤",
        "│ a2  │  o  │",
        "└─────┴─────┘",
    ]


def test_hexes_stand_in_rows_set_off_by_half() -> None:
    places = [("a1", 0.0, 0.0), ("a2", 1.0, 0.0), ("b1", 0.5, 1.0), ("b2", 1.5, 1.0)]
    cells = {name: Cell((name,)) for name, _, _ in places}
    assert plain(draw_grid(places, cells, Text, room=80)) == [
        "┌─────┬─────┐",
        "│ a1  │ a2  │",
        "└──┬──┴──┬──┴──┐",
        "   │ b1  │ b2  │",
        "   └─────┴─────┘",
    ]


def test_a_wide_board_is_squeezed_into_the_terminal() -> None:
    places = [(f"cell{x}", float(x), 0.0) for x in range(20)]
    cells = {name: Cell((name, "two lines")) for name, _, _ in places}
    lines = plain(draw_grid(places, cells, Text, room=80))
    assert max(map(cell_len, lines)) <= 80
    assert lines[1].count("│") == 21


def test_cells_keep_their_width_with_wide_characters() -> None:
    lines = plain(draw_grid([("a", 0.0, 0.0), ("b", 1.0, 0.0)], {"a": Cell(("鹿",)), "b": Cell(("b",))}, Text, room=80))
    assert len({cell_len(line) for line in lines}) == 1


def test_boxes_of_a_graph_never_lie_on_each_other_and_links_join_them() -> None:
    names = [f"city{n}" for n in range(12)]
    links = [(names[n], names[(n * 5 + 1) % 12]) for n in range(12)]
    page = plain(draw_graph(spring_layout(names, links), links, {n: Cell((n, "..")) for n in names}, Text, room=100))
    text = "\n".join(page)
    assert all(name in text for name in names)
    assert text.count("┌") == 12 == text.count("┘")
    assert "·" in text
    assert max(map(cell_len, page)) <= 100


def test_places_of_a_graph_are_the_same_every_time_and_apart() -> None:
    names = ["a", "b", "c", "d"]
    links = [("a", "b"), ("b", "c")]
    places = spring_layout(names, links)
    assert places == spring_layout(names, links)
    assert len({(x, y) for _, x, y in places}) == 4


def test_colours_go_to_words_and_glyphs_only() -> None:
    paint = Painter({"ship": "#3060ff"}, {"ship": "S", "red": "●"}, ["red"])
    lines = ("red ●", "Ss ship", "redder")
    spans = {(line, each.start, each.end, str(each.style)) for line in lines for each in paint(line).spans}
    assert spans == {
        ("red ●", 0, 3, "red"),
        ("red ●", 4, 5, "red"),
        ("Ss ship", 3, 7, "#3060ff"),
    }
