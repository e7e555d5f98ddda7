"""Positions that are drawn: what a drawing is of and what its signs mean. A drawing becomes ordinary statements, a
`for` over the spaces of every sign."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from yupana.schemas.grids import GRID_WORDS, Grid
from yupana.schemas.lattices import Lattice
from yupana.schemas.layouts import Layout, layout
from yupana.schemas.source import Code, Span
from yupana.schemas.tree import Word

from ..language import messages
from ..language.types import BOOL, list_of, member
from ..typed import nodes as typed
from ..typed import statements as code
from ..typed.names import Entity
from .body import Body
from .constants import Constants
from .core import value
from .diagrams_pieces import pieces
from .drawings import Drawn, Sign, read
from .signs import Values, has_signs
from .world import BoardInfo, DomainInfo, FieldInfo, World, ZoneInfo, named


def position(body: Body, drawn: Mapping[Word, Code]) -> code.Block:
    """The statements that make a position; what is faulty is left out (reported)."""
    return tuple([each for part, drawing in drawn.items() for each in _drawing(body, part, drawing)])


def layout_of(world: World, board: BoardInfo, grid: Grid | Lattice, present: Iterable[int]) -> Layout:
    """How the spaces of a board that are `present` are drawn."""
    names, look = world.domains[board.domain].names, world.ruleset.look.boards
    host = world.domains[board.family].board
    name = board.name if host is None else host.name
    shown = named(look, name) if name in look else None
    return layout(grid, names, board.coordinates, present, shown)


def _forms(world: World, board: BoardInfo, grid: Grid | Lattice) -> list[Layout]:
    """How a board is drawn in each of its forms, the largest first."""
    domain = world.domains[board.domain]
    forms = dict.fromkeys([tuple(range(domain.size)), *sorted(map(tuple, domain.present), key=len, reverse=True)])
    return [layout_of(world, board, grid, each) for each in forms if each]


def drawable(world: World) -> dict[str, FieldInfo | ZoneInfo]:
    """What can be drawn, by its name in a position: the fields and the zones of the spaces of grids, and of their edges
    and corners."""
    found: dict[str, FieldInfo | ZoneInfo] = {}
    for name, decl in world.ruleset.boards.items():
        domain = world.domains[world.domain_of[decl.kind]] if decl.kind in world.domain_of else None
        if domain is not None and domain.board is not None and domain.board.plane is not None:
            found |= {f"{name}.{field}": info for field, info in domain.fields.items() if has_signs(info.type)}
            zones = [zone for zone in world.zones.values() if zone.holder == domain.number]
            found |= {f"{name}.{zone.name}": zone for zone in zones}
    return found


def _drawing(body: Body, part: Word, drawing: Code) -> code.Block:
    """One drawing."""
    world = body.world
    if not part:
        known = list(drawable(world))
        if len(known) != 1:
            world.error(messages.what_is_drawn(known, drawing.span))
            return ()
        board_name, _, name = known[0].partition(".")
        board_span = span = drawing.span
    else:
        board_name, _, name = part.partition(".")
        board_span, span = _spans(part)
    decl = world.ruleset.boards.get(board_name)  # type: ignore[call-overload]
    if decl is None or decl.kind not in world.domain_of:
        world.error(messages.unknown_element("board", board_name, board_span, world.ruleset.boards))
        return ()
    domain = world.domains[world.domain_of[decl.kind]]
    board = domain.board
    if board is None or board.plane is None:
        world.error(messages.not_drawn(board_name, GRID_WORDS, board_span))
        return ()
    world.means(board_span, domain)
    forms = _forms(world, board, board.plane)
    zone = world.zones.get(name)
    if name in domain.fields:
        return _field(body, domain.fields[name], domain, span, drawing, forms)
    if zone is not None and zone.holder == domain.number:
        return pieces(body, zone, span, drawing, forms)
    known = [*domain.fields, *(each.name for each in world.zones.values() if each.holder == domain.number)]
    world.error(messages.unknown_field(name, domain.name, span, known))
    return ()


def _spans(part: Word) -> tuple[Span, Span]:
    """Where the board and what is drawn of it are named."""
    whole = part.span
    quote = int(whole.end_column - whole.column == len(part) + 2)
    dot = whole.column + quote + part.index(".")
    first = Span(whole.file, whole.line, whole.column + quote, whole.line, dot)
    return first, Span(whole.file, whole.line, dot + 1, whole.line, whole.column + quote + len(part))


# ---------------------------------------------------------------- fields


def _field(
    body: Body, info: FieldInfo, domain: DomainInfo, span: Span, drawing: Code, forms: Sequence[Layout]
) -> code.Block:
    """A field of the spaces: all that have the same sign get its value."""
    world = body.world
    world.reach.use(body, info, str(info.name), span)
    world.means(span, info, "write")
    if not has_signs(info.type):
        if info.type.kind != "unknown":
            world.error(messages.no_signs(world.show(info.type), span, info.span))
        return ()
    values = Values(info.type, world.domains, world.ruleset.signs)
    spaces: dict[int | None, list[Drawn]] = {}
    for each in read(world, drawing, forms, lambda sign: len(values.meant(sign)) == 1) or ():
        for meant in _value(body, info, values, each.sign):
            if meant is not None:
                world.drawn_on.append((domain, each.space, each.sign.span))
            spaces.setdefault(meant, []).append(each)
    return tuple([_written(body, info, domain, meant, at) for meant, at in spaces.items()])


def _value(body: Body, info: FieldInfo, values: Values, sign: Sign) -> tuple[int | None, ...]:
    """The value that a sign means; nothing where it means none or several (reported)."""
    world, type_, meant = body.world, info.type, values.meant(sign.text)
    if len(meant) != 1:
        signs = values.signs
        if meant and signs is not None:
            names = [signs.names[each] for each in meant if each is not None]
            world.error(messages.ambiguous_sign(sign.text, names, sign.span))
        else:
            known = [] if signs is None else signs.drawn
            world.error(messages.unknown_sign(sign.text, known, [] if signs is None else signs.names, sign.span))
        return ()
    found = meant[0]
    if found is not None and type_.kind == "int" and not type_.low <= found <= type_.high:
        world.error(messages.number_drawn(found, type_.low, type_.high, sign.span, info.span))
        return ()
    if found is not None and type_.kind == "member":
        world.means(sign.span, Entity(world.domains[type_.domain], found))
    return (found,)


def _written(body: Body, info: FieldInfo, domain: DomainInfo, meant: int | None, at: list[Drawn]) -> code.Stmt:
    """The statement that gives spaces a value; None is that of an empty space."""
    space, span = member(domain.number), at[0].sign.span
    members = [typed.Member(each.sign.span, space, domain, each.space) for each in at]
    with body.scope(span):
        it = body.declare("it", space, span)
        target = typed.Field(span, info.type, info, typed.Local(span, space, it))
        given = _start(body, info, span) if meant is None else _constant(body, info, meant, span)
    spaces = typed.Items(span, list_of(space, len(members)), tuple(members))
    here: typed.Expr | None = None
    if not domain.whole():  # in another game the board may be smaller than it is drawn
        here = typed.Inside(span, BOOL, typed.Local(span, space, it), typed.set_of_domain(span, domain))
    return code.For(span, it, spaces, here, (code.Assign(span, target, given),))


def _constant(body: Body, info: FieldInfo, meant: int, span: Span) -> typed.Expr:
    type_ = info.type.required()
    if type_.kind == "member":
        return typed.Member(span, type_, body.world.domains[type_.domain], meant)
    return typed.Number(span, type_, meant)


def _start(body: Body, info: FieldInfo, span: Span) -> typed.Expr:
    """What stands on an empty space (`it`): none where that can be, else what the field begins with."""
    type_, world = info.type, body.world
    if type_.optional:
        return typed.NoneValue(span, type_, type_.kind == "int")
    if info.start is None:
        return typed.Number(span, type_, Constants(world).default(type_, span) or 0)
    noted, before, body.resetting = len(world.names), body.resetting, True
    start = value(body, info.start, type_)
    body.resetting = before
    del world.names[noted:]  # they are noted where they stand
    return start
