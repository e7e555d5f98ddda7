"""Refuses every program that is not whole and well typed, so that a back end may trust what it reads.

A compiled file may say anything. Every number that names something (a local, function, block, table, text, place, cell)
must name something that is there; every value has the shape that its place needs (see `shapes`); a local is read only
where it was set; a function with a result gives one on every path; calls are not circular, and sizes are such as a game
can have. What is left for a forged program is to play nonsense: it can neither reach the host nor hang it.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import Any, NoReturn

from . import ir, limits
from .assigned import Unset, arriving, check_block, check_code, check_plain
from .blocks import frame_size, stack_depth
from .calls import Circular, called_first
from .codec import ProgramFileError
from .ir.node import numbers_in
from .ir.shapes import SCALAR, Shape
from .shapes import COMP_BY, COMP_WORDS, IllShaped, Shapes, fits
from .walk import descend


def validate(program: ir.Program) -> None:
    """Raise ProgramFileError, which says in which function and what, unless the program is whole and well typed."""
    _Validator(program).run()


_SIZE = "a value has no size that a value can have"


class CodeRules:
    """Judges code piece by piece. `where` is what it stands in, for the message."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.where = "the program"
        self.shapes = Shapes(program)

    def need(self, fine: object, what: str) -> None:
        """Refuse the program unless this is so."""
        if not fine:
            self.wrong(what)

    def wrong(self, what: str) -> NoReturn:
        """Refuse the program."""
        raise ProgramFileError(f"the compiled program is damaged ({self.where}: {what}); compile the ruleset again")

    def number(self, value: int, of: Sized, what: str, none: bool = False) -> None:
        """A number names something that is there."""
        self.need(0 <= value < len(of) or (none and value == -1), f"there is no {what} {value}")

    def numbers(self, part: object, function: ir.Function | None = None) -> None:
        """All numbers of things in a node of a function, or in a row of a table, name something that is there."""
        for name, what in numbers_in(part):
            sort = what.removesuffix("?")
            there = getattr(function if sort in ("local", "block") else self.program, f"{sort}s")
            self.number(getattr(part, name), there, sort, none=sort != what)

    def shape(self, shape: ir.Shape) -> None:
        """A shape is whole."""
        self.need(0 <= shape.size <= limits.SIZE_MOST, _SIZE)
        if shape.of is not None:
            self.need(shape.kind in ("list", "map"), "a value holds what it cannot hold")
            self.shape(shape.of)
        else:
            self.need(shape.kind != "map" and (shape.kind != "list" or shape.size == 0), "a list holds nothing known")

    def types(self, number: int, name: str) -> Sequence[ir.ValueType]:
        """The types of the values of an alternative or a text."""
        if name == "alternative":
            return [kind for _, kind in self.program.alternatives[number].params]
        return self.program.texts[number].types if number >= 0 else ()

    def text(self, number: int, name: str, values: int) -> None:
        """A text (or an alternative, which is judged already) is there, and has so many values."""
        if name != "alternative":
            self.number(number, self.program.texts, "text", none=True)
        self.need(number < 0 or len(self.types(number, name)) == values, f"text {number} has other values")

    def node(self, node: Any, function: ir.Function, generator: bool = False) -> None:
        """Judge a function or a decision in it. Names come first: the shapes rely on them."""
        for each in descend(node):
            self.names(each, function, generator)
        self.shapes.inside = function
        try:
            for each in descend(node):
                if not isinstance(each, (ir.Expr, ir.Clause)):
                    self.typed(each, function)
        except IllShaped as fault:
            self.wrong(str(fault))

    def names(self, node: Any, function: ir.Function, generator: bool) -> None:
        """What one node names is there, and its numbers are such as they can be."""
        self.need(generator or node.does != "emits", "options are made where there are none")
        self.numbers(node, function)
        for values, name in node.shows:
            self.text(getattr(node, name), name, len(getattr(node, values)))
        match node:
            case ir.Const() | ir.ConstList():
                numbers = node.values if isinstance(node, ir.ConstList) else (node.value,)
                self.need(all(ir.NO_INT <= each <= ir.INT_MAX for each in numbers), "a number does not fit")
            case ir.Op() | ir.Region() | ir.Costs() | ir.ConstSet() | ir.Comp():
                self.need(0 <= node.size <= limits.SIZE_MOST, _SIZE)
        match node:
            case ir.ConstSet():
                self.need(all(0 <= each < node.size for each in node.members), "a set has such members")
            case ir.Load() | ir.Store():
                self.shape(node.shape)
                self.need(node.shape.storable, "a list of lists is stored")
                self.need(-limits.CELLS_MOST <= node.base < self.program.layout.size, "a cell is outside the state")
            case ir.Comp():
                self.need(node.word in COMP_WORDS and node.clauses, f"there is no {node.word}")
                self.need((node.key is not None) == (node.word == "map"), f"{node.word} has or has not a key")
                self.need((node.by is not None) == (node.word in COMP_BY), f"{node.word} has or has not a `by`")
            case ir.Guard() if node.sort != "condition":
                compares = "ge" if node.sort == "cost" else "lt"
                fine = isinstance(node.test, ir.Op) and node.test.op == compares
                self.need(fine, f"a {node.sort} is not a comparison")
                self.need(node.subject >= 0, f"a {node.sort} has no subject")
                self.text(node.subject, "subject", 0)
            case ir.Call() | ir.Do() | ir.EmitFrom() | ir.CallWait():
                called = self.program.functions[node.function]
                waits, generates = isinstance(node, ir.CallWait), isinstance(node, ir.EmitFrom)
                fine = called.waits == waits and called.generator == generates
                self.need(fine, f"{called.name} cannot be called here")
                fine = len(called.params) == len(node.args)
                self.need(fine, f"{called.name} is called with {len(node.args)} values")
            case ir.Ask():
                asked = self.program.decisions[node.decision].function
                self.number(asked, self.program.functions, "function")
                self.need(self.program.functions[asked] is function, "a decision is asked by another function")
            case ir.Roll():
                self.need(1 <= node.sides <= ir.INT_MAX, "there is no such die")

    def typed(self, node: Any, function: ir.Function) -> None:
        """The values of a statement, or of the end of a block, have the shapes that it needs."""
        shapes = self.shapes
        shapes.needs(node)
        match node:
            case ir.SetLocal():  # in a frame it is tested whether a list has room
                shapes.demand(function.locals[node.slot], node.value, long=node.slot in dict(function.frame))
            case ir.Store():
                shapes.demand(node.shape, node.value, long=node.place >= 0)
            case ir.Return() | ir.Finish():
                self.result(node, function)
            case ir.Do() | ir.EmitFrom() | ir.CallWait():
                self.called(node, function)
            case ir.Roll():
                dice = SCALAR if node.count is None else Shape("list", of=SCALAR)
                self.need(fits(function.locals[node.slot], dice), f"local {node.slot} cannot hold dice")
        for values, name in node.shows:
            for kind, value in zip(self.types(getattr(node, name), name), getattr(node, values), strict=False):
                self.printed(kind, value, function)

    def result(self, node: ir.Return | ir.Finish, function: ir.Function) -> None:
        """A function gives back what it promises; at its end a waiting one need not."""
        if node.value is None:
            self.need(function.result is None or isinstance(node, ir.Finish), "it gives nothing back")
            return
        self.need(function.result is not None, "it gives something back")
        assert function.result is not None
        self.shapes.demand(function.result, node.value)

    def called(self, node: ir.Do | ir.EmitFrom | ir.CallWait, function: ir.Function) -> None:
        """The values of a call fit, and a result fits the local that it is kept in."""
        called = self.program.functions[node.function]
        self.shapes.arguments(called, node.args)
        if isinstance(node, ir.EmitFrom) or node.slot < 0:
            return
        fine = called.result is not None and fits(function.locals[node.slot], called.result)
        if isinstance(node, ir.CallWait):
            fine = fine and function.locals[node.slot].kind == "scalar"
        self.need(fine, f"{called.name} gives nothing that local {node.slot} can hold")

    def printed(self, kind: ir.ValueType, value: ir.Expr, function: ir.Function) -> None:
        """A value that is shown: of `many` a list, a set or a map of scalars, else a scalar."""
        shape = self.shapes.of(function, value)
        listed = shape.kind == "list" and (shape.of is None or shape.of.kind == "scalar")
        fine = (listed or shape.kind in ("set", "map")) if kind.many else shape.kind == "scalar"
        self.need(fine, "a value is shown as what it is not")


class _Validator(CodeRules):
    def run(self) -> None:
        program = self.program
        self.layout(program.layout)
        for judge in (self.head, self.code):  # callers rely on the heads of what they call
            for i, function in enumerate(program.functions):
                self.where = f"function {i} ({function.name})"
                judge(function)
        for i, decision in enumerate(program.decisions):
            self.where = f"decision {i} ({decision.name})"
            self.decision(decision)
        for i, function in enumerate(program.functions):
            self.where = f"function {i} ({function.name})"
            self.assigned(function)
        self.where = "the program"
        self.tables()
        self.acyclic()
        room = program.layout.size - program.layout.stack
        self.need(stack_depth(program.functions, program.main) <= room, "its stack has no room")

    # ------------------------------------------------------------ the parts

    def layout(self, layout: ir.Layout) -> None:
        self.need(ir.HEADER_CELLS <= layout.size <= limits.CELLS_MOST, "its state has no size that a state can have")
        for start, count in (*layout.lists, (layout.zone_size, layout.zones), (layout.stack, ir.FRAME_HEAD)):
            self.need(start >= 0 and count >= 0 and start + count <= layout.size, "its zones lie outside the state")
        for name, cell in layout.options:
            self.cells(cell, 1)
            self.need(any(each.name == name for each in self.program.game_options), f"there is no option {name}")
        self.need(len(self.program.zone_ordered) == layout.zones, "zones are missing")
        self.need(len(self.program.zone_refill) == layout.zones, "zones are missing")
        for zone in self.program.zone_refill:
            self.number(zone, self.program.zone_ordered, "zone", none=True)

    def forms(self, domain: ir.Domain) -> None:
        """Every game that can be begun has a form, and every form its members."""
        if not domain.axes:
            self.need(not domain.present or len(domain.present) > self.program.max_players, "members are missing")
            return
        bounds = {ir.CELL_PLAYERS: (self.program.min_players, self.program.max_players)}
        options = {each.name: each for each in self.program.game_options}
        for name, cell in self.program.layout.options:
            chosen = options[name]
            if chosen.type.kind == "member":
                self.number(chosen.type.domain, self.program.domains, "domain")
                bounds[cell] = 0, len(self.program.domains[chosen.type.domain].names) - 1
            else:
                bounds[cell] = (0, 1) if chosen.type.kind == "bool" else (chosen.low, chosen.high)
        forms = 1
        for each in domain.axes:
            low, high = bounds.get(each.cell, (ir.INT_MIN, ir.INT_MAX))
            self.need(each.low <= low and high < each.low + each.many, "a form depends on what may be anything")
            forms *= each.many
        self.need(len(domain.present) == forms, "forms are missing")

    def cells(self, base: int, count: int) -> None:
        self.need(base >= 0 and base + count <= self.program.layout.size, f"cell {base} is outside the state")

    def head(self, function: ir.Function) -> None:
        for shape in function.locals:
            self.shape(shape)
        for slot in function.params:
            self.number(slot, function.locals, "local")
        if function.result is not None:
            self.shape(function.result)
        self.frame(function)

    def code(self, function: ir.Function) -> None:
        self.need(bool(function.blocks) == function.waits, "it waits and has no blocks, or the other way round")
        self.need(not (function.body and function.blocks), "it has a body and blocks")
        self.node(function, function, generator=function.generator and not function.waits)

    def frame(self, function: ir.Function) -> None:
        """Locals kept over a decision: each has cells of its own."""
        end = ir.FRAME_HEAD
        for slot, offset in function.frame:
            self.number(slot, function.locals, "local")
            shape = function.locals[slot]
            self.need(shape.storable and offset >= end, f"local {slot} has no room")
            end = offset + shape.cells
        self.need(frame_size(function) == max(function.frame_size, ir.FRAME_HEAD), "its frame has no room")
        self.need(not function.waits or end <= limits.CELLS_MOST, "its frame has no room")

    def assigned(self, function: ir.Function) -> None:
        """Every local that is read was set."""
        try:
            if not function.waits:
                check_plain(function)
                return
            kept = {slot for slot, _ in function.frame}
            results = arriving(self.program, function)
            for number, block in enumerate(function.blocks):
                check_block(block, kept | {results.get(number, -1)})
        except Unset as fault:
            self.wrong(str(fault))

    def decision(self, decision: ir.Decision) -> None:
        self.number(decision.function, self.program.functions, "function")
        function = self.program.functions[decision.function]
        self.need(function.waits, "it is asked by a function that does not wait")
        self.node(decision, function, generator=True)
        try:
            kept = {slot for slot, _ in function.frame}
            check_code((decision.decider, *decision.prompt_args, *decision.options), kept)
        except Unset as fault:
            self.wrong(str(fault))
        for answer in decision.answers:
            self.numbers(answer, function)
            params = self.program.alternatives[answer.alternative].params
            self.need(len(answer.slots) in (0, len(params)), "an answer does not fit its alternative")
            for slot in answer.slots:
                self.number(slot, function.locals, "local")

    def kind(self, kind: ir.ValueType) -> None:
        if kind.kind == "member":
            self.number(kind.domain, self.program.domains, "domain")

    def tables(self) -> None:
        program = self.program
        for text in program.texts:
            self.need(len(text.parts) == len(text.types) + 1, "a text has too many or too few values")
            for kind in text.types:
                self.kind(kind)
        holders: list[ir.StateField | ir.ZoneFamily] = [*program.fields, *program.families]
        for part in (program, program.scoring, *program.alternatives, *holders, *[each.visibility for each in holders]):
            self.numbers(part)
        for alternative in program.alternatives:
            for _, kind in alternative.params:
                self.kind(kind)
            for number in alternative.secrets:
                self.number(number, alternative.params, "parameter")
            for function in (alternative.announce, alternative.effects):
                if function >= 0:
                    self.plain(function, len(alternative.params))
        for each in program.fields:
            self.shape(each.shape)
            self.cells(each.base, program.holders(each) * each.shape.cells)
            self.kind(each.type)
            self.visibility(each.visibility)
        for family in program.families:
            self.need(family.first >= 0 and family.first + family.count <= program.layout.zones, "a zone is not there")
            self.visibility(family.visibility)
        for back in program.backs:
            self.need(0 <= back.field < len(program.fields), "a back is of no field")
            if back.means >= 0:
                self.plain(back.means, 1, "scalar")
        for face in program.faces:
            self.number(face.domain, program.domains, "domain")
            self.plain(face.function, 2, "scalar")
        for option in program.game_options:
            self.kind(option.type)
        for domain in program.domains:
            self.forms(domain)
            for row in domain.present:
                for member in row:
                    self.number(member, domain.names, "member")
            self.need(len(domain.groups) in (0, len(domain.names)), "groups are missing")
            for group in domain.groups:
                self.number(group, domain.group_names, "group")
        self.need(1 <= program.min_players <= program.max_players, "it is for no number of players")
        self.need(len(program.domains[program.player_domain].names) >= program.max_players, "players are missing")
        scoring = program.scoring
        self.plain(program.init, 0)
        for function in scoring.report:
            self.plain(function, 1)
        for _, function in program.invariants:
            self.plain(function, 2, "scalar")
        for function in (scoring.score, scoring.place, *scoring.ties, *[function for _, function in scoring.items]):
            if function != -1:
                self.plain(function, 1, "scalar")
        for _, function in program.features.items:
            self.plain(function, 1, "scalar")
        if program.features.every != -1:
            self.plain(program.features.every, 1, "list")
        for position in program.positions:
            if position.noting != -1:
                self.plain(position.noting, 0)
        if scoring.winners != -1:
            self.plain(scoring.winners, 0, "list")
        for function in (scoring.draw, scoring.sharing):
            if function != -1:
                self.plain(function, 0, "scalar")
        seats = len(program.domains[program.player_domain].names)
        self.need(len(scoring.teams) in (0, seats), "teams are missing")
        if scoring.teams:
            self.need(scoring.team_domain != -1, "teams are of no kind")
        for team in scoring.teams:
            self.number(team, program.domains[scoring.team_domain].names, "team")
        last = scoring.outcomes + len(program.domains[program.player_domain].names)
        fine = scoring.outcomes == -1 or 0 <= scoring.outcomes <= last <= program.layout.stack
        self.need(fine, "outcomes are missing")
        self.need(program.functions[program.main].waits, "its main function does not wait")

    def visibility(self, visibility: ir.Visibility) -> None:
        if visibility.mode == "test":
            self.plain(visibility.function, 2, "scalar")

    def plain(self, number: int, params: int, result: str = "") -> None:
        self.number(number, self.program.functions, "function")
        function = self.program.functions[number]
        fine = not function.waits and not function.generator and len(function.params) == params
        if result:
            fine = fine and function.result is not None and function.result.kind == result
        self.need(fine, f"{function.name} cannot be called")

    def acyclic(self) -> None:
        """Calls may not be circular."""
        try:
            called_first(self.program)
        except Circular as found:
            self.wrong(f"{self.program.functions[found.number].name} calls itself")
        for function in self.program.functions:
            if function.depth:
                counts = function.waits and _counts(function)
                self.need(counts, f"{function.name} does not count how often it is called inside itself")


def _counts(function: ir.Function) -> bool:
    """Whether a function that may be called inside itself begins with a fault where there are too many of it, and adds
    itself to them. What notes beside it that the place was passed (a constant in a cell of its own) does no harm."""
    steps = [each for each in function.blocks[0].body if isinstance(each, (ir.If, ir.Store))]
    match [each for each in steps if not (isinstance(each, ir.Store) and isinstance(each.value, ir.Const))][:2]:
        case [
            ir.If(ir.Op("ge", (ir.Load(cell, None), ir.Const(most))), (*_, ir.Fault())),
            ir.Store(base, None, ir.Op("add", (ir.Load(added, None), ir.Const(1)))) as adding,
        ]:
            others = all(each.base != cell for each in steps[: steps.index(adding)] if isinstance(each, ir.Store))
            return others and cell == base == added and most <= function.depth
    return False
