"""From a validated ruleset to its typed tree, pass after pass.

Read top to bottom: domains, boards, constants, attributes; fields, zones, tables, signatures; adjustments, actions,
triggers, the calls; bodies, flow, scoring. Every pass reports what it finds, and goes on with what is sound.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from yupana.schemas.carried import Carried, carried, every
from yupana.schemas.left_out import LeftOut
from yupana.schemas.ruleset import FunctionDecl, Ruleset
from yupana.schemas.source import Report

from ..language import messages
from ..language.nodes import Expr
from ..language.parse import parse_effects, parse_expression, parse_function_body
from ..language.types import BOOL, interval, member
from ..typed.nodes import Visibility, sound
from ..typed.rules import Action, Function, Predicate, Rules, Value
from . import builtins, comprehensions, operators, slots, values  # noqa: F401 - they register what they check
from .actions import COUNTER, Header, all_of, announcement, carrying, parse_action
from .adjustments import key_type
from .boards import Boards
from .body import Body
from .calls_graph import OFFERED, Graph, Key
from .carriers import carrier_of
from .citations import check_citations
from .constants import Constants
from .declarations import Declarations
from .domains import Domains, constant_symbols
from .entries import declare_entries
from .flow import check_steps, declare_scopes
from .functions import Codes, FunctionCode, Functions, check_value
from .lasting import check_lasting, declare_lasting
from .positions import positions, worked
from .resets import starting
from .results import infer
from .scope_use import check_scope_use
from .scoring import ScoringChecker, points
from .teams import declare_teams
from .tiles import Tiles
from .triggers import check_chains, check_order, check_triggers, declare_triggers, name_events
from .visibility import backs, faces, visible_to
from .world import AdjustmentInfo, Places, Symbol, World, hidden_field


@dataclass(slots=True)
class Checked:
    """What checking gives: the world (for tools that check more code), the rules without what is faulty, and every
    expression by its place."""

    world: World
    rules: Rules
    tree: Places


def check(ruleset: Ruleset, report: Report, files: Mapping[str, str], left_out: LeftOut | None = None) -> Checked:
    """Check a ruleset. Faults go to the report.

    `left_out` is given for what could be read of a faulty ruleset: what is missing, about which nothing is said.
    """
    return Checker(ruleset, report, files, left_out).run()


def function_code(world: World, decl: FunctionDecl) -> FunctionCode:
    """What a function is: its body, behind the conditions that it requires."""
    report = world.report
    body = None if decl.body is None else parse_function_body(decl.body, report)
    conditions = [parse_expression(each.test, report) for each in decl.requires.values()]
    if not conditions:
        return body
    if isinstance(body, tuple):
        assert decl.body is not None
        world.error(messages.block_with_conditions(decl.body.span))
        return None
    return None if None in conditions or (body is None and decl.body) else all_of([*conditions, body])


class Checker:
    """Runs the passes."""

    def __init__(self, ruleset: Ruleset, report: Report, files: Mapping[str, str], left_out: LeftOut | None) -> None:
        self.world = World(ruleset, report, files, left_out)
        self.constants = Constants(self.world)
        self.codes = Codes()
        self.functions = Functions(self.world, self.codes)
        self.declarations = Declarations(self.world, self.constants)

    def run(self) -> Checked:
        """All passes in order."""
        self.declare()
        self.elements()
        rules, tree = self.rules(self.order()), self.world.tree or {}
        self.world.tree = None
        return Checked(self.world, rules, tree)

    # ------------------------------------------------------------ declarations

    def declare(self) -> None:
        """Everything with a name, but no code."""
        world = self.world
        domains = Domains(world, self.constants)
        boards = Boards(world, self.constants, domains)
        domains.declare()
        boards.declare()
        tiles = Tiles(world, domains)
        tiles.declare()
        constant_symbols(world)
        domains.attributes()
        tiles.match()
        declare_teams(world)
        boards.finish()
        declare_entries(world)
        self.declarations.options()
        boards.meanings()
        self.declarations.fields()
        self.declarations.zones()
        tiles.lie()
        self.declarations.tables()
        self.declarations.signatures()
        declare_scopes(world, [*world.ruleset.setup, *world.ruleset.flow])
        positions(world)
        self.scopes()

    def scopes(self) -> None:
        """Every `per` names a scope."""
        world = self.world
        known = ["game", "action", *world.steps, *world.ruleset.procedures]
        for info in world.fields:
            if info.per is not None and info.per not in known:
                world.error(messages.unknown_element("scope", info.per, getattr(info.per, "span", info.span), known))
            elif info.per is not None:
                world.scope_means(info.per)

    # ------------------------------------------------------------ code

    def elements(self) -> None:
        """Parse the code of all elements; adjustments, actions and menus."""
        world, codes = self.world, self.codes
        for name, function in world.ruleset.functions.items():
            codes.functions[name] = function_code(world, function)
        for name, procedure in world.ruleset.procedures.items():
            codes.procedures[name] = parse_effects(procedure.effects, world.report)
        for domain in world.domains:
            for predicate in domain.predicates.values():
                parsed: dict[int, Expr | None] = {}
                nodes: list[Expr | None] = []
                for code in predicate.bodies:
                    if code is None:
                        nodes.append(None)
                        continue
                    if id(code) not in parsed:
                        parsed[id(code)] = parse_expression(code, world.report)
                    nodes.append(parsed[id(code)])
                codes.predicates[domain.number, predicate.name] = nodes
        self.adjustments()
        carriers = self.carriers("actions")
        for name, decl in every(world.ruleset, "actions").items():
            each = carriers.get(name)
            action = codes.actions[name] = parse_action(world, name, decl, None if each is None else each.common)
            action.carrier = None if each is None else carrier_of(world, each)
            for menu in decl.menu:
                world.menus.setdefault(menu, []).append(action)
            self.limit(name)
        declare_triggers(world, self.carriers("triggers"))

    def limit(self, name: str) -> None:
        """The counter of an action's limit."""
        world, action = self.world, self.codes.actions[name]
        limit = action.decl.limit
        if limit is None:
            return
        known = ["game", "action", *world.steps, *world.ruleset.procedures]
        if limit.per not in known:
            world.error(messages.unknown_element("scope", limit.per, getattr(limit.per, "span", limit.span), known))
        else:
            world.scope_means(limit.per)
        if limit.of is not None and limit.of not in action.decl.parameters:
            span = getattr(limit.of, "span", limit.span)
            world.error(messages.unknown_element("parameter", limit.of, span, action.decl.parameters))

    def adjustments(self) -> None:
        """What changes functions and procedures."""
        world = self.world
        carriers = self.carriers("adjustments")
        for name, decl in every(world.ruleset, "adjustments").items():
            span = getattr(name, "span", decl.span)
            info = AdjustmentInfo(name, decl, span)
            world.adjustments[name] = info
            if name in carriers:
                self.carried(info, carriers[name])
            world.declare(name, Symbol("adjustment", f"the adjustment `{name}`", span))
            effects = {"instead": decl.instead, "before": decl.before, "after": decl.after}
            info.when = parse_expression(decl.when, world.report) if decl.when is not None else None
            info.value = parse_expression(decl.value, world.report) if decl.value is not None else None
            info.at = parse_expression(decl.at, world.report) if decl.at is not None else None
            info.codes = {}
            for word, code in effects.items():
                parsed = parse_effects(code, world.report) if code is not None else None
                if parsed is not None:
                    info.codes[word] = parsed
            target = world.symbols.get(decl.of)
            sort = target.sort if target is not None else ""
            if sort not in ("function", "procedure"):
                known = [each for each, symbol in world.symbols.items() if symbol.sort in ("function", "procedure")]
                world.error(messages.nothing_to_adjust(decl.of, decl.value_span("of"), known))
                continue
            world.means(decl.value_span("of"), world.signatures[decl.of])
            element = world.ruleset.functions[decl.of] if sort == "function" else world.ruleset.procedures[decl.of]
            if not element.adjustable:
                declared = target.span if target is not None else span
                world.error(messages.not_adjustable(decl.of, declared, decl.value_span("of")))
            if sort == "function" and (decl.value is None or any(effects.values())):
                world.error(messages.adjustment_of_function(decl.of, span))
            if sort == "procedure" and (decl.value is not None or not any(effects.values())):
                world.error(messages.adjustment_of_procedure(decl.of, span))
            if decl.applies_to == "me" and decl.at is not None:
                world.error(messages.two_keys(span))
            self.duration(info)

    def carriers(self, section: str) -> dict[str, Carried]:
        """What entries carry of a section, by name; a name that is there already is reported."""
        found: dict[str, Carried] = {}
        known = {str(name): name.span for name in getattr(self.world.ruleset, section)}
        for each in carried(self.world.ruleset, section):
            if each.name in known:
                sort, first = section.removesuffix("s"), known[each.name]
                self.world.error(messages.duplicate_name(each.name, sort, each.span, first))
            else:
                known[each.name], found[each.name] = each.span, each
        return found

    def carried(self, info: AdjustmentInfo, each: Carried) -> None:
        """Whose an adjustment in an entry is, and when the adjustments of its kind count."""
        kind = self.world.ruleset.kinds.get(each.kind)
        info.carrier = carrier_of(self.world, each)
        if kind is not None and kind.counting is not None:
            info.counting = parse_expression(kind.counting, self.world.report)

    def duration(self, info: AdjustmentInfo) -> None:
        """The switch of an adjustment that lasts for a scope."""
        world, decl = self.world, info.decl
        if decl.duration is None and not decl.until:
            if decl.at is not None or decl.stacks or decl.applies_to == "me":
                world.error(messages.duration_missing(info.span))
            return
        known = ["game", "action", *world.steps, *world.ruleset.procedures]
        if decl.duration is not None and decl.duration not in known:
            span = getattr(decl.duration, "span", info.span)
            world.error(messages.unknown_element("scope", decl.duration, span, known))
            return
        world.scope_means(decl.duration or "game")
        info.params = world.signatures[decl.of].params
        key_type(world, info, info.params)
        info.cell = hidden_field(world, f"active_{info.name}", info.key, COUNTER, decl.duration or "game", info.span)
        declare_lasting(world, info)

    # ------------------------------------------------------------ order

    def order(self) -> list[Key]:
        """Who calls whom: each element after what it calls, and who waits."""
        world, codes = self.world, self.codes
        graph = Graph(world)
        for name, function_code in codes.functions.items():
            more = self.adjusting(name, graph)
            graph.add("function", name, world.signatures[name].span, [function_code], more)
        for name, procedure_code in codes.procedures.items():
            span, unread = world.signatures[name].span, procedure_code is None
            graph.add("procedure", name, span, [procedure_code], self.adjusting(name, graph), unread=unread)
        for domain in world.domains:
            for predicate in domain.predicates.values():
                graph.add("predicate", predicate.name, predicate.span, codes.predicates[domain.number, predicate.name])
        for position in world.positions.values():
            graph.add("position", position.name, position.span, position.values)
        for name, slot in world.slots.items():
            pieces = slot.parse(world)
            graph.add("procedure", name, slot.signature.span, pieces, unread=None in pieces or None in slot.bodies)
            graph.add("slot", name.partition(".")[2], slot.signature.span, [], [("procedure", name)])
        for name, action in codes.actions.items():
            parts = [action.effects, action.announce, *action.code()]
            graph.add("action", name, action.span, parts, unread=action.effects is None)
            graph.add(OFFERED, name, action.span, action.code())
        for name, info in world.triggers.items():
            own: list[object] = [*info.events, info.counting, info.test, info.whose, info.effects]
            graph.add("trigger", name, info.span, own, unread=info.effects is None)
        for menu, actions in world.menus.items():
            graph.add("menu", menu, world.ruleset.span, [], [("action", each.name) for each in actions])
        order = graph.order()
        asking, nested = graph.asking(order), graph.nested
        # what may be carried out inside itself lies on the stack of what waits for decisions
        waiting = graph.asking(order, nested) if nested else asking
        world.acting = graph.acting(order)
        world.unread = graph.unread(order)
        for position in world.positions.values():
            position.acts = ("position", position.name) in world.acting
        for name, signature in world.signatures.items():
            signature.waits, signature.asks = ("procedure", name) in waiting, ("procedure", name) in asking
            if ("procedure", name) in nested:
                counter = f"going_on_{name}".replace(".", "_")
                signature.nested = hidden_field(world, counter, -1, interval(0, signature.depth), None, signature.span)
        for name, action in codes.actions.items():
            action.waits = ("action", name) in waiting
        for name, info in world.triggers.items():
            info.waits = ("trigger", name) in waiting
        return order

    def adjusting(self, name: str, graph: Graph) -> list[Key]:
        """The adjustments of an element, each added with its own code."""
        keys: list[Key] = []
        for info in self.world.adjustments.values():
            if info.decl.of == name:
                parts: list[object] = [info.counting, info.when, info.value, info.at, *(info.codes or {}).values()]
                codes = (info.decl.instead, info.decl.before, info.decl.after)
                unread = len(info.codes or {}) < sum(each is not None for each in codes)
                graph.add("procedure", f"adjustment {info.name}", info.span, parts, unread=unread)
                keys.append(("procedure", f"adjustment {info.name}"))
        return keys

    # ------------------------------------------------------------ bodies

    def rules(self, order: list[Key]) -> Rules:
        """Bodies in an order in which every result is known before it is used; then flow and scoring."""
        world, functions, codes, ruleset = self.world, self.functions, self.codes, self.world.ruleset
        predicates = {each.name for domain in world.domains for each in domain.predicates.values()}
        found: list[Function | Predicate | None] = []
        for sort, name in order:
            if sort == "function":
                found.append(functions.function(name))
            elif sort == "predicate" and name in predicates:
                for domain in world.domains:
                    if name in domain.predicates:
                        found.append(functions.predicate(domain.predicates[name]))
        for finished in found:
            if finished is not None:
                called = finished.signature if isinstance(finished, Function) else finished.predicate
                world.readings.add(called, finished)
        for sort, name in order:
            if sort == "procedure" and name in world.signatures:
                infer(world, world.signatures[name], world.slots.get(name) or codes.procedures.get(name))
        offered = [(Header(world, each).options(), announcement(world, each)) for each in codes.actions.values()]
        name_events(world)
        ends = check_lasting(world)
        triggers, subscriptions, every_trigger = check_triggers(world)
        named = [name for sort, name in order if sort == "procedure" and name in world.signatures]
        procedures = [
            slots.procedure(world, world.slots[name]) if name in world.slots else functions.procedure(name)
            for name in named
        ]
        actions = [
            Action(each.span, each, made if sound(made) else None, said, carrying(world, each))
            for each, (made, said) in zip(codes.actions.values(), offered, strict=True)
        ]
        begin, main = Body(world, "main", "flow", can_wait=True), Body(world, "main", "flow", can_wait=True)
        (setup, _), (flow, acting) = check_steps(begin, ruleset.setup), check_steps(main, ruleset.flow)
        check_chains(world, acting)
        made_of = worked(world)
        asked = ScoringChecker(world)
        scoring = asked.scoring()
        invariants, features, seen = self.invariants(), self.features(), self.seen()
        starts = starting(Body(world, "init", "start"), world.fields, tell=True)  # the last code may need one more
        check_citations(world)
        whole = (
            None not in found
            and len(found) + len(named) == len(world.signatures) + sum(len(each.predicates) for each in world.domains)
            and all(each is not None and each.whole for each in procedures)
            and all(each.options is not None for each in actions)
            and every_trigger
        )
        if whole and not world.partial:  # a call that is missing could be the one in the scope
            check_scope_use(world, [begin, main, *asked.bodies])
        return Rules(
            tuple(filter(None, found)),
            tuple(filter(None, procedures)),
            tuple(actions),
            setup,
            flow,
            starts,
            scoring,
            invariants,
            features,
            triggers,
            subscriptions,
            seen,
            made_of,
            ends,
            check_order(world),
            tuple(backs(world)),
            tuple(faces(world)),
        )

    def invariants(self) -> tuple[Value, ...]:
        """What must always hold."""
        somebody = member(0, optional=True)
        who = {"me": somebody, "active": somebody}
        found = [
            check_value(self.world, str(name), f"invariant {name}", decl.test, who, BOOL)
            for name, decl in self.world.ruleset.invariants.items()
        ]
        return tuple(filter(None, found))

    def features(self) -> tuple[Value, ...]:
        """What may matter in the game: numbers that are asked with `me` = the player."""
        found = [
            points(Body(self.world, str(name), f"feature {name}", pure=True), str(name), decl.value)
            for name, decl in self.world.ruleset.features.items()
        ]
        return tuple(filter(None, found))

    def seen(self) -> tuple[Visibility, ...]:
        """Who sees each field, and then each zone."""
        world = self.world
        found = [visible_to(world, each.visible, each.domain, each.span, f"field {each.name}") for each in world.fields]
        for each in world.zones.values():
            found.append(visible_to(world, each.visible, each.holder, each.span, f"zone {each.name}"))
        return tuple([each if sound(each) else Visibility(each.span) for each in found])
