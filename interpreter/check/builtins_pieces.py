"""Built-ins for zones, pieces and members, and for looking at the game from outside."""

from __future__ import annotations

from ..language import messages, nodes
from ..language.types import BOOL, INT, Type, interval, list_of, member
from ..program import ir
from .adjustments import active_now
from .assemble import visibility
from .body import Typed
from .builtin_table import Build, _builtin, _count, _piece
from .core import add
from .expressions import Expressions
from .hypothetical import as_player

# ---------------------------------------------------------------- zones and pieces


def _zone_end(op: str) -> Build:
    def build(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
        if not _count(e, node, 1):
            return None
        zone = e.zone(node.args[0], quiet=False)
        if zone is None:
            return None
        return Typed(ir.Op(op, (zone.number, ir.Const(zone.piece_base))), member(zone.domain, True))

    return build


_builtin("top(z: zone): Piece?", "The piece on top (the last one), or none.", "top(deck) → card_7")(
    _zone_end("zone_top")
)
_builtin("bottom(z: zone): Piece?", "The piece at the bottom (the first one), or none.", "bottom(deck) → card_1")(
    _zone_end("zone_bottom")
)


@_builtin(
    "holder(piece: Piece, zone): Holder?",
    "Whose zone of that name the piece is in, or none.",
    "holder(ace, hand) → red",
)
def _holder(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 2):
        return None
    piece = _piece(e, node.args[0])
    name = node.args[1]
    info = e.world.zones.get(name.name) if isinstance(name, nodes.Name) else None
    if info is None:
        e.world.error(messages.expected_name(messages.Named.ZONE, name.span))
        return None
    if piece is None:
        return None
    if info.holder < 0:
        e.world.error(messages.zone_without_holder(info.name, name.span))
        return None
    if info.domain != piece[1].number:
        e.error_type(e.world.show(member(info.domain)), member(piece[1].number), node.args[0].span)
        return None
    zone = ir.Op("piece_zone", (add(piece[0], ir.Const(piece[1].piece_base)),))
    inside = ir.Op(
        "and", (ir.Op("ge", (zone, ir.Const(info.first))), ir.Op("lt", (zone, ir.Const(info.first + info.count))))
    )
    owner = ir.Op("sub", (zone, ir.Const(info.first))) if info.first else zone
    return Typed(ir.Choice(inside, owner, ir.Const(ir.NONE)), member(info.holder, True))


@_builtin("in_play(piece: Piece): bool", "Whether the piece is in any zone.", "in_play(ace) → true")
def _in_play(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    piece = _piece(e, node.args[0])
    if piece is None:
        return None
    number = add(piece[0], ir.Const(piece[1].piece_base))
    return Typed(ir.Op("ge", (ir.Op("piece_zone", (number,)), ir.Const(0))), BOOL)


@_builtin(
    "group(piece): int",
    "The number of the entry (from 0) that a counted piece came from: equal for pieces that are alike.",
    "group(truck_1) == group(truck_2) → true",
)
def _group(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    typed = e.expr(node.args[0])
    there = None if typed is None else e.required(typed, node.args[0])
    if there is None:
        return None
    if there.type.kind != "member":
        e.error_type(messages.Wanted.ENTITY, there.type, node.args[0].span)
        return None
    domain = e.world.domains[there.type.domain]
    if not domain.groups:
        return Typed(there.expr, interval(0, domain.size))
    return Typed(ir.Table(e.world.table(tuple(domain.groups)), there.expr), interval(0, len(domain.group_names)))


@_builtin(
    "number(x: Entity | enum | bool): int",
    "The position of a member in its declaration, from 0; 1 and 0 for true and false.",
    "number(red) → 0",
)
def _number(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    typed = e.expr(node.args[0])
    there = None if typed is None else e.required(typed, node.args[0])
    if there is None:
        return None
    if there.type.kind == "bool":
        return Typed(ir.Choice(there.expr, ir.Const(1), ir.Const(0)), interval(0, 1))
    if there.type.kind != "member":
        e.error_type(messages.Wanted.MEMBER, there.type, node.args[0].span)
        return None
    return Typed(there.expr, interval(0, max(0, e.world.domains[there.type.domain].size - 1)))


@_builtin(
    "member(K, n: int): K",
    "The member at position n of a kind or enum; a rule fault outside.",
    "member(Ware, 0) → wool",
)
def _member(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 2):
        return None
    name = node.args[0]
    number = e.world.domain_of.get(name.name) if isinstance(name, nodes.Name) else None
    position = e.integer(node.args[1])
    if number is None:
        e.world.error(messages.expected_name(messages.Named.KIND, name.span))
        return None
    if position is None:
        return None
    size = e.world.domains[number].size
    target = interval(0, max(0, size - 1))
    return Typed(e.in_range(position, target, node.span), member(number))


@_builtin("as_player(p: Player, x): T", "The value of x with `me` = p.", "as_player(red, me) → red")
def _as_player(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    return as_player(e, node.args, expected) if _count(e, node, 2) else None


@_builtin(
    "active_now(adjustment): bool",
    "Whether the adjustment is in force; `active_now(adjustment, key)` for one with `at`.",
    "active_now(doubled) → false",
)
def _active_now(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    return active_now(e, node) if _count(e, node, 1, 2) else None


# ---------------------------------------------------------------- the game as seen from outside

OUTSIDE = ("example", "report", "winners", "look", "invariant")


def _outside(e: Expressions, node: nodes.Call) -> bool:
    """Whether the code looks at the game from outside the rules (reported otherwise)."""
    if e.body.element.split(" ")[0] in OUTSIDE:
        return True
    assert isinstance(node.function, nodes.Name)
    e.world.error(messages.only_outside(node.function.name, node.span))
    return False


@_builtin(
    "score(p: Player): int",
    "What the player scores if the game ends now. In examples, `winners`, `report`, `invariants` and the look.",
    "score(red) → 7",
)
def _score(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1) or not _outside(e, node):
        return None
    player = e.value(node.args[0], member(0))
    if player is None:
        return None
    return Typed(ir.Call(e.world.reserved("score"), (player,)), INT)


@_builtin(
    "winners(): list[Player]",
    "Who wins if the game ends now. In examples, `report`, `invariants` and the look.",
    "winners() → [red]",
)
def _winners(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 0) or not _outside(e, node):
        return None
    return Typed(ir.Call(e.world.reserved("winners"), ()), list_of(member(0)))


@_builtin(
    "is_over(): bool",
    "Whether the game is over. In examples, `report`, `invariants` and the look.",
    "is_over() → false",
)
def _is_over(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 0) or not _outside(e, node):
        return None
    return Typed(ir.Op("lt", (ir.Load(ir.CELL_BLOCK, None, ir.SCALAR), ir.Const(0))), BOOL)


@_builtin(
    "sees(p: Player, x: zone or field): bool",
    "Whether the player sees the zone's pieces, or the field. In examples, `invariants` and the look.",
    "sees(red, blue.hand) → false",
)
def _sees(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 2) or not _outside(e, node):
        return None
    player, target = e.value(node.args[0], member(0)), node.args[1]
    if player is None:
        return None
    name = target.name if isinstance(target, nodes.Name | nodes.Attribute) else ""
    zone = e.zone(target) if e.is_zone(target) else None
    if zone is not None:
        info = e.world.zones[zone.name]
        code, domain, holder, span = info.visible, info.holder, zone.holder, info.span
    else:
        typed = e.plain(target)
        if typed is None:
            return None
        loaded = typed.expr
        field = next(
            (
                each
                for each in e.world.fields
                if each.name == name and isinstance(loaded, ir.Load) and each.base == loaded.base
            ),
            None,
        )
        if field is None:
            e.world.error(messages.zone_or_field_expected(target.span))
            return None
        code, domain, span = field.visible, field.domain, field.span
        holder = None
        if isinstance(target, nodes.Attribute):
            owner = e.expr(target.value)
            holder = owner.expr if owner is not None else None
    seen = visibility(e.world, code, domain, span, f"{name}_seen")
    who = holder if holder is not None else ir.Const(0)
    if seen.mode == "test":
        return Typed(ir.Call(seen.function, (player, who)), BOOL)
    if seen.mode == "owner":
        who = who if seen.owners < 0 else ir.Table(seen.owners, who)
        return Typed(ir.Op("eq", (who, player)), BOOL)
    return Typed(ir.Const(int(seen.mode == "all")), BOOL)
