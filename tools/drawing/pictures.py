"""The pictures of a ruleset, each as SVG or Mermaid and as data: turn structure, boards, zones, what uses what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.index.elements import index
from yupana.schemas.errors import UsageError

from ..explaining.elements import find_element
from ..linting.study import Study
from ..shell.sentences import suggestion
from . import boards, uses
from .chart import Chart
from .mermaid import write
from .parts import HIGHEST, block_parts, chart_parts
from .svg import draw, measure
from .turns import blocks_of, draw_turns, height_of, write_turns
from .zones import zones_chart

WHAT = ("flow", "board", "zones", "uses")


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """Which picture: one of `WHAT`, what it is about, whether it is drawn as `svg`, and whether it must be shown
    `whole` (as data it may be of any size)."""

    what: str
    board: str | None = None
    around: str | None = None
    depth: int = 1
    svg: bool = False
    whole: bool = True

    def __post_init__(self) -> None:
        """Raises UsageError for what does not go together."""
        if self.what not in WHAT:
            raise UsageError(f"`--what` is flow, board, zones or uses, not `{self.what}`.{suggestion(self.what, WHAT)}")
        if self.around is not None and self.what != "uses":
            raise UsageError("`--around` goes with `--what uses`.")
        if self.board is not None and self.what != "board":
            raise UsageError("`--board` goes with `--what board`.")


class Picture(NamedTuple):
    """The title, the picture (SVG or Mermaid), the same as data; and further parts of a picture that would be too large
    as one."""

    title: str
    text: str
    data: dict[str, object]
    more: tuple[str, ...] = ()


def picture(name: str, compiled: SoundRuleset, settings: PictureSettings) -> Picture:
    """The picture of a ruleset without errors. Raises UsageError where there is nothing to draw, or too much."""
    if settings.what == "flow":
        return _flow(compiled, svg=settings.svg)
    if settings.what == "board":
        return _board(compiled, settings.board, svg=settings.svg, whole=settings.whole)
    is_zones = settings.what == "zones"
    chart = _zones(name, compiled) if is_zones else _uses(name, compiled, settings.around, settings.depth)
    first, *more = map(draw, chart_parts(chart, measure)) if settings.svg else [write(chart)]
    return Picture(chart.title, first, chart.to_json(), tuple(more))


def _flow(compiled: SoundRuleset, *, svg: bool) -> Picture:
    blocks = blocks_of(compiled.ruleset, index(compiled))
    title = f"{compiled.ruleset.ruleset.title}: the order of play"
    data: dict[str, object] = {"blocks": [each.to_json() for each in blocks]}
    if not svg:
        return Picture(title, write_turns(blocks), data)
    parts = block_parts(blocks, height_of, HIGHEST - 60)
    many = len(parts)
    first, *more = (
        draw_turns(part, title if many == 1 else f"{title} ({number} of {many})")
        for number, part in enumerate(parts, 1)
    )
    return Picture(title, first, data, tuple(more))


def _board(compiled: SoundRuleset, board: str | None, *, svg: bool, whole: bool) -> Picture:
    names = boards.board_names(compiled)
    if not names:
        raise UsageError(f"`{compiled.name}` has no board.")
    if board is not None and board not in names:
        raise UsageError(f"There is no board `{board}`.{suggestion(board, names)}")
    if board is None and len(names) > 1:
        raise UsageError(f"There are several boards: give `--board {'` or `--board '.join(names)}`.")
    name = board or names[0]
    chart = boards.board_chart(compiled, name)
    if svg:
        return Picture(chart.title, boards.draw_board(compiled, name), chart.to_json())
    if whole and len(chart.boxes) > boards.MOST:
        raise UsageError(f"The board `{name}` has {len(chart.boxes)} spaces, too many for Mermaid: give an .svg file.")
    return Picture(chart.title, write(chart), chart.to_json())


def _zones(name: str, compiled: SoundRuleset) -> Chart:
    if not compiled.ruleset or not compiled.ruleset.zones:
        raise UsageError(f"`{compiled.name}` has no zones.")
    return zones_chart(Study(name, compiled))


def _uses(name: str, compiled: SoundRuleset, around: str | None, depth: int) -> Chart:
    elements = index(compiled)
    element = find_element(elements, around) if around is not None else None
    title = f"{compiled.ruleset.ruleset.title}: what uses what"
    if element is not None:
        return uses.uses_chart(elements, f"{title}, around {element.path}", element, depth)
    chart = uses.uses_chart(elements, title, live=Study(name, compiled).in_play)
    if len(chart.boxes) > uses.MOST:
        raise UsageError(f"That would be {len(chart.boxes)} boxes: give `--around ELEMENT`.")
    return chart
