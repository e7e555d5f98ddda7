"""Options narrowed by typing, and menus of them."""

from __future__ import annotations

import pytest
from rich.text import Text
from yupana.tools.terminal.menu import narrow, read_choices, rows, vocabulary
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
    assert lines[0].split() == ["mark", "15"]


def test_what_all_options_share_is_said_once() -> None:
    choices = read_choices(["move(unit=red, to=a1)", "move(unit=red, to=a2)"])
    lines = [line.plain for line in menu_lines(rows(choices), 60, Text, {"move": "Move a unit"})]
    assert lines == ["  move  unit=red  2  Move a unit", "    1 to=a1", "    2 to=a2"]


def test_completion_knows_names_and_values() -> None:
    assert {"build", "site=e5", "e5", "truck", "to=red", "red"} <= set(vocabulary(read_choices(OPTIONS)))
