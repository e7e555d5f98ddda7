"""Options narrowed by typing, and menus of them."""

from __future__ import annotations

import pytest
from rich.text import Text
from yupana.tools.terminal.menu import by_number, is_whole, narrow, read_choices, rows, vocabulary
from yupana.tools.terminal.menu_lines import menu_lines

OPTIONS = (
    "build(site=e5, value=1)",
    "build(site=e5, value=10)",
    "build(site=e6, value=1)",
    "pay(cards=[truck, ship], to=none)",
    "pay(cards=[truck], to=red)",
    "pass",
)


def texts(line: str) -> list[str]:
    return [choice.text for choice in narrow(read_choices(OPTIONS), line)]


def test_an_option_is_taken_apart_with_its_lists_whole() -> None:
    choice = read_choices(OPTIONS)[3]
    assert (choice.name, choice.arguments) == ("pay", (("cards", "[truck, ship]"), ("to", "none")))
    assert read_choices(["pass"])[0].arguments == ()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("", [0, 1, 2, 3, 4, 5]),
        ("build", [0, 1, 2]),
        ("b", [0, 1, 2]),
        ("BUILD e5", [0, 1]),
        ("build(site=e5", [0, 1]),
        ("build(site = e5, value = 10)", [1]),
        ("e5 1", [0]),
        ("value=1", [0, 2]),
        ("v=10", [1]),
        ("truck ship", [3]),
        ("red", [4]),
        ("to=none", [3]),
        ("pass", [5]),
        ("pa", [3, 4, 5]),
        ("build red", []),
        ("castle", []),
    ],
)
def test_what_is_typed_narrows(line: str, found: list[int]) -> None:
    assert texts(line) == [OPTIONS[index] for index in found]


def test_few_options_are_listed_and_many_are_grouped_by_action() -> None:
    choices = read_choices(OPTIONS)
    assert [row.label for row in rows(choices)] == list(OPTIONS)
    assert [(row.label, len(row.choices)) for row in rows(choices, short=5)] == [("build", 3), ("pay", 2), ("pass", 1)]


def test_many_options_of_one_action_are_grouped_by_the_first_argument_that_differs() -> None:
    choices = read_choices(f"move(from=a1, to={to}, cost={cost})" for to in ("b1", "b2") for cost in range(3))
    assert [(row.label, len(row.choices)) for row in rows(choices, short=5)] == [("to=b1", 3), ("to=b2", 3)]


def test_every_option_can_be_reached_by_the_numbers_of_the_menus() -> None:
    choices = read_choices(f"place(tile={t}, cell={c}, turn={r})" for t in range(5) for c in range(7) for r in range(6))
    seen, open_ = set(), [choices]
    while open_:
        for row in rows(open_.pop()):
            if len(row.choices) == 1:
                seen.add(row.choices[0].index)
            else:
                open_.append(row.choices)
    assert seen == set(range(len(choices)))


def test_lines_show_every_number_once_and_fit() -> None:
    choices = read_choices([f"mark(space=a{n})" for n in range(15)] + ["pass"])
    lines = [line.plain for line in menu_lines(rows(choices), 60, Text)]
    shown = " ".join(lines).split()
    assert all(shown.count(str(number)) == 1 for number in range(1, 15))
    assert max(map(len, lines)) <= 60


def test_what_matters_of_a_value_stands_behind_its_option_where_there_is_room() -> None:
    choices = read_choices([f"take(card={name}, at=a1)" for name in ("lamp", "rope", "spade", "map")])
    about = {"lamp": "It gives light", "rope": "It holds", "a1": "Said of all of them"}
    lines = [line.plain for line in menu_lines(rows(choices), 60, Text, about, most=4)]
    assert lines[0] == "    1 take(card=lamp, at=a1)  It gives light"
    assert len(lines) == 4
    dense = [line.plain for line in menu_lines(rows(choices), 60, Text, about, most=2)]
    assert len(dense) == 2
    assert "light" not in "".join(dense)


def test_options_are_listed_as_people_read_them() -> None:
    choices = read_choices(["move(unit=red, to=a1)", "pass"], ["move the red unit to a1", "pass"])
    lines = [line.plain for line in menu_lines(rows(choices), 60, Text)]
    assert lines == ["    1 Move the red unit to a1", "    2 Pass"]


def test_what_all_options_share_is_said_once() -> None:
    choices = read_choices([f"move(unit=red, to={to}, cost={cost})" for to in ("b1", "b2") for cost in range(12)])
    lines = [line.plain for line in menu_lines(rows(choices), 60, Text, {"move": "Move a unit"})]
    assert lines == ["  Move  unit red  to:  Move a unit", "    1 b1  (12)", "    2 b2  (12)"]


def test_many_options_stand_under_their_action_as_it_is_called_with_how_many_there_are() -> None:
    choices = read_choices([*(f"tell_color(to={n})" for n in "abcdefghijkl"), *(f"pay(n={n})" for n in "abcdefghijkl")])
    label = {"tell_color": "tell the colour"}
    lines = [line.plain for line in menu_lines(rows(choices), 60, lambda name: Text(label.get(name, name)))]
    assert lines == ["    1 Tell the colour  (12)", "    2 Pay  (12)"]


def test_a_number_with_more_to_it_says_what_it_counts() -> None:
    texts = [*(f"pay(ships=0, trucks={n})" for n in range(12)), *(f"pay(ships={n}, trucks=0)" for n in range(1, 12))]
    lines = [line.plain.split() for line in menu_lines(rows(read_choices(texts)), 60, Text)]
    assert lines[1][:2] == ["0", "(12)"]
    assert "ships 1, trucks 0" in " ".join(lines[2])


def test_completion_knows_names_and_values() -> None:
    assert {"build", "site=e5", "e5", "truck", "to=red", "red"} <= set(vocabulary(read_choices(OPTIONS)))


DROPS = read_choices([*(f"drop(column={n})" for n in (2, 3, 5, 10)), "pass"])


def test_where_numbers_are_chosen_a_number_is_the_value() -> None:
    menu = rows(DROPS)
    assert [(row.number, [each.text for each in row.choices]) for row in menu[:2]] == [
        ("2", ["drop(column=2)"]),
        ("3", ["drop(column=3)"]),
    ]
    assert [row.label for row in by_number(menu, "5")] == ["column=5"]
    assert [row.label for row in by_number(menu, "010")] == ["column=10"]
    assert by_number(menu, "4") == by_number(menu, "1") == []
    assert menu[-1].number == ""
    assert [line.plain for line in menu_lines(menu, 60, Text)] == ["  Drop  column:", *SIDE_BY_SIDE, "      Pass"]


SIDE_BY_SIDE = ["    2       3       5      10"]


def test_negative_numbers_and_numbers_with_more_to_choose() -> None:
    menu = rows(read_choices(["bid(n=-1, to=a)", "bid(n=-1, to=b)", "bid(n=0, to=a)"]))
    assert [(row.number, len(row.choices)) for row in menu] == [("-1", 2), ("0", 1)]
    assert len(by_number(menu, "-1")[0].choices) == 2


def test_a_number_that_may_be_a_line_or_a_value_is_both() -> None:
    menu = rows(read_choices(["play(card=ace)", "bid(amount=5)", "bid(amount=1)"]))
    assert [row.label for row in by_number(menu, "1")] == ["play(card=ace)", "bid(amount=1)"]
    assert [row.label for row in by_number(menu, "5")] == ["bid(amount=5)"]
    cities = rows(read_choices(["go(to=lima, trucks=2)", "go(to=cuzco, trucks=1)"]))
    assert [row.label for row in by_number(cities, "1")] == ["go(to=lima, trucks=2)"]


@pytest.mark.parametrize(
    ("line", "whole"), [("mark d3", True), ("d3", True), ("space=d3", True), ("MARK(space = d3)", True), ("mark", True),
                        ("d", False), ("m d3", False), ("mar", False), ("space=d", False), ("3", False)],
)  # fmt: skip
def test_only_whole_words_are_enough_to_act_on(line: str, whole: bool) -> None:
    assert is_whole(read_choices(["mark(space=d3)"])[0], line) is whole


def test_an_option_is_found_by_its_words_in_the_language_of_the_table() -> None:
    choices = read_choices(
        ["go(to=lima)", "go(to=cuzco)"], ["リマへ行く", "クスコへ行く"], ["行く リマ", "行く クスコ"]
    )
    assert [each.text for each in narrow(choices, "リマ")] == ["go(to=lima)"]
    assert is_whole(choices[0], "リマ")
