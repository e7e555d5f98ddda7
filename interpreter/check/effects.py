"""Effects: from statements to lowered form. Faults are reported and leave the statement out; the rest is still
checked."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import INT, INT_MAX, UNKNOWN, Type
from ..lower import endings
from ..lower.waits import CallStmt, waits
from ..program import ir
from .body import Typed, facts_of
from .constants import Constants
from .pieces import Pieces
from .scope_use import note_end

PURE = (nodes.Let, nodes.Assign, nodes.If, nodes.For, nodes.Repeat, nodes.Return, nodes.AddTo, nodes.Word, nodes.Fail)


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
        if not isinstance(statement, (nodes.For, nodes.Repeat, nodes.Loop)) and any(
            _breaks(b) for b in bodies(statement)
        ):
            return True
    return False


class Effects(Pieces):
    """Lowers the statements of one body."""

    def block(self, statements: Sequence[nodes.Stmt]) -> list[ir.Stmt]:
        """A block without a scope of its own."""
        lowered: list[ir.Stmt] = []
        for statement in statements:
            if self.body.pure and not isinstance(statement, PURE):
                waits = isinstance(statement, nodes.Loop)
                self.world.error((messages.loop_in_function if waits else messages.impure)(statement.span))
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
                from .adjustments import activate  # it needs this module

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

    def result_of(self, call: nodes.Do) -> Type | None:
        """What a procedure gives, or None (reported)."""
        signature = self.world.signatures.get(call.name)
        if signature is None or self.world.symbols[call.name].sort != "procedure":
            self.unknown_procedure(call)
            return None
        if signature.result is None:
            self.world.error(messages.gives_nothing(call.name, signature.span, call.span))
        return signature.result

    def unknown_procedure(self, call: nodes.Do) -> None:
        """Report a `do` of something that is not a procedure."""
        symbol = self.world.symbols.get(call.name)
        known = [name for name, each in self.world.symbols.items() if each.sort == "procedure"]
        if symbol is not None:
            self.world.error(messages.not_a_procedure(call.name, symbol.shown, symbol.span, call.name_span))
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
            self.world.error(messages.waits_inside(call.span))
            return []
        return [CallStmt(signature.function, tuple(args), slot)]

    def return_(self, node: nodes.Return) -> list[ir.Stmt]:
        """`return`, `return e`, `return do p()`."""
        wanted = self.body.result
        if node.value is None:
            if self.body.gives:
                self.world.error(messages.value_missing(node.span))
            return [ir.Return()]
        if not self.body.gives:
            self.world.error(messages.value_not_declared(node.span))
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
            self.body.returned.append((typed.type, node.value.span))
            return [*before, ir.Return(typed.expr)]
        expr = self.expressions.coerce(typed, wanted, node.value.span)
        return [] if expr is None else [*before, ir.Return(expr)]

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
        with self.body.scope(node.name_span):
            element = items[1] if items is not None else UNKNOWN
            variable = self.body.bind(node.name, element, node.name_span)
            bound = self.body.room_of(items[0], items[2]) if items is not None else None
            if bound is not None:
                self.body.frame.bounds[variable.slot] = bound
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
            body = (ir.If(test, body),)
        if not waits(body):
            return [ir.For(variable.slot, expr, body)]
        said, before = self.said(node.span)
        ended = ir.If(ir.Op("not", (said,)), (ir.Break(),))
        return [*before, ir.For(variable.slot, expr, (ended, *body))]

    def said(self, span: Span) -> tuple[ir.Expr, list[ir.Stmt]]:
        """Whether nothing has been ended since a loop that waits began, and what stands before the loop."""
        slot = self.body.slot(INT, span)
        return ir.Op("eq", (endings.SAID, ir.Local(slot))), [ir.SetLocal(slot, endings.SAID)]

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
        with self.body.scope(node.span), self.body.knowing(facts_of(node.test)[0] if node.test is not None else set()):
            body = self.inner(node.body)
        self.body.loops -= 1
        if test is None:
            return []
        if isinstance(node, nodes.Loop) and not waits(body):
            self.world.error(messages.endless(node.span))
            return []
        if isinstance(node, nodes.Loop) and node.test is None:
            self.body.learn(set())
        if not waits(body):
            return [ir.While(test, body, bound, self.body.place(node.span))]
        said, before = self.said(node.span)
        test = said if node.test is None else ir.Op("and", (said, test))
        loop = [*before, ir.While(test, body, bound, self.body.place(node.span))]
        result = self.body.result
        if isinstance(node, nodes.Loop) and node.test is None and self.body.gives and result is not None:
            # Only when something was ended is it left here without a value.
            start = Constants(self.world).default(result, node.span) or 0
            loop.append(ir.If(ir.Op("not", (said,)), (ir.Return(ir.Const(start)),)))
        return loop

    def word(self, node: nodes.Word) -> list[ir.Stmt]:
        """`break`, `continue`, `pass`."""
        if node.word == "pass":
            return []
        if not self.body.loops:
            self.world.error(messages.outside_loop(node.word, node.span))
            return []
        return [ir.Break() if node.word == "break" else ir.Continue()]

    def end(self, node: nodes.End) -> list[ir.Stmt]:
        """`end game`, `end turn`, `end step turn`. What is not going on cannot end."""
        if node.name == "game" and not node.whole:
            return endings.say(endings.GAME)
        scope = self.world.steps.get(node.name)
        if scope is None:
            known = [*self.world.steps] if node.whole else ["game", *self.world.steps]
            self.world.error(messages.unknown_step(node.name, node.name_span, known))
            return []
        note_end(self.body, node.name, node.name_span)
        going_on = ir.Op("ne", (ir.Load(scope.cell, None, ir.SCALAR), ir.Const(0)))
        return [ir.If(going_on, tuple(endings.say(scope.whole if node.whole else scope.once)))]

    def choice(self, node: nodes.Choose | nodes.ChooseBranch | nodes.Offer) -> list[ir.Stmt]:
        """A decision."""
        from .choices import choose, choose_branch, offer  # it needs this module

        if not self.body.can_wait:
            self.world.error(messages.waits_inside(node.span))
            return []
        if isinstance(node, nodes.Choose):
            return choose(self, node)
        if isinstance(node, nodes.ChooseBranch):
            return choose_branch(self, node)
        return offer(self, node)
