"""What lies on mats beside the places of sheets, as lines: numbers of tracks, stocks, and the pieces of zones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from yupana.interpreter.view.lines import SEAM
from yupana.interpreter.view.look import NOTHING

from ..playing.looking import SeenLook
from .observation import zone_line

if TYPE_CHECKING:
    from yupana.interpreter.game import State
    from yupana.interpreter.view.look import MatPicture, PartPicture

GAP = "   "
"""What stands between numbers."""


def mat_lines(seen: SeenLook, state: State, seat: int | None, viewer: int, word: Callable[[str], str]) -> list[str]:
    """The lines about the mats of a player or (None) of the table, as the viewer sees them: small numbers in one."""
    lines: list[str] = []
    numbers: list[str] = []
    zones = state.observation(viewer)["zones"] if seen.look.mats else {}
    for mat in seen.look.mats:
        if mat.owned == (seat is not None):
            for part in mat.parts:
                called = word(part.name).replace("_", " ")
                if part.sort == "zone":
                    held: Any = zones.get(str(part.look.zone))
                    held = held if seat is None else held[state.names[seat]]
                    lines += [f"{called}: {zone_line(held)}", *_faces(seen, state, part, held)]
                elif said := ", ".join(_numbers(seen, state, mat, part, seat, viewer, word)):
                    numbers.append(f"{called} {said}")
    return [*([GAP.join(numbers)] if numbers else []), *lines]


def _faces(seen: SeenLook, state: State, part: PartPicture, held: Any) -> Iterator[str]:
    """What square tiles show that lie there, row by row."""
    program = state.game.program
    family = next(each for each in program.families if each.name == str(part.look.zone))
    domain = program.domains[family.domain]
    for piece in held if isinstance(held, list) else ():
        rows = seen.look.rows(domain.name, str(piece)) if piece is not None else None
        yield from (SEAM.join(each or NOTHING for each in row) for row in rows or ())


def _numbers(
    seen: SeenLook, state: State, mat: MatPicture, part: PartPicture, seat: int | None, viewer: int,
    word: Callable[[str], str],
) -> Iterator[str]:  # fmt: skip
    """The number of a part, or on a track of the table that of each player."""
    if mat.owned or part.sort == "stock" or part.look.piece is not None:
        said = seen.amount(state, part.name, viewer, seat or 0)
        if said:
            value, bar, most = said.partition("|")
            yield f"{value}/{most}" if bar and part.sort == "stock" else value
        return
    for each, name in enumerate(state.names):
        said = seen.amount(state, part.name, viewer, each)
        if said:
            yield f"{word(name)} {said.partition('|')[0]}"
