"""Grids between whose spaces others lie: edges and corners, drawn with characters in the gaps between the spaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from ..shell.colours import FAINT
from .boards import Cells, Place, edge_labels, joined
from .canvas import Canvas

STROKES = "━┃╲╱"
"""An edge on which something is: level, upright, falling and rising to the right."""
POST = "●"


@dataclass(frozen=True, slots=True)
class Gap:
    """An edge or a corner: where its middle stands, its two ends if it is an edge, and what is shown of it."""

    x: float
    y: float
    ends: Sequence[tuple[float, float]]
    shown: Text


def draw_lattice(
    places: Sequence[Place], cells: Cells, gaps: Sequence[Gap], *, room: int, width: int = 0
) -> list[Text]:
    """A grid with a line for each row and one between each two, on which what is on edges and corners stands: a stroke
    or a dot in its colour. An edge or a corner on which nothing is remains blank."""
    if not places:
        return []
    left, top = min(x for _, x, _ in places), min(y for _, _, y in places)
    across = max(x for _, x, _ in places) - left + 1
    halves = any((x - left) % 1 for _, x, _ in places)
    labels = None if halves else edge_labels(places)
    shown = {name: joined(cells[name]) or Text("·", FAINT) for name, _, _ in places}
    wide = max(3, width, *(text.cell_len for text in shown.values()))
    edge = max([len(each) for each in labels[1].values()], default=0) if labels is not None else 0
    wide = max(3, min(wide, int((room - 2 * edge - 4) / across) - 1))
    wide -= wide % 2 == 0  # so that half a step is whole
    step = wide + 1

    def at(x: float) -> int:
        """The character in the middle of what stands there."""
        return edge + 2 + round((x - left + 0.5) * step)

    def line(y: float) -> int:
        """Rows stand on every second line; what lies between two rows stands on the one between."""
        whole = round(y - top, 3)
        return 2 * int(whole) + (3 if whole % 1 else 2)

    page = Canvas(min(room, at(left + across) + edge + 2), line(max(y for _, _, y in places)) + 3)
    if labels is not None:
        for x, label in labels[0].items():
            for row in (0, page.height - 1):
                page.write(at(x) - (len(label) - 1) // 2, row, Text(label[:step], FAINT))
        for y, label in labels[1].items():
            page.write(edge - len(label), line(y), Text(label, FAINT))
            page.write(at(left + across - 0.5) + step // 2 + 2, line(y), Text(label, FAINT))
    for name, x, y in places:
        text = shown[name].copy()
        text.truncate(wide)
        page.write(at(x) - text.cell_len // 2, line(y), text)
    for each in sorted(gaps, key=lambda gap: len(gap.ends), reverse=True):  # a corner lies on its edges
        if each.shown.plain:
            _draw(page, each, at(each.x), line(each.y), wide)
    lines = page.lines()
    return lines if labels is not None else lines[1:]


def _draw(page: Canvas, gap: Gap, x: int, y: int, wide: int) -> None:
    spans = [str(span.style) for span in gap.shown.spans if span.style]
    if not spans:  # something that has no colour speaks for itself
        text = gap.shown.copy()
        text.truncate(1 if _sign(gap) != STROKES[0] else wide)
        page.write(x - text.cell_len // 2, y, text)
    elif not gap.ends:
        page.write(x, y, Text(POST, spans[0]))
    elif _sign(gap) == STROKES[0]:
        page.write(x - wide // 2, y, Text(STROKES[0] * wide, spans[0]))
    else:
        page.write(x, y, Text(_sign(gap), spans[0]))


def _sign(gap: Gap) -> str:
    """What an edge is drawn with."""
    if len(gap.ends) != 2:
        return POST
    (x0, y0), (x1, y1) = sorted(gap.ends)
    if abs(y1 - y0) < 1e-6:
        return STROKES[0]
    if abs(x1 - x0) < 1e-6:
        return STROKES[1]
    return STROKES[2] if y1 > y0 else STROKES[3]


def gaps_of(spaces: Sequence[Place], ends: Mapping[str, Sequence[tuple[float, float]]], cells: Cells) -> list[Gap]:
    """What lies between the spaces of a grid, with what is shown of it."""
    return [Gap(x, y, ends.get(name, ()), joined(cells[name])) for name, x, y in spaces if name in cells]
