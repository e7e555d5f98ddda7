"""Boards drawn with characters, and colours and glyphs in lines of text."""

from __future__ import annotations

from itertools import pairwise

from rich.cells import cell_len
from rich.text import Text
from yupana.tools.terminal.boards import Place, draw_grid
from yupana.tools.terminal.graphs import Line, draw_graph, spring_layout
from yupana.tools.terminal.lattices import Gap, draw_lattice, gaps_of
from yupana.tools.terminal.paint import Painter


def plain(lines: list[Text]) -> list[str]:
    return [line.plain for line in lines]


def cells(**lines: str) -> dict[str, list[Text]]:
    """Cells by name; a `/` begins a new line."""
    return {name: [Text(line) for line in text.split("/")] for name, text in lines.items()}


def test_squares_share_their_edges() -> None:
    places = [(f"{c}{r}", float(x), float(y)) for x, c in enumerate("ab") for y, r in enumerate("12")]
    assert plain(draw_grid(places, cells(a1="x", b1="b1", a2="a2", b2="o"), room=80, boxes=True)) == [
        "┌─────┬─────┐",
        "│  x  │ b1  │",
        "├─────┼─────┤",
        "│ a2  │  o  │",
        "└─────┴─────┘",
    ]


def test_a_compact_board_has_its_coordinates_at_the_edge() -> None:
    places = [(f"{c}{r}", float(x), -float(r)) for x, c in enumerate("abc") for r in (1, 2, 10)]
    drawn = plain(draw_grid(places, cells(**{name: "" for name, _, _ in places} | {"b2": "k", "c10": "Q"}), room=80))
    assert drawn == [
        "    a b c",
        "10  · · Q 10",
        " 2  · k · 2",
        " 1  · · · 1",
        "    a b c",
    ]


def test_names_that_begin_with_the_row_have_edges_too_and_others_their_own_names() -> None:
    rows = [(f"{r}{c}", float(x), float(y)) for x, c in enumerate("xy") for y, r in enumerate(("r1", "r2"))]
    assert plain(draw_grid(rows, cells(**{name: "o" for name, _, _ in rows}), room=80)) == [
        "    x y",
        "r1  o o r1",
        "r2  o o r2",
        "    x y",
    ]
    odd = [("left", 0.0, 0.0), ("right", 1.0, 0.0)]
    assert plain(draw_grid(odd, cells(left="o", right=""), room=80)) == [" left  o · right"]


def test_compact_hexes_show_where_they_are_when_empty() -> None:
    places = [("a1", 0.5, 0.0), ("a2", 1.5, 0.0), ("b1", 0.0, 1.0), ("b2", 1.0, 1.0), ("b3", 2.0, 1.0)]
    drawn = plain(draw_grid(places, cells(a1="X", a2="", b1="", b2="O", b3=""), room=80))
    assert [line.split() for line in drawn] == [["a1", "X", "2", "a2"], ["b1", "1", "O", "3", "b3"]]


def test_hexes_stand_in_rows_set_off_by_half() -> None:
    places = [("a1", 0.0, 0.0), ("a2", 1.0, 0.0), ("b1", 0.5, 1.0), ("b2", 1.5, 1.0)]
    assert plain(draw_grid(places, cells(a1="a1", a2="a2", b1="b1", b2="b2"), room=80, boxes=True)) == [
        "┌─────┬─────┐",
        "│ a1  │ a2  │",
        "└──┬──┴──┬──┴──┐",
        "   │ b1  │ b2  │",
        "   └─────┴─────┘",
    ]


def test_a_wide_board_is_squeezed_into_the_terminal() -> None:
    places = [(f"cell{x}", float(x), 0.0) for x in range(20)]
    lines = plain(draw_grid(places, cells(**{name: f"{name}/two lines" for name, _, _ in places}), room=80))
    assert max(map(cell_len, lines)) <= 80
    assert lines[1].count("│") == 21


def test_cells_keep_their_width_with_wide_characters() -> None:
    lines = plain(draw_grid([("a", 0.0, 0.0), ("b", 1.0, 0.0)], cells(a="鹿", b="b"), room=80, boxes=True))
    assert len({cell_len(line) for line in lines}) == 1


def test_boxes_of_a_graph_never_lie_on_each_other_and_links_join_them() -> None:
    names = [f"city{n}" for n in range(12)]
    links = [(names[n], names[(n * 5 + 1) % 12]) for n in range(12)]
    drawn = [Line(start, end) for start, end in links]
    filled = cells(**{n: f"{n}/.." for n in names})
    page = plain(draw_graph(spring_layout(names, links), drawn, filled, room=100, boxes=True))
    text = "\n".join(page)
    assert all(name in text for name in names)
    assert text.count("┌") == 12 == text.count("┘")
    assert "·" in text
    assert max(map(cell_len, page)) <= 100


def test_spaces_of_a_graph_stand_where_they_are_put_when_there_is_room() -> None:
    page = plain(draw_graph([("b", 1, 0), ("a", 0, 0), ("c", 0, 1)], [], cells(a="aa", b="bb", c="cc"), room=40))
    (top,) = [line for line in page if "aa" in line]
    assert top.index("aa") < top.index("bb")
    assert next(line for line in page if "cc" in line).index("cc") == top.index("aa")


def test_kinds_of_links_look_different_and_say_what_they_are() -> None:
    places = [("a", 0.0, 0.0), ("b", 1.0, 0.0), ("c", 0.0, 1.0), ("d", 1.0, 1.0)]
    links = [Line("a", "b", "solid", "2"), Line("c", "d", "double", "7"), Line("a", "c"), Line("b", "d", "solid")]
    page = plain(draw_graph(places, links, cells(a="aa", b="bb", c="cc", d="dd"), room=30, height=9))
    assert "─2─" in page[0]
    assert "═7═" in page[-1]
    assert [line.split() for line in page[1:-1]] == [["·", "│"]] * 2


def test_a_level_that_is_too_wide_takes_two_rows() -> None:
    names = [f"{n}{'x' * 20}" for n in range(8)]
    page = plain(
        draw_graph([(n, float(i), 0.0) for i, n in enumerate(names)], [], cells(**{n: n for n in names}), room=60)
    )
    assert max(map(cell_len, page)) <= 60
    assert all(any(name in line for line in page) for name in names)


def test_long_lines_in_boxes_go_on_in_the_next() -> None:
    page = plain(draw_graph([("a", 0, 0)], [], cells(a="red blue green orange"), room=40, width=10))
    assert [line.strip() for line in page] == ["red blue", "green", "orange"]


def test_places_of_a_graph_are_the_same_every_time_and_apart() -> None:
    names = ["a", "b", "c", "d"]
    links = [("a", "b"), ("b", "c")]
    places = spring_layout(names, links)
    assert places == spring_layout(names, links)
    assert len({(x, y) for _, x, y in places}) == 4


PAINTER = Painter({"ship": "#c03020", "train": "no colour"}, {"ship": "S", "red": "●"}, ["red", "x"])


def spans(text: Text) -> list[tuple[str, str]]:
    return [(text.plain[each.start : each.end], str(each.style)) for each in text.spans]


def test_colours_go_to_whole_names_only() -> None:
    line = "red, redder, x, ships and ship (train)"
    assert PAINTER(line).plain == line
    assert spans(PAINTER(line)) == [("red", "#cd0000"), ("ship", "#c03020")]


def test_pictures_have_glyphs_and_count_long_rows() -> None:
    picture = PAINTER.picture("red red ship x x x x 3 3 3")
    assert picture.plain == "● ● S x×4 3 3 3"
    assert spans(picture) == [("●", "#cd0000"), ("●", "#cd0000"), ("S", "#c03020")]


def test_an_article_is_no_name_within_a_line() -> None:
    painter = Painter({}, {}, [], {"die": "Würfel", "soup": "Suppe"}, articles=["die"])
    assert painter("Die soup und die Schale").plain == "Die Suppe und die Schale"
    assert painter("die").plain == "Würfel"


def test_a_counted_name_is_a_name_like_any_other() -> None:
    painter = Painter({}, {}, [], {"soup": "スープ"})
    assert painter.picture("goods soup, soup, soup").plain == "goods スープ×3"


def test_signs_of_one_style_in_a_row_are_one_run() -> None:
    lines = draw_grid([("a", 0, 0), ("b", 1, 0)], {"a": [Text("abc", "#c03020")], "b": [Text("")]}, room=80, boxes=True)
    for line in lines:
        styles = [str(each.style) for each in line.spans]
        assert all(one != other for one, other in pairwise(styles)), styles


def _gaps(spaces: list[Place], ends: dict[str, list[tuple[float, float]]], **lines: str) -> list[Gap]:
    """What lies between spaces, each with the colour `red` but for a `?`."""
    shown = {name: [Text(text, "" if text == "?" else "red")] for name, text in lines.items()}
    return gaps_of(spaces, ends, {name: [Text.assemble(each) for each in texts] for name, texts in shown.items()})


def test_what_is_on_edges_and_corners_of_squares_is_a_stroke_or_a_dot() -> None:
    places = [(f"{c}{r}", float(x), -float(r)) for x, c in enumerate("ab") for r in (1, 2)]
    spaces = [("a1_east", 0.5, -1.0), ("a1_north", 0.0, -1.5), ("a1_northeast", 0.5, -1.5), ("b2_north", 1.0, -2.5)]
    ends = {"a1_east": [(0.5, -0.5), (0.5, -1.5)], "a1_north": [(-0.5, -1.5), (0.5, -1.5)],
            "b2_north": [(0.5, -2.5), (1.5, -2.5)]}  # fmt: skip
    drawn = draw_lattice(
        places, cells(a1="x", a2="", b1="", b2="o"),
        _gaps(spaces, ends, a1_east="r", a1_north="r", a1_northeast="r", b2_north="?"), room=80,
    )  # fmt: skip
    assert plain(drawn) == [
        "     a   b",
        "         ?",
        "2    ·   o     2",
        "    ━━━●",
        "1    x ┃ ·     1",
        "",
        "     a   b",
    ]
    assert [str(span.style) for line in drawn for span in line.spans if "━" in line.plain] == ["red"]


def test_edges_above_the_first_row_have_a_line_of_their_own() -> None:
    ends = {"a1_north": [(-0.5, -0.5), (0.5, -0.5)], "a1_south": [(-0.5, 0.5), (0.5, 0.5)]}
    gaps = _gaps([("a1_north", 0.0, -0.5), ("a1_south", 0.0, 0.5)], ends, a1_north="r", a1_south="r")
    drawn = plain(draw_lattice([("a1", 0.0, 0.0), ("a2", 0.0, 1.0)], cells(a1="x", a2="o"), gaps, room=80))
    assert [line.strip() for line in drawn] == ["a", "━━━", "1    x     1", "━━━", "2    o     2", "", "a"]


def test_edges_of_hexes_lean() -> None:
    places = [("a1", 0.0, 0.0), ("b1", -0.5, 1.0), ("b2", 0.5, 1.0)]
    spaces = [
        ("a1_southeast", 0.25, 0.5),
        ("a1_southwest", -0.25, 0.5),
        ("b1_east", 0.0, 1.0),
        ("a1_south", 0.0, 2 / 3),
    ]
    ends = {"a1_southeast": [(0.5, 1 / 3), (0.0, 2 / 3)], "a1_southwest": [(0.0, 2 / 3), (-0.5, 1 / 3)],
            "b1_east": [(0.0, 2 / 3), (0.0, 4 / 3)]}  # fmt: skip
    gaps = _gaps(spaces, ends, a1_southeast="r", a1_southwest="r", b1_east="r", a1_south="r")
    assert [line.strip() for line in plain(draw_lattice(places, cells(a1="x", b1="", b2=""), gaps, room=80))] == [
        "", "x", "╲●╱", "· ┃ ·",
    ]  # fmt: skip


def test_a_lattice_without_spaces_is_nothing() -> None:
    assert draw_lattice([], {}, [], room=80) == []
