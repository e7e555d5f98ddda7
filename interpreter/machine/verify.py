"""Checks that a program is whole, as `ir` says: a file from elsewhere may say anything.

Every number that names something (a local, function, block, table, text, place, cell) must name something that is
there, every operation must have its number of operands, calls may not be circular, and sizes must be such as a game
can have. What is left for a forged program is to play nonsense: it can neither reach the host nor hang it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..program import ir
from ..program.codec import ProgramFileError
from ..program.walk import bound_slots, descend
from .emit_expressions import COMP_WORDS

CELLS_MOST = 5_000_000
SIZE_MOST = 1_000_000

# The number of operands where it is not told by the description in `ir.OPS`: (least, most).
_MANY = 10_000
_OPERANDS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("min", "max"), (2, _MANY)), **dict.fromkeys(("and", "or"), (1, _MANY)),
    **dict.fromkeys(("list", "set"), (0, _MANY)), "list_concat": (1, _MANY), "zone_group_counts": (4, 4),
    **dict.fromkeys(("add", "sub", "mul", "div", "mod", "eq", "ne", "lt", "le", "gt", "ge", "range"), (2, 2)),
    **dict.fromkeys(("list_get", "list_first", "list_last", "list_has", "list_index", "list_add"), (2, 2)),
    **dict.fromkeys(("list_without", "list_count", "rotate", "rotate_after", "map_get", "map_fill"), (2, 2)),
    **dict.fromkeys(("set_has", "set_or", "set_and", "set_sub", "set_le", "set_add", "set_without"), (2, 2)),
    **dict.fromkeys(("set_first", "neighbors", "border", "parts"), (2, 2)),
    **dict.fromkeys(("zone_list", "zone_top", "zone_bottom"), (2, 2)),
    **dict.fromkeys(("clamp", "in_range", "list_slice", "list_with", "map_with", "part"), (3, 3)),
}  # fmt: skip
_ONE = (1, 1)

# Operands that must be constants, and what they number.
_TABLES = {"neighbors": 0, "border": 0, "parts": 0, "part": 0, "zone_group_counts": 2}
_BASES = {"zone_list": 1, "zone_top": 1, "zone_bottom": 1, "zone_group_counts": 1}
_DOMAINS = {"domain": 0, "domain_set": 0}


def verify(program: ir.Program) -> None:
    """Raise ProgramFileError if something in the program names nothing."""
    _Verifier(program).run()


def unset_slots(function: ir.Function) -> Iterator[tuple[int, int]]:
    """(block, slot) where a block of a waiting function reads a local that it neither sets nor finds in the frame."""
    kept = {slot for slot, _ in function.frame}
    arriving: dict[int, set[int]] = {}
    for block in function.blocks:
        if isinstance(block.end, ir.CallWait) and block.end.slot >= 0:
            arriving.setdefault(block.end.block, set()).add(block.end.slot)
    for number, block in enumerate(function.blocks):
        nodes = list(descend(block))
        known = kept | arriving.get(number, set()) | {slot for node in nodes for slot in bound_slots(node)}
        for node in nodes:
            if isinstance(node, ir.Local) and node.slot not in known:
                yield number, node.slot


class _Verifier:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.where = "the program"

    def run(self) -> None:
        program = self.program
        self.layout(program.layout)
        for i, function in enumerate(program.functions):
            self.where = f"function {i} ({function.name})"
            self.function(function)
        for i, decision in enumerate(program.decisions):
            self.where = f"decision {i} ({decision.name})"
            self.decision(decision)
        self.where = "the program"
        self.tables()
        self.acyclic()

    def need(self, fine: object, what: str) -> None:
        if not fine:
            raise ProgramFileError(f"the compiled program is damaged ({self.where}: {what}); compile the ruleset again")

    def number(self, value: int, of: Iterable[Any], what: str, none: bool = False) -> None:
        size = len(of)  # type: ignore[arg-type]
        self.need(0 <= value < size or (none and value == -1), f"there is no {what} {value}")

    # ------------------------------------------------------------ the parts

    def layout(self, layout: ir.Layout) -> None:
        self.need(ir.HEADER_CELLS <= layout.size <= CELLS_MOST, "its state has no size that a state can have")
        arrays = ((layout.zone_first, layout.zones), (layout.zone_last, layout.zones), (layout.zone_size, layout.zones),
                  (layout.piece_zone, layout.pieces), (layout.piece_next, layout.pieces),
                  (layout.piece_prev, layout.pieces), (layout.stack, ir.FRAME_HEAD))  # fmt: skip
        for start, count in arrays:
            self.need(start >= 0 and count >= 0 and start + count <= layout.size, "its zones lie outside the state")
        for name, cell in layout.options:
            self.cells(cell, 1)
            self.need(any(each.name == name for each in self.program.game_options), f"there is no option {name}")
        self.need(len(self.program.zone_ordered) == layout.zones, "zones are missing")
        self.need(len(self.program.zone_refill) == layout.zones, "zones are missing")
        for zone in self.program.zone_refill:
            self.number(zone, self.program.zone_ordered, "zone", none=True)

    def cells(self, base: int, count: int) -> None:
        self.need(base >= 0 and base + count <= self.program.layout.size, f"cell {base} is outside the state")

    def shape(self, shape: ir.Shape) -> None:
        least = -1 if shape.kind == "list" else 0
        self.need(least <= shape.size <= SIZE_MOST, "a value has no size that a value can have")

    def function(self, function: ir.Function) -> None:
        for shape in function.locals:
            self.shape(shape)
        self.number(function.place, self.program.places, "place", none=True)
        for slot in function.params:
            self.number(slot, function.locals, "local")
        for slot, offset in function.frame:
            self.number(slot, function.locals, "local")
            room = function.locals[slot].size >= 0 and offset >= ir.FRAME_HEAD
            self.need(room and offset + function.locals[slot].cells <= CELLS_MOST, f"local {slot} has no room")
        self.need(0 <= function.frame_size <= self.program.layout.size, "its frame has no room")
        self.need(bool(function.blocks) == function.waits, "it waits and has no blocks, or the other way round")
        for statement in function.body:
            self.node(statement, function, generator=function.generator)
        for block in function.blocks:
            self.node(block, function)
        for block_number, slot in unset_slots(function):
            self.need(False, f"block {block_number} reads local {slot}, which is not set")

    def decision(self, decision: ir.Decision) -> None:
        self.number(decision.function, self.program.functions, "function")
        function = self.program.functions[decision.function]
        self.need(function.waits, "it is asked by a function that does not wait")
        for node in (decision.decider, *decision.prompt_args):
            self.node(node, function)
        for statement in decision.options:
            self.node(statement, function, generator=True)
        self.text(decision.prompt, len(decision.prompt_args))
        self.number(decision.place, self.program.places, "place", none=True)
        for answer in decision.answers:
            self.number(answer.alternative, self.program.alternatives, "alternative")
            params = self.program.alternatives[answer.alternative].params
            self.need(len(answer.slots) in (0, len(params)), "an answer does not fit its alternative")
            self.number(answer.block, function.blocks, "block")
            for slot in answer.slots:
                self.number(slot, function.locals, "local")

    def text(self, number: int, values: int) -> None:
        self.number(number, self.program.texts, "text", none=True)
        self.need(number < 0 or len(self.program.texts[number].types) == values, f"text {number} has other values")

    def kind(self, kind: ir.ValueType) -> None:
        if kind.kind == "member":
            self.number(kind.domain, self.program.domains, "domain")

    def tables(self) -> None:
        program = self.program
        for text in program.texts:
            self.need(len(text.parts) == len(text.types) + 1, "a text has too many or too few values")
            for kind in text.types:
                self.kind(kind)
        for alternative in program.alternatives:
            self.number(alternative.place, program.places, "place", none=True)
            for _, kind in alternative.params:
                self.kind(kind)
        for each in program.fields:
            self.shape(each.shape)
            self.number(each.domain, program.domains, "domain", none=True)
            count = len(program.domains[each.domain].names) if each.domain >= 0 else 1
            self.cells(each.base, count * each.shape.cells)
            self.kind(each.type)
            self.visibility(each.visibility)
        for family in program.families:
            self.number(family.domain, program.domains, "domain")
            self.number(family.holder, program.domains, "domain", none=True)
            self.need(family.first >= 0 and family.first + family.count <= program.layout.zones, "a zone is not there")
            self.visibility(family.visibility)
        for option in program.game_options:
            self.kind(option.type)
        for domain in program.domains:
            self.need(not domain.present or len(domain.present) > program.max_players, "members are missing")
            for row in domain.present:
                for member in row:
                    self.number(member, domain.names, "member")
            self.need(len(domain.groups) in (0, len(domain.names)), "groups are missing")
            for group in domain.groups:
                self.number(group, domain.group_names, "group")
        self.need(1 <= program.min_players <= program.max_players, "it is for no number of players")
        self.number(program.player_domain, program.domains, "domain")
        self.need(len(program.domains[program.player_domain].names) >= program.max_players, "players are missing")
        scoring = program.scoring
        self.plain(program.init, 0)
        for function in scoring.report:
            self.plain(function, 1)
        for _, function in program.invariants:
            self.plain(function, 2, "scalar")
        for function in (scoring.score, *scoring.ties, *[function for _, function in scoring.items]):
            if function != -1:
                self.plain(function, 1, "scalar")
        if scoring.winners != -1:
            self.plain(scoring.winners, 0, "list")
        self.number(program.main, program.functions, "function")
        self.need(program.functions[program.main].waits, "its main function does not wait")

    def visibility(self, visibility: ir.Visibility) -> None:
        self.number(visibility.owners, self.program.tables, "table", none=True)
        if visibility.mode == "test":
            self.plain(visibility.function, 2, "scalar")

    def plain(self, number: int, params: int, result: str = "") -> None:
        self.number(number, self.program.functions, "function")
        function = self.program.functions[number]
        fine = not function.waits and not function.generator and len(function.params) == params
        if result:
            fine = fine and function.result is not None and function.result.kind == result
        self.need(fine, f"{function.name} cannot be called")

    # ------------------------------------------------------------ nodes

    def node(self, node: Any, function: ir.Function, generator: bool = False) -> None:
        for each in descend(node):
            self.one(each, function, generator)

    def one(self, node: Any, function: ir.Function, generator: bool) -> None:
        for slot in (*bound_slots(node), *((node.slot,) if isinstance(node, ir.Local) else ())):
            self.number(slot, function.locals, "local", none=isinstance(node, ir.Do))
        self.number(getattr(node, "place", -1), self.program.places, "place", none=True)
        match node:
            case ir.Op():
                self.operation(node)
            case ir.Const():
                self.need(ir.NO_INT <= node.value <= ir.INT_MAX, "a number does not fit")
            case ir.ConstSet():
                self.need(all(0 <= each < SIZE_MOST for each in node.members), "a set has such members")
            case ir.Load() | ir.Store():
                self.shape(node.shape)
                self.need(node.shape.size >= 0, "a list without a bound is stored")
                self.need(-CELLS_MOST <= node.base < self.program.layout.size, "a cell is outside the state")
            case ir.Table():
                self.number(node.table, self.program.tables, "table")
            case ir.Comp():
                self.need(node.word in COMP_WORDS and node.clauses, f"there is no {node.word}")
                self.need(0 <= node.size <= SIZE_MOST, "a value has no size that a value can have")
                self.need(node.key is not None or node.word != "map", "a map has no keys")
                by = node.word in ("best", "leaders", "sorted", "ranks")
                self.need((node.by is not None) == by, f"{node.word} has or has not a `by`")
            case ir.Region() | ir.Costs():
                self.need(0 <= node.size <= SIZE_MOST, "a value has no size that a value can have")
            case ir.Call() | ir.Do():
                self.call(node.function, node.args, waits=False, generator=False)
            case ir.Guard() if node.sort != "condition":
                compares = "ge" if node.sort == "cost" else "lt"
                fine = isinstance(node.test, ir.Op) and node.test.op == compares
                self.need(fine, f"a {node.sort} is not a comparison")
                self.need(node.subject >= 0, f"a {node.sort} has no subject")
                self.text(node.subject, 0)
            case ir.EmitFrom():
                self.need(generator, "options are made where there are none")
                self.call(node.function, node.args, waits=False, generator=True)
            case ir.Emit():
                self.need(generator, "options are made where there are none")
                self.number(node.alternative, self.program.alternatives, "alternative")
                params = self.program.alternatives[node.alternative].params
                self.need(len(params) == len(node.args), "an option has other parameters")
            case ir.CallWait():
                self.call(node.function, node.args, waits=True, generator=False)
                self.number(node.slot, function.locals, "local", none=True)
                self.number(node.block, function.blocks, "block")
            case ir.Jump():
                self.number(node.block, function.blocks, "block")
            case ir.Fork():
                self.number(node.yes, function.blocks, "block")
                self.number(node.no, function.blocks, "block")
            case ir.Ask():
                self.number(node.decision, self.program.decisions, "decision")
                self.number(node.otherwise, function.blocks, "block", none=True)
                asked = self.program.decisions[node.decision].function
                self.number(asked, self.program.functions, "function")
                self.need(self.program.functions[asked] is function, "a decision is asked by another function")
            case ir.Log() | ir.Fault():
                self.text(node.text, len(node.args))
            case ir.Roll():
                self.need(1 <= node.sides <= ir.INT_MAX, "there is no such die")
                self.number(node.purpose, self.program.texts, "text", none=True)

    def operation(self, node: ir.Op) -> None:
        self.need(node.op in ir.OPS, f"there is no operation {node.op}")
        least, most = _OPERANDS.get(node.op, _ONE)
        self.need(least <= len(node.args) <= most, f"{node.op} has {len(node.args)} operands")
        for known, of in ((_TABLES, self.program.tables), (_DOMAINS, self.program.domains)):
            if node.op in known:
                operand = node.args[known[node.op]]
                self.need(isinstance(operand, ir.Const), f"{node.op} does not say of what")
                assert isinstance(operand, ir.Const)
                self.number(operand.value, of, "table or domain")
        if node.op in _BASES:
            self.need(isinstance(node.args[_BASES[node.op]], ir.Const), f"{node.op} does not say of what")
        if node.op == "map_fill":
            size = node.args[0]
            self.need(isinstance(size, ir.Const) and 0 <= size.value <= SIZE_MOST, "a map has no size")

    def call(self, number: int, args: tuple[ir.Expr, ...], *, waits: bool, generator: bool) -> None:
        self.number(number, self.program.functions, "function")
        called = self.program.functions[number]
        self.need(called.waits == waits and called.generator == generator, f"{called.name} cannot be called here")
        self.need(len(called.params) == len(args), f"{called.name} is called with {len(args)} values")

    def acyclic(self) -> None:
        """Calls may not be circular."""
        calls: list[set[int]] = []
        for function in self.program.functions:
            inside = [node for part in (*function.body, *function.blocks) for node in descend(part)]
            calls.append({
                node.function for node in inside if isinstance(node, (ir.Call, ir.Do, ir.EmitFrom, ir.CallWait))
            })  # fmt: skip
        for decision in self.program.decisions:
            inside = [node for part in (decision.decider, *decision.options) for node in descend(part)]
            called = [node.function for node in inside if isinstance(node, (ir.Call, ir.EmitFrom))]
            calls[decision.function].update(called)
        done: set[int] = set()
        for start in range(len(calls)):
            path: list[tuple[int, Iterator[int]]] = [(start, iter(calls[start]))]
            open_ = {start}
            while path:
                at, rest = path[-1]
                following = next(rest, None)
                if following is None:
                    path.pop()
                    open_.discard(at)
                    done.add(at)
                elif following not in done:
                    self.need(following not in open_, f"{self.program.functions[following].name} calls itself")
                    open_.add(following)
                    path.append((following, iter(calls[following])))
