"""Built-ins for zones, pieces and members, and for looking at the game from outside."""

from __future__ import annotations

from ..language import messages, nodes
from ..language.types import BOOL, Type, interval, member
from ..typed import nodes as typed
from ..typed.nodes import Expr
from .builtin_table import Given, argument, counted, form, narrowed, present, row, special
from .core import as_declared, error_type, expression, in_range, is_unknown, key_of, required, unknown
from .names import is_zone, zone, zone_named
from .visibility import face_of, visible_to
from .world import FieldInfo, ZoneInfo

# ---------------------------------------------------------------- forms of arguments


@form("zone")
def _zone(given: Given, node: nodes.Expr) -> Expr:
    found = zone(given.body, node)
    if found is None:
        return unknown(node)
    given.letters["Piece"] = member(found.zone.domain)
    return found


@form("Piece")
def _piece(given: Given, node: nodes.Expr) -> Expr:
    found = present(given, node)
    world = given.body.world
    if world.is_piece(found.type):
        return found
    if world.may_be_piece(found.type):
        return unknown(node)
    return error_type(given.body, messages.Wanted.PIECE, found.type, node.span)


@form("Entity")
def _entity(given: Given, node: nodes.Expr) -> Expr:
    found = present(given, node)
    if found.type.kind == "member":
        return found
    return error_type(given.body, messages.Wanted.ENTITY, found.type, node.span)


@form("Entity | enum | bool")
def _member_or_bool(given: Given, node: nodes.Expr) -> Expr:
    found = present(given, node)
    if found.type.kind in ("member", "bool"):
        return found
    return error_type(given.body, messages.Wanted.MEMBER, found.type, node.span)


@form("<zone>")
def _name_of_zone(given: Given, node: nodes.Expr) -> typed.Node:
    world = given.body.world
    info = world.zones.get(node.name) if isinstance(node, nodes.Name) else None
    if info is None:
        world.error(messages.expected_name(messages.Named.ZONE, node.span))
        return unknown(node)
    if info.holder < 0:
        world.error(messages.zone_without_holder(info.name, node.span))
        return unknown(node)
    world.means(node.span, info)
    given.letters["Holder"] = member(info.holder)
    return typed.Name(node.span, info)


# ---------------------------------------------------------------- zones and pieces

row("top(z: zone): Piece?", "The piece on top (the last one), or none.", "top(deck) → card_7")
row("bottom(z: zone): Piece?", "The piece at the bottom (the first one), or none.", "bottom(deck) → card_1")


@narrowed(
    "holder(piece: Piece, zone): Holder?",
    "Whose zone of that name the piece is in, or none.",
    "holder(ace, hand) → red",
)
def _holder(given: Given, type_: Type) -> Type | None:
    name = given.args[1]
    assert isinstance(name, typed.Name)
    assert isinstance(name.meant, ZoneInfo)
    if name.meant.domain == given.type(0).domain:
        return type_
    given.faulty(given.body.world.show(member(name.meant.domain)), 0)
    return None


row("in_play(piece: Piece): bool", "Whether the piece is in any zone.", "in_play(ace) → true")


@narrowed(
    "group(piece: Entity): int",
    "The number of the entry (from 0) that a counted piece came from: equal for pieces that are alike.",
    "group(truck_1) == group(truck_2) → true",
)
def _group(given: Given, type_: Type) -> Type:
    domain = given.body.world.domains[given.type(0).domain]
    return interval(0, len(domain.group_names) if domain.groups else domain.size)


@narrowed(
    "number(x: Entity | enum | bool): int",
    "The position of a member in its declaration, from 0; 1 and 0 for true and false.",
    "number(red) → 0",
    int,
)
def _number(given: Given, type_: Type) -> Type:
    of = given.type(0)
    return interval(0, 1 if of.kind == "bool" else max(0, given.body.world.domains[of.domain].size - 1))


@narrowed(
    "member(K, n: int): K",
    "The member at position n of a kind or enum; a rule fault outside.",
    "member(Ware, 0) → wool",
)
def _member(given: Given, type_: Type) -> Type:
    position = given.args[1]
    assert isinstance(position, Expr)
    last = max(0, given.body.world.domains[type_.domain].size - 1)
    given.args[1] = in_range(given.body, position, interval(0, last), given.node.span)
    return type_


@special("as_player(p: Player, x: T): T", "The value of x with `me` = p.", "as_player(red, me) → red")
def _as_player(given: Given) -> Expr:
    """The second argument is checked as code of its own, in which `me` is the first."""
    body, node = given.body, given.node
    if not counted(given):
        return unknown(node)
    player = argument(given, given.builtin.parameters[0], node.args[0])
    inner = body.inside("as")
    inner.stands_for("me", typed.Acting(node.args[0].span, member(0), "me"))  # whatever `me` is outside
    found = expression(inner, node.args[1], given.expected)
    assert isinstance(player, Expr)
    return typed.Hypothetical(node.span, found.type, player, (), found)


@special(
    "active_now(adjustment, [key: Entity]): bool",
    "Whether the adjustment is in force; `active_now(adjustment, key)` for one with `at`.",
    "active_now(doubled) → false",
)
def _active_now(given: Given) -> Expr:
    """Which key is wanted, the adjustment tells."""
    if not counted(given):
        return unknown(given.node)
    body, node, name = given.body, given.node, given.node.args[0]
    info = body.world.switch(name.name) if isinstance(name, nodes.Name) else None
    if info is None:
        shown = name.name if isinstance(name, nodes.Name) else "this"
        body.world.error(messages.unknown_element("adjustment", shown, name.span, body.world.adjustments))
        return unknown(node)
    body.world.means(name.span, info)
    given.args = [typed.Name(name.span, info)]
    if info.cell is not None:
        found = key_of(body, info, node.args[1] if len(node.args) == 2 else None, node.span)
        given.args += [] if found is None else [found]
    return given.call(BOOL)


# ---------------------------------------------------------------- seats

row(
    "next(p: Player): Player",
    "Who sits after p in seating order, the first player after the last.",
    "next(red) → blue",
)
row(
    "previous(p: Player): Player",
    "Who sits before p in seating order, the last player before the first.",
    "previous(red) → blue",
)


@narrowed(
    "opponent([p: Player]): Player",
    "The other player, where exactly two play; `opponent` alone is that of me.",
    "opponent(red) → blue",
)
def _opponent(given: Given, type_: Type) -> Type | None:
    players = given.body.world.ruleset.players
    if players.min == players.max == 2:
        if not given.args:
            me = nodes.Name(given.node.span, "me")
            given.args = [required(given.body, as_declared(given.body, me), me)]
        return type_
    given.body.world.error(messages.no_opponent(players.min, players.max, given.node.span))
    return None


row("lost(p: Player): bool", "Whether `lose p` was said.", "lost(red) → false")

# ---------------------------------------------------------------- the game as seen from outside

SEEING = ("field", "zone", "kind")
OUTSIDE = ("example", "report", "winners", "look", "invariant", "feature")


def _outside(given: Given, type_: Type) -> Type | None:
    """Whether the code looks at the game from outside the rules (reported otherwise)."""
    name, where = given.builtin.name, given.body.element.split(" ")[0]
    of_winners = name in ("winners", "is_draw", "place")  # which are worked out from `winners`
    if where in OUTSIDE and not (where == "winners" and of_winners):
        return type_
    if name == "is_over" and where in SEEING:  # what all see when the game is over
        return type_
    given.body.world.error(messages.only_outside(name, given.node.span, of_winners=of_winners))
    return None


narrowed(
    "score(p: Player): int",
    "What the player scores if the game ends now. In examples, `winners`, `report`, `invariants`, `features` and the "
    "look.",
    "score(red) → 7",
)(_outside)
narrowed(
    "winners(): list[Player]",
    "Who wins if the game ends now. In examples, `report`, `invariants`, `features` and the look.",
    "winners() → [red]",
)(_outside)
narrowed(
    "is_draw(): bool",
    "Whether it is a draw if the game ends now. In examples, `report`, `invariants`, `features` and the look.",
    "is_draw() → false",
)(_outside)
narrowed(
    "place(p: Player): int",
    "The player's place if the game ends now: 1 for who wins. In examples, `report`, `invariants`, `features` and the "
    "look.",
    "place(blue) → 2",
)(_outside)
narrowed(
    "is_over(): bool",
    "Whether the game is over. In examples, `report`, `invariants`, `features`, the look and `visible`.",
    "is_over() → false",
)(_outside)


@form("piece | zone | field")
def _zone_or_field(given: Given, node: nodes.Expr) -> Expr:
    found = zone_named(given.body, node) if is_zone(given.body, node) else None
    target = found if found is not None else as_declared(given.body, node)
    if isinstance(target, typed.Field | typed.Zone) or is_unknown(target):
        return target
    kind = target.type
    if kind.kind == "member" and not kind.optional and given.body.world.domains[kind.domain].piece_base >= 0:
        return target
    given.body.world.error(messages.zone_or_field_expected(node.span))
    return unknown(node)


@narrowed(
    "sees(p: Player, x: piece | zone | field): bool",
    "Whether the player sees which piece it is, the zone's pieces, or the field. In examples, `invariants`, `features` "
    "and the look.",
    "sees(red, blue.hand) → false",
)
def _sees(given: Given, type_: Type) -> Type | None:
    target, world = given.args[1], given.body.world
    assert isinstance(target, Expr)
    if not isinstance(target, typed.Field | typed.Zone):  # a piece: who sees it by itself, and each zone of its kind
        kind = world.domains[target.type.domain]
        given.args.append(face_of(world, kind, given.body) or typed.Visibility(target.span, "none"))
        zones = [each for each in world.zones.values() if each.domain == kind.number]
        for zone in zones:
            element = f"zone {zone.name}_seen"
            given.args.append(visible_to(world, zone.visible, zone.holder, zone.span, element, given.body))
        return _outside(given, type_)
    info: ZoneInfo | FieldInfo = target.zone if isinstance(target, typed.Zone) else target.field
    holder = info.holder if isinstance(info, ZoneInfo) else info.domain
    element = f"zone {info.name}_seen"
    given.args.append(visible_to(given.body.world, info.visible, holder, info.span, element, given.body))
    return _outside(given, type_)
