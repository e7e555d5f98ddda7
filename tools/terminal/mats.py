"""What lies on mats beside the places of sheets, as lines: numbers of tracks, stocks, and the pieces of zones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ..playing.looking import SeenLook
from .observation import zone_line

if TYPE_CHECKING:
    from yupana.interpreter.game import State
    from yupana.interpreter.view.mats import MatPicture, PartPicture

GAP = "   "
"""What stands between numbers."""


def mat_lines(seen: SeenLook, state: State, seat: int | None, viewer: int, word: Callable[[str], str]) -> list[str]:
    """The lines about the mats of a player or (None) of the table, as the viewer sees them: small numbers in one."""
    lines: list[str] = []
    numbers: list[str] = []
    for mat in seen.look.mats:
        if mat.owned == (seat is not None):
            for part in mat.parts:
                called = word(part.name).replace("_", " ")
                if part.sort == "zone":
                    lines.append(f"{called}: {_zone(state, part, seat, viewer)}")
                elif said := ", ".join(_numbers(seen, state, mat, part, seat, viewer, word)):
                    numbers.append(f"{called} {said}")
    return [*([GAP.join(numbers)] if numbers else []), *lines]


def _zone(state: State, part: PartPicture, seat: int | None, viewer: int) -> str:
    held: Any = state.observation(viewer)["zones"].get(str(part.look.zone))
    return zone_line(held if seat is None else held[state.names[seat]])


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
