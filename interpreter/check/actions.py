"""Actions: what a player may do. Each has a header, which says what it offers, and effects."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import reduce

from yupana.schemas.ruleset import ActionDecl, ActionSlot
from yupana.schemas.source import Code

from ..language import messages, nodes
from ..language.parse import parse_effects, parse_expression, parse_template
from ..language.trees import descend, joined
from ..language.types import INT_MAX, UNKNOWN, Type
from ..typed import nodes as typed
from ..typed.bodies import Announcement, Carrying, Cost, Guard, Level, Limit, Options, Parameter, Test
from ..typed.declared import ActionInfo
from .body import Body, facts_of
from .carriers import give_names
from .choices import check_alike
from .core import condition, expression, integer
from .effects import assigned_names, block
from .loops import gone_through
from .resets import of_scope, starting
from .scope_use import Offered
from .values import text
from .world import World, hidden_field

COUNTER = Type("int", low=0, high=INT_MAX)


def parse_action(world: World, name: str, decl: ActionDecl, common: ActionSlot | None = None) -> ActionInfo:
    """Read an action. One that an entry carries begins with what is `common` to those of its kind."""
    span = getattr(name, "span", decl.span)
    pieces = [parse_effects(each, world.report) for each in effects_of(decl, common)]
    effects = None if None in pieces else tuple([each for piece in pieces for each in piece or ()])
    action = ActionInfo(name, decl, span, effects)
    world.actions.append(action)

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
    first = None if common is None or common.when is None else read(common.when)
    action.when = all_of([first, read(decl.when), *(read(each.test) for each in decl.requires.values())])
    for resource, code in decl.cost.items():
        cost = read(code)
        if cost is not None:
            action.costs[resource] = cost
    if decl.limit is not None:
        action.times = read(decl.limit.times)
    if decl.announce is not None:
        action.announce = parse_template(decl.announce, world.report)
    return action


def effects_of(decl: ActionDecl, common: ActionSlot | None) -> list[Code]:
    """The effects of an action in order: those common to the actions of a kind come first."""
    if common is None or common.effects is None or common.effects is decl.effects:
        return [decl.effects]
    return [common.effects, decl.effects]


def mentions(node: object, names: set[str]) -> bool:
    """Whether an expression uses one of the names."""
    return any(isinstance(each, nodes.Name) and each.name in names for each in descend(node))


def all_of(parts: Sequence[nodes.Expr | None]) -> nodes.Expr | None:
    """`a and b and c`; parts that are not there, or could not be read, are left out."""
    there = [each for each in parts if each is not None]
    return reduce(_both, there) if there else None


def _both(left: nodes.Expr, right: nodes.Expr) -> nodes.Expr:
    return nodes.Binary(left.span, "and", left, right)


def element_of(action: ActionInfo) -> str:
    """What the code of an action belongs to."""
    return f"action {action.name}"


# ---------------------------------------------------------------- what an action offers


class Header:
    """The header of one action while it is checked: each condition goes where it can first be tested."""

    def __init__(self, world: World, action: ActionInfo) -> None:
        self.world = world
        self.action = action
        self.names: list[str] = list(action.decl.parameters)
        self.body = Body(world, f"options_{action.name}", element_of(action), later=self.names)
        world.reach.runs(action, self.body)
        world.reach.runs(Offered(action), self.body)
        if action.carrier is not None:
            give_names(self.body, action.carrier, None, action.span)
        self.variables: dict[str, typed.Variable] = {}
        self.conditions: list[list[nodes.Expr]] = [[] for _ in range(len(self.names) + 1)]
        self.own: dict[str, list[nodes.Expr]] = {name: [] for name in self.names}
        for part in joined(action.when, "and") if action.when is not None else ():
            self.conditions[self.level(part)].append(part)
        for number, name in enumerate(self.names):
            for part in joined(test, "and") if (test := action.tests.get(name)) is not None else ():
                early = self.level(part) <= number
                (self.conditions[self.level(part)] if early else self.own[name]).append(part)

    def options(self) -> Options:
        """The parameters, bound one after the other, with the tests between them."""
        action = self.action
        levels: list[Level] = []
        with ExitStack() as scopes:
            for number in range(len(self.names) + 1):
                guards = tuple(self.guards(number))
                parameter = self.parameter(self.names[number], scopes) if number < len(self.names) else None
                levels.append(Level(action.span, guards, parameter))
        action.params = {name: variable.type for name, variable in self.variables.items()}
        check_alike(self.body, action.params.values())
        return Options(action.span, action, tuple(levels))

    def level(self, node: nodes.Expr) -> int:
        """After how many parameters a condition can be tested."""
        return max((number + 1 for number, name in enumerate(self.names) if mentions(node, {name})), default=0)

    def guards(self, number: int) -> list[Guard]:
        """What is tested when so many parameters are bound."""
        guards: list[Guard] = []
        for node in self.conditions[number]:
            guards.append(Test(node.span, condition(self.body, node)))
            self.body.learn(facts_of(node)[0])
        for resource, node in self.action.costs.items():
            if self.level(node) == number:
                cost = cost_of(self.body, self.action, resource)
                if cost is not None:
                    guards.append(cost)
        limit = self.limit(number)
        return [*guards, limit] if limit is not None else guards

    def parameter(self, name: str, scopes: ExitStack) -> Parameter:
        """A parameter, which is in scope from here on."""
        action, body = self.action, self.body
        span = getattr(name, "span", action.span)
        value_node, items_node = action.values.get(name), action.items.get(name)
        type_, listed, value = UNKNOWN, None, None
        if value_node is not None:
            value = expression(body, value_node)
            type_ = value.type
        elif items_node is not None:
            found = gone_through(body, items_node)
            listed, type_ = found.expr, found.element
        scopes.enter_context(body.scope(span if value is None else None))
        self.variables[name] = body.declare(name, type_, span)
        tests: list[typed.Expr] = []
        for part in self.own[name]:
            tests.append(condition(body, part))
            body.learn(facts_of(part)[0])
        if value is None and listed is None:
            value = typed.Unknown(span, UNKNOWN)
        return Parameter(span, self.variables[name], listed, value, tuple(tests))

    # ------------------------------------------------------------ limits

    def limit(self, number: int) -> Limit | None:
        """The limit of the action, if it can be tested when so many parameters are bound: with its counter, kept by
        player or by the entity that a parameter names."""
        limit, action, world = self.action.decl.limit, self.action, self.world
        if limit is None or number != self.limit_level():
            return None
        of, domain = None, 0
        if limit.of is not None:
            if limit.of not in action.decl.parameters:
                return None  # reported where the limit was declared
            of = self.variables[limit.of]
            world.means(getattr(limit.of, "span", limit.span), of)
            if of.type.kind != "member" or of.type.optional:
                span = getattr(limit.of, "span", limit.span)
                if of.type.kind != "unknown":
                    world.error(messages.limit_of(limit.of, world.show(of.type), span))
                return None
            domain = of.type.domain
        info = action.limit = action.limit or hidden_field(
            world, f"used_{action.name}", domain, COUNTER, limit.per, limit.span
        )  # what is checked once more has its counter
        world.reach.use(self.body, info, f"the limit of `{action.name}`", getattr(limit.per, "span", limit.span))
        if limit.per == "action" and world.option_going_on is None:
            world.option_going_on = hidden_field(world, "option_going_on", -1, COUNTER, limit.per, limit.span)
        most = None if action.times is None else integer(self.body, action.times)
        return Limit(limit.span, info, str(limit.per), of, most)

    def limit_level(self) -> int:
        """After how many parameters the limit can be tested."""
        limit = self.action.decl.limit
        level = self.names.index(limit.of) + 1 if limit is not None and limit.of in self.names else 0
        return level if self.action.times is None else max(level, self.level(self.action.times))


def cost_of(body: Body, action: ActionInfo, word: str) -> Cost | None:
    """What an action costs of a field of Player, or None (reported)."""
    player, node = body.world.domains[0], action.costs[word]
    info, span = player.fields.get(word), getattr(word, "span", action.span)
    amount = integer(body, node)
    if info is None or info.type.kind != "int" or info.type.optional:
        numbers = [each.name for each in player.fields.values() if each.type.kind == "int"]
        body.world.error(messages.unknown_element("number", word, span, numbers, "Player"))
        return None
    body.world.reach.use(body, info, word, span)
    body.world.reach.changes(body, info)
    body.world.means(span, info)
    return Cost(node.span, str(word), info, amount)


def announcement(world: World, action: ActionInfo) -> Announcement | None:
    """What all are told when an option was chosen, in the author's words."""
    if action.announce is None:
        return None
    body = Body(world, f"announce_{action.name}", element_of(action), pure=True)
    if action.carrier is not None:
        give_names(body, action.carrier, None, action.span)
    params = _params(body, action)
    said = Announcement(action.announce.span, params, text(body, action.announce))
    return said if typed.sound(said) else None


def _params(body: Body, action: ActionInfo) -> tuple[typed.Variable, ...]:
    """The parameters of an action in code whose option was chosen, so that its conditions hold."""
    made = []
    for name, type_ in action.params.items():
        made.append(body.declare(name, type_, getattr(name, "span", action.span), name in body.assigned))
    for test in (action.when, *action.tests.values()):
        if test is not None:
            body.learn(facts_of(test)[0])
    return tuple(made)


# ---------------------------------------------------------------- what it does


def carrying(world: World, action: ActionInfo) -> Carrying:
    """What an action does. Its effects are code of their own if fields belong to the scope `action`."""
    effects = action.effects or ()
    assigned = assigned_names(effects)

    def code() -> Body:
        made = Body(world, f"action_{action.name}", element_of(action), can_wait=True, assigned=assigned)
        if action.carrier is not None:
            give_names(made, action.carrier, None, action.span)
        return made

    body = inner = code()
    params = inside = _params(body, action)
    world.reach.runs(action, body)
    costs = [each for word in action.costs if (each := cost_of(body, action, word)) is not None and typed.sound(each)]
    limit, counted = action.decl.limit, None
    if limit is not None and action.limit is not None:
        of = None if limit.of is None else next(each for each in params if each.name == limit.of)
        counted = Limit(limit.span, action.limit, str(limit.per), of, None)
    fields = of_scope(world, "action")
    if fields:
        inner = code()
        inside = _params(inner, action)
        world.reach.runs(action, inner, opens="action")
    made = block(inner, effects)
    kept = starting(body, fields)
    return Carrying(action.span, action, params, tuple(costs), counted, made, kept, inside, world.option_going_on)
