"""Third pass: the bodies of functions, predicates, procedures and actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from yupana.schemas.source import Code

from ..language import messages, nodes
from ..language.parse import parse_expression
from ..language.types import INT, Type, member
from ..typed import nodes as typed
from ..typed import rules
from ..typed import statements as code
from ..typed.declared import ActionInfo, AdjustmentInfo
from . import actions, assignments, control  # noqa: F401 - they register what they check
from .adjustments import adjusted, carry, in_force, of_target
from .body import Body
from .calls_graph import Calls, scan
from .core import coerce, expression, value
from .effects import assigned_names, block, leaves
from .resets import of_scope, starting
from .results import joined, unheard
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
    """Checks every body of a ruleset. What is faulty as a whole gives None."""

    def __init__(self, world: World, codes: Codes) -> None:
        self.world = world
        self.codes = codes

    # ------------------------------------------------------------ functions

    def function(self, name: str) -> rules.Function | None:
        """A declared function with its adjustments; its result is derived when it is not declared."""
        world = self.world
        signature = world.signatures[name]
        source = self.codes.functions.get(name)
        if source is None:
            return None
        body = Body(world, name, f"function {name}", pure=True, result=signature.result, gives=True)
        world.reach.runs(signature, body)
        if isinstance(source, tuple):
            body.assigned = assigned_names(source)
        for param, type_ in signature.params.items():
            body.parameter(param, type_, getattr(param, "span", signature.span))
        made = (
            self._block(body, source, signature) if isinstance(source, tuple) else self._value(body, source, signature)
        )
        if made is None or signature.result is None:
            return None
        whole = rules.Code(signature.span, name, body.element, tuple(body.params), made, signature.result)
        return rules.Function(signature.span, signature, whole, self._adjusted(signature))

    def _block(self, body: Body, source: tuple[nodes.Stmt, ...], signature: Signature) -> code.Block | None:
        made = block(body, source)
        if not leaves(source):
            self.world.error(messages.no_result(signature.name, source[-1].span if source else signature.span))
            return None
        if signature.result is None:
            signature.result = result = joined(self.world, body.returned, signature)
            if result is not None and any(
                (each.kind, each.optional) != (result.kind, result.optional) for each, _ in body.returned
            ):
                again = replace(body, result=result, scopes=[dict(body.scopes[0])], narrowed=[set()])
                with unheard(self.world):  # now that it is known as what the values are wanted
                    made = block(again, source)
        return made

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

    def _adjusted(self, signature: Signature) -> rules.AdjustedFunction | None:
        """What the adjustments of a function change, if it has any; a result without a declared range has none then."""
        world, name, result = self.world, signature.name, signature.result
        assert result is not None
        if not any(each.value is not None for each in of_target(world, name)):
            return None
        if result.kind == "int" and named(world.ruleset.functions, name).gives is None:
            result = result.widened()
            if signature.result != result:  # once for all who read it
                signature.result = result
        body = Body(world, name, f"function {name}", pure=True, result=result, gives=True)
        world.reach.runs(signature, body)
        for param, type_ in signature.params.items():
            body.parameter(param, type_, getattr(param, "span", signature.span))
        changes = tuple(adjusted(body, name, result))
        return rules.AdjustedFunction(signature.span, tuple(body.params), result, changes)

    def predicate(self, info: PredicateInfo) -> rules.Predicate | None:
        """A predicate: every entry's own condition."""
        world = self.world
        domain = world.domains[info.domain]
        body = Body(
            world, f"{domain.name}_{info.name}", f"{domain.name}.{info.name}", pure=True, result=info.result, gives=True
        )
        world.reach.runs(info, body)
        it = body.parameter("it", member(info.domain), info.span)
        for name, type_ in info.params.items():
            body.parameter(name, type_, getattr(name, "span", info.span))
        for name in info.overrides:
            body.parameter(name, INT, domain.attributes[name].span)
        entry = typed.Local(info.span, it.type, it)
        made: dict[int, typed.Expr] = {}
        for source, node in zip(info.bodies, self.codes.predicates.get((info.domain, info.name), []), strict=False):
            if node is None or source is None:
                return None
            if id(source) not in made:
                with body.scope():
                    for each in domain.attributes.values():
                        if each.name not in info.overrides and not each.stride:
                            body.stands_for(each.name, typed.Fixed(node.span, each.type, each, entry))
                    made[id(source)] = value(body, node, info.result)
        if not all(typed.sound(each) for each in made.values()):
            return None
        number = {key: position for position, key in enumerate(made)}
        of_entry = tuple([number[id(source)] for source in info.bodies])
        params, conditions = tuple(body.params), tuple(made.values())
        return rules.Predicate(info.span, info, body.name, body.element, params, conditions, of_entry)

    # ------------------------------------------------------------ procedures

    def procedure(self, name: str) -> rules.Procedure | None:
        """A declared procedure, with its scope and adjustments around it."""
        world = self.world
        signature = world.signatures[name]
        source = self.codes.procedures.get(name)
        if source is None:
            return None
        adjustments = [each for each in of_target(world, name) if each.codes]
        fields = of_scope(world, name)
        element = f"procedure {name}"
        if not adjustments and not fields:
            return rules.Procedure(
                signature.span, signature, self._code(name, signature, source, signature.waits, element), None
            )
        base = self._code(f"{name}_base", signature, source, self._waits(source), element)
        codes: list[tuple[str, AdjustmentInfo, rules.Code | None]] = []
        for info in adjustments:
            for word, statements in (info.codes or {}).items():
                waits = self._waits(statements)
                of = signature if word == "instead" else replace(signature, result=None, waits=waits, span=info.span)
                element_ = f"adjustment {info.name}"
                made = self._code(f"{name}_{info.name}", of, statements, waits, element_, signature, info)
                codes.append((word, info, made))
        gives = signature.result
        body = Body(world, name, element, can_wait=True, result=gives, gives=gives is not None)
        world.reach.runs(signature, body, opens=name)
        for param, type_ in signature.params.items():
            body.parameter(param, type_, getattr(param, "span", signature.span))
        pieces: list[rules.Piece] = []
        for word, info, each in codes:
            with body.scope():
                force = in_force(body, info)
            pieces.append(rules.Piece(info.span, word, force if typed.sound(force) else None, each))
        resets = starting(body, fields)
        return rules.Procedure(
            signature.span,
            signature,
            base,
            rules.Wrapping(signature.span, element, tuple(body.params), tuple(pieces), resets),
        )

    def _waits(self, code: Sequence[nodes.Stmt]) -> bool:
        """Whether code waits, by what it says and what it calls."""
        calls = Calls(self.world.ruleset.span)
        scan(tuple(code), calls, self.world)
        if calls.asks:
            return True
        called = [self.world.signatures.get(name) for sort, name in calls.to if sort == "procedure"]
        slots = [name for sort, name in calls.to if sort == "slot"]
        called += [each.procedures.get(name) for name in slots for each in self.world.domains]
        return any(each is not None and each.waits for each in called)

    def _code(
        self,
        name: str,
        signature: Signature,
        source: tuple[nodes.Stmt, ...],
        waiting: bool,
        element: str,
        of: Signature | None = None,
        info: AdjustmentInfo | None = None,
    ) -> rules.Code | None:
        """The code of a procedure, or of an adjustment `of` one, whose last parameter is the copy for which it counts,
        if an entry of several carries it."""
        world, result = self.world, signature.result
        gives, assigned = result is not None or name in world.unclear, assigned_names(source)
        body = Body(world, name, element, can_wait=waiting, result=result, gives=gives, assigned=assigned)
        of = of or signature
        world.reach.runs(of, body, opens=of.name)
        for param, type_ in signature.params.items():
            body.parameter(param, type_, getattr(param, "span", signature.span))
        it = None if info is None else carry(body, info)[0]
        if it is not None:
            body.params.append(it)
        made = block(body, source)
        if gives and not leaves(source):
            world.error(messages.no_result(signature.name, source[-1].span if source else signature.span))
        if result is not None and waiting and not result.scalar:
            nested, shown = signature.nested is not None, world.show(result)
            world.error(messages.waiting_result(name, shown, signature.span, nested=nested))
            return None
        return rules.Code(signature.span, name, element, tuple(body.params), made, result, waiting)


def check_value(
    world: World, name: str, element: str, code: Code | nodes.Expr, params: dict[str, Type], result: Type | None
) -> rules.Value | None:
    """One expression, for scoring, examples and questions; None when it is faulty (reported)."""
    node = parse_expression(code, world.report) if isinstance(code, Code) else code
    if node is None:
        return None
    body = Body(world, name, element, pure=True, result=result, gives=True)
    for param, type_ in params.items():
        if param in ("me", "active"):
            body.somebody(param, type_, node.span)
        else:
            body.parameter(param, type_, node.span)
    found = expression(body, node, result)
    if result is not None:
        found = coerce(body, found, result, node.span)
    if not typed.sound(found):
        return None
    return rules.Value(node.span, name, element, tuple(body.params), found, result or found.type)
