"""Positions that can come again: what they are made of, when they are noted, and the words that ask about them."""

from __future__ import annotations

from yupana.schemas.ruleset import PositionDecl
from yupana.schemas.source import Code

from ..language import messages, nodes
from ..language.parse import parse_expression
from ..language.types import Type, interval
from ..typed import nodes as typed
from ..typed import statements as code
from ..typed.declared import DomainInfo, FieldInfo, PositionInfo, ZoneInfo
from ..typed.rules import Value, Worked
from .body import Body
from .builtin_table import Given, form, narrowed
from .core import expression, unknown
from .effects import Made, checks
from .resets import starting
from .world import Symbol, World, hidden_field

MOST_NOTES = 20_000
"""Notes that a game keeps, of all positions together."""

# ---------------------------------------------------------------- the section


def positions(world: World) -> None:
    """All positions of the ruleset."""
    for name, decl in world.ruleset.positions.items():
        info = PositionInfo(name, len(world.positions), name.span)
        sound = [_part(world, info, each) for each in decl.of]
        if not decl.of:
            world.error(messages.position_of_nothing(name, decl.span))
        _noted_at(world, info, decl)
        world.declare(name, Symbol("position", f"the position `{name}`", name.span, info=info))
        if all(sound) and decl.of and name not in world.positions:
            world.positions[name] = info
        else:
            world.broken.add(name)


def _noted_at(world: World, info: PositionInfo, decl: PositionDecl) -> None:
    if decl.at is None:
        return
    if decl.at not in world.steps:
        world.error(messages.unknown_element("step", decl.at, decl.at.span, world.steps))
        return
    world.scope_means(decl.at)
    info.at = str(decl.at)


def worked(world: World) -> tuple[Worked, ...]:
    """The values of which positions are made, when all that they may call has been checked."""
    found = [_worked(world, info, node) for info in world.positions.values() for node in info.values]
    return tuple([each for each in found if each is not None])


def _worked(world: World, info: PositionInfo, node: nodes.Expr) -> Worked | None:
    element = f"position {info.name}"
    body = Body(world, f"position_{info.name}", element, pure=True, gives=True)
    world.reach.runs(info, body)
    found = expression(body, node)
    if not typed.sound(found):
        return None
    type_ = found.type.widened()
    single = type_.element is not None and type_.element.scalar
    kept = single and (type_.kind == "map" or type_.bound is not None)
    if type_.kind == "none" or not (type_.scalar or type_.kind == "set" or kept):
        world.error(messages.not_worked_out(world.excerpt(node.span), world.show(found.type), node.span))
        return None
    field = hidden_field(world, f"{info.name} {len(info.fields)}", -1, type_, None, node.span)
    info.fields.append(field)
    (reset,) = starting(Body(world, "init", "start"), [field])
    return Worked(node.span, info, field, Value(node.span, body.name, element, (), found, type_), reset)


def _part(world: World, info: PositionInfo, text: Code) -> bool:
    """One of the parts; False when there is no such part (reported)."""
    node = parse_expression(text, world.report)
    if node is None:
        return False
    found: FieldInfo | ZoneInfo | None = None
    match node:
        case nodes.Name(name="all"):
            info.fields, info.zones, info.active = list(world.fields), list(world.zones.values()), True
            info.whole = True
            return True
        case nodes.Name(name="active"):
            info.active = True
            return True
        case nodes.Name():
            symbol = world.symbols.get(node.name)
            meant = None if symbol is None else symbol.info
            found = meant if isinstance(meant, FieldInfo) else world.zones.get(node.name)
            if found is not None:
                world.means(node.span, found)
            if found is None and symbol is not None:
                info.values.append(node)
                return True
        case nodes.Attribute(value=nodes.Name(name=name) as kind) if name in world.domain_of:
            found = _of_kind(world, kind, node)
        case _:
            info.values.append(node)
            return True
    if isinstance(found, FieldInfo):
        info.fields += [found] if found not in info.fields else []
    elif found is not None:
        info.zones += [found] if found not in info.zones else []
    elif not world.is_broken(world.excerpt(node.span).rpartition(".")[2]):
        fields = [each for each, symbol in world.symbols.items() if symbol.sort == "field"]
        world.error(messages.not_in_a_position(world.excerpt(node.span), node.span, [*fields, *world.zones]))
    return found is not None


def _of_kind(world: World, kind: nodes.Name, node: nodes.Attribute) -> FieldInfo | ZoneInfo | None:
    """`Square.mark`: a field of every entity of a kind, or a zone that each has."""
    number = world.domain_of.get(kind.name)
    if number is None:
        return None
    domain: DomainInfo = world.domains[number]
    zone = world.zones.get(node.name)
    found = domain.fields.get(node.name) or (zone if zone is not None and zone.holder == number else None)
    if found is not None:
        world.means(kind.span, domain)
        world.means(node.name_span, found)
    return found


# ---------------------------------------------------------------- questions


@form("<position>")
def _position(given: Given, node: nodes.Expr) -> typed.Node:
    world = given.body.world
    info = world.positions.get(node.name) if isinstance(node, nodes.Name) else None
    if info is None:
        name = world.excerpt(node.span)
        if not world.is_broken(name):
            world.error(messages.unknown_element("position", name, node.span, world.positions))
        return unknown(node)
    world.means(node.span, info)
    world.reach.call(given.body, info)
    return typed.Position(node.span, info)


@narrowed(
    "times(position): int",
    "How often the position as it is now, hypothetically too, has been noted before.",
    "times(board) → 1",
)
def _times(given: Given, type_: Type) -> Type:
    return interval(0, MOST_NOTES)


@narrowed(
    "ago(position): int?",
    "How many notes ago the position was last as it is now (0: at the latest note), or none if it never was.",
    "ago(board) → 0",
)
def _ago(given: Given, type_: Type) -> Type:
    return interval(0, MOST_NOTES).or_none()


# ---------------------------------------------------------------- effects


@checks(nodes.Note)
def _note(body: Body, node: nodes.Note) -> Made:
    """`note board`, `forget board`."""
    world = body.world
    info = world.positions.get(node.name)
    if info is None:
        if not world.is_broken(node.name):
            world.error(messages.unknown_element("position", node.name, node.name_span, world.positions))
        return code.Faulty(node.span)
    world.means(node.name_span, info, "write")
    if not node.forget:
        world.reach.call(body, info)
    return code.Effect(node.span, node, (typed.Position(node.span, info),))
