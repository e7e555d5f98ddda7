"""Pieces that are drawn on spaces: all that lie on the board go back to where they start, then the next piece of the
entry of each sign that is there, or out of play, is put on its space."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from yupana.schemas.diagrams import EMPTY
from yupana.schemas.layouts import Layout
from yupana.schemas.source import NOWHERE, Code, Span

from ..language import messages, nodes
from ..typed import statements as code
from ..typed.names import Entity
from .body import Body
from .drawings import Sign, read
from .effects import inner
from .signs import JOINT, Signs, entries_drawn, signs_of_pieces
from .world import DomainInfo, World, ZoneInfo

_HERE, _PIECE, _BEFORE = "it", "drawn_piece", "drawn_before"

Start = tuple[str | None, int]
"""The zone in which pieces start (None: they start out of play), and whose it is (-1: nobody's)."""


def pieces(body: Body, zone: ZoneInfo, span: Span, drawing: Code, forms: Sequence[Layout]) -> code.Block:
    """The statements that put pieces on spaces."""
    world = body.world
    kind, space = world.domains[zone.domain], world.domains[zone.holder]
    world.means(span, zone, "write")
    groups = entries_drawn(kind)
    signs = signs_of_pieces(kind, world.ruleset.signs)

    def known(sign: str) -> bool:
        return sign in EMPTY or all(len(signs.meant(each)) == 1 for each in sign.split(JOINT))

    found = read(world, drawing, forms, known)
    if found is None:
        return ()
    copies = list(groups.values())
    placed: dict[tuple[int, int], list[tuple[int, Span]]] = {}  # by how high they lie, and by entry
    drawn: dict[int, list[Span]] = {}
    for spot, sign in found:
        for height, entry in enumerate(_entries(world, kind, signs, sign)):
            world.drawn_on.append((space, spot, sign.span))
            placed.setdefault((height, entry), []).append((spot, sign.span))
            drawn.setdefault(entry, []).append(sign.span)
    for entry, spans in drawn.items():
        if len(spans) > (count := len(copies[entry])):
            world.error(messages.too_many_pieces(signs.names[entry], count, spans[count], _declared(kind, entry)))
    starts = _starts(world, kind)
    statements: list[nodes.Stmt] = []
    for start in dict.fromkeys(starts):
        here = [index for index, each in enumerate(starts) if each == start]
        statements.append(_back(world, kind, zone, start, here, span))
    for (_, entry), at in sorted(placed.items(), key=lambda each: each[0][0]):
        spaces = [space.names[each] for each, _ in at]
        home = starts[copies[entry][0]]
        statements.append(_put(world, kind, space, zone, spaces, copies[entry], home, signs.names[entry], at[0][1]))
    noted = len(world.names)
    made = inner(body, statements)
    del world.names[noted:]  # what no author has written is named nowhere
    return made


def _declared(kind: DomainInfo, entry: int) -> Span:
    return kind.group_spans[entry] if entry < len(kind.group_spans) else NOWHERE


def _entries(world: World, kind: DomainInfo, signs: Signs, sign: Sign) -> Iterable[int]:
    """The entries that a sign stands for; several are joined, the lowest piece first. Wrong ones are reported."""
    if sign.text in EMPTY:
        return
    for each in [sign.text] if signs.meant(sign.text) else sign.text.split(JOINT):
        meant = signs.meant(each)
        if len(meant) == 1:
            copies = entries_drawn(kind)[signs.names[meant[0]]]
            world.means(sign.span, Entity(kind, copies[0]))
            yield meant[0]
        elif meant:
            world.error(messages.ambiguous_sign(each, [signs.names[one] for one in meant], sign.span))
        else:
            world.error(messages.unknown_sign(each, signs.drawn, signs.names, sign.span))


def _starts(world: World, kind: DomainInfo) -> list[Start]:
    """Where each piece of a kind starts."""
    owner = kind.attributes.get("owner")
    owners = world.tables[owner.table] if owner is not None else ()
    found: list[Start] = []
    for index in range(kind.size):
        name = kind.starts[index] if index < len(kind.starts) else None
        zone = world.zones.get(name) if name is not None else None
        whose = owners[index] if zone is not None and zone.holder >= 0 else -1
        gone = zone is None or (zone.holder >= 0 and (not isinstance(whose, int) or whose < 0))
        found.append((None, -1) if gone or not isinstance(whose, int) else (str(name), whose))
    return found


# ---------------------------------------------------------------- statements


def _back(
    world: World, kind: DomainInfo, zone: ZoneInfo, start: Start, pieces: Sequence[int], span: Span
) -> nodes.Stmt:
    """The pieces on the board go back to where they start."""
    piece = nodes.Name(span, _PIECE)
    where = nodes.Call(span, nodes.Name(span, "holder"), (piece, nodes.Name(span, zone.name)))
    test = nodes.Compare(span, where, (("!=", nodes.NoneLit(span)),))
    move = nodes.Move(span, piece, _zone_of(world, start, span), False)
    return _each(kind, pieces, span, (nodes.If(span, ((test, (move,)),), ()),))


def _put(
    world: World, kind: DomainInfo, space: DomainInfo, zone: ZoneInfo, spaces: Sequence[str], copies: Sequence[int],
    start: Start, entry: str, span: Span,
) -> nodes.Stmt:  # fmt: skip
    """The next pieces of an entry go to spaces; a fault where there are no more."""
    piece, there = nodes.Name(span, _PIECE), nodes.Attribute(span, nodes.Name(span, _HERE), zone.name, span)
    in_play = nodes.Call(span, nodes.Name(span, "in_play"), (piece,))
    free: nodes.Expr = nodes.Unary(span, "not", in_play)
    home = _zone_of(world, start, span)
    if home is not None:
        free = nodes.Binary(span, "or", free, nodes.Compare(span, piece, (("in", home),)))
    move = nodes.Move(span, piece, there, False)
    take = nodes.If(span, ((free, (move, nodes.Word(span, "break"))),), ())
    many = nodes.Call(span, nodes.Name(span, "size"), (there,))
    before = nodes.Let(span, _BEFORE, span, None, many)
    none_left = nodes.Compare(span, many, (("==", nodes.Name(span, _BEFORE)),))
    told = nodes.Fail(span, nodes.Template(span, (f"no `{entry}` is left that can be drawn",)))
    block = (before, _each(kind, copies, span, (take,)), nodes.If(span, ((none_left, (told,)),), ()))
    at = nodes.ListLit(span, tuple([_member(space, name, span) for name in spaces]))
    if space.whole():
        return nodes.For(span, _HERE, span, at, None, block)
    test = nodes.Compare(span, nodes.Name(span, _HERE), (("in", at),))  # in a smaller form some are not in the game
    return nodes.For(span, _HERE, span, nodes.Name(span, space.name), test, block)


def _each(kind: DomainInfo, pieces: Sequence[int], span: Span, block: tuple[nodes.Stmt, ...]) -> nodes.Stmt:
    """A loop over pieces of a kind, as far as they are in the game."""
    every = nodes.Name(span, kind.name)
    listed = nodes.ListLit(span, tuple([_member(kind, kind.names[each], span) for each in pieces]))
    if len(pieces) == kind.size:
        return nodes.For(span, _PIECE, span, every, None, block)
    if kind.whole():
        return nodes.For(span, _PIECE, span, listed, None, block)
    test = nodes.Compare(span, nodes.Name(span, _PIECE), (("in", listed),))
    return nodes.For(span, _PIECE, span, every, test, block)


def _zone_of(world: World, start: Start, span: Span) -> nodes.Expr | None:
    """The zone in which pieces start."""
    name, owner = start
    if name is None or owner < 0:
        return None if name is None else nodes.Name(span, name)
    holders = world.domains[world.zones[name].holder]
    return nodes.Attribute(span, _member(holders, holders.names[owner], span), name, span)


def _member(domain: DomainInfo, name: str, span: Span) -> nodes.Expr:
    """A member by its whole name, whatever else is called so."""
    return nodes.Attribute(span, nodes.Name(span, domain.name), name, span)
