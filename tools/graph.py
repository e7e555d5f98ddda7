"""`yupana graph`: pictures of a ruleset: turn structure, boards, zones, what uses what."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import (
    FAULTS,
    AsJson,
    Target,
    UsageError,
    colour_wanted,
    compile_target,
    echo,
    folder_is_writable,
    leave,
    print_json,
    suggestion,
    write_text,
)

if TYPE_CHECKING:
    from yupana.interpreter.compile import Compiled

    from .drawing.chart import Chart

WHAT = ("flow", "board", "zones", "uses")
SUFFIXES = (".svg", ".mmd", ".md")


def graph(
    name: Target,
    what: Annotated[str, typer.Option("--what", help="flow, board, zones or uses.")] = "flow",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="An .svg, .mmd (Mermaid) or .md file.")
    ] = None,
    around: Annotated[
        str | None, typer.Option("--around", metavar="ELEMENT", help="Of uses: only what is near this element.")
    ] = None,
    depth: Annotated[int, typer.Option("--depth", min=1, max=9, help="How near, in arrows.")] = 1,
    board: Annotated[
        str | None, typer.Option("--board", metavar="NAME", help="Which board, if there are several.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Draw a ruleset: its turn structure, a board, its zones with what moves between them, or what uses what.

    Without a file Mermaid is printed, which documents and code hosts show as a picture.
    """
    if what not in WHAT:
        raise UsageError(f"`--what` is flow, board, zones or uses, not `{what}`.{suggestion(what, WHAT)}")
    if around is not None and what != "uses":
        raise UsageError("`--around` goes with `--what uses`.")
    if board is not None and what != "board":
        raise UsageError("`--board` goes with `--what board`.")
    if output is not None:
        if output.suffix not in SUFFIXES:
            raise UsageError(f"`{output}` must end with .svg, .mmd or .md.")
        folder_is_writable(output)
    compiled = compile_target(name)
    if compiled.program is None:
        from yupana.schemas.render import render

        sys.stderr.write(render(compiled.diagnostics, compiled.files, colour=colour_wanted(sys.stderr)))
        leave(FAULTS)
    as_svg = output is not None and output.suffix == ".svg"
    if what == "flow":
        title, text, document = _flow(compiled, svg=as_svg)
    elif what == "board":
        title, text, document = _board(compiled, board, svg=as_svg, whole=not as_json)
    else:
        chart = _zones(name, compiled) if what == "zones" else _uses(name, compiled, around, depth)
        title, text, document = _charted(chart, svg=as_svg)
    if output is not None:
        from .drawing.mermaid import in_markdown

        write_text(output, in_markdown(title, text) if output.suffix == ".md" else text)
        if not as_json:
            echo(f"wrote {output}")
    elif not as_json:
        sys.stdout.write(text)
    if as_json:
        print_json(
            "graph", {"what": what, "title": title, **document, **({"file": str(output)} if output is not None else {})}
        )


Drawn = tuple[str, str, dict[str, object]]
"""The title, the picture (SVG or Mermaid), and the same as data."""


def _charted(chart: Chart, *, svg: bool) -> Drawn:
    from .drawing.mermaid import write
    from .drawing.svg import draw

    return chart.title, draw(chart) if svg else write(chart), chart.to_json()


def _flow(compiled: Compiled, *, svg: bool) -> Drawn:
    from yupana.interpreter.elements import index

    from .drawing.turns import blocks_of, draw_turns, write_turns

    assert compiled.ruleset is not None
    blocks = blocks_of(compiled.ruleset, index(compiled.ruleset))
    title = f"{compiled.ruleset.ruleset.title}: the order of play"
    return (
        title,
        draw_turns(blocks, title) if svg else write_turns(blocks),
        {"blocks": [each.to_json() for each in blocks]},
    )


def _board(compiled: Compiled, board: str | None, *, svg: bool, whole: bool) -> Drawn:
    from .drawing.boards import MOST, board_chart, board_names, draw_board
    from .drawing.mermaid import write

    names = board_names(compiled)
    if not names:
        raise UsageError(f"`{compiled.name}` has no board.")
    if board is not None and board not in names:
        raise UsageError(f"There is no board `{board}`.{suggestion(board, names)}")
    if board is None and len(names) > 1:
        raise UsageError(f"There are several boards: give `--board {'` or `--board '.join(names)}`.")
    name = board or names[0]
    chart = board_chart(compiled, name)
    if svg:
        return chart.title, draw_board(compiled, name), chart.to_json()
    if whole and len(chart.boxes) > MOST:
        raise UsageError(f"The board `{name}` has {len(chart.boxes)} spaces, too many for Mermaid: give an .svg file.")
    return chart.title, write(chart), chart.to_json()


def _zones(name: str, compiled: Compiled) -> Chart:
    from .drawing.zones import zones_chart
    from .linting.study import Study

    if not compiled.ruleset or not compiled.ruleset.zones:
        raise UsageError(f"`{compiled.name}` has no zones.")
    return zones_chart(Study(name, compiled))


def _uses(name: str, compiled: Compiled, around: str | None, depth: int) -> Chart:
    from yupana.interpreter.elements import index

    from .drawing.uses import MOST, uses_chart
    from .explaining import find_element
    from .linting.study import Study

    assert compiled.ruleset is not None
    elements = index(compiled.ruleset)
    element = find_element(elements, around) if around is not None else None
    title = f"{compiled.ruleset.ruleset.title}: what uses what"
    if element is not None:
        return uses_chart(elements, f"{title}, around {element.path}", element, depth)
    chart = uses_chart(elements, title, live=Study(name, compiled).in_play)
    if len(chart.boxes) > MOST:
        raise UsageError(f"That would be {len(chart.boxes)} boxes: give `--around ELEMENT`.")
    return chart
