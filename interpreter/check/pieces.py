"""Pieces that move, dice and random picks."""

from __future__ import annotations

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.show import show_expression
from ..language.types import UNKNOWN, Type, interval, list_of, member
from ..typed import nodes as typed
from ..typed import statements as code
from .body import Body, facts_of
from .core import condition, error_type, expression, in_range, integer, is_unknown, required
from .effects import Made, checks
from .loops import gone_through, one_or_several
from .names import zone
from .values import text

MAX_SIDES = 1_000_000


@checks(nodes.Shuffle)
def _shuffle(body: Body, node: nodes.Shuffle) -> Made:
    found = zone(body, node.zone)
    if found is None:
        return code.Faulty(node.span)
    if not found.zone.ordered:
        body.world.error(messages.not_ordered(found.zone.name, found.zone.span, node.zone.span))
        return code.Faulty(node.span)
    return code.Effect(node.span, node, (found,))


@checks(nodes.Show)
def _show(body: Body, node: nodes.Show) -> Made:
    pieces, players = one_or_several(body, node.pieces), one_or_several(body, node.player)
    for found, written, wanted, fits in (
        (pieces, node.pieces, messages.Wanted.PIECES, _is_piece),
        (players, node.player, messages.Wanted.SOME_PLAYERS, _is_player),
    ):
        if is_unknown(found.expr):
            return code.Faulty(node.span)
        if not fits(body, found.element):
            if wanted == messages.Wanted.PIECES and body.world.may_be_piece(found.element):
                return code.Faulty(node.span)
            error_type(body, wanted, found.element if found.bound == 1 else found.expr.type, written.span)
            return code.Faulty(node.span)
    return code.Effect(node.span, node, (pieces.expr, players.expr))


def _is_piece(body: Body, type_: Type) -> bool:
    return not type_.optional and body.world.is_piece(type_)


def _is_player(_: Body, type_: Type) -> bool:
    return type_ == member(0)


@checks(nodes.Draw)
def _draw(body: Body, node: nodes.Draw) -> Made:
    count = integer(body, node.count)
    source, target = zone(body, node.source), zone(body, node.zone)
    if source is None or target is None or not _fits(body, target, source.zone.domain, node.span):
        return code.Faulty(node.span)
    body.world.reach.changes(body, source.zone, target.zone)
    return code.Effect(node.span, node, (count, source, target))


@checks(nodes.MoveAll)
def _move_all(body: Body, node: nodes.MoveAll) -> Made:
    target = None if node.zone is None else zone(body, node.zone)
    source = zone(body, node.source)
    if source is None or (node.zone is not None and target is None):
        return code.Faulty(node.span)
    if target is not None and not _fits(body, target, source.zone.domain, node.span):
        return code.Faulty(node.span)
    body.world.reach.changes(body, source.zone, *([] if target is None else [target.zone]))
    return code.Effect(node.span, node, (target, source))


@checks(nodes.Move)
def _move(body: Body, node: nodes.Move) -> Made:
    target = None if node.zone is None else zone(body, node.zone)
    piece = expression(body, node.piece, member(target.zone.domain) if target is not None else None)
    piece = required(body, piece, node.piece)
    if is_unknown(piece) or (node.zone is not None and target is None):
        return code.Faulty(node.span)
    if not body.world.is_piece(piece.type):
        if body.world.may_be_piece(piece.type):
            return code.Faulty(node.span)
        several = piece.type.kind in ("list", "set") and node.zone is not None
        shown = show_expression(node.piece)
        way = f"move all {shown} to …" if isinstance(piece, typed.Zone) else f"move x to … for x in {shown}"
        hint = f"write `{way}`" if several else ""
        error_type(body, messages.Wanted.PIECE, piece.type, node.piece.span, hint=hint)
        return code.Faulty(node.span)
    if target is not None and not _fits(body, target, piece.type.domain, node.piece.span):
        return code.Faulty(node.span)
    somewhere = [each for each in body.world.zones.values() if each.domain == piece.type.domain]
    body.world.reach.changes(body, *(somewhere if target is None else [target.zone, *somewhere]))
    return code.Effect(node.span, node, (target, piece))


@checks(nodes.MoveEach)
def _move_each(body: Body, node: nodes.MoveEach) -> Made:
    listed = gone_through(body, node.items)
    with body.scope():
        variable = body.declare(node.name, listed.element, node.name_span)
        test = None if node.test is None else condition(body, node.test)
        if node.test is not None:
            body.learn(facts_of(node.test)[0])
        made = _move(body, nodes.Move(node.span, node.piece, node.zone, node.bottom))
    if not isinstance(made, code.Effect):
        return made
    target, piece = made.operands
    assert isinstance(piece, typed.Expr)
    assert target is None or isinstance(target, typed.Zone)
    found = code.Binder(node.span, variable, listed.expr, test)
    return code.MoveEach(node.span, found, piece, target, node.bottom)


def _fits(body: Body, target: typed.Zone, domain: int, span: Span) -> bool:
    """Whether the zone holds pieces of the kind (reported otherwise)."""
    info, show = target.zone, body.world.show
    if info.domain == domain:
        return True
    body.world.error(
        messages.held_elsewhere(info.name, show(member(info.domain)), show(member(domain)), info.span, span)
    )
    return False


@checks(nodes.Pick)
def _pick(body: Body, node: nodes.Pick) -> Made:
    if _in_a_copy(body, node):
        return code.Faulty(node.span)
    found, element, _ = candidates(body, nodes.Binder(node.span, node.name, node.name_span, node.items, node.test))
    variable = body.declare(node.name, element, node.name_span, node.name in body.assigned)
    return code.Pick(node.span, variable, found)


def candidates(body: Body, node: nodes.Binder) -> tuple[code.Binder, Type, int | None]:
    """What one can be taken of, the type of each, and how many there are at most."""
    listed = gone_through(body, node.items)
    with body.scope():
        variable = body.declare(node.name, listed.element, node.name_span)
        test = None if node.test is None else condition(body, node.test)
    return code.Binder(node.span, variable, listed.expr, test), listed.element, listed.bound


@checks(nodes.Roll)
def _roll(body: Body, node: nodes.Roll) -> Made:
    if _in_a_copy(body, node):
        return code.Faulty(node.span)
    purpose = None if node.purpose is None else text(body, node.purpose)
    if not 1 <= node.sides <= MAX_SIDES:
        body.world.error(messages.sides_of_die(node.sides, MAX_SIDES, node.span))
    type_ = interval(1, max(1, node.sides))
    count = None
    if node.count is not None:
        count = integer(body, node.count)
        high = 100 if is_unknown(count) else count.type.high
        bound = high if 0 <= high <= 1000 else 100
        type_ = list_of(type_, bound)
        if not is_unknown(count):
            count = in_range(body, count, interval(0, bound), node.count.span)
    variable = body.declare(node.name, type_, node.name_span, node.name in body.assigned)
    return code.Roll(node.span, variable, count, node.sides, purpose)


def _in_a_copy(body: Body, node: nodes.Roll | nodes.Pick) -> bool:
    """Whether chance stands where nothing may depend on it (reported)."""
    if body.parent is None:
        return False
    body.world.error(messages.chance_in_copy(node.span))
    body.declare(node.name, UNKNOWN, node.name_span, True)
    return True
