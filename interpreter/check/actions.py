"""Actions: what a player may do. Each becomes a generator of options and a function that carries it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from yupana.schemas.ruleset import ActionDecl
from yupana.schemas.source import Code, Span

from ..language import messages, nodes
from ..language.parse import parse_expression, parse_template
from ..language.types import INT_MAX, Type, interval
from ..lower.core import ME, times
from ..lower.waits import CallStmt
from ..program import ir
from .body import Body, Typed, facts_of
from .effects import Effects, assigned_names
from .resets import reset
from .scope_use import note
from .world import FieldInfo, World, hidden_field

Sort = Literal["condition", "cost", "limit"]


@dataclass(slots=True)
class ActionInfo:
    """An action with its numbers in the program. `effects` is its code (None: faulty)."""

    name: str
    decl: ActionDecl
    span: Span
    alternative: int
    generator: int
    function: int
    effects: tuple[nodes.Stmt, ...] | None
    items: dict[str, nodes.Expr | None] = field(default_factory=dict)
    tests: dict[str, nodes.Expr | None] = field(default_factory=dict)
    values: dict[str, nodes.Expr | None] = field(default_factory=dict)
    when: nodes.Expr | None = None
    costs: dict[str, nodes.Expr] = field(default_factory=dict)
    times: nodes.Expr | None = None
    params: dict[str, Type] = field(default_factory=dict)
    waits: bool = False
    limit: FieldInfo | None = None
    announce: nodes.Template | None = None

    def code(self) -> list[nodes.Expr]:
        """Every expression of its header."""
        every = [
            *self.items.values(),
            *self.tests.values(),
            *self.values.values(),
            self.when,
            self.times,
            *self.costs.values(),
        ]
        return [each for each in every if each is not None]


def parse_action(world: World, name: str, decl: ActionDecl, effects: tuple[nodes.Stmt, ...] | None) -> ActionInfo:
    """Read the header of an action and reserve its numbers."""
    span = getattr(name, "span", decl.span)
    alternative = world.new_alternative(ir.Alternative(name, (), -1, (), -1, name))
    generator, function = world.new_function(f"options_{name}"), world.new_function(f"action_{name}")
    action = ActionInfo(name, decl, span, alternative, generator, function, effects)

    def read(code: Code | None) -> nodes.Expr | None:
        return None if code is None else parse_expression(code, world.report)

    for param, each in decl.parameters.items():
        if (each.items is None) == (each.value is None) or (each.value is not None and each.test is not None):
            where = getattr(param, "span", each.span)
            world.error(messages.parameter_form(param, where))
        action.items[param], action.tests[param], action.values[param] = (
            read(each.items),
            read(each.test),
            read(each.value),
        )
    action.when = read(decl.when)
    for resource, code in decl.cost.items():
        cost = read(code)
        if cost is not None:
            action.costs[resource] = cost
    if decl.limit is not None:
        action.times = read(decl.limit.times)
    if decl.announce is not None:
        action.announce = parse_template(decl.announce, world.report)
    return action


def mentions(node: object, names: set[str]) -> bool:
    """Whether an expression uses one of the names."""
    if isinstance(node, nodes.Name):
        return node.name in names
    if isinstance(node, tuple):
        return any(mentions(each, names) for each in node)
    if isinstance(node, nodes.Node):
        return any(mentions(getattr(node, slot), names) for slot in all_slots(type(node)))
    return False


_SLOTS: dict[type, tuple[str, ...]] = {}


def all_slots(kind: type) -> tuple[str, ...]:
    """The attribute names of a node class."""
    names = _SLOTS.get(kind)
    if names is None:
        found = (name for each in kind.__mro__ for name in getattr(each, "__slots__", ()))
        names = _SLOTS[kind] = tuple(name for name in found if name != "span")
    return names


def conjuncts(node: nodes.Expr) -> list[nodes.Expr]:
    """The parts of `a and b and c`."""
    if isinstance(node, nodes.Binary) and node.op == "and":
        return [*conjuncts(node.left), *conjuncts(node.right)]
    return [node]


class ActionMaker:
    """Lowers one action."""

    def __init__(self, world: World, action: ActionInfo) -> None:
        self.world = world
        self.action = action
        self.element = f"action {action.name}"
        self.body = Body(world, f"options_{action.name}", self.element)
        self.effects = Effects(world, self.body)
        self.own: dict[str, list[nodes.Expr]] = {}

    # ------------------------------------------------------------ the generator of options

    def generator(self) -> None:
        """The nested loops over the parameters, with every condition as early as it can be tested."""
        action, world = self.action, self.world
        names: list[str] = list(action.decl.parameters)
        self.body.later = names
        conditions: list[list[nodes.Expr]] = [[] for _ in range(len(names) + 1)]
        if action.when is not None:
            for part in conjuncts(action.when):
                conditions[self._level(part, names)].append(part)
        for level, name in enumerate(names):
            self.own[name] = []
            for part in conjuncts(test) if (test := action.tests.get(name)) is not None else ():
                early = self._level(part, names) <= level
                (conditions[self._level(part, names)] if early else self.own[name]).append(part)
        costs: list[list[str]] = [[] for _ in range(len(names) + 1)]
        for resource, node in action.costs.items():
            costs[self._level(node, names)].append(resource)
        bound: list[tuple[str, ir.Expr, Type]] = []
        statements = self._from(0, names, conditions, costs, bound)
        place = self.body.place(action.span)
        if statements is not None:
            self.body.frame.number = action.generator
            world.functions[action.generator] = ir.Function(
                name=f"options_{action.name}",
                params=(),
                locals=tuple(self.body.frame.slots),
                result=None,
                place=place,
                body=tuple(statements),
                generator=True,
            )
        action.params = {name: type_ for name, _, type_ in bound}
        text = world.plain_text(action.decl.text) if action.decl.text else -1
        params = tuple((name, world.value_type(type_)) for name, type_ in action.params.items())
        source = tuple(str(each) for each in action.decl.source)
        declared = [each for name, each in action.decl.parameters.items() if name in action.params]
        secrets = tuple(i for i, each in enumerate(declared) if each.secret)
        codes = [each.items or each.value for each in declared]
        world.option_spans[action.alternative] = tuple(each.span if each else action.span for each in codes)
        world.alternatives[action.alternative] = ir.Alternative(
            action.name, params, text, source, place, action.name, action.decl.secret, secrets, self._announcement()
        )

    def _announcement(self) -> int:
        """The function that tells all what was chosen, in the author's words, or -1."""
        node, action = self.action.announce, self.action
        if node is None:
            return -1
        body = Body(self.world, f"announce_{action.name}", self.element, pure=True)
        for name, type_ in action.params.items():
            body.parameter(name, type_, getattr(name, "span", action.span))
        for test in (action.when, *action.tests.values()):
            if test is not None:
                body.learn(facts_of(test)[0])
        text = Effects(self.world, body).expressions.template(node)
        if text is None:
            return -1
        number = self.world.new_function(body.name)
        self.world.functions[number] = ir.Function(
            body.name, tuple(body.frame.params), tuple(body.frame.slots), None, body.place(node.span), (ir.Log(*text),)
        )
        self.world.announcements.add(number)
        return number

    def _level(self, node: nodes.Expr, names: Sequence[str]) -> int:
        """After how many parameters a condition can be tested."""
        return max((level + 1 for level, name in enumerate(names) if mentions(node, {name})), default=0)

    def _from(
        self,
        level: int,
        names: list[str],
        conditions: list[list[nodes.Expr]],
        costs: list[list[str]],
        bound: list[tuple[str, ir.Expr, Type]],
    ) -> list[ir.Stmt] | None:
        guards: list[tuple[ir.Expr, int, Sort, int]] = []
        failed = False
        for node in conditions[level]:
            test = self.effects.expressions.condition(node)
            self.body.learn(facts_of(node)[0])
            if test is None:
                failed = True
            else:
                guards.append((test, self.body.place(node.span), "condition", -1))
        for resource in costs[level]:
            guard = self._affordable(resource)
            if guard is None:
                failed = True
            else:
                place = self.body.place(self.action.costs[resource].span)
                guards.append((guard, place, "cost", self.world.plain_text(str(resource))))
        limit = self.action.decl.limit
        if limit is not None and level == self._limit_level(names) and self._counter(bound):
            scope = self.world.plain_text(str(limit.per))
            guards.append((self._below_limit(), self.body.place(limit.span), "limit", scope))
        inner = self._last(bound) if level == len(names) else self._parameter(level, names, conditions, costs, bound)
        if inner is None or failed:
            return None
        for test, place, sort, subject in reversed(guards):
            inner = [ir.Guard(test, tuple(inner), place, sort, subject)]
        return inner

    def _last(self, bound: list[tuple[str, ir.Expr, Type]]) -> list[ir.Stmt]:
        from .choices import alike_key  # it needs this module

        key = alike_key(self.effects, [(expr, type_) for _, expr, type_ in bound], self.action.span)
        return [ir.Emit(self.action.alternative, tuple(expr for _, expr, _ in bound), key)]

    def _parameter(
        self,
        level: int,
        names: list[str],
        conditions: list[list[nodes.Expr]],
        costs: list[list[str]],
        bound: list[tuple[str, ir.Expr, Type]],
    ) -> list[ir.Stmt] | None:
        action, e = self.action, self.effects.expressions
        name = names[level]
        span = getattr(name, "span", action.span)
        value_node, items_node = action.values.get(name), action.items.get(name)
        if value_node is not None:
            typed = e.expr(value_node)
            if typed is None:
                return None
            there = typed
            with self.body.scope():
                variable = self.body.bind(name, there.type, span)
                bound.append((name, variable.expr, there.type))
                inner = self._from(level + 1, names, conditions, costs, bound)
            return None if inner is None else [ir.SetLocal(variable.slot, there.expr), *inner]
        if items_node is None:
            return None
        items = e.items(items_node)
        if items is None:
            return None
        with self.body.scope(span):
            variable = self.body.bind(name, items[1], span)
            bound.append((name, variable.expr, items[1]))
            tests: list[tuple[ir.Expr | None, int]] = []
            for part in self.own.get(name, []):
                tests.append((e.condition(part), self.body.place(part.span)))
                self.body.learn(facts_of(part)[0])
            inner = self._from(level + 1, names, conditions, costs, bound)
        if inner is None or any(test is None for test, _ in tests):
            return None
        for test, place in reversed(tests):
            assert test is not None
            inner = [ir.Guard(test, tuple(inner), place)]
        return [ir.For(variable.slot, items[0], tuple(inner))]

    def _resource(self, name: str) -> FieldInfo | None:
        """The field of Player that a cost names."""
        player = self.world.domains[0]
        info = player.fields.get(name)
        if info is None or info.type.kind != "int" or info.type.optional:
            span = getattr(name, "span", self.action.span)
            numbers = [each.name for each in player.fields.values() if each.type.kind == "int"]
            self.world.error(messages.unknown_element("number", name, span, numbers, "Player"))
            return None
        note(self.body, info, name, getattr(name, "span", self.action.span))
        return info

    def _affordable(self, resource: str) -> ir.Expr | None:
        info = self._resource(resource)
        cost = self.effects.expressions.integer(self.action.costs[resource])
        if info is None or cost is None:
            return None
        have = ir.Load(info.base, times(ME, info.shape.cells), info.shape)
        return ir.Op("ge", (have, cost.expr))

    # ------------------------------------------------------------ limits

    def _limit_level(self, names: list[str]) -> int:
        limit = self.action.decl.limit
        level = names.index(limit.of) + 1 if limit is not None and limit.of in names else 0
        if self.action.times is not None:
            level = max(level, self._level(self.action.times, names))
        return level

    def _counter(self, bound: list[tuple[str, ir.Expr, Type]]) -> bool:
        """Make the counter of the action's limit, kept by player or by the entity that a parameter names."""
        limit = self.action.decl.limit
        assert limit is not None
        domain = 0
        if limit.of is not None:
            if limit.of not in self.action.decl.parameters:
                return False  # reported where the limit was declared
            type_ = next((each for name, _, each in bound if name == limit.of), None)
            if type_ is None or type_.kind != "member" or type_.optional:
                span = getattr(limit.of, "span", limit.span)
                self.world.error(messages.limit_of(limit.of, self.world.show(type_) if type_ is not None else "", span))
                return False
            domain = type_.domain
        name, per = f"used_{self.action.name}", limit.per
        info = self.action.limit = hidden_field(self.world, name, domain, COUNTER, per, limit.span)
        note(self.body, info, f"the limit of `{self.action.name}`", getattr(limit.per, "span", limit.span))
        if per == "action" and self.world.option_going_on is None:
            self.world.option_going_on = hidden_field(self.world, "option_going_on", -1, COUNTER, per, limit.span)
        return True

    def _limit_cell(self, body: Body) -> ir.Load:
        info, limit = self.action.limit, self.action.decl.limit
        assert info is not None
        assert limit is not None
        key: ir.Expr = ME
        if limit.of is not None:
            variable = body.find(limit.of)
            key = variable.expr if variable is not None else ME
        return ir.Load(info.base, key, info.shape)

    def _count(self, body: Body) -> list[ir.Stmt]:
        """The option is counted against its limit, in the scopes in which it was offered. Outside of every option
        nothing is counted per action."""
        if self.action.limit is None:
            return []
        cell = self._limit_cell(body)
        counted: ir.Stmt = ir.Store(cell.base, cell.index, ir.Op("add", (cell, ir.Const(1))), cell.shape)
        within = self.world.option_going_on
        if self.action.limit.per != "action" or within is None:
            return [counted]
        inside = ir.Op("ne", (ir.Load(within.base, None, within.shape), ir.Const(0)))
        return [ir.If(inside, (counted,))]

    def _below_limit(self) -> ir.Expr:
        most: Typed | None = Typed(ir.Const(1), interval(1, 1))
        if self.action.times is not None:
            most = self.effects.expressions.integer(self.action.times)
        return ir.Op("lt", (self._limit_cell(self.body), most.expr if most is not None else ir.Const(1)))

    # ------------------------------------------------------------ carrying it out

    def perform(self) -> list[tuple[int, Body, list[ir.Stmt]]]:
        """The functions that carry the action out: (number, body, statements). It pays, is counted, and its effects
        run, in a scope of their own when anything belongs to the scope `action`."""
        action, world = self.action, self.world
        kept = [info for info in world.fields if info.per == "action"]
        body, effects = self._carrying()
        statements = [*self._pay(body, effects), *self._count(body)]
        if not kept:
            statements += effects.block(action.effects or ())
            return [(action.function, body, statements)]
        number = world.new_function(f"action_{action.name}_effects")
        world.opens[number] = "action"
        inner, inside = self._carrying()
        made = [(number, inner, inside.block(action.effects or ()))]
        args = tuple(ir.Local(slot) for slot in body.frame.params)
        call: ir.Stmt = CallStmt(number, args) if action.waits else ir.Do(number, args)
        before: list[ir.Stmt] = []
        after: list[ir.Stmt] = []
        for info in kept:
            count = 1 if info.domain < 0 else world.domains[info.domain].size
            cells = count * info.shape.cells
            shape = ir.SCALAR if cells == 1 else ir.Shape("map", cells, of=ir.SCALAR)
            slot = body.frame.raw_slot(shape, info.span)
            before.append(ir.SetLocal(slot, ir.Load(info.base, None, shape)))
            after.append(ir.Store(info.base, None, ir.Local(slot), shape))
        opening = [each for info in kept for each in reset(body, info)]
        going_on = world.option_going_on
        if going_on is not None:
            opening.append(ir.Store(going_on.base, None, ir.Const(1), going_on.shape))
        return [*made, (action.function, body, [*statements, *before, *opening, call, *after])]

    def _carrying(self) -> tuple[Body, Effects]:
        """A body with the action's parameters, in which its conditions are known to hold."""
        action = self.action
        assigned = assigned_names(action.effects or ())
        body = Body(self.world, f"action_{action.name}", self.element, can_wait=True, assigned=assigned)
        for name, type_ in action.params.items():
            body.parameter(name, type_, getattr(name, "span", action.span))
        for test in (action.when, *action.tests.values()):
            if test is not None:
                body.learn(facts_of(test)[0])
        return body, Effects(self.world, body)

    def _pay(self, body: Body, effects: Effects) -> list[ir.Stmt]:
        statements: list[ir.Stmt] = []
        for resource, node in self.action.costs.items():
            info = self._resource(resource)
            cost = effects.expressions.integer(node)
            if info is None or cost is None:
                continue
            index = times(ME, info.shape.cells)
            left = ir.Op("sub", (ir.Load(info.base, index, info.shape), cost.expr), body.place(node.span))
            low, high = info.type.low, info.type.high
            statements.append(ir.Store(info.base, index, left, info.shape, low, high, body.place(node.span)))
        return statements


COUNTER = Type("int", low=0, high=INT_MAX)
