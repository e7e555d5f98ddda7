"""Dice to fold: what lies opposite makes seven, every edge has one tab, and there are as many as are thrown."""

from __future__ import annotations

from collections import Counter

import pytest
from yupana.tests.tools_printing.reading import LATIN
from yupana.tools.documents.drawing import Disc, Shape
from yupana.tools.printing.dice import EDGE, FACES, PIPS, TABS, dice, net
from yupana.tools.printing.fonts import find_fonts
from yupana.tools.printing.job import subject_of
from yupana.tools.printing.kit import make_kit
from yupana.tools.printing.paper import PrintSettings


def folded() -> dict[int, str]:
    """Where each side comes to lie when the net is folded around the second of the column."""
    turned = {(1, 0): "up", (1, 1): "front", (1, 2): "down", (1, 3): "behind", (0, 1): "left", (2, 1): "right"}
    return {value: turned[at] for value, at in FACES.items()}


def test_opposite_sides_make_seven() -> None:
    at = {place: value for value, place in folded().items()}
    assert sorted(at.values()) == [1, 2, 3, 4, 5, 6]
    assert at["up"] + at["down"] == at["front"] + at["behind"] == at["left"] + at["right"] == 7


def test_every_edge_that_is_glued_has_one_tab() -> None:
    """A cube has twelve edges: five are folds, and seven are glued."""
    assert len(set(TABS)) == len(TABS) == 7
    edges = {
        (0, 1): {"top": "left-up", "left": "left-behind", "bottom": "left-down"},
        (2, 1): {"top": "right-up", "right": "right-behind", "bottom": "right-down"},
        (1, 0): {"left": "left-up", "right": "right-up", "top": "up-behind"},
        (1, 2): {"left": "left-down", "right": "right-down"},
        (1, 3): {"left": "left-behind", "right": "right-behind", "bottom": "up-behind"},
    }
    assert len({edges[column, row][side] for column, row, side in TABS}) == 7


def test_a_net_has_as_many_pips_as_a_die() -> None:
    drawing = net("#c2453a")
    assert len([each for each in drawing.marks if isinstance(each, Disc)]) == 21
    assert {value: len(spots) for value, spots in PIPS.items()} == {value: value for value in range(1, 7)}
    squares = [each for each in drawing.marks if isinstance(each, Shape) and each.fill == "#c2453a"]
    assert len(squares) == 6
    for square in squares:
        xs, ys = [x for x, _ in square.points], [y for _, y in square.points]
        assert (max(xs) - min(xs), max(ys) - min(ys)) == (EDGE, EDGE)


@LATIN
@pytest.mark.parametrize(
    ("name", "many"),
    [
        ("backgammon", {"": 2}),
        ("liars_dice", {**dict.fromkeys(("ann", "ben", "cleo", "dan", "eva", "finn"), 5), "": 1}),  # one shows the bid
        ("tic_tac_toe", {}),
    ],
)
def test_so_many_dice_as_are_thrown(name: str, many: dict[str, int]) -> None:
    found: Counter[str] = Counter()
    for each in dice(subject_of(name, "", None)):
        found[each.owner] += each.count
    assert found == many


@LATIN
@pytest.mark.slow
def test_dice_that_are_pieces_are_folded_too() -> None:
    """Three of each player, and no other."""
    sheets = make_kit(subject_of("cuzco_feld", "", None), PrintSettings(only=("tokens",)), find_fonts()).sheets
    found = Counter(each.name for sheet in sheets for each in sheet.pieces if each.form == "die")
    assert sum(found.values()) == 12
