"""The turn structure: set-up and flow become functions that wait."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from yupana.schemas.source import Code
from yupana.schemas.steps import AnyStep, DoStep, PhaseStep, RoundsStep, ScopeStep, TurnsStep, step_span

from ..language import messages, nodes
from ..language.parse import parse_effects, parse_expression
from ..language.types import interval, list_of, member
from ..lower.choices import decision, menu_branches
from ..lower.core import ME
from ..lower.endings import ENDING, RUNNING, StepScope, at_the_end, over, unless_ending
from ..lower.lowering import lower_block
from ..lower.waits import AskStmt, CallStmt
from ..program import ir
from .body import Body
from .calls_graph import Calls, scan
from .effects import assigned_names, inner
from .expressions import Expressions
from .functions import Functions
from .resets import reset
from .world import Symbol, World

NUMBER = interval(0, 1_000_000)


def declare_scopes(world: World, steps: Sequence[AnyStep], depth: int = 1) -> None:
    """Every named step is a scope: its number is a value, and `end` can end it."""
    for step in steps:
        name = step.name
        if name is not None:
            span = step_span(step)
            if name in world.scopes:
                world.error(messages.duplicate_name(name, "step", span, world.scopes[name]))
            else:
                world.scopes[name] = span
                cell = world.allocate(1, span)
                world.steps[name] = StepScope(cell, depth)
                world.declare(name, Symbol("scope", f"the step `{name}`", span, NUMBER, cell=cell))
        declare_scopes(world, step.inner, depth + 1)


class FlowMaker:
    """Lowers the steps of set-up and flow."""

    def __init__(self, world: World, functions: Functions) -> None:
        self.world = world
        self.functions = functions
        self.acting = False

    # ------------------------------------------------------------ whole

    def main(self) -> int:
        """The function that runs the whole game."""
        world = self.world
        number = world.new_function("main")
        body = Body(world, "main", "flow", can_wait=True)
        statements: list[ir.Stmt] = []
        for step in (*world.ruleset.setup, *world.ruleset.flow):
            statements += unless_ending(self.step(body, step))
        body.finish(number, statements, True, -1)
        return number

    # ------------------------------------------------------------ steps

    def step(self, body: Body, step: AnyStep) -> list[ir.Stmt]:
        """One step, as statements of the body it stands in."""
        if isinstance(step, DoStep):
            return self.code(body, step.do)
        world, name = self.world, str(step.name)
        number = world.new_function(f"step_{name}")
        world.opens[number] = name
        inner = Body(world, f"step_{name}", f"step {name}", can_wait=True)
        scope = world.steps.get(name)
        if scope is None:
            return []
        match step:
            case TurnsStep():
                statements = self.turns(inner, step, scope)
            case RoundsStep():
                statements = self.rounds(inner, step, scope)
            case PhaseStep():
                statements = self.phase(inner, step, scope)
        inner.finish(number, statements, True, inner.place(step.span))
        return [CallStmt(number, ())]

    def code(self, body: Body, code: Code | None) -> list[ir.Stmt]:
        """Effects of the flow."""
        if code is None:
            return []
        statements = parse_effects(code, self.world.report)
        if statements is None:
            return []
        if not self.acting:
            for statement in statements:
                self.nobody_acts(statement)
        body.assigned = body.assigned | assigned_names(statements)
        return list(lower_block(body.frame, inner(body, statements)))

    def nobody_acts(self, part: nodes.Node) -> None:
        """Report code outside every `turns` that needs a player who acts."""
        calls = Calls(part.span)
        scan(part, calls, self.world)
        if calls.acts or any(each[0] != "menu" and each in self.world.acting for each in calls.to):
            self.world.error(messages.nobody_acts(part.span))

    def enter(self, body: Body, name: str, scope: StepScope, number: ir.Expr) -> list[ir.Stmt]:
        """A scope begins: its number, its fields."""
        return [ir.Store(scope.cell, None, number, ir.SCALAR), *self.resets(body, name)]

    def leave(self, body: Body, name: str) -> list[ir.Stmt]:
        """A scope ends."""
        return self.resets(body, name)

    def end_effects(self, body: Body, step: RoundsStep | TurnsStep | PhaseStep) -> list[ir.Stmt]:
        """The `end` effects of a step."""
        return at_the_end(self.code(body, step.end), body.slot(NUMBER, step.span))

    def after_one(
        self, body: Body, step: RoundsStep | TurnsStep, scope: StepScope, leaving: Sequence[ir.Stmt]
    ) -> list[ir.Stmt]:
        """One repetition or turn has ended: the loop is left when the whole step or something around it is ending, and
        when `until` holds. `leaving` stands before the loop is left."""
        whole = body.slot(interval(0, 1), step.span)
        this_step = ir.Op("eq", (ENDING, ir.Const(scope.whole)))
        statements: list[ir.Stmt] = [
            ir.SetLocal(whole, ir.Choice(this_step, ir.Const(1), ir.Const(0))),
            ir.If(scope.mine(), tuple(over())),
        ]
        last: ir.Expr = ir.Op("or", (ir.Op("ne", (ir.Local(whole), ir.Const(0))), ir.Op("not", (RUNNING,))))
        until = self._until(body, step)
        if until is not None:
            last = ir.Op("or", (last, until))
        return [*statements, ir.If(last, (*leaving, ir.Break()))]

    def resets(self, body: Body, name: str) -> list[ir.Stmt]:
        """The fields that belong to a scope go back to their start."""
        return [each for info in self.world.fields if info.per == name for each in reset(body, info)]

    def phase(self, body: Body, step: PhaseStep, scope: StepScope) -> list[ir.Stmt]:
        """A step that is gone through once."""
        name = str(step.name)
        return [
            *self.enter(body, name, scope, ir.Const(1)),
            *self.inside(body, step),
            *self.leave(body, name),
            ir.If(scope.mine(), tuple(over())),
            ir.Store(scope.cell, None, ir.Const(0), ir.SCALAR),
        ]

    def inside(self, body: Body, step: RoundsStep | PhaseStep) -> list[ir.Stmt]:
        """What a rounds or phase step holds."""
        statements = self.code(body, step.start)
        if (step.do is None) == (step.steps is None):
            self.world.error(messages.steps_and_do(step.span))
        if step.do is not None:
            statements += unless_ending(self.code(body, step.do))
        for each in step.inner:
            statements += unless_ending(self.step(body, each))
        return statements + self.end_effects(body, step)

    def rounds(self, body: Body, step: RoundsStep, scope: StepScope) -> list[ir.Stmt]:
        """A step that is repeated."""
        name = str(step.name)
        if step.times is None and step.until is None:
            self.world.error(messages.rounds_without_end(step.span))
        counter = body.slot(NUMBER, step.span)
        times_slot, before = self._times(body, step)
        test: ir.Expr = ir.Const(1)
        if times_slot is not None:
            test = ir.Op("lt", (ir.Local(counter), ir.Local(times_slot)))
        turn: list[ir.Stmt] = [
            ir.SetLocal(counter, ir.Op("add", (ir.Local(counter), ir.Const(1)))),
            *self.enter(body, name, scope, ir.Local(counter)),
            *self.inside(body, step),
            *self.leave(body, name),
            *self.after_one(body, step, scope, ()),
        ]
        loop = ir.While(test, tuple(turn), ir.Const(ir.INT_MAX), body.place(step.span))
        reset_number = ir.Store(scope.cell, None, ir.Const(0), ir.SCALAR)
        return [*before, ir.SetLocal(counter, ir.Const(0)), loop, reset_number]

    def _times(self, body: Body, step: RoundsStep | TurnsStep) -> tuple[int | None, list[ir.Stmt]]:
        if step.times is None:
            return None, []
        node = parse_expression(step.times, self.world.report)
        slot = body.slot(NUMBER, step.span)
        with self.outside(body, step) as parts:
            typed = Expressions(self.world, body).integer(node) if node is not None else None
            parts.append(None if typed is None else typed.expr)
        return slot, [] if typed is None else [ir.SetLocal(slot, typed.expr)]

    def _until(self, body: Body, step: RoundsStep | TurnsStep) -> ir.Expr | None:
        return self._outside(body, step, step.until)

    def _outside(self, body: Body, step: ScopeStep, code: Code | None) -> ir.Expr | None:
        """A condition that is tested while the step itself is not going on."""
        with self.outside(body, step) as parts:
            test = self._condition(body, code)
            parts.append(test)
        return test

    @contextmanager
    def outside(self, body: Body, step: ScopeStep) -> Iterator[list[ir.Expr | None]]:
        """Code of a step that runs before it begins or after it has ended; what is lowered is put into the list."""
        name = str(step.name)
        before, body.outside = body.outside, name
        parts: list[ir.Expr | None] = []
        try:
            yield parts
        finally:
            body.outside = before
        self.world.outside += [(each, name) for each in parts if each is not None]

    def _condition(self, body: Body, code: Code | None) -> ir.Expr | None:
        if code is None:
            return None
        node = parse_expression(code, self.world.report)
        if node is not None and not self.acting:
            self.nobody_acts(node)
        return None if node is None else Expressions(self.world, body).condition(node)

    # ------------------------------------------------------------ turns

    def turns(self, body: Body, step: TurnsStep, scope: StepScope) -> list[ir.Stmt]:
        """Each player of the order in turn, so many times round."""
        world, name = self.world, str(step.name)
        e = Expressions(world, body)
        ways = [each for each in (step.menu, step.do, step.steps) if each is not None]
        if len(ways) > 1:
            world.error(messages.turn_of_several(step.span))
        order_node = parse_expression(step.order, world.report) if step.order is not None else None
        order: ir.Expr = ir.Op("domain", (ir.Const(0),))
        most = world.domains[0].size
        if order_node is not None:
            with self.outside(body, step) as parts:
                items = e.items(order_node)
                parts.append(None if items is None else items[0])
            if items is not None:
                order, element, bound = items
                if element.kind != "member" or element.domain != 0 or element.optional:
                    e.error_type(messages.Wanted.PLAYERS, list_of(element), order_node.span)
                most = bound if bound is not None else 100
        counter, lap = body.slot(NUMBER, step.span), body.slot(NUMBER, step.span)
        done, player = body.slot(interval(0, 1), step.span), body.slot(member(0), step.span)
        before_me, before_active = body.slot(member(0), step.span), body.slot(member(0), step.span)
        body.frame.bounds[player] = most
        times_slot, before = self._times(body, step)
        one_more = ir.SetLocal(counter, ir.Op("add", (ir.Local(counter), ir.Const(1))))
        before_acting, self.acting = self.acting, True
        turn: list[ir.Stmt] = [one_more, *self.enter(body, name, scope, ir.Local(counter))]
        turn += self.code(body, step.start)
        if step.menu is not None or not ways:
            turn += unless_ending(self.menu(body, step))
        if step.do is not None:
            turn += unless_ending(self.code(body, step.do))
        for each in step.inner:
            turn += unless_ending(self.step(body, each))
        turn += self.end_effects(body, step)
        turn += self.leave(body, name)
        turn += self.after_one(body, step, scope, (ir.SetLocal(done, ir.Const(1)),))
        skip = self._outside(body, step, step.skip)
        if skip is not None:
            turn = [ir.If(ir.Op("not", (skip,)), tuple(turn))]
        self.acting = before_acting
        act: list[ir.Stmt] = [
            ir.Store(ir.CELL_ME, None, ir.Local(player), ir.SCALAR),
            ir.Store(ir.CELL_ACTIVE, None, ir.Local(player), ir.SCALAR),
        ]
        each_player = ir.For(player, order, (*act, *turn))
        test: ir.Expr = ir.Op("eq", (ir.Local(done), ir.Const(0)))
        if times_slot is not None:
            test = ir.Op("and", (test, ir.Op("lt", (ir.Local(lap), ir.Local(times_slot)))))
        elif step.until is None:
            test = ir.Op("and", (test, ir.Op("lt", (ir.Local(lap), ir.Const(1)))))
        next_lap = ir.SetLocal(lap, ir.Op("add", (ir.Local(lap), ir.Const(1))))
        loop = ir.While(test, (next_lap, each_player), ir.Const(ir.INT_MAX), body.place(step.span))
        active = ir.Load(ir.CELL_ACTIVE, None, ir.SCALAR)
        return [
            *before,
            ir.SetLocal(before_me, ME),
            ir.SetLocal(before_active, active),
            ir.SetLocal(counter, ir.Const(0)),
            ir.SetLocal(lap, ir.Const(0)),
            ir.SetLocal(done, ir.Const(0)),
            loop,
            ir.Store(scope.cell, None, ir.Const(0), ir.SCALAR),
            ir.Store(ir.CELL_ME, None, ir.Local(before_me), ir.SCALAR),
            ir.Store(ir.CELL_ACTIVE, None, ir.Local(before_active), ir.SCALAR),
        ]

    def menu(self, body: Body, step: TurnsStep) -> list[ir.Stmt]:
        """The options of a turn: one, or one after the other until the player passes."""
        world = self.world
        name = step.menu or "main"
        span = getattr(step.menu, "span", step.span)
        actions = world.menus.get(name)
        if actions is None:
            if not world.partial:  # its actions may be what is missing
                world.error(messages.unknown_element("menu", name, span, world.menus))
            return []
        frame = body.frame
        options, branches = menu_branches(frame, actions, span)
        if step.play == "until_pass" or step.pass_ is not None:
            label = step.pass_.name if step.pass_ is not None else "pass"
            passing = world.new_alternative(ir.Alternative(label, (), -1, (), body.place(span)))
            emit: ir.Stmt = ir.Emit(passing, ())
            if step.pass_ is not None and step.pass_.test is not None:
                test = self._condition(body, step.pass_.test)
                if test is not None:
                    emit = ir.Guard(test, (emit,), body.place(step.pass_.test.span))
            options.append(emit)
            branches.append((passing, (), (ir.Break(),) if step.play == "until_pass" else ()))
        number = decision(frame, name, ME, None, options, span)
        ask = AskStmt(number, tuple(branches))
        if step.play == "one":
            return [ask]
        return [ir.While(RUNNING, (ask,), ir.Const(ir.INT_MAX), body.place(span))]
