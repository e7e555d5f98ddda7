"""The search for a missing option as functions of the program: for a host that has nothing but a module.

Each decision gets a function that goes through the statements that make its options, as `Runner.search` of the back
ends does: loops over the parameters of the wanted alternative skip the values that are not wanted, and where a
condition fails further inside than any before, that is logged. What is wanted stands in cells behind the state
(`Wanted`); what a line of the log means is said by its text (`Found`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from . import ir
from .shapes import Shapes
from .targets import Target, Targets
from .walk import descend

NUMBER = ir.ValueType("int")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The cells that say what is looked for, and how far it was found. `alternative`, then `depth`; `known` and `inner`
    are how many parameters were bound at the furthest, and how deep inside of conditions that was (-1 before a search);
    `other`: whether another option came out. By parameter: `fixed` is whether a value is asked for; `exact` the first
    cell of a list of the values that fit, of a parameter with many values of those of the one that fits; `alike` the
    same as `labels` of domains has them, and `room` how long these lists can be."""

    alternative: int
    depth: int
    known: int
    inner: int
    other: int
    fixed: tuple[int, ...]
    exact: tuple[int, ...]
    alike: tuple[int, ...]
    room: tuple[int, ...]
    end: int


@dataclass(frozen=True, slots=True)
class Found:
    """What a text of the log tells, with the values of these parameters: a condition at a `place` does not hold, with
    the `sort` and `subject` of a cost or limit, whose two `numbers` come behind the values where all may know them; or
    no value of the parameter `missing` is among those of its loop; or, without either, another option."""

    params: tuple[int, ...]
    place: int = -1
    sort: str = "condition"
    subject: int = -1
    numbers: bool = False
    missing: int = -1


@dataclass(frozen=True, slots=True)
class Searches:
    """The program with its searches: by decision the function, the cells, and what texts tell by their numbers."""

    program: ir.Program
    functions: tuple[int, ...]
    wanted: Wanted
    found: dict[int, Found]


def with_searches(program: ir.Program) -> Searches:
    """The program with a search for each decision."""
    return _Maker(program).run()


def labels(domain: ir.Domain) -> tuple[int, ...] | None:
    """What people read for members, by number: of pieces that are alike that of their group; None where each has a name
    of its own."""
    return domain.groups if domain.alike and domain.groups else None


class _Maker:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.targets, self.shapes = Targets(program), Shapes(program)
        self.tables, self.texts = list(program.tables), list(program.texts)
        self.functions: list[ir.Function | None] = list(program.functions)
        self.generators: dict[int, int] = {}
        self.found: dict[int, Found] = {}
        self._numbers: dict[Found | tuple[int, Found], int] = {}
        self._labels: dict[int, int | None] = {}
        self.wanted = self._cells()

    def run(self) -> Searches:
        numbers = tuple([self._decision(each) for each in self.program.decisions])
        layout = replace(self.program.layout, size=self.wanted.end)
        functions = tuple([each for each in self.functions if each is not None])
        made = replace(
            self.program, functions=functions, texts=tuple(self.texts), tables=tuple(self.tables), layout=layout
        )
        return Searches(made, numbers, self.wanted, self.found)

    def _cells(self) -> Wanted:
        """Where what is wanted lies: behind the state, with room for each parameter."""
        room: list[int] = []
        bodies = [(function, function.body) for function in self.program.functions if function.generator]
        bodies += [(self.program.functions[each.function], each.options) for each in self.program.decisions]
        for function, body in bodies:
            for node in [each for statement in body for each in descend(statement)]:
                if isinstance(node, ir.Emit):
                    kinds = [kind for _, kind in self.program.alternatives[node.alternative].params]
                    room += [1] * (len(kinds) - len(room))
                    for i, (kind, value) in enumerate(zip(kinds, node.args, strict=True)):
                        room[i] = max(room[i], self._room(kind, self.shapes.of(function, value)))
        first = self.program.layout.size
        lists = first + 5 + len(room)
        exact: list[int] = []
        alike: list[int] = []
        for each in room:
            exact.append(lists)
            alike.append(lists + 1 + each)
            lists += 2 * (1 + each)
        fixed = tuple(range(first + 5, first + 5 + len(room)))
        wanted, depth, known, inner, other = range(first, first + 5)
        return Wanted(wanted, depth, known, inner, other, fixed, tuple(exact), tuple(alike), tuple(room), lists)

    def _room(self, kind: ir.ValueType, shape: ir.Shape) -> int:
        if kind.many:
            return shape.size
        return 1 + (len(self.program.domains[kind.domain].names) if kind.kind == "member" else 2)

    # ------------------------------------------------------------ functions

    def _decision(self, decision: ir.Decision) -> int:
        function = self.program.functions[decision.function]
        first = ir.Load(ir.CELL_FRAME, None, ir.SCALAR)
        used = {each.slot for node in decision.options for each in descend(node) if isinstance(each, ir.Local)}
        stack = self.program.layout.stack
        unpacked = [
            ir.SetLocal(slot, ir.Load(stack, ir.Op("sub", (first, ir.Const(stack - offset))), function.locals[slot]))
            for slot, offset in function.frame if slot in used
        ]  # fmt: skip
        body = _Body(self, function, self.targets.of_body(decision.options))
        made = body.block(decision.options)
        self.functions.append(
            ir.Function(f"search {decision.name}", (), tuple(body.locals), None, decision.place, (*unpacked, *made))
        )
        return len(self.functions) - 1

    def generator(self, number: int) -> int:
        """The search in a function that makes options."""
        if number not in self.generators:
            function = self.program.functions[number]
            self.generators[number] = len(self.functions)
            self.functions.append(None)
            body = _Body(self, function, self.targets.of_function(number))
            body.known = [slot for slot in function.params if slot in body.slots]
            made = body.block(function.body)
            self.functions[self.generators[number]] = replace(
                function, name=f"search {function.name}", locals=tuple(body.locals), result=None, body=made,
                generator=False, memo=False,
            )  # fmt: skip
        return self.generators[number]

    # ------------------------------------------------------------ what is told

    def text(self, alternative: int, told: Found) -> int:
        """The number of the text that tells this of an alternative."""
        known = self._numbers.get((alternative, told))
        if known is None:
            params = self.program.alternatives[alternative].params
            kinds = [*[params[i][1] for i in told.params], *[NUMBER] * (2 * told.numbers)]
            known = self._numbers[alternative, told] = len(self.texts)
            self.texts.append(ir.Text(("",) * (len(kinds) + 1), tuple(kinds)))
            self.found[known] = told
        return known

    def labelled(self, kind: ir.ValueType) -> int | None:
        """The table of the labels of members, where they have others than their numbers."""
        if kind.kind != "member":
            return None
        if kind.domain not in self._labels:
            found = labels(self.program.domains[kind.domain])
            self._labels[kind.domain] = None if found is None else len(self.tables)
            self.tables += [] if found is None else [found]
        return self._labels[kind.domain]


class _Body:
    """Statements that make options, made into those that search. `slots`: the parameters that locals become; `known`:
    those of these locals that have a value."""

    def __init__(self, maker: _Maker, function: ir.Function, slots: dict[int, set[Target]]) -> None:
        self.maker, self.function, self.slots = maker, function, slots
        self.wanted, self.targets = maker.wanted, maker.targets
        self.locals = list(function.locals)
        self.known: list[int] = []

    def slot(self, shape: ir.Shape) -> int:
        """A new local."""
        self.locals.append(shape)
        return len(self.locals) - 1

    def block(self, body: Sequence[ir.Stmt]) -> tuple[ir.Stmt, ...]:
        """Statements, one after the other."""
        return tuple([made for each in body for made in self.statement(each)])

    def statement(self, node: ir.Stmt) -> Iterable[ir.Stmt]:
        """What becomes of one."""
        match node:
            case ir.Guard():
                return self._guard(node)
            case ir.For():
                return self._for(node)
            case ir.Emit():
                return self._emit(node)
            case ir.EmitFrom():
                return [ir.Do(self.maker.generator(node.function), node.args)]
            case ir.If():
                return [replace(node, then=self.block(node.then), other=self.block(node.other))]
            case ir.While():
                return [replace(node, body=self.block(node.body))]
        return [node]

    def _guard(self, node: ir.Guard) -> Iterable[ir.Stmt]:
        alternatives = sorted(self.targets.alternatives(node))
        if not alternatives:
            return [ir.If(node.test, self.block(node.body))]
        numbers: tuple[ir.Expr, ...] = ()
        if node.sort != "condition" and isinstance(node.test, ir.Op) and self.targets.is_open(node.test):
            numbers = node.test.args
        depth = self.wanted.depth
        inside = (_add(depth, 1), *self.block(node.body), _add(depth, -1))
        told = Found((), node.place, node.sort, node.subject, bool(numbers))
        failed = self._each(alternatives, lambda each: self._further(each, told, numbers))
        tested = ir.If(node.test, inside, failed)
        return [ir.If(_any([self._wants(each) for each in alternatives]), (tested,))]

    def _for(self, node: ir.For) -> Iterable[ir.Stmt]:
        alternatives = self.targets.alternatives(node)
        mapped = dict(sorted((a, i) for a, i in self.slots.get(node.slot, ()) if a in alternatives))
        if not mapped:
            return [replace(node, body=self.block(node.body))]
        taken = self.slot(ir.SCALAR)
        self.known.append(node.slot)
        inside = self.block(node.body)
        self.known.pop()
        value = ir.Local(node.slot)
        skipped = [
            _all([self._wants(a), _not(self._takes(a, i, value))]) for a, i in mapped.items()
        ]  # fmt: skip
        taking = ir.If(_not(_any(skipped)), (ir.SetLocal(taken, ir.Const(1)), *inside))

        def absent(each: int) -> Sequence[ir.Stmt]:
            i = mapped[each]
            return [ir.If(_cell(self.wanted.fixed[i]), tuple(self._further(each, Found((), missing=i), ())))]

        missing = ir.If(_not(ir.Local(taken)), self._each(list(mapped), absent))
        return [ir.SetLocal(taken, ir.Const(0)), replace(node, body=(taking,)), missing]

    def _emit(self, node: ir.Emit) -> Iterable[ir.Stmt]:
        many = range(len(node.args))
        if not node.args:
            return ()
        fits = _all([self._takes(node.alternative, i, node.args[i]) for i in many])
        told = ir.Log(self.maker.text(node.alternative, Found(tuple(many))), node.args)
        other = ir.If(_not(fits), (_put(self.wanted.other, ir.Const(1)), told))
        unknown = _all([self._wants(node.alternative), _not(_cell(self.wanted.other))])
        return [ir.If(unknown, (other,))]

    # ------------------------------------------------------------ parts

    def _wants(self, alternative: int) -> ir.Expr:
        return ir.Op("eq", (_cell(self.wanted.alternative), ir.Const(alternative)))

    def _each(self, alternatives: Sequence[int], make: Callable[[int], Sequence[ir.Stmt]]) -> tuple[ir.Stmt, ...]:
        """What is done for the alternative that is wanted."""
        return tuple([ir.If(self._wants(each), tuple(make(each))) for each in alternatives])

    def _further(self, alternative: int, told: Found, numbers: Sequence[ir.Expr]) -> Sequence[ir.Stmt]:
        """Tell it, where the search got further than ever before."""
        bound = {i: slot for slot in self.known for a, i in sorted(self.slots[slot]) if a == alternative}
        many, (known, inner, depth) = ir.Const(len(bound)), (self.wanted.known, self.wanted.inner, self.wanted.depth)
        deeper = _all([ir.Op("eq", (many, _cell(known))), ir.Op("gt", (_cell(depth), _cell(inner)))])
        values = [ir.Local(slot) for slot in bound.values()]
        text = self.maker.text(alternative, replace(told, params=tuple(bound)))
        return [ir.If(_any([ir.Op("gt", (many, _cell(known))), deeper]), (
            _put(known, many), _put(inner, _cell(depth)), ir.Log(text, (*values, *numbers)),
        ))]  # fmt: skip

    def _takes(self, alternative: int, i: int, value: ir.Expr) -> ir.Expr:
        """Whether a value is one that is wanted of a parameter."""
        kind = self.maker.program.alternatives[alternative].params[i][1]
        wanted, shape = self.wanted, self._shape(value)
        kept = ir.Shape("list", wanted.room[i], of=ir.SCALAR)
        exact, alike = ir.Load(wanted.exact[i], None, kept), ir.Load(wanted.alike[i], None, kept)
        if not kind.many:
            fits: ir.Expr = ir.Op("list_has", (exact, value))
        elif shape.kind == "map":
            return ir.Const(1)
        else:
            those = ir.Op("members", (value,)) if shape.kind == "set" else value
            fits = ir.Op("list_eq", (exact, those))
            table = self.maker.labelled(kind)
            if table is not None:
                each = self.slot(ir.SCALAR)
                own = ir.Comp("list", (ir.Clause(each, those, None),), ir.Table(table, ir.Local(each)))
                fits = _any([fits, ir.Op("list_eq", (alike, own))])
        return _any([_not(_cell(wanted.fixed[i])), fits])

    def _shape(self, value: ir.Expr) -> ir.Shape:
        return self.maker.shapes.of(self.function, value)


def _cell(number: int) -> ir.Expr:
    return ir.Load(number, None, ir.SCALAR)


def _put(number: int, value: ir.Expr) -> ir.Stmt:
    return ir.Store(number, None, value, ir.SCALAR)


def _add(number: int, value: int) -> ir.Stmt:
    return _put(number, ir.Op("add", (_cell(number), ir.Const(value))))


def _not(value: ir.Expr) -> ir.Expr:
    return ir.Op("not", (value,))


def _any(values: Sequence[ir.Expr]) -> ir.Expr:
    return values[0] if len(values) == 1 else ir.Op("or", tuple(values)) if values else ir.Const(0)


def _all(values: Sequence[ir.Expr]) -> ir.Expr:
    return values[0] if len(values) == 1 else ir.Op("and", tuple(values)) if values else ir.Const(1)
