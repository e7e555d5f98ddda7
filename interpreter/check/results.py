"""What functions and procedures give where that is not declared: the type of all that they return."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import Type, join, same_family
from ..typed.declared import Signature
from .body import Body
from .effects import assigned_names, block, bodies
from .scope_use import Reach
from .slots import Slot, entry_block
from .world import World, named


@contextmanager
def unheard(world: World) -> Iterator[None]:
    """Code that is read for its types alone: nothing of it is reported or noted."""
    report, tree, reach, count = world.report, world.tree, world.reach, len(world.names)
    world.report, world.tree, world.reach = report.fresh(), {}, Reach()
    try:
        yield
    finally:
        world.report, world.tree, world.reach = report, tree, reach
        del world.names[count:]


def joined(world: World, returned: Sequence[tuple[Type, Span]], signature: Signature) -> Type | None:
    """The type of all that is returned; a `return` that contradicts the first ones is reported."""
    if not returned:
        return None
    result, first = returned[0]
    for each, span in returned[1:]:
        if not same_family(result, each):
            shown = world.show(result), world.show(each)
            world.error(messages.mixed_returns(signature.name, *shown, first, span))
            return None
        if result.kind in ("none", "empty"):
            first = span  # the first that says something of the type
        result = join(result, each)
    if result.kind in ("none", "empty"):
        world.error(messages.no_type_of_result(signature.name, signature.span))
        return None
    return result


def infer(world: World, signature: Signature, source: tuple[nodes.Stmt, ...] | Slot | None) -> None:
    """Find what a procedure gives that declares nothing, but returns values; what it calls is known already. Where it
    cannot be found, `world.unclear` knows the name."""
    if isinstance(source, Slot):
        codes = [each for each in source.read.values() if each is not None]
        declared = source.declared
    else:
        codes = [] if source is None else [source]
        declared = named(world.ruleset.procedures, signature.name).gives is not None
    if declared or not any(map(returns_value, codes)):
        return
    if signature.nested is not None:  # what it gives may follow from what it gives
        world.error(messages.no_type_of_result(signature.name, signature.span))
        world.unclear.add(signature.name)
        return
    checks: Callable[[Body, tuple[nodes.Stmt, ...]], object] = block
    if isinstance(source, Slot):
        slot = source
        checks = lambda body, each: entry_block(body, slot, each)  # noqa: E731
    assigned = set[str]().union(*map(assigned_names, codes))
    body = Body(world, signature.name, signature.element, can_wait=True, gives=True, assigned=assigned)
    with unheard(world):
        for param, type_ in signature.params.items():
            body.parameter(param, type_, getattr(param, "span", signature.span))
        for each in codes:
            checks(body, each)
    result = joined(world, body.returned, signature)
    if result is None:
        world.unclear.add(signature.name)
    else:
        signature.result = result.widened()


def returns_value(statements: Sequence[nodes.Stmt]) -> bool:
    """Whether somewhere in statements a value is returned."""
    return any(
        (isinstance(each, nodes.Return) and each.value is not None) or any(map(returns_value, bodies(each)))
        for each in statements
    )
