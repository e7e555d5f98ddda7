"""Third pass: the bodies of functions, predicates, procedures and actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from yupana.schemas.source import Code, Span

from ..language import messages, nodes
from ..language.parse import parse_expression
from ..language.types import INT, Type, join, list_of, member, same_family
from ..lower.expressions import entry
from ..program import ir
from .actions import ActionInfo, ActionMaker
from .adjustments import Part, adjusted_value, of_target, wrapped_procedure
from .body import Body, Typed
from .calls_graph import Calls, scan
from .effects import Effects, assigned_names, leaves
from .expressions import Expressions
from .resets import reset
from .world import AdjustmentInfo, PredicateInfo, Signature, World, named

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
        code = self.codes.functions.get(name)
        if code is None:
            return
        body = Body(world, name, f"function {name}", pure=True, result=signature.result, gives=True)
        if isinstance(code, tuple):
            body.assigned = assigned_names(code)
        for param, type_ in signature.params.items():
            body.parameter(param, type_, getattr(param, "span", signature.span))
        adjustments = [each for each in of_target(world, name) if each.value is not None]
        if isinstance(code, tuple):
            statements = self._block(body, code, signature)
        else:
            statements = self._expression(body, code, signature)
        if statements is None or signature.result is None:
            return
        body.result = signature.result
        if not adjustments:
            body.finish(signature.function, statements, False, signature.place)
            return
        base = world.new_function(f"{name}_base")
        body.frame.name = f"{name}_base"
        body.finish(base, statements, False, signature.place)
        self._adjusted(signature, base)

    def _block(self, body: Body, code: tuple[nodes.Stmt, ...], signature: Signature) -> list[ir.Stmt] | None:
        statements = Effects(self.world, body).block(code)
        if not leaves(code):
            self.world.error(messages.no_result(signature.name, code[-1].span if code else signature.span))
            return None
        if signature.result is None:
            signature.result = self._joined(body.returned, signature)
        return statements

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

    def _expression(self, body: Body, code: nodes.Expr, signature: Signature) -> list[ir.Stmt] | None:
        e = Expressions(self.world, body)
        typed = e.expr(code, signature.result)
        if typed is None:
            return None
        if signature.result is None:
            if typed.type.kind in ("none", "empty"):
                self.world.error(messages.no_type_of_result(signature.name, code.span))
                return None
            signature.result = typed.type
            return [ir.Return(typed.expr)]
        expr = e.coerce(typed, signature.result, code.span)
        return None if expr is None else [ir.Return(expr)]

    def _adjusted(self, signature: Signature, base: int) -> None:
        world = self.world
        assert signature.result is not None
        body = Body(world, signature.name, f"function {signature.name}", pure=True, result=signature.result, gives=True)
        args = [body.parameter(param, type_, signature.span).expr for param, type_ in signature.params.items()]
        result = signature.result
        if result.kind == "int" and named(world.ruleset.functions, signature.name).gives is None:
            result = signature.result = result.widened()
            body.result = result
        statements, value = adjusted_value(
            Expressions(world, body), signature.name, ir.Call(base, tuple(args)), result, signature.span
        )
        body.finish(signature.function, [*statements, ir.Return(value)], False, signature.place)

    def predicate(self, info: PredicateInfo) -> None:
        """A predicate: one function that goes to the entry's own condition."""
        world = self.world
        domain = world.domains[info.domain]
        body = Body(
            world, f"{domain.name}_{info.name}", f"{domain.name}.{info.name}", pure=True, result=info.result, gives=True
        )
        it = body.parameter("it", member(info.domain), info.span)
        for name, type_ in info.params.items():
            body.parameter(name, type_, info.span)
        for name in info.overrides:
            body.parameter(name, INT, info.span)
        seen: dict[int, tuple[int, ir.Expr | None]] = {}
        branches: list[ir.Expr | None] = []
        codes = self.codes.predicates.get((info.domain, info.name), [])
        for index, code in enumerate(codes):
            source = info.bodies[index]
            if code is None or source is None:
                branches.append(None)
                continue
            if id(source) in seen:
                branches.append(seen[id(source)][1])
                continue
            with body.scope():
                e = Expressions(world, body)
                for attribute in domain.attributes.values():
                    if attribute.name not in info.overrides and not attribute.stride:
                        body.know(attribute.name, attribute.type, entry(body.frame, attribute, it.expr))
                expr = e.value(code, info.result)
            branches.append(expr)
            seen[id(source)] = (index, expr)
        if any(branch is None for branch in branches) or not branches:
            if branches or domain.size:
                return
            branches = [ir.Const(0)]
        known = [branch for branch in branches if branch is not None]
        body.finish(info.function, [ir.Return(self._tree(it.expr, known, 0, len(known)))], False, body.place(info.span))

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
        code = self.codes.procedures.get(name)
        if code is None:
            return
        adjustments = [each for each in of_target(world, name) if each.codes]
        resets = [info for info in world.fields if info.per == name]
        world.opens[signature.function] = name
        plain = not adjustments and not resets
        number = signature.function if plain else world.new_function(f"{name}_base")
        own_waits = self._waits(code)
        if plain:
            self._code(name if plain else f"{name}_base", signature, number, code, signature.waits, f"procedure {name}")
            return
        self._code(f"{name}_base", signature, number, code, own_waits, f"procedure {name}")
        parts: dict[str, list[Part]] = {}
        base_info = AdjustmentInfo(
            name, named(world.ruleset.adjustments, adjustments[0].name) if adjustments else _NO_DECL, signature.span
        )
        for info in adjustments:
            for word, statements in (info.codes or {}).items():
                function = world.new_function(f"{name}_{info.name}_{word}")
                part_waits = self._waits(statements)
                plain_signature = (
                    signature
                    if word == "instead"
                    else Signature(name, signature.params, None, function, part_waits, info.span)
                )
                self._code(
                    f"{name}_{info.name}", plain_signature, function, statements, part_waits, f"adjustment {info.name}"
                )
                parts.setdefault(word, []).append(Part(info, function, part_waits))
        body = Body(
            world, name, f"procedure {name}", can_wait=True, result=signature.result, gives=signature.result is not None
        )
        args = [body.parameter(param, type_, signature.span).expr for param, type_ in signature.params.items()]
        e = Expressions(world, body)
        base = Part(base_info, number, own_waits)
        statements_ = wrapped_procedure(e, name, args, base, parts, signature.result, signature.span)
        opening = [each for info in resets for each in reset(body, info)]
        closing = [each for info in resets for each in reset(body, info)]
        if statements_ and isinstance(statements_[-1], ir.Return):
            statements_ = [*opening, *statements_[:-1], *closing, statements_[-1]]
        else:
            statements_ = [*opening, *statements_, *closing]
        body.finish(signature.function, statements_, signature.waits, signature.place)

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
        self, name: str, signature: Signature, number: int, code: tuple[nodes.Stmt, ...], waiting: bool, element: str
    ) -> None:
        world = self.world
        gives = signature.result is not None
        body = Body(
            world, name, element, can_wait=waiting, result=signature.result, gives=gives, assigned=assigned_names(code)
        )
        for param, type_ in signature.params.items():
            body.parameter(param, type_, getattr(param, "span", signature.span))
        statements = Effects(world, body).block(code)
        if gives and not leaves(code):
            world.error(messages.no_result(signature.name, code[-1].span if code else signature.span))
        if gives and waiting and signature.result is not None and not signature.result.scalar:
            world.error(messages.waiting_result(name, world.show(signature.result), signature.span))
            return
        body.finish(number, statements, waiting, signature.place)

    # ------------------------------------------------------------ actions

    def options(self, action: ActionInfo) -> None:
        """The options of an action (before any procedure, so that every limit has its counter)."""
        ActionMaker(self.world, action).generator()

    def action(self, action: ActionInfo) -> None:
        """What an action does."""
        if list(action.params) != list(action.decl.parameters):
            return
        for number, body, statements in ActionMaker(self.world, action).perform():
            body.finish(number, statements, action.waits, body.place(action.span))

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
        e = Expressions(world, body)
        typed = e.expr(node, result)
        if typed is None:
            return None
        expr = typed.expr if result is None else e.coerce(typed, result, node.span)
        if expr is None:
            return None
        body.result = typed.type if result is None else result
        number = world.new_function(name)
        body.finish(number, [ir.Return(expr)], False, body.place(node.span))
        return number, body.result

    @staticmethod
    def acting(body: Body) -> None:
        """Nothing: `me` is a cell; the caller sets it."""

    def typed(self, e: Expressions, node: nodes.Expr) -> Typed | None:
        """The value of a node in a body."""
        return e.expr(node)


def element_list(type_: Type) -> Type:
    """A list of the type, without a bound."""
    return list_of(type_)


from yupana.schemas.ruleset import AdjustmentDecl  # noqa: E402

_NO_DECL = AdjustmentDecl.model_construct(of="", applies_to="all", stacks=False)
