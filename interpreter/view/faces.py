"""The faces of tiles on a board, as lines of a look: for every sign what stands there as the tile lies, and behind it
once more the same, or what the look wants to have in the middle of the part."""

from __future__ import annotations

from yupana.schemas.grids import Grid
from yupana.schemas.source import Code

from ..check.world import World
from ..typed.declared import DomainInfo
from ..typed.tiles import TilesInfo

NOTHING = "·"
"""What stands where a face shows nothing."""


def tiles_on(world: World, spaces: DomainInfo) -> TilesInfo | None:
    """The tiles that are laid in spaces of this kind."""
    return next((each.tiles for each in world.domains if each.tiles and each.tiles.spaces == spaces.number), None)


def face_lines(world: World, tiles: TilesInfo, part: Code | None) -> list[Code]:
    """The templates of the lines of a face."""
    kind = world.domains[tiles.tile]
    decl = world.ruleset.kinds[kind.name].parts
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


def mirrored(grid: Grid, rows: str | None) -> bool:
    """Whether the rows of a board are drawn the other way round than the board lies."""
    return rows is not None and (rows == "up") != (grid.upward > 0)
