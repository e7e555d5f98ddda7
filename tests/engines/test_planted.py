"""A back end with one thing wrong is found out, by few decisions, and the rule in which it shows is named."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import cache
from typing import Any

import pytest
from yupana.interpreter.game import Game
from yupana.interpreter.machine.faults import Trap
from yupana.interpreter.program import ir
from yupana.tests.engines.blame import blamed, told
from yupana.tests.engines.lockstep import Difference, Twins, search
from yupana.tests.engines.planted import Planted, instead, replaced
from yupana.tests.engines.shrinking import shrunk
from yupana.tests.found import compiled
from yupana.tests.toy_backend import backend, expressions, operations, statements
from yupana.tests.toy_backend.zones import Lists

TARGET = "tests/engines/plants.yaml"
SEEDS = range(1, 40)
OPERATIONS, WORDS, NODES = operations.OPERATIONS, expressions._WORDS, expressions._NODES
EFFECTS = statements.STATEMENTS

Right = Callable[..., Any]


def truncated(right: Right) -> Right:
    """Division that rounds towards 0."""
    return lambda walk, node, a, b: right(walk, node, a, b) + (a % b != 0 and (a < 0) != (b < 0)) if b else 0


def sign_of_first(right: Right) -> Right:
    return lambda walk, node, a, b: a - b * (abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1)


def one_more(right: Right) -> Right:
    return lambda walk, node, *operands: right(walk, node, *operands) + 1


def not_cut(right: Right) -> Right:
    return lambda walk, node, values, start, end: values[start:end]


def high_first(right: Right) -> Right:
    return lambda walk, node, x, low, high: max(min(x, high), low)


def last_stands(right: Right) -> Right:
    """An unordered zone as things came."""

    def move(zones: Lists, cells: ir.Cells, piece: int, zone: int, bottom: bool) -> None:
        kept, zones.ordered = zones.ordered, (1,) * len(zones.ordered)
        try:
            right(zones, cells, piece, zone, bottom)
        finally:
            zones.ordered = kept

    return move


def backwards(right: Right) -> Right:
    """Of those that are equal the last one comes first."""

    def in_order(node: Any, found: list[Any], keys: list[Any]) -> Any:
        there = sorted(range(len(found)), key=lambda i: (keys[i], -i))
        return tuple([found[i] for i in there])

    return in_order


def first_of(right: Right) -> Right:
    return lambda node, found, keys: right(node, found, keys)[:1]


def around_start(right: Right) -> Right:
    return lambda walk, node: right(walk, node) - {walk.value(node.start)}


def one_step(right: Right) -> Right:
    """Nothing is further away than one step."""
    return lambda walk, node: tuple([cost if cost <= 1 else ir.NO_INT for cost in right(walk, node)])


def _changed(node: Any, **parts: Any) -> Any:
    """The same node, but for some parts; the weights know it by its id, so it is changed where it stands."""

    class Other:
        def __getattr__(self, name: str) -> Any:
            return parts[name] if name in parts else getattr(node, name)

    return Other()


def as_it_stands(right: Right) -> Right:
    """A call on a copy that is none."""
    return lambda walk, node: right(walk, node) if not node.copy else _leaky(walk, node)


def _leaky(walk: Any, node: ir.Call) -> Any:
    return expressions.carried_out(walk.call, walk.cells, node.function, walk.values(node.args))


def unwatched(right: Right) -> Right:
    """A value beyond its range is kept."""
    return lambda walk, node: right(walk, _changed(node, place=-1) if node.shape.kind == "scalar" else node)


def elsewhere(right: Right) -> Right:
    """The same fault at another place."""

    def store(walk: Any, node: ir.Store) -> None:
        try:
            right(walk, node)
        except Trap as trap:
            raise Trap(0, trap.message) from None

    return store


def one_less(right: Right) -> Right:
    def pieces(walk: Any, node: ir.Draw) -> None:
        right(walk, _changed(node, count=ir.Const(2)))

    return pieces


def all_told(right: Right) -> Right:
    """Nothing stands for what is alike."""
    return lambda walk, node: right(walk, _changed(node, alike=None))


def untold(right: Right) -> Right:
    def tell(walk: Any, *event: Any) -> None:
        if event[0] != "roll":
            right(walk, *event)

    return tell


def left_over(right: Right) -> Right:
    """Nobody clears a frame that is done with."""

    def finished(runner: Any, walk: Any, end: ir.Finish) -> int:
        first = walk.cells[ir.CELL_FRAME] + ir.FRAME_RETURN  # the program itself clears what locals held
        kept = walk.cells[first] if "action" in walk.function.name else 0
        number: int = right(runner, walk, end)
        walk.cells[first] = kept
        return number

    return finished


def forgetful(right: Right) -> Right:
    return lambda walk, node, *operands: 0


def short(right: Right) -> Right:
    return lambda walk, node, values: right(walk, node, values[1:])


PLANTS: dict[str, tuple[Planted, int, set[str]]] = {
    "mod": (instead(OPERATIONS, "mod", sign_of_first), 2, {"function rest_of", "action leave"}),
    "div": (instead(OPERATIONS, "div", truncated), 2, {"function share", "action divide"}),
    "list_index": (instead(OPERATIONS, "list_index", one_more), 2, {"function where_is", "action look_for"}),
    "list_slice": (instead(OPERATIONS, "list_slice", not_cut), 4, {"function middle", "action cut"}),
    "clamp": (instead(OPERATIONS, "clamp", high_first), 1, {"function kept", "action trim"}),
    "unordered": (replaced(Lists, "move", last_stands), 3, {"action put_back", "action take"}),
    "sorted": (instead(WORDS, "sorted", backwards), 1, {"function tidiest", "action tidy"}),
    "leaders": (instead(WORDS, "leaders", first_of), 1, {"function fewest", "action rake", "winners"}),
    "region": (instead(NODES, ir.Region, around_start), 0, {"function near", "action sow"}),
    "costs": (instead(NODES, ir.Costs, one_step), 2, {"function far", "action walk"}),
    "copy": (instead(NODES, ir.Call, as_it_stands), 2, {"function after_weeding", "action plan"}),
    "range": (instead(EFFECTS, ir.Store, unwatched), 9, {"action save", "action dig"}),
    "place": (instead(EFFECTS, ir.Store, elsewhere), 9, {"action save", "action dig"}),
    "draw": (instead(EFFECTS, ir.Draw, one_less), 1, {"action draw_seeds"}),
    "alike": (instead(EFFECTS, ir.Emit, all_told), 0, {"action take"}),
    "told": (replaced(statements, "_tell", untold), 1, {"action throw"}),
    "frame": (replaced(backend.ToyRunner, "_finished", left_over), 3, {"action ask"}),
    "notes": (instead(OPERATIONS, "position_times", forgetful), 1, {"function seen_before", "action remember"}),
    "score": (instead(OPERATIONS, "list_sum", short), 1, {"action throw", "item seeds"}),
}  # fmt: skip
"""Each with how many decisions are enough, and the rules of which one is to blame."""


@cache
def right() -> Game:
    """The game on the usual back end."""
    what = compiled(TARGET)
    assert what.program is not None
    return Game(what.program, what.ruleset)


def found_out(plant: Planted) -> tuple[Twins, Difference]:
    twins = Twins(right(), Game(right().program, right().ruleset, engine=plant))
    found, _ = search(twins, SEEDS, share=4)
    assert found is not None
    return twins, shrunk(twins, found, 20)


LONGER = frozenset(("mod", "range", "place", "draw", "frame", "score", "unordered"))
"""What takes long to be met."""


@pytest.mark.parametrize("name", [pytest.param(each, marks=[pytest.mark.slow] * (each in LONGER)) for each in PLANTS])
def test_what_is_planted_is_found_shrunk_and_named(name: str) -> None:
    plant, most, elements = PLANTS[name]
    twins, found = found_out(plant)
    text = told(twins, found, TARGET)
    assert len(found.decisions) <= most, text
    blame = blamed(twins, found)
    assert blame.element in elements, text
    assert blame.where.startswith(f"{TARGET}:") or blame.element == "winners", text


def test_what_is_right_is_not_found_out() -> None:
    found, taken = search(Twins(right(), Game(right().program, engine=Planted(nullcontext))), SEEDS[:3], share=4)
    assert found is None
    assert taken > 30
