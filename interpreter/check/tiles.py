"""Tiles: kinds whose entities show a face, and the kinds of the parts that are seen on it.

The parts are entities like others, made from the faces; what a sign says of them are their attributes. What they touch
is worked out once (`typed/tiles.py`), and what they meet while a game runs follows from where the tiles lie.
"""

from __future__ import annotations

from yupana.schemas.fields import NAME, Name
from yupana.schemas.grids import BLANK, GRID_WORDS, Grid, grid_of
from yupana.schemas.kinds import PartsDecl
from yupana.schemas.ruleset import EntryDecl, KindDecl
from yupana.schemas.source import Code
from yupana.schemas.tree import Word

from ..language import messages
from ..language.types import member, set_of
from ..typed.names import AttributeOf
from ..typed.tiles import Face, TilesInfo, read_face
from .domains import Domains
from .world import Attribute, DomainInfo, World


class Tiles:
    """Declares the parts of all kinds of tiles, and finds out where tiles are laid."""

    def __init__(self, world: World, domains: Domains) -> None:
        self.world = world
        self.domains = domains
        self.found: list[tuple[PartsDecl, TilesInfo]] = []

    # ------------------------------------------------------------ parts

    def declare(self) -> None:
        """The parts of all tiles (all kinds and boards are known)."""
        for name, kind in self.world.ruleset.kinds.items():
            if kind.parts is None:
                continue
            tile = self.world.declared(name, "kind")
            self._parts(tile, kind, kind.parts)
            if tile.tiles is None:
                self._faulty(tile, kind.parts)

    def _faulty(self, tile: DomainInfo, decl: PartsDecl) -> None:
        """Of tiles that are faulty nothing more is said."""
        world = self.world
        part = world.domains[world.domain_of.get(decl.of, tile.number)]
        tile.tiles = part.tiles = None
        world.untiled |= {tile.number, part.number}
        world.broken |= {"parts", "tile", "beside"}
        world.faceless |= set(tile.names)

    def _parts(self, tile: DomainInfo, kind: KindDecl, decl: PartsDecl) -> None:
        world = self.world
        part = self._kind_of_parts(tile, decl)
        spaces, grid = self._spaces(tile, decl)
        if part is None or grid is None or not self._face(kind, decl):
            return
        info = TilesInfo(tile.number, part.number, spaces, grid, 0)
        rows = self.domains.entries.get(tile.number, [])
        entries = {str(sign): _entry(decl.said_by(sign)) for sign in decl.signs}
        called = {str(sign): _label(decl.said_by(sign).get(decl.match)) for sign in decl.signs}
        made: list[EntryDecl | None] = []
        own: list[tuple[int, ...]] = []
        known: dict[int, Face | None] = {}
        for index in range(tile.size):
            row = rows[index] if index < len(rows) else None
            code = (
                kind.defaults.get(decl.face) if row is None else row.values.get(decl.face, kind.defaults.get(decl.face))
            )
            if code is None:
                if id(row) not in known:
                    known[id(row)] = None
                    span = decl.face.span if row is None else row.span
                    world.error(messages.no_face(tile.entry_of(index), str(decl.face), span))
                face = None
            else:
                if id(code) not in known:
                    known[id(code)] = self._read(info, decl, code)
                face = known[id(code)]
            first = part.size
            if face is None:
                world.faceless.add(str(tile.names[index]))
                info.faces.append({})
                own.append(())
                continue
            labels = [called[sign] for sign in face.part_signs]
            for number, label in enumerate(labels):
                several = labels.count(label) > 1
                name = f"{tile.names[index]}_{label}" + (f"_{labels[: number + 1].count(label)}" if several else "")
                world.add_member(part, name, code.span if code is not None else decl.face.span)
                part.starts.append(None)
                made.append(entries[face.part_signs[number]])
                info.tile_of.append(index)
                info.signs.append(face.part_signs[number])
            if part.size != first + len(labels):
                return  # there are more than there may be, or a name is there already; that has been told
            info.faces.append({at: first + face.parts[at] if at in face.parts else -1 for at in face.signs})
            own.append(tuple(range(first, part.size)))
        self.domains.entries[part.number] = made
        there = [set(each) for each in tile.present]
        part.present = [[index for index, of in enumerate(info.tile_of) if of in form] for form in there]
        if all(len(each) == part.size for each in part.present):
            part.present = []
        part.attributes["tile"] = Attribute("tile", member(tile.number), world.table(tuple(info.tile_of)))
        beside = world.table(tuple([tuple(info.beside(each)) for each in range(part.size)]))
        part.attributes["beside"] = Attribute("beside", set_of(part.number), beside, rows=True)
        tile.attributes["parts"] = Attribute("parts", set_of(part.number), world.table(tuple(own)), rows=True)
        for each in (part.attributes["tile"], part.attributes["beside"], tile.attributes["parts"]):
            each.span = decl.span
        tile.tiles = part.tiles = info
        self.found.append((decl, info))

    def _kind_of_parts(self, tile: DomainInfo, decl: PartsDecl) -> DomainInfo | None:
        """The kind of the parts, which has no entries of its own; None where it cannot be (reported)."""
        world = self.world
        kind = world.ruleset.kinds.get(decl.of)
        if kind is None:
            world.error(messages.unknown_element("kind", decl.of, decl.of.span, world.ruleset.kinds))
            return None
        part = world.declared(decl.of, "kind")
        world.means(decl.of.span, part)
        if part.size or kind.parts is not None:
            world.error(messages.parts_of_their_own(str(decl.of), tile.name, decl.of.span, part.span))
            return None
        return part

    def _spaces(self, tile: DomainInfo, decl: PartsDecl) -> tuple[int, Grid | None]:
        """The kind of the spaces in which tiles are laid, and their grid."""
        world = self.world
        zone = world.ruleset.zones.get(decl.laid)
        if zone is None:
            world.error(messages.unknown_element("zone", decl.laid, decl.laid.span, world.ruleset.zones))
            return -1, None
        board = next((each for each in world.ruleset.boards.values() if zone.each == each.kind), None)
        grid = None if board is None else grid_of(board)
        if zone.of != tile.name or zone.each is None or grid is None:
            world.error(messages.not_where_tiles_lie(str(decl.laid), tile.name, GRID_WORDS, decl.laid.span))
            return -1, None
        return world.declared(zone.each, "space").number, grid

    def _face(self, kind: KindDecl, decl: PartsDecl) -> bool:
        """Whether the face is a text of every tile, and every sign is one."""
        world = self.world
        code = kind.attributes.get(decl.face)
        if code is None:
            world.error(messages.unknown_field(decl.face, "tiles", decl.face.span, kind.attributes))
            return False
        if code.text.strip() != "text":
            world.error(messages.face_is_no_text(str(decl.face), decl.face.span, code.span))
            return False
        for sign in decl.signs:
            if len(sign) != 1 or sign in (BLANK, "/") or sign.isspace():
                world.error(messages.not_a_sign(str(sign), BLANK, sign.span))
                return False
        return True

    def _read(self, info: TilesInfo, decl: PartsDecl, code: Code) -> Face | None:
        """A face; None where it has none (reported)."""
        world, grid = self.world, type(info.grid)
        face = read_face(grid, code.text, BLANK)
        if face is None:
            world.error(messages.not_a_face(grid.face_form, code.span))
            return None
        for sign in face.part_signs:
            if sign not in decl.signs:
                world.error(messages.sign_of_no_part(sign, BLANK, [str(each) for each in decl.signs], code.span))
                return None
        size = len({y for _, y in face.signs})
        if info.size not in (0, size):
            world.error(messages.other_face(info.size, size, code.span))
            return None
        info.size = size
        return face

    # ------------------------------------------------------------ what they meet

    def match(self) -> None:
        """By what sides match (the attributes of all kinds are known)."""
        world = self.world
        for decl, info in self.found:
            part = world.domains[info.part]
            attribute = part.attributes.get(decl.match)
            for keys in {id(each): each for each in (decl.said_by(sign) for sign in decl.signs)}.values():
                for key in keys:
                    if key in part.attributes and isinstance(key, Word) and key is not decl.match:
                        world.means(key.span, AttributeOf(part, part.attributes[key]), "write")
            declared = world.ruleset.kinds[decl.of].attributes
            if attribute is None or decl.match not in declared:
                world.error(messages.unknown_field(decl.match, part.name, decl.match.span, declared))
                self._faulty(world.domains[info.tile], decl)
                continue
            world.means(decl.match.span, AttributeOf(part, attribute))
            values = world.tables[attribute.table]
            if attribute.rows or attribute.stride:
                world.error(messages.not_to_match(str(decl.match), decl.match.span, attribute.span))
                self._faulty(world.domains[info.tile], decl)
            else:
                info.values = values
            if decl.shown is not None and decl.shown not in declared:
                world.error(messages.unknown_field(decl.shown, part.name, decl.shown.span, declared))
                self._faulty(world.domains[info.tile], decl)
            elif decl.shown is not None:
                world.means(decl.shown.span, AttributeOf(part, part.attributes[decl.shown]))
            face = world.domains[info.tile].attributes.get(decl.face)
            if face is not None:
                world.means(decl.face.span, AttributeOf(world.domains[info.tile], face))

    def lie(self) -> None:
        """In which zone tiles lie, and which field says how they are turned (all fields and zones are known)."""
        world = self.world
        for decl, info in self.found:
            tile = world.domains[info.tile]
            info.zone = world.zones.get(decl.laid)
            if info.zone is None:
                self._faulty(tile, decl)
                continue
            world.means(decl.laid.span, info.zone)
            if decl.turn is None:
                continue
            field = tile.fields.get(decl.turn)
            if field is None:
                world.error(messages.unknown_field(decl.turn, tile.name, decl.turn.span, tile.fields))
                self._faulty(tile, decl)
                continue
            world.means(decl.turn.span, field)
            type_ = field.type
            if type_.kind != "int" or type_.optional or (type_.low, type_.high) != (0, info.sides - 1):
                world.error(messages.not_a_turn(str(decl.turn), info.sides - 1, decl.turn.span, field.span))
                self._faulty(tile, decl)
            else:
                info.turn = field


def _entry(values: dict[Name, Code]) -> EntryDecl:
    """What is said of the parts that are drawn with a sign, as an entry says it."""
    return EntryDecl.model_construct(values=values, source=[], text=None, count=None, players=None, start=None)


def _label(match: Code | None) -> str:
    """What parts are called behind the name of their tile: that by which they match, where it is a name."""
    name = "" if match is None else match.text.strip().rpartition(".")[2]
    return name if NAME.fullmatch(name) and name.islower() and name not in ("true", "false") else "part"
