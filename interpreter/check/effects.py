"""Effects: from statements to lowered form. Faults are reported and leave the statement out; the rest is still checked."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import INT, INT_MAX, UNKNOWN, Type, accepts, interval, list_of, member, same_family
from ..program import ir
from .body import Body, Typed, Zone, facts_of, path_key
from .expressions import Expressions, add, times
from .waits import CallStmt, waits
from .world import FieldInfo, World

PURE = (nodes.Let, nodes.Assign, nodes.If, nodes.For, nodes.Repeat, nodes.Return, nodes.Word, nodes.Fail)


def assigned_names(statements: Sequence[nodes.Stmt]) -> set[str]:
    """The bare names that are assigned to (or added to) anywhere inside."""
    names: set[str] = set()
    for statement in statements:
        target = statement.target if isinstance(statement, (nodes.Assign, nodes.AddTo)) else None
        while isinstance(target, (nodes.Index,)):
            target = target.value
        if isinstance(target, nodes.Name):
            names.add(target.name)
        for body in bodies(statement):
            names |= assigned_names(body)
    return names


def bodies(statement: nodes.Stmt) -> list[tuple[nodes.Stmt, ...]]:
    """The blocks inside a statement."""
    match statement:
        case nodes.If():
            return [*(body for _, body in statement.branches), statement.other]
        case nodes.For() | nodes.Repeat() | nodes.Loop():
            return [statement.body]
        case nodes.ChooseBranch():
            return [branch.body for branch in statement.branches]
    return []


def leaves(statements: Sequence[nodes.Stmt]) -> bool:
    """Whether the end of the block can never be reached."""
    if not statements:
        return False
    match statements[-1]:
        case nodes.Return() | nodes.Fail():
            return True
        case nodes.Word(word=word):
            return word in ("break", "continue")
        case nodes.If() as each:
            return bool(each.other) and leaves(each.other) and all(leaves(body) for _, body in each.branches)
        case nodes.ChooseBranch() as choice:
            return all(leaves(branch.body) for branch in choice.branches)
        case nodes.Loop(test=None) as loop:
            return not _breaks(loop.body)
    return False


def _breaks(statements: Sequence[nodes.Stmt]) -> bool:
    for statement in statements:
        if isinstance(statement, nodes.Word) and statement.word == "break":
            return True
        if not isinstance(statement, (nodes.For, nodes.Repeat, nodes.Loop)) and any(_breaks(b) for b in bodies(statement)):
            return True
    return False


class Effects:
    """Lowers the statements of one body."""

    def __init__(self, world: World, body: Body) -> None:
        self.world = world
        self.body = body
        self.expressions = Expressions(world, body)

    # ------------------------------------------------------------ blocks

    def block(self, statements: Sequence[nodes.Stmt]) -> list[ir.Stmt]:
        """A block without a scope of its own."""
        lowered: list[ir.Stmt] = []
        for statement in statements:
            if self.body.pure and not isinstance(statement, PURE):
                self.world.error(messages.impure(statement.span))
                continue
            lowered.extend(self.statement(statement))
        return lowered

    def inner(self, statements: Sequence[nodes.Stmt]) -> tuple[ir.Stmt, ...]:
        """A block with its own scope."""
        with self.body.scope():
            return tuple(self.block(statements))

    def statement(self, node: nodes.Stmt) -> list[ir.Stmt]:
        """One statement."""
        match node:
            case nodes.Let():
                return self.let(node)
            case nodes.Assign():
                return self.assign(node)
            case nodes.DoStmt():
                return self.do(node.call, -1)
            case nodes.Return():
                return self.return_(node)
            case nodes.If():
                return self.if_(node)
            case nodes.For():
                return self.for_(node)
            case nodes.Repeat() | nodes.Loop():
                return self.loop(node)
            case nodes.Word():
                return self.word(node)
            case nodes.Move() | nodes.MoveAll() | nodes.Draw() | nodes.Shuffle():
                return self.pieces(node)
            case nodes.AddTo():
                return self.add_to(node)
            case nodes.Roll() | nodes.Pick():
                return self.chance(node)
            case nodes.Choose() | nodes.ChooseBranch() | nodes.Offer():
                return self.choice(node)
            case nodes.Activate():
                from .adjustments import activate

                return activate(self, node)
            case nodes.End():
                return self.end(node)
            case nodes.Log():
                text = self.expressions.template(node.text)
                return [] if text is None else [ir.Log(*text)]
            case nodes.Fail():
                text = self.expressions.template(node.text)
                return [] if text is None else [ir.Fault(self.body.place(node.span), *text)]
        raise AssertionError(f"unknown statement {type(node).__name__}")

    # ------------------------------------------------------------ locals

    def let(self, node: nodes.Let) -> list[ir.Stmt]:
        """`let x: T = e`, `let x = do p()`."""
        declared = self.declared(node.type)
        if node.type is not None and declared is None:
            return []
        if isinstance(node.value, nodes.Do):
            result = self.result_of(node.value)
            if result is None:
                self.body.bind(node.name, declared or UNKNOWN, node.name_span, True)
                return []
            type_ = declared or result
            if not accepts(type_, result):
                self.expressions.error_type(self.world.show(type_), result, node.value.span)
                return []
            variable = self.body.bind(node.name, type_, node.name_span, node.name in self.body.assigned)
            return self.do(node.value, variable.slot)
        typed = self.expressions.expr(node.value, declared)
        if typed is None:
            self.body.bind(node.name, declared or UNKNOWN, node.name_span, True)
            return []
        if declared is None and typed.type.kind in ("empty", "none", "text"):
            self.world.error(messages.no_type(f"`{node.name}`", node.name_span))
            self.body.bind(node.name, UNKNOWN, node.name_span, True)
            return []
        mutable = node.name in self.body.assigned
        type_ = declared or (typed.type.widened() if mutable else typed.type)
        expr = self.expressions.coerce(typed, type_, node.value.span)
        variable = self.body.bind(node.name, type_, node.name_span, mutable)
        if type_.optional and not typed.type.optional and typed.type.kind != "none":
            self.body.learn({("name", node.name)})
        return [] if expr is None else [ir.SetLocal(variable.slot, expr)]

    def declared(self, node: nodes.TypeExpr | None) -> Type | None:
        """A written type of a local."""
        if node is None:
            return None
        from .constants import Constants

        return Constants(self.world).resolve(node)

    def assign(self, node: nodes.Assign) -> list[ir.Stmt]:
        """`target = e`, `+=`, `-=`."""
        target = node.target
        if isinstance(node.value, nodes.Do):
            result = self.result_of(node.value)
            if result is None:
                return []
            slot = self.body.slot(result, node.span)
            return [*self.do(node.value, slot), *self.store(target, Typed(ir.Local(slot), result), node.value.span)]
        if node.op == "=":
            current = self.target_type(target)
            if current is None:
                return []
            typed = self.expressions.expr(node.value, current)
            return [] if typed is None else self.store(target, typed, node.value.span)
        old = self.expressions.expr(target)
        if old is None:
            return []
        op = "+" if node.op == "+=" else "-"
        if old.type.kind in ("set", "list"):
            whole = nodes.Binary(node.span, "|" if op == "+" and old.type.kind == "set" else op, target, node.value)
            combined = self.expressions.expr(whole)
        else:
            combined = self.expressions.expr(nodes.Binary(node.span, op, target, node.value))
        return [] if combined is None else self.store(target, combined, node.span)

    def target_type(self, target: nodes.Expr) -> Type | None:
        """The type that a target holds, or None (reported)."""
        if isinstance(target, nodes.Name):
            variable = self.body.find(target.name)
            if variable is not None:
                return variable.type
            symbol = self.world.symbols.get(target.name)
            if symbol is not None and isinstance(symbol.info, FieldInfo):
                return symbol.info.type
        typed = self.expressions.plain(target)
        return None if typed is None else typed.type

    def store(self, target: nodes.Expr, typed: Typed, span: Span) -> list[ir.Stmt]:
        """Writes a value to a local, a field, or an entry of a map or list."""
        e, world = self.expressions, self.world
        if isinstance(target, nodes.Name):
            variable = self.body.find(target.name)
            if variable is not None:
                return self.store_local(target, typed, span)
            symbol = world.symbols.get(target.name)
            if symbol is not None and isinstance(symbol.info, FieldInfo):
                return self.store_field(symbol.info, None, typed, span, target)
            if symbol is None and target.name not in world.entities:
                e.expr(target)
                return []
        if isinstance(target, nodes.Attribute):
            holder = e.expr(target.value)
            there = None if holder is None else e.required(holder, target.value)
            if there is None:
                return []
            if there.type.kind == "member":
                info = world.domains[there.type.domain].fields.get(target.name)
                if info is not None:
                    return self.store_field(info, there.expr, typed, span, target)
                if target.name not in world.domains[there.type.domain].attributes:
                    e.expr(target)
                    return []
        if isinstance(target, nodes.Index):
            return self.store_entry(target, typed, span)
        world.error(messages.not_assignable(e.describe(target), target.span))
        return []

    def store_local(self, target: nodes.Name, typed: Typed, span: Span) -> list[ir.Stmt]:
        """Writes a local."""
        variable = self.body.find(target.name)
        assert variable is not None
        if not variable.mutable:
            self.world.error(messages.not_assignable(f"`{target.name}`", target.span))
            return []
        expr = self.expressions.coerce(typed, variable.type, span)
        self.body.forget(target.name)
        if variable.type.optional and not typed.type.optional and typed.type.kind != "none":
            self.body.learn({("name", target.name)})
        return [] if expr is None else [ir.SetLocal(variable.slot, expr)]

    def store_field(
        self, info: FieldInfo, holder: ir.Expr | None, typed: Typed, span: Span, target: nodes.Expr
    ) -> list[ir.Stmt]:
        """Writes a field; an int outside its range is a rule fault."""
        if self.body.pure:
            self.world.error(messages.impure(target.span))
            return []
        wide = info.type.widened()
        expr = self.expressions.coerce(typed, wide if info.type.kind != "list" else info.type, span)
        if expr is None:
            return []
        key = path_key(target)
        if key is not None and info.type.optional and not typed.type.optional and typed.type.kind != "none":
            self.body.learn({key})
        index = None if holder is None else times(holder, info.shape.cells)
        return [self.stored(info.base, index, expr, info.shape, info.type, typed.type, target.span)]

    def stored(
        self, base: int, index: ir.Expr | None, expr: ir.Expr, shape: ir.Shape, type_: Type, given: Type, span: Span
    ) -> ir.Store:
        """A Store that tests only what is not known."""
        if type_.kind == "int" and given.kind == "int" and not (type_.low <= given.low and given.high <= type_.high):
            return ir.Store(base, index, expr, shape, type_.low, type_.high, self.body.place(span))
        if type_.kind == "list" and (given.bound is None or type_.bound is None or given.bound > type_.bound):
            return ir.Store(base, index, expr, shape, place=self.body.place(span))
        return ir.Store(base, index, expr, shape)

    def store_entry(self, target: nodes.Index, typed: Typed, span: Span) -> list[ir.Stmt]:
        """Writes `m[k]` or `xs[i]`."""
        e = self.expressions
        group = e.plain(target.value)
        if group is None:
            return []
        element = group.type.element
        if group.type.kind == "map" and element is not None:
            key = e.key(target.index, group.type.domain)
            expr = e.coerce(typed, element.widened(), span)
            if key is None or expr is None:
                return []
            if isinstance(group.expr, ir.Load):
                if self.body.pure:
                    self.world.error(messages.impure(target.span))
                load = group.expr
                index = key if load.index is None else add(load.index, key)
                shape = ir.Shape("scalar", 1, load.shape.element)
                return [self.stored(load.base, index, expr, shape, element, typed.type, target.span)]
            changed = Typed(ir.Op("map_with", (group.expr, key, e.in_range(Typed(expr, typed.type), element, span))), group.type)
            return self.store(target.value, changed, span)
        if group.type.kind == "list" and element is not None:
            position = e.integer(target.index)
            expr = e.coerce(typed, element, span)
            if position is None or expr is None:
                return []
            place = self.body.place(target.span)
            changed = Typed(ir.Op("list_with", (group.expr, position.expr, expr), place), group.type)
            return self.store(target.value, changed, span)
        self.world.error(messages.not_assignable(e.describe(target), target.span))
        return []

    def add_to(self, node: nodes.AddTo) -> list[ir.Stmt]:
        """`add x to xs`, `remove x from xs`."""
        e = self.expressions
        group = e.expr(node.target)
        if group is None:
            return []
        if group.type.kind == "set":
            wanted = member(group.type.domain)
        elif group.type.kind == "list" and group.type.element is not None:
            wanted = group.type.element
        else:
            e.error_type("a list or a set", group.type, node.target.span)
            return []
        x = e.value(node.value, wanted)
        if x is None:
            return []
        family = group.type.kind
        op = f"{family}_{'without' if node.remove else 'add'}"
        type_ = group.type
        if family == "list" and not node.remove:
            type_ = list_of(type_.element or INT, None if type_.bound is None else type_.bound + 1)
        return self.store(node.target, Typed(ir.Op(op, (group.expr, x)), type_), node.span)

    # ------------------------------------------------------------ calls

    def result_of(self, call: nodes.Do) -> Type | None:
        """What a procedure gives, or None (reported)."""
        signature = self.world.signatures.get(call.name)
        if signature is None or self.world.symbols[call.name].sort != "procedure":
            self.unknown_procedure(call)
            return None
        if signature.result is None:
            self.world.error(messages.wrong_use(f"`{call.name}` gives no value", call.span, "declare what it `gives`"))
        return signature.result

    def unknown_procedure(self, call: nodes.Do) -> None:
        """Report a `do` of something that is no procedure."""
        symbol = self.world.symbols.get(call.name)
        known = [name for name, each in self.world.symbols.items() if each.sort == "procedure"]
        if symbol is not None:
            self.world.error(messages.wrong_use(f"{symbol.what} is no procedure", call.name_span, "`do` calls procedures"))
        else:
            self.world.error(messages.unknown_element("procedure", call.name, call.name_span, known))

    def do(self, call: nodes.Do, slot: int) -> list[ir.Stmt]:
        """`do p(args)`."""
        symbol = self.world.symbols.get(call.name)
        if symbol is None or symbol.sort != "procedure":
            self.unknown_procedure(call)
            return []
        signature = self.world.signatures[call.name]
        args = self.expressions.arguments(signature, call.args, call.span)
        if args is None:
            return []
        if not signature.waits:
            return [ir.Do(signature.function, tuple(args), slot)]
        if not self.body.can_wait:
            self.world.error(messages.waits_inside("this place", call.span))
            return []
        return [CallStmt(signature.function, tuple(args), slot)]

    def return_(self, node: nodes.Return) -> list[ir.Stmt]:
        """`return`, `return e`, `return do p()`."""
        wanted = self.body.result
        if node.value is None:
            if self.body.gives:
                self.world.error(messages.misplaced("a value is wanted after `return`", node.span))
            return [ir.Return()]
        if not self.body.gives:
            self.world.error(messages.misplaced("nothing is given here", node.span, "declare `gives`, or return without a value"))
            return []
        if isinstance(node.value, nodes.Do):
            result = self.result_of(node.value)
            if result is None:
                return []
            slot = self.body.slot(result, node.span)
            typed = Typed(ir.Local(slot), result)
            before = self.do(node.value, slot)
        else:
            found = self.expressions.expr(node.value, wanted)
            if found is None:
                return []
            typed, before = found, []
        if wanted is None:
            self.body.returned.append(typed.type)
            return [*before, ir.Return(typed.expr)]
        expr = self.expressions.coerce(typed, wanted, node.value.span)
        return [] if expr is None else [*before, ir.Return(expr)]

    # ------------------------------------------------------------ control

    def if_(self, node: nodes.If) -> list[ir.Stmt]:
        """`if … elif … else`."""
        tests: list[ir.Expr | None] = []
        parts: list[tuple[ir.Stmt, ...]] = []
        denied: set[tuple[object, ...]] = set()
        for test_node, body in node.branches:
            with self.body.knowing(denied):
                tests.append(self.expressions.condition(test_node))
            yes, no = facts_of(test_node)
            with self.body.knowing(denied | yes):
                parts.append(self.inner(body))
            denied = denied | no
        with self.body.knowing(denied):
            other = self.inner(node.other)
        if all(leaves(body) for _, body in node.branches) and not node.other:
            self.body.learn(denied)
        if any(test is None for test in tests):
            return []
        result = other
        for test, part in zip(reversed(tests), reversed(parts), strict=True):
            assert test is not None
            result = (ir.If(test, part, result),)
        return list(result)

    def for_(self, node: nodes.For) -> list[ir.Stmt]:
        """`for x in s if c:`."""
        items = self.expressions.items(node.items)
        with self.body.scope():
            element = items[1] if items is not None else UNKNOWN
            variable = self.body.bind(node.name, element, node.name_span)
            if items is not None and items[2] is not None:
                self.body.bounds[variable.slot] = items[2]
            expr = items[0] if items is not None else ir.ConstList(())
            test = None
            if node.test is not None:
                test = self.expressions.condition(node.test)
                self.body.learn(facts_of(node.test)[0])
            self.body.loops += 1
            body = self.inner(node.body)
            self.body.loops -= 1
        if items is None or (node.test is not None and test is None):
            return []
        if test is not None:
            if waits(body):
                body = (ir.If(test, body),)
            else:
                body = (ir.If(test, body),)
        loop = ir.For(variable.slot, expr, body)
        return [loop]

    def loop(self, node: nodes.Repeat | nodes.Loop) -> list[ir.Stmt]:
        """`repeat at most n while c:`, `loop:`."""
        test = ir.Const(1) if node.test is None else self.expressions.condition(node.test)
        bound: ir.Expr = ir.Const(INT_MAX)
        if isinstance(node, nodes.Repeat):
            limit = self.expressions.integer(node.limit)
            if limit is None:
                return []
            bound = limit.expr
        self.body.loops += 1
        with self.body.knowing(facts_of(node.test)[0] if node.test is not None else set()):
            body = self.inner(node.body)
        self.body.loops -= 1
        if test is None:
            return []
        if isinstance(node, nodes.Loop) and not waits(body):
            self.world.error(messages.endless(node.span))
            return []
        if isinstance(node, nodes.Loop) and node.test is None:
            self.body.learn(set())
        return [ir.While(test, body, bound, self.body.place(node.span))]

    def word(self, node: nodes.Word) -> list[ir.Stmt]:
        """`break`, `continue`, `pass`."""
        if node.word == "pass":
            return []
        if not self.body.loops:
            self.world.error(messages.misplaced(f"`{node.word}` stands outside a loop", node.span))
            return []
        return [ir.Break() if node.word == "break" else ir.Continue()]

    def end(self, node: nodes.End) -> list[ir.Stmt]:
        """`end scope`."""
        if node.name == "game":
            return [ir.Store(ir.CELL_ENDING, None, ir.Const(1), ir.SCALAR)]
        cell = self.world.scope_flags.get(node.name)
        if cell is None:
            known = ["game", *self.world.scope_flags]
            self.world.error(messages.unknown_element("scope of the flow", node.name, node.name_span, known))
            return []
        return [ir.Store(cell, None, ir.Const(1), ir.SCALAR)]

    # ------------------------------------------------------------ pieces, chance

    def pieces(self, node: nodes.Move | nodes.MoveAll | nodes.Draw | nodes.Shuffle) -> list[ir.Stmt]:
        """Moves of pieces."""
        e = self.expressions
        if isinstance(node, nodes.Shuffle):
            zone = e.zone(node.zone, quiet=False)
            if zone is None:
                return []
            if not self.world.zones[zone.name].ordered:
                self.world.error(messages.wrong_use("only an ordered zone can be shuffled", node.zone.span, "declare it `ordered: true`"))
                return []
            return [ir.Shuffle(zone.number)]
        if isinstance(node, nodes.Draw):
            count = e.integer(node.count)
            source, zone = e.zone(node.source, quiet=False), e.zone(node.zone, quiet=False)
            if count is None or source is None or zone is None or not self.fits(zone, source.domain, node.span):
                return []
            return [ir.Draw(count.expr, source.number, zone.number)]
        zone = None
        if node.zone is not None:
            zone = e.zone(node.zone, quiet=False)
            if zone is None:
                return []
        number: ir.Expr = ir.Const(-1) if zone is None else zone.number
        if isinstance(node, nodes.MoveAll):
            source = e.zone(node.source, quiet=False)
            if source is None or (zone is not None and not self.fits(zone, source.domain, node.span)):
                return []
            return [ir.MoveAll(source.number, number, node.bottom)]
        typed = e.expr(node.piece, member(zone.domain) if zone is not None else None)
        there = None if typed is None else e.required(typed, node.piece)
        if there is None:
            return []
        if there.type.kind != "member" or self.world.domains[there.type.domain].piece_base < 0:
            e.error_type("a piece (a kind that some zone holds)", there.type, node.piece.span)
            return []
        if zone is not None and not self.fits(zone, there.type.domain, node.piece.span):
            return []
        base = self.world.domains[there.type.domain].piece_base
        return [ir.Move(add(there.expr, ir.Const(base)), number, node.bottom)]

    def fits(self, zone: Zone, domain: int, span: Span) -> bool:
        """Whether the zone holds pieces of the kind (reported otherwise)."""
        if zone.domain == domain:
            return True
        self.expressions.error_type(self.world.domains[zone.domain].name, member(domain), span, f"`{zone.name}` holds only these")
        return False

    def chance(self, node: nodes.Roll | nodes.Pick) -> list[ir.Stmt]:
        """Dice and random choices."""
        e = self.expressions
        if self.body.parent is not None:
            self.world.error(messages.misplaced("chance has no place in a hypothetical change", node.span))
            return []
        if isinstance(node, nodes.Pick):
            items = self.filtered(node.name, node.name_span, node.items, node.test)
            if items is None:
                return []
            variable = self.body.bind(node.name, items[1], node.name_span, node.name in self.body.assigned)
            return [ir.Pick(variable.slot, items[0], self.body.place(node.span))]
        purpose = -1
        if node.purpose is not None:
            text = e.template(node.purpose)
            if text is not None and text[1]:
                self.world.error(messages.misplaced("the purpose of a roll is a plain text", node.purpose.span))
            elif text is not None:
                purpose = text[0]
        if not 1 <= node.sides <= 1_000_000:
            self.world.error(messages.bad_range("a die has 1 to 1,000,000 sides", node.span))
            return []
        face = interval(1, node.sides)
        place = self.body.place(node.span)
        if node.count is None:
            variable = self.body.bind(node.name, face, node.name_span, node.name in self.body.assigned)
            return [ir.Roll(variable.slot, None, node.sides, purpose, place)]
        count = e.integer(node.count)
        if count is None:
            return []
        bound = count.type.high if 0 <= count.type.high <= 1000 else 100
        variable = self.body.bind(node.name, list_of(face, bound), node.name_span, node.name in self.body.assigned)
        counted = e.in_range(count, interval(0, bound), node.count.span)
        return [ir.Roll(variable.slot, counted, node.sides, purpose, place)]

    def filtered(
        self, name: str, span: Span, items_node: nodes.Expr, test_node: nodes.Expr | None
    ) -> tuple[ir.Expr, Type, int | None] | None:
        """A list, without the elements that fail the test."""
        items = self.expressions.items(items_node)
        if items is None or test_node is None:
            return items
        with self.body.scope():
            variable = self.body.bind(name, items[1], span)
            test = self.expressions.condition(test_node)
        if test is None:
            return None
        comp = ir.Comp("list", (ir.Clause(variable.slot, items[0], test),), ir.Local(variable.slot))
        return comp, items[1], items[2]

    # ------------------------------------------------------------ choices

    def choice(self, node: nodes.Choose | nodes.ChooseBranch | nodes.Offer) -> list[ir.Stmt]:
        """A decision."""
        from .choices import choose, choose_branch, offer

        if not self.body.can_wait:
            self.world.error(messages.waits_inside("this place", node.span))
            return []
        if isinstance(node, nodes.Choose):
            return choose(self, node)
        if isinstance(node, nodes.ChooseBranch):
            return choose_branch(self, node)
        return offer(self, node)


UNUSED = (same_family,)
