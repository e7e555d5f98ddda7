"""The faces of tiles on a board, as lines of a look: for every sign what stands there as the tile lies, and behind it
once more the same, or what the look wants to have in the middle of the part."""

from __future__ import annotations

from dataclasses import dataclass

from yupana.schemas.grids import Coordinate, Grid
from yupana.schemas.source import Code

from ..check.world import World, named
from ..typed.declared import DomainInfo
from ..typed.tiles import TilesInfo

NOTHING = "·"
"""What stands where a face shows nothing."""


@dataclass(frozen=True, slots=True)
class FacePicture:
    """The face of a tile that is not turned: the board on which it is laid, how many lines it has, and for each cell
    what it shows, by the name of it or, of what has none, by its number."""

    board: str
    grid: Grid
    size: int
    cells: dict[Coordinate, str | int]


def face_of(world: World, kind: str, entry: str) -> FacePicture | None:
    """The face of the tiles of an entry; None for what is no tile."""
    own = next((each for each in world.domains if each.name == kind), None)
    tiles = None if own is None else own.tiles
    declared = {str(name): each.parts for name, each in world.ruleset.kinds.items()}
    decl = declared.get(kind)
    board = None if tiles is None else world.domains[tiles.spaces].board
    if own is None or tiles is None or decl is None or board is None:
        return None
    index = next(each for each in range(own.size) if own.entry_of(each) == entry)
    attribute = world.domains[tiles.part].attributes[decl.shown_by]
    names = world.domains[attribute.type.domain].names if attribute.type.kind == "member" else ()
    cells: dict[Coordinate, str | int] = {}
    for at, part in tiles.faces[index].items():
        value = world.tables[attribute.table][part] if part >= 0 else -1
        if isinstance(value, int) and value >= 0:
            cells[at] = str(names[value]) if names else value
    return FacePicture(board.name, tiles.grid, tiles.size, cells)


def tiles_on(world: World, spaces: DomainInfo) -> TilesInfo | None:
    """The tiles that are laid in spaces of this kind."""
    return next((each.tiles for each in world.domains if each.tiles and each.tiles.spaces == spaces.number), None)


def face_lines(world: World, tiles: TilesInfo, part: Code | None) -> list[Code]:
    """The templates of the lines of a face."""
    kind = world.domains[tiles.tile]
    decl = named(world.ruleset.kinds, kind.name).parts
    assert decl is not None
    lines: list[Code] = []
    number = 0
    for row in type(tiles.grid).face(tiles.size):
        pairs = []
        for _ in row:
            ground = f"first(p.{decl.shown_by} for p in part_in(it, {number}))"
            shown = f"{ground} if {ground} != none else '{NOTHING}'"
            none = f"none if size(it.{decl.laid}) == 0 else"
            pairs.append(f"{{{none} {shown}}}")
            if part is not None:
                there = f"for it in part_in(it, {number}) if middle(it) == {number}"
                one = f"first(w {there} for w in [{part.text}] if w != none)"
                shown = f"{one} if {one} != none else {shown}"
            pairs.append(f"{{{none} {shown}}}")
            number += 1
        lines.append(Code("".join(pairs), kind.span))
    return lines


def spots_line(world: World, tiles: TilesInfo, *, turned: bool) -> Code:
    """The template of where the parts of a tile have their middles: for each sign of the face, from the line that is
    drawn first (`turned`: the last) on, the part that has it there, if one has, and what ends the sign."""
    rows, number = [], 0
    for row in type(tiles.grid).face(tiles.size):
        signs = range(number, number := number + len(row))
        rows.append([f"{{first(p for p in part_in(it, {each}) if middle(p) == {each})}}{NOTHING}" for each in signs])
    drawn = rows[::-1] if turned else rows
    return Code("".join(each for row in drawn for each in row), world.domains[tiles.tile].span)


def mirrored(grid: Grid, rows: str | None) -> bool:
    """Whether the rows of a board are drawn the other way round than the board lies."""
    return rows is not None and (rows == "up") != (grid.upward > 0)
