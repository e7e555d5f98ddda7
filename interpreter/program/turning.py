"""Which options turn up what nobody knows: they throw dice, draw what lies face down for all, let somebody look, or
change what says who sees something hidden."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from . import ir
from .calls import circles
from .facts import ProgramFacts
from .walk import children, conjuncts, descend


def turning_up(program: ir.Program) -> frozenset[int]:
    """The alternatives that may do so before the next decision, by number. It follows from the rules alone, so that
    knowing it tells nobody what is hidden. Of an action only what it does itself counts, not what the turn goes on
    with."""
    search = _Search(program)
    return frozenset([
        answer.alternative for decision in program.decisions for answer in decision.answers
        if search.finds(program.functions[decision.function], answer.block, program.alternatives[answer.alternative])
    ])  # fmt: skip


class _Search:
    def __init__(self, program: ir.Program) -> None:
        self._program, self._facts = program, ProgramFacts(program)
        self._known: dict[int, bool] = {}
        rules = [*[each.visibility for each in program.families], *[each.visibility for each in program.fields]]
        self._shown_by = {
            part for each in rules if each.mode == "test" for node in program.functions[each.function].body
            for part in self._read_in_play(node) if part[0] == "field"
        }  # fmt: skip
        self._circles: Mapping[int, Collection[int]] = circles(program)

    def finds(self, function: ir.Function, start: int, alternative: ir.Alternative) -> bool:
        """Whether an alternative does it, that goes on in a block: as an action in this block alone, else in all that
        come before the next decision."""
        blocks = _blocks(function, start, alone=bool(alternative.action))
        return any(self._block(function.blocks[each]) for each in blocks)

    def _read_in_play(self, node: Any) -> Iterator[tuple[Any, ...]]:
        """What a node reads before the game is over: what is asked only then shows nothing when it changes."""
        if isinstance(node, ir.Op) and node.op == "and" and any(map(_is_over, conjuncts(node))):
            return
        if isinstance(node, ir.Op | ir.Return):
            for each in children(node):
                yield from self._read_in_play(each)
        else:
            yield from self._facts.of(node).reads

    def _block(self, block: ir.Block) -> bool:
        return any(self._does(each) for each in (*block.body, block.end))

    def _does(self, node: Any) -> bool:
        return any(self._turns(each) for each in descend(node))

    def _turns(self, node: Any) -> bool:
        if isinstance(node, ir.Draw):
            _, number = self._facts.zone(node.source)
            return number < 0 or self._program.families[number].visibility.mode in ("none", "test")
        if isinstance(node, ir.Store) and self._facts.part_of(node.base) in self._shown_by:
            return True
        if isinstance(node, ir.Log) and self._program.texts[node.text].shows:
            return True
        if "chance" in node.touches.split():
            return True
        if node.calls and not (isinstance(node, ir.Call) and node.copy):
            return self._function(node.function)
        return False

    def _function(self, number: int) -> bool:
        if number not in self._known:
            circle = self._circles.get(number, {number})  # of what leads to each other, all do what one does
            self._known.update(dict.fromkeys(circle, False))
            functions = [self._program.functions[each] for each in circle]
            inside = [
                part for each in functions for part in (*each.body, *[each.blocks[at] for at in _blocks(each, 0)])
            ]
            self._known.update(dict.fromkeys(circle, any(map(self._does, inside))))
        return self._known[number]


def _is_over(test: ir.Expr) -> bool:
    """Whether a test asks whether the game is over."""
    over = (ir.Load(ir.CELL_BLOCK, None, ir.SCALAR), ir.Const(0))
    return isinstance(test, ir.Op) and test.op == "lt" and test.args == over


def _blocks(function: ir.Function, start: int, *, alone: bool = False) -> Iterator[int]:
    """The blocks that may be come to from one without a decision, with itself."""
    seen, rest = set(), [start] if function.blocks else []
    while rest:
        if (at := rest.pop()) in seen:
            continue
        seen.add(at)
        yield at
        end = function.blocks[at].end
        if not alone and not isinstance(end, ir.Ask):
            rest += end.ways().values()
