"""Set-up and flow: from the declared steps to typed ones; each kind of step has its function here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from yupana.schemas.source import Code
from yupana.schemas.steps import (
    AnyStep,
    DoStep,
    PhaseStep,
    RoundsStep,
    SimultaneousStep,
    TurnsStep,
    goes_on,
    step_span,
)

from ..language import messages, nodes
from ..language.parse import parse_effects, parse_expression
from ..language.types import BOOL, interval, list_of
from ..typed import flow
from ..typed import nodes as typed
from ..typed.declared import PositionInfo, StepInfo
from ..typed.names import Menu
from ..typed.statements import Block
from .body import Body
from .calls_graph import acts_by_opponent, calls_of
from .choices import own_choices, unknown_menu
from .core import condition, error_type, integer, items
from .diagrams import position
from .effects import assigned_names, block, inner
from .resets import of_scope, starting
from .world import Symbol, World

NUMBER = interval(0, 1_000_000)


def declare_scopes(world: World, steps: Sequence[AnyStep], depth: int = 1) -> None:
    """Every named step is a scope: its number is a value, and `end` can end it."""
    for step in steps:
        name = step.name
        if name is not None:
            span = step_span(step)
            if name in world.steps:
                world.error(messages.duplicate_name(name, "step", span, world.steps[name].span))
            else:
                info = world.steps[name] = StepInfo(span, depth, str(name), isinstance(step, TurnsStep))
                world.declare(name, Symbol("scope", f"the step `{name}`", span, NUMBER, info))
        declare_scopes(world, step.inner, depth + 1)


def check_steps(body: Body, steps: Sequence[AnyStep]) -> tuple[tuple[flow.Step, ...], dict[Body, bool]]:
    """Steps of the set-up or the flow, and the code they are of, with whether somebody acts in it. Steps that cannot be
    told apart from others are left out (reported)."""
    checker = FlowChecker(body.world)
    checker.runs(body)
    return tuple([made for each in steps if (made := checker.step(body, each)) is not None]), checker.code


@dataclass(slots=True)
class FlowChecker:
    """Checks steps. `acting`: within turns; `code`: what was checked, with whether somebody acts in it."""

    world: World
    acting: bool = False
    code: dict[Body, bool] = field(default_factory=dict)

    def runs(self, body: Body) -> None:
        """Code of the flow, between whose effects triggers come."""
        self.code[body] = self.acting
        for each in self.world.triggers.values():
            self.world.reach.call(body, each)

    def step(self, around: Body, step: AnyStep) -> flow.Step | None:
        """One step; None for one whose name another has (reported)."""
        if isinstance(step, DoStep):
            return flow.Do(step.span, (*position(around, step.drawn), *self.effects(around, step.do)))
        name = str(step.name)
        scope = self.world.steps.get(name)
        if scope is None:
            return None
        body = Body(self.world, f"step_{name}", f"step {name}", can_wait=True)
        self.world.reach.call(around, body)
        self.world.reach.opens[body] = name
        self.world.reach.changes(body, scope)
        self.runs(body)
        match step:
            case TurnsStep():
                return self.turns(body, step, name, scope)
            case RoundsStep():
                return self.rounds(body, step, name, scope)
            case SimultaneousStep():
                return self.simultaneous(body, step, name, scope)
            case PhaseStep():
                return flow.Phase(step.span, name, scope, self.phase(body, step))

    # ------------------------------------------------------------ kinds of steps

    def phase(self, body: Body, step: PhaseStep) -> flow.Inside:
        """What happens in a step that is gone through once; its position stands before all else."""
        alone = bool(step.drawn) and step.do is None and step.steps is None
        drawn = position(body, step.drawn)
        inside = self.inside(body, step, offers=False) if alone else self.steps_or_effects(body, step)
        return replace(inside, start=(*drawn, *inside.start))

    def rounds(self, body: Body, step: RoundsStep, name: str, scope: StepInfo) -> flow.Rounds:
        """A step that is repeated."""
        if step.times is None and step.until is None:
            self.world.error(messages.rounds_without_end(step.span))
        times = self.times(body, name, step.times)
        inside = self.steps_or_effects(body, step)
        return flow.Rounds(step.span, name, scope, inside, times, self.until(body, step, name))

    def turns(self, body: Body, step: TurnsStep, name: str, scope: StepInfo) -> flow.Turns:
        """Each player of the order in turn, so many times round."""
        ways = [each for each in (step.menu, step.do, step.steps) if each is not None]
        if len(ways) > 1:
            self.world.error(messages.turn_of_several(step.span))
        if step.stuck is not None and (step.play == "until_pass" or step.do is not None or step.steps is not None):
            self.world.error(messages.stuck_without_choice(step.key_span("stuck")))
        order = self.order(body, name, step.order)
        times = self.times(body, name, step.times)
        with self.somebody_acts():
            self.code[body] = True
            inside = self.inside(body, step, offers=step.menu is not None or not ways)
            until, skip = self.until(body, step, name), self.test(body, step.skip, name)
        return flow.Turns(step.span, name, scope, inside, order, times, until, skip)

    def simultaneous(self, body: Body, step: SimultaneousStep, name: str, scope: StepInfo) -> flow.Simultaneous:
        """What all decide in secret, and what follows when it is revealed."""
        if (step.menu is None) == (step.decide is None) or (step.decide is None) != (step.do is None):
            self.world.error(messages.decides_nothing(step_span(step)))
        if step.pass_ is not None and step.decide is not None:
            self.world.error(messages.pass_without_menu(step.pass_.span))
        if step.fixed is not None and step.decide is None:
            self.world.error(messages.fixed_without_decide(step.key_span("fixed")))
        resets = starting(body, of_scope(self.world, name))
        start, of = self.effects(body, step.start), self.order(body, None, step.of, acting=self.acting)
        menu: flow.Menu | None = None
        choices: Block = ()
        fixed: Block = ()
        effects: Block = ()
        own = Body(self.world, body.name, body.element, can_wait=True)
        self.world.reach.call(body, own)
        with self.somebody_acts():
            self.runs(own)
            if step.menu is not None:
                menu = self.menu(own, step)
            asked = None if step.decide is None else parse_effects(step.decide, self.world.report)
            done = None if step.do is None else parse_effects(step.do, self.world.report)
            own.assigned = assigned_names(done or ())
            chosen = None if asked is None else own_choices(self.world, name, asked)
            if chosen is not None:
                choices = block(own, chosen)
                fixed = self.fixed(own, step)
            if done is not None and (chosen is not None or step.decide is None):  # else its names are not known
                effects = inner(own, done)
        notes, end = self.noted(body, name), self.effects(body, step.end)
        inside = flow.Inside(step.span, resets, notes, start, menu, effects, (), end)
        return flow.Simultaneous(step.span, name, scope, inside, of, choices, fixed, self.acting)

    def fixed(self, body: Body, step: SimultaneousStep) -> Block:
        """What is worked out for each player when all have decided: locals; anything else is reported."""
        statements = None if step.fixed is None else parse_effects(step.fixed, self.world.report)
        lets: list[nodes.Stmt] = []
        for each in statements or ():
            if isinstance(each, nodes.Let) and not isinstance(each.value, nodes.Do):
                lets.append(each)
            else:
                self.world.error(messages.only_fixed(each.span))
        return block(body, lets)

    @contextmanager
    def somebody_acts(self) -> Iterator[None]:
        """Code in which there is `me`."""
        before, self.acting = self.acting, True
        yield
        self.acting = before

    def order(self, body: Body, outside: str | None, code: Code | None, *, acting: bool = True) -> typed.Expr | None:
        """The players in their order, worked out while the step `outside` is not going on; `acting`: within turns."""
        node = None if code is None else parse_expression(code, self.world.report)
        if node is None:
            return None
        if not acting:
            nobody_acts(self.world, node)
        with _outside(body, outside):
            found = items(body, node)
        if not typed.sound(found.expr):
            return None
        if found.element.kind != "member" or found.element.domain != 0 or found.element.optional:
            error_type(body, messages.Wanted.PLAYERS, list_of(found.element), node.span)
        return found.expr

    def menu(self, body: Body, step: TurnsStep | SimultaneousStep) -> flow.Menu | None:
        """What is chosen in a turn or by all; None if there is no such menu (reported)."""
        world, name = self.world, step.menu or "main"
        span = getattr(step.menu, "span", step.span)
        actions = world.menus.get(name)
        if step.menu is not None:
            world.means(span, Menu(name, tuple(actions or ())))
        if actions is None:
            unknown_menu(world, name, span)
            return None
        for each in actions:
            world.reach.call(body, each)
        until_pass = isinstance(step, TurnsStep) and step.play == "until_pass"
        passing: flow.Passing | None = None
        if step.pass_ is not None:
            code = step.pass_.test
            passing = flow.Passing(span, step.pass_.name, self.test(body, code), span if code is None else code.span)
        elif until_pass:
            passing = flow.Passing(span, "pass", None, span)
        stuck = self.stuck(body, step, name) if isinstance(step, TurnsStep) else None
        return flow.Menu(span, name, tuple(actions), passing, until_pass, stuck)

    def stuck(self, body: Body, step: TurnsStep, menu: str) -> flow.Stuck | None:
        """What happens to who can take no action of the menu."""
        if step.stuck is None:
            return None
        span, noted = getattr(step.menu, "span", step.span), len(self.world.names)
        asked, *of = (nodes.Name(span, each) for each in ("can", "me", menu))
        possible = condition(body, nodes.Call(span, asked, tuple(of)))
        del self.world.names[noted:]  # nobody wrote them
        return flow.Stuck(span, possible, self.effects(body, step.stuck))

    # ------------------------------------------------------------ what they share

    def steps_or_effects(self, body: Body, step: RoundsStep | PhaseStep) -> flow.Inside:
        """What a step holds that has either steps or effects."""
        if (step.do is None) == (step.steps is None):
            self.world.error(messages.steps_and_do(step.span))
        return self.inside(body, step, offers=False)

    def inside(self, body: Body, step: RoundsStep | TurnsStep | PhaseStep, *, offers: bool) -> flow.Inside:
        """What happens in a step each time, in this order."""
        resets = starting(body, of_scope(self.world, str(step.name)))
        start = self.effects(body, step.start)
        menu = self.menu(body, step) if isinstance(step, TurnsStep) and offers else None
        effects = self.effects(body, step.do)
        steps = tuple([made for each in step.inner if (made := self.step(body, each)) is not None])
        notes = self.noted(body, str(step.name))
        return flow.Inside(step.span, resets, notes, start, menu, effects, steps, self.effects(body, step.end))

    def noted(self, body: Body, name: str) -> tuple[PositionInfo, ...]:
        """The positions that are noted when a step begins."""
        found = tuple([each for each in self.world.positions.values() if each.at == name])
        for each in found:
            self.world.reach.call(body, each)
            if each.acts and not self.acting:
                self.world.error(messages.nobody_acts(each.span))
        return found

    def effects(self, body: Body, code: Code | None) -> Block:
        """Effects of the flow."""
        statements = None if code is None else parse_effects(code, self.world.report)
        if statements is None:
            return ()
        if not self.acting:
            for number, statement in enumerate(statements):
                nobody_acts(self.world, statement, statements[:number])
        body.assigned = body.assigned | assigned_names(statements)
        return inner(body, statements)

    def times(self, body: Body, name: str, code: Code | None) -> typed.Expr | None:
        """How often a step is repeated."""
        node = None if code is None else parse_expression(code, self.world.report)
        if node is None:
            return None
        with _outside(body, name):
            return _if_sound(integer(body, node))

    def until(self, body: Body, step: RoundsStep | TurnsStep, name: str) -> typed.Expr | None:
        """What ends the repetition; what goes on until the game is over does not end by itself."""
        if step.until is not None and goes_on(step.until, {*self.world.symbols, *self.world.entities}):
            return typed.Number(step.until.span, BOOL, 0)
        return self.test(body, step.until, name)

    def test(self, body: Body, code: Code | None, outside: str | None = None) -> typed.Expr | None:
        """A condition; `outside` names the step that is not going on when it is tested."""
        node = None if code is None else parse_expression(code, self.world.report)
        if node is None:
            return None
        if not self.acting:
            nobody_acts(self.world, node)
        with _outside(body, outside):
            return _if_sound(condition(body, node))


def nobody_acts(world: World, part: nodes.Node, before: Sequence[nodes.Stmt] = ()) -> None:
    """Report code outside every `turns` that needs a player who acts; `before` are the statements before it."""
    calls = calls_of(part, world)
    if not acts_by_opponent(before, world) and acts_by_opponent((*before, part), world):
        calls.acts = True
    if calls.acts or any(each[0] != "menu" and each in world.acting for each in calls.to):
        world.error(messages.nobody_acts(part.span))


def _if_sound(found: typed.Expr) -> typed.Expr | None:
    return found if typed.sound(found) else None


@contextmanager
def _outside(body: Body, name: str | None) -> Iterator[None]:
    """Code of a step that runs before it begins or after it has ended."""
    before, body.outside = body.outside, name or body.outside
    try:
        yield
    finally:
        body.outside = before
