"""What is worked out from positions and recalled in others is what it would come to there."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import pytest
from yupana.interpreter.game import SPECTATOR
from yupana.interpreter.view import recalled
from yupana.interpreter.view.recalled import Recalled
from yupana.interpreter.view.taint import TrackedCells
from yupana.tools.page.offered import Offered
from yupana.tools.page.view import view_of


def worked_out(cells: Sequence[int], it: int) -> int:
    """What is read depends on what is there."""
    return cells[it] if cells[0] else cells[it] + cells[cells[1]]


def recall(known: Recalled[int], cells: list[int], it: int) -> int:
    found = known.find(("sum", it), cells)
    if found is not None:
        return found[0]
    tracked = TrackedCells(cells)
    value = worked_out(tracked, it)
    known.keep(("sum", it), cells, tracked.read, value)
    return value


def test_only_what_is_read_has_to_be_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for most in (recalled.MOST, 7):  # all is forgotten now and then
        monkeypatch.setattr(recalled, "MOST", most)
        known, dice = Recalled[int](), random.Random(1)
        for _ in range(3000):
            cells = [dice.randrange(2), dice.randrange(2, 4), dice.randrange(3), dice.randrange(9), dice.randrange(99)]
            it = dice.randrange(2, 4)
            assert recall(known, cells, it) == worked_out(cells, it)
    known = Recalled[int]()
    recall(known, [1, 2, 3, 4, 5], 2)
    assert known.find(("sum", 2), [1, 9, 3, 9, 9]) == (3,), "two cells were read"
    assert known.find(("sum", 2), [1, 9, 4, 9, 9]) is None
    assert known.find(("sum", 3), [1, 9, 3, 9, 9]) is None


def test_what_is_hardly_ever_the_same_is_not_kept_for_long() -> None:
    known = Recalled[int]()
    for number in range(2 * recalled.TRIED):
        if known.is_worth("sum"):
            recall(known, [1, 0, number], 2)
    assert not known.is_worth("sum")
    assert known.is_worth("other")


@pytest.mark.parametrize("target", ["chess", "kuhn_poker", "hearts", "cargo_empire", "cuzco_kk", "pizarro"])
def test_a_page_shows_the_same_whether_lines_are_recalled_or_not(target: str) -> None:
    told = Offered(None, "python").open(target, "").told
    look, kept = told.look, told.look._recalled
    state, dice = told.game.start(seed=4), random.Random(4)
    for _ in range(12):
        for seat in (SPECTATOR, *range(state.players)):
            look._recalled = kept
            shown = json.dumps(view_of(state, seat, told))
            look._recalled = Recalled()
            assert json.dumps(view_of(state, seat, told)) == shown
        for _ in range(4):
            if not state.over:
                state.apply_tuple(dice.choice(state.option_tuples()))
    assert sum(kept._found.values()) > 0
