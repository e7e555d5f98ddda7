"""What is known of a program's code before it is written: what lies in the state, what is made on the way, what can
fault, and which functions are written out where they are called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...program import ir
from ...program.calls import asked_by
from ...program.facts import ALL_ZONES, NOTES, Part, ProgramFacts
from ...program.shapes import LIST_WORDS, Shapes
from ...program.walk import children, descend
from ...program.weigh import Weights, weigh
from .emit_memo import ShortCosts, can_be_kept
from .function_body import is_pointer
from .invariants import Invariants
from .repeated_calls import asked_again, outlasts

SMALL = 60
"""Nodes of a function that is written out wherever it is called."""

ONCE = 600
"""The same of one that is called in one place."""

WORTH = 150.0
"""About how many nodes a function evaluates whose values are worth keeping."""

_WHERE_IT_LIES = frozenset(("neighbors", "domain", "domain_set", "reveal", "list_get", "map_get"))
"""Operations whose value is not made but lies somewhere."""

_FEW_NONE = frozenset(("domain", "members", "neighbors", "zone_list"))
"""Operations that give a list of members, none of them `none`."""


class Analysis:
    """Of one program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.shapes = Shapes(program)
        self.weights: Weights = weigh(program)
        self.facts = ProgramFacts(program)
        self._total: dict[int, bool] = {}
        self._total_nodes: dict[int, bool] = {}
        self._makes: dict[int, bool] = {}
        self._members: dict[int, frozenset[int]] = {}
        self._sizes: dict[int, int] = {}
        self._calls: dict[int, int] = {}
        self._kept: dict[int, bool] = {}
        self._all_kept: list[int] | None = None
        self._taken: dict[int, int] | None = None
        self._costs = ShortCosts(program)
        self._again = asked_again(program, self._worth)
        self.invariants = Invariants()
        self.nodes: list[ir.Node] = []  # those made while code is written: what is known of a node is kept by its id
        self._writes: dict[int, frozenset[Part]] = {}
        self._reads: dict[int, frozenset[Part]] = {}
        for each in (*program.functions, *program.decisions):
            for node in descend(each):
                if node.calls:
                    self._calls[node.function] = self._calls.get(node.function, 0) + 1

    def kept(self, number: int) -> bool:
        """Whether a function's values are kept while options are made."""
        known = self._kept.get(number)
        if known is None:
            known = number in self._again or outlasts(self.program, self.facts, number)
            known = self._kept[number] = known and self._worth(number)
        return known

    def _worth(self, number: int) -> bool:
        """Whether looking a value up costs less than working it out."""
        function = self.program.functions[number]
        if not function.memo or not can_be_kept(function):
            return False
        return self._costs.of(number) >= WORTH or any(isinstance(each, ir.Costs) for each in descend(function))

    def kept_functions(self) -> list[int]:
        """The functions whose values are kept and that options of some decision ask for."""
        if self._all_kept is None:
            asked = asked_by(self.program, self.program.decisions)
            self._all_kept = sorted([each for each in asked if self.kept(each)])
        return self._all_kept

    def asks_kept(self, nodes: Sequence[Any]) -> bool:
        """Whether code asks, directly or not, for values that are kept."""
        return any(self.kept(number) for number in asked_by(self.program, nodes))

    # ------------------------------------------------------------ inlining

    def size(self, number: int) -> int:
        """The nodes of a function."""
        known = self._sizes.get(number)
        if known is None:
            known = 0
            for _ in descend(self.program.functions[number]):
                known += 1
                if known > ONCE:
                    break
            self._sizes[number] = known
        return known

    def inlined(self, number: int) -> bool:
        """Whether a function is written out where it is called."""
        if self.program.functions[number].waits:
            return False
        size = self.size(number)
        return size <= SMALL or (self._calls.get(number, 0) == 1 and size <= ONCE)

    # ------------------------------------------------------------ faults

    def total(self, function: ir.Function, node: Any) -> bool:
        """Whether evaluating something can neither fault nor pay."""
        known = self._total_nodes.get(id(node))
        if known is None:
            known = self._total_nodes[id(node)] = self._total_itself(function, node) and all(
                self.total(function, each) for each in children(node)
            )
        return known

    def _total_itself(self, function: ir.Function, node: Any) -> bool:
        if getattr(node, "place", -1) >= 0 or id(node) in self.weights.turn or id(node) in self.weights.unbounded:
            return False
        match node:
            case ir.Region() | ir.Costs():
                return False
            case ir.Call():
                return not node.copy and self.function_total(node.function)
            case ir.Op(op="range"):
                return all(isinstance(each, ir.Const) for each in node.args)
        return not (isinstance(node, ir.Expr) and self.shapes.outgrows(function, node))

    def function_total(self, number: int) -> bool:
        """The same for calling a function."""
        known = self._total.get(number)
        if known is None:
            function = self.program.functions[number]
            known = number not in self.weights.entry and not any(
                isinstance(each, (ir.While, ir.Fault)) for each in descend(function)
            )
            self._total[number] = known = known and all(self.total(function, each) for each in function.body)
        return known

    # ------------------------------------------------------------ the arena

    def makes(self, function: ir.Function, node: Any) -> bool:
        """Whether running something may leave values in the arena."""
        known = self._makes.get(id(node))
        if known is None:
            known = self._makes[id(node)] = self._makes_itself(function, node) or any(
                self.makes(function, each) for each in children(node)
            )
        return known

    def _makes_itself(self, function: ir.Function, node: Any) -> bool:
        match node:
            case ir.Op():
                if node.op in _WHERE_IT_LIES or (node.op.startswith("list_") and node.op.endswith(_COMPARISONS)):
                    return False
                return is_pointer(self.shapes.of(function, node))
            case ir.Comp():
                return node.by is not None or node.word in LIST_WORDS or is_pointer(self.shapes.of(function, node))
            case ir.Region() | ir.Costs():
                return True
            case ir.Call() | ir.Do() | ir.EmitFrom():
                called = self.program.functions[node.function]
                if getattr(node, "copy", False) or (called.result is not None and is_pointer(called.result)):
                    return True
                return self.inlined(node.function) and self.makes_inside(node.function)
            case ir.Roll():
                return node.count is not None
        return False

    def makes_inside(self, number: int) -> bool:
        """Whether a function makes something on its way."""
        function = self.program.functions[number]
        return any(self.makes(function, each) for each in function.body)

    def keeps(self, function: ir.Function, body: Any) -> bool:
        """Whether statements put something that lies in the arena into a local that outlives them."""
        in_frame = dict(function.frame)
        return any(
            isinstance(each, (ir.SetLocal, ir.Do, ir.Roll, ir.Pick))
            and each.slot >= 0
            and each.slot not in in_frame
            and is_pointer(function.locals[each.slot])
            for statement in body
            for each in descend(statement)
        )

    def writes(self, number: int) -> frozenset[Part]:
        """The parts of the state that a function, with what it calls, may change; all zones as one."""
        known = self._writes.get(number)
        if known is None:
            known = self._writes[number] = together(self.facts.function(number).writes)
        return known

    def reads(self, node: Any) -> frozenset[Part]:
        """The parts that evaluating something reads."""
        known = self._reads.get(id(node))
        if known is None:
            known = self._reads[id(node)] = together(self.facts.of(node).reads)
        return known

    def lies_in(self, function: ir.Function, node: ir.Expr) -> frozenset[Part]:
        """The parts of the state in which the list, map or set that an expression gives may lie."""
        match node:
            case ir.Load():
                return frozenset((self.facts.part_of(node.base),)) if is_pointer(node.shape) else frozenset()
            case ir.Choice():
                return self.lies_in(function, node.then) | self.lies_in(function, node.other)
            case ir.Op(op="reveal"):
                return self.lies_in(function, node.args[0])
            case ir.Call():
                result = self.program.functions[node.function].result
                if result is None or not is_pointer(result):
                    return frozenset()
                found = together(self.facts.function(node.function).reads)
                return found.union(*[self.lies_in(function, each) for each in node.args])
        return frozenset()

    def written(self, number: int) -> list[tuple[int, int]]:
        """The stretches of cells that a function may write, in order."""
        layout = self.program.layout
        found: set[tuple[int, int]] = set()
        for part in self.facts.function(number).writes:
            if part[0] == "zones" or part == ALL_ZONES:
                arrays = (*layout.lists, (layout.zone_size, layout.zones))
                found.update([(first, first + count) for first, count in arrays])
            elif part == ("cell", ir.CELL_RNG_LOW):
                found.add((ir.CELL_RNG_HIGH, ir.CELL_RNG_LOW + 1))
            elif part[0] == "cell":
                found.add((part[1], part[1] + self._stored().get(part[1], 1)))
            elif part != NOTES:
                found.update(self.facts.cells_of(part))
        out: list[tuple[int, int]] = []
        for first, end in sorted(found):
            if first == end:
                continue
            if out and first <= out[-1][1]:
                out[-1] = out[-1][0], max(out[-1][1], end)
            else:
                out.append((first, end))
        return out

    def _stored(self) -> dict[int, int]:
        """By cell that belongs to no field: how many cells what is stored from there on can take."""
        if self._taken is None:
            self._taken = {}
            for function in self.program.functions:
                for each in descend(function):
                    if isinstance(each, ir.Store):
                        whole = isinstance(each.index, (type(None), ir.Const))
                        size = each.shape.cells if whole else self.program.layout.size - each.base
                        offset = each.index.value if isinstance(each.index, ir.Const) else 0
                        self._taken[each.base] = max(self._taken.get(each.base, 1), offset + size)
        return self._taken

    def notes_written(self, number: int) -> bool:
        """Whether a function may change the notes of positions."""
        return NOTES in self.facts.function(number).writes

    def asks_alike(self, decision: ir.Decision) -> bool:
        """Whether options of a decision stand for others."""
        bodies = [decision, *[self.program.functions[number] for number in asked_by(self.program, (decision,))]]
        return any(isinstance(each, ir.Emit) and each.alike is not None for body in bodies for each in descend(body))

    # ------------------------------------------------------------ values

    def never_none(self, function: ir.Function, node: ir.Expr) -> bool:
        """Whether a scalar is no negative number for certain."""
        match node:
            case ir.Const():
                return node.value >= 0
            case ir.Local():
                return node.slot in self._only_members(function)
            case ir.Op(op="some"):
                return node.place >= 0
        return False

    def _only_members(self, function: ir.Function) -> frozenset[int]:
        """The slots that only loops over members, or over numbers from 0 on, set."""
        known = self._members.get(id(function))
        if known is None:
            members: set[int] = set()
            others = set(function.params)
            codes: list[Any] = [function, *[each for each in self.program.decisions
                                            if self.program.functions[each.function] is function]]  # fmt: skip
            for code in codes:
                for each in descend(code):
                    for name in each.binds:
                        slot = getattr(each, name)
                        items = getattr(each, "items", None)
                        if isinstance(each, (ir.Region, ir.Costs)) or (
                            isinstance(each, (ir.For, ir.Clause)) and items is not None and self._gives_members(items)
                        ):
                            members.add(slot)
                        else:
                            others.add(slot)
            for decision in self.program.decisions:
                if self.program.functions[decision.function] is function:
                    others.update([slot for answer in decision.answers for slot in answer.slots])
            known = self._members[id(function)] = frozenset(members - others)
        return known

    def _gives_members(self, items: ir.Expr) -> bool:
        match items:
            case ir.Op():
                if items.op == "range":
                    return isinstance(items.args[0], ir.Const) and items.args[0].value >= 0
                return items.op in _FEW_NONE
            case ir.ConstList():
                return all(each >= 0 for each in items.values)
            case ir.Comp(word="list"):
                last = items.clauses[-1]
                return isinstance(items.element, ir.Local) and items.element.slot == last.slot and (
                    self._gives_members(last.items)
                )  # fmt: skip
            case ir.Table():
                rows = self.program.tables[items.table]
                return all(isinstance(row, tuple) and all(each >= 0 for each in row) for row in rows)
        return False


def together(parts: Iterable[Part]) -> frozenset[Part]:
    """The same with all zones as one."""
    return frozenset([ALL_ZONES if part[0] == "zones" else part for part in parts])


_COMPARISONS = ("_eq", "_ne", "_lt", "_le", "_gt", "_ge")
