"""Third pass: the bodies of functions, predicates, procedures and actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from yupana.schemas.source import Code, Span

from ..language import messages, nodes
from ..language.parse import parse_expression
from ..language.types import INT, Type, join, member, same_family
from ..lower import actions as lower_actions
from ..lower.adjustments import Part, adjusted_value, wrapped_procedure
from ..lower.lowering import lower, lower_block
from ..lower.resets import reset
from ..program import ir
from ..typed import nodes as typed
from ..typed import statements as code
from ..typed.bodies import FunctionBody, PredicateBodies
from ..typed.declared import ActionInfo, AdjustmentInfo
from . import actions, assignments, control  # noqa: F401 - they register what they check
from .adjustments import adjusted, in_force, of_target
from .body import Body
from .calls_graph import Calls, scan
from .core import coerce, expression, value
from .effects import assigned_names, block, leaves
from .resets import of_scope, starting
from .world import PredicateInfo, Signature, World, named

FunctionCode = nodes.Expr | tuple[nodes.Stmt, ...] | None


@dataclass(slots=True)
class Codes:
    """The parsed code of all elements."""

    functions: dict[str, FunctionCode] = field(default_factory=dict)
    procedures: dict[str, tuple[nodes.Stmt, ...] | None] = field(default_factory=dict)
    actions: dict[str, ActionInfo] = field(default_factory=dict)
    predicates: dict[tuple[int, str], list[nodes.Expr | None]] = field(default_factory=dict)


class Functions:
    """Lowers every body of a ruleset."""

    def __init__(self, world: World, codes: Codes) -> None:
        self.world = world
        self.codes = codes

    # ------------------------------------------------------------ functions

    def function(self, name: str) -> None:
        """A declared function with its adjustments; its result is derived when it is not declared."""
        world = self.world
        signature = world.signatures[name]
        source = self.codes.functions.get(name)
        if source is None:
            return
        body = Body(world, name, f"function {name}", pure=True, result=signature.result, gives=True)
        if isinstance(source, tuple):
            body.assigned = assigned_names(source)
        params = tuple([
            body.parameter(param, type_, getattr(param, "span", signature.span))
            for param, type_ in signature.params.items()
        ])  # fmt: skip
        made = (
            self._block(body, source, signature) if isinstance(source, tuple) else self._value(body, source, signature)
        )
        if made is None or signature.result is None:
            return
        body.result = signature.result
        world.function_code[name] = FunctionBody(signature.span, params, made)
        if not any(each.value is not None for each in of_target(world, name)):
            body.finish(signature.function, lower_block(body.frame, made), False, signature.place)
            return
        statements = lower_block(body.frame, made)
        base = world.new_function(f"{name}_base")
        body.frame.name = f"{name}_base"
        body.finish(base, statements, False, signature.place)
        self._adjusted(signature, base)

    def _block(self, body: Body, source: tuple[nodes.Stmt, ...], signature: Signature) -> code.Block | None:
        made = block(body, source)
        if not leaves(source):
            self.world.error(messages.no_result(signature.name, source[-1].span if source else signature.span))
            return None
        if signature.result is None:
            signature.result = self._joined(body.returned, signature)
        return made

    def _joined(self, returned: list[tuple[Type, Span]], signature: Signature) -> Type | None:
        """The type of all that a function returns; a `return` that contradicts the first ones is reported."""
        if not returned:
            return None
        show = self.world.show
        result, first = returned[0]
        for each, span in returned[1:]:
            if not same_family(result, each):
                self.world.error(messages.mixed_returns(signature.name, show(result), show(each), first, span))
                return None
            if result.kind in ("none", "empty"):
                first = span  # the first that says something of the type
            result = join(result, each)
        if result.kind in ("none", "empty"):
            self.world.error(messages.no_type_of_result(signature.name, signature.span))
            return None
        return result

    def _value(self, body: Body, source: nodes.Expr, signature: Signature) -> code.Block | None:
        found = expression(body, source, signature.result)
        if not typed.sound(found):
            return None
        if signature.result is None:
            if found.type.kind in ("none", "empty"):
                self.world.error(messages.no_type_of_result(signature.name, source.span))
                return None
            signature.result = found.type
        else:
            found = coerce(body, found, signature.result, source.span)
        return (code.Return(source.span, found),) if typed.sound(found) else None

    def _adjusted(self, signature: Signature, base: int) -> None:
        world = self.world
        assert signature.result is not None
        body = Body(world, signature.name, f"function {signature.name}", pure=True, result=signature.result, gives=True)
        params = [
            body.parameter(param, type_, getattr(param, "span", signature.span))
            for param, type_ in signature.params.items()
        ]
        result = signature.result
        if result.kind == "int" and named(world.ruleset.functions, signature.name).gives is None:
            result = signature.result = body.result = result.widened()
        changes = adjusted(body, signature.name, result)
        world.adjusted_code[signature.name] = tuple(changes)
        first = ir.Call(base, tuple(body.frame.read(each) for each in params))
        made = adjusted_value(body.frame, first, result, signature.span, changes)
        body.finish(signature.function, made, False, signature.place)

    def predicate(self, info: PredicateInfo) -> None:
        """A predicate: one function that goes to the entry's own condition."""
        world = self.world
        domain = world.domains[info.domain]
        body = Body(
            world, f"{domain.name}_{info.name}", f"{domain.name}.{info.name}", pure=True, result=info.result, gives=True
        )
        it = body.parameter("it", member(info.domain), info.span)
        params = [it]
        for name, type_ in info.params.items():
            params.append(body.parameter(name, type_, getattr(name, "span", info.span)))
        params += [body.parameter(name, INT, domain.attributes[name].span) for name in info.overrides]
        entry = typed.Local(info.span, it.type, it)
        made: dict[int, typed.Expr] = {}
        for source, node in zip(info.bodies, self.codes.predicates.get((info.domain, info.name), []), strict=False):
            if node is None or source is None:
                return
            if id(source) not in made:
                with body.scope():
                    for each in domain.attributes.values():
                        if each.name not in info.overrides and not each.stride:
                            body.stands_for(each.name, typed.Fixed(node.span, each.type, each, entry))
                    made[id(source)] = value(body, node, info.result)
        if not all(typed.sound(each) for each in made.values()):
            return
        each_entry = tuple([made[id(source)] for source in info.bodies])
        world.predicate_code[info.domain, info.name] = PredicateBodies(info.span, tuple(params), each_entry)
        frame = body.frame
        lowered = {key: lower(frame, each) for key, each in made.items()}
        branches = [lowered[id(source)] for source in info.bodies] if domain.size else []
        if not branches:
            branches = [ir.Const(0)]
        key = frame.read(it)
        body.finish(
            info.function, [ir.Return(self._tree(key, branches, 0, len(branches)))], False, frame.place(info.span)
        )

    def _tree(self, key: ir.Expr, branches: list[ir.Expr], low: int, high: int) -> ir.Expr:
        """A balanced tree of choices by the entity's index."""
        if all(each is branches[low] for each in branches[low:high]):
            return branches[low]
        middle = (low + high) // 2
        test = ir.Op("lt", (key, ir.Const(middle)))
        return ir.Choice(test, self._tree(key, branches, low, middle), self._tree(key, branches, middle, high))

    # ------------------------------------------------------------ procedures

    def procedure(self, name: str) -> None:
        """A declared procedure, with its scope and adjustments around it."""
        world = self.world
        signature = world.signatures[name]
        source = self.codes.procedures.get(name)
        if source is None:
            return
        adjustments = [each for each in of_target(world, name) if each.codes]
        fields = of_scope(world, name)
        world.opens[signature.function] = name
        if not adjustments and not fields:
            self._code(name, signature, signature.function, source, signature.waits, f"procedure {name}")
            return
        base = Part(None, world.new_function(f"{name}_base"), self._waits(source))
        self._code(f"{name}_base", signature, base.function, source, base.waits, f"procedure {name}")
        functions: list[tuple[str, AdjustmentInfo, int, bool]] = []
        for info in adjustments:
            for word, statements in (info.codes or {}).items():
                function, waits = world.new_function(f"{name}_{info.name}_{word}"), self._waits(statements)
                of = signature
                if word != "instead":
                    of = Signature(name, signature.params, None, function, waits, info.span)
                self._code(f"{name}_{info.name}", of, function, statements, waits, f"adjustment {info.name}")
                functions.append((word, info, function, waits))
        gives = signature.result
        body = Body(world, name, f"procedure {name}", can_wait=True, result=gives, gives=gives is not None)
        params = [
            body.parameter(param, type_, getattr(param, "span", signature.span))
            for param, type_ in signature.params.items()
        ]
        parts: dict[str, list[Part]] = {}
        for word, info, function, waits in functions:
            force = in_force(body, info)
            if typed.sound(force):
                parts.setdefault(word, []).append(Part(force, function, waits))
        resets = starting(body, fields)
        frame = body.frame
        slot = -1 if gives is None else frame.slot(gives, signature.span)
        made = wrapped_procedure(frame, tuple(frame.read(each) for each in params), base, parts, slot)
        opening = [each for one in resets for each in reset(frame, one)]
        closing = [each for one in resets for each in reset(frame, one)]
        last = [] if gives is None else [ir.Return(ir.Local(slot))]
        body.finish(signature.function, [*opening, *made, *closing, *last], signature.waits, signature.place)

    def _waits(self, code: Sequence[nodes.Stmt]) -> bool:
        """Whether code waits, by what it says and what it calls."""
        calls = Calls(self.world.ruleset.span)
        scan(tuple(code), calls, self.world)
        if calls.asks:
            return True
        return any(
            sort == "procedure" and name in self.world.signatures and self.world.signatures[name].waits
            for sort, name in calls.to
        )

    def _code(
        self, name: str, signature: Signature, number: int, source: tuple[nodes.Stmt, ...], waiting: bool, element: str
    ) -> None:
        world, result = self.world, signature.result
        gives, assigned = result is not None, assigned_names(source)
        body = Body(world, name, element, can_wait=waiting, result=result, gives=gives, assigned=assigned)
        for param, type_ in signature.params.items():
            body.parameter(param, type_, getattr(param, "span", signature.span))
        made = block(body, source)
        if gives and not leaves(source):
            world.error(messages.no_result(signature.name, source[-1].span if source else signature.span))
        if result is not None and waiting and not result.scalar:
            world.error(messages.waiting_result(name, world.show(result), signature.span))
            return
        body.finish(number, lower_block(body.frame, made), waiting, signature.place)

    # ------------------------------------------------------------ actions

    def options(self, action: ActionInfo) -> None:
        """The options of an action (before any procedure, so that every limit has its counter)."""
        header = actions.Header(self.world, action)
        made = header.options()
        said = actions.announcement(self.world, action)
        frame = header.body.frame
        if typed.sound(made):
            lower_actions.options(frame, made)
        announced = None if said is None or not typed.sound(said[1]) else (said[0].frame, said[1])
        lower_actions.alternative(self.world, action, frame.place(action.span), announced)

    def action(self, action: ActionInfo) -> None:
        """What an action does."""
        world = self.world
        body, inner, made = actions.carrying(world, action)
        frame, going_on = body.frame, world.option_going_on
        cell = None if going_on is None else going_on.base
        made = replace(made, costs=tuple([each for each in made.costs if typed.sound(each)]))
        lower_actions.begin(frame, made.params)
        statements = lower_actions.carry_out(frame, made, cell)
        if made.kept:
            number = world.new_function(f"action_{action.name}_effects")
            world.opens[number] = "action"
            lower_actions.begin(inner.frame, made.inside)
            effects = lower_block(inner.frame, made.effects)
            statements += lower_actions.in_a_scope(frame, made, number, cell)
            inner.finish(number, effects, action.waits, frame.place(action.span))
        body.finish(action.function, statements, action.waits, frame.place(action.span))

    # ------------------------------------------------------------ single pieces of code, for the flow, scoring and
    # tools

    def expression_function(
        self, name: str, element: str, code: Code | nodes.Expr, params: dict[str, Type], result: Type | None
    ) -> tuple[int, Type] | None:
        """A function of one expression; None when it is faulty (reported)."""
        world = self.world
        node = parse_expression(code, world.report) if isinstance(code, Code) else code
        if node is None:
            return None
        body = Body(world, name, element, pure=True, result=result, gives=True)
        for param, type_ in params.items():
            if param == "me" and not type_.optional:
                self.acting(body)
            elif param in ("me", "active"):
                body.somebody(param, type_, node.span)
            else:
                body.parameter(param, type_, node.span)
        found = expression(body, node, result)
        if result is not None:
            found = coerce(body, found, result, node.span)
        if not typed.sound(found):
            return None
        body.result = found.type if result is None else result
        returned = lower(body.frame, found)
        number = world.new_function(name)
        body.finish(number, [ir.Return(returned)], False, body.frame.place(node.span))
        return number, body.result

    @staticmethod
    def acting(body: Body) -> None:
        """Nothing: `me` is a cell; the caller sets it."""
