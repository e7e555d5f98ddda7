"""`yupana graph`: pictures of a ruleset: turn structure, boards, zones, what uses what."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from yupana.schemas.errors import UsageError

from ..documents.markdown import to_markdown
from ..documents.model import Document, Listing
from ..drawing.page import page
from ..drawing.pictures import Picture, PictureSettings, picture
from ..shell.files import folder_is_writable, write_text
from ..shell.options import AsJson, Target
from ..shell.output import echo, print_json
from ..targets.rulesets import compile_sound

SUFFIXES = (".svg", ".html", ".mmd", ".md")


def command(
    name: Target,
    what: Annotated[str, typer.Option("--what", help="flow, board, zones or uses.")] = "flow",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="An .svg, .html, .mmd (Mermaid) or .md file.")
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

    Without a file Mermaid is printed, which documents and code hosts show as a picture. A picture that would not fit a
    screen is drawn in parts: FILE-2.svg and so on, or one page.
    """
    as_svg = output is not None and output.suffix in (".svg", ".html")
    settings = PictureSettings(what, board, around, depth, svg=as_svg, whole=not as_json)
    if output is not None:
        if output.suffix not in SUFFIXES:
            raise UsageError(f"`{output}` must end with .svg, .html, .mmd or .md.")
        folder_is_writable(output)
    drawn = picture(name, compile_sound(name), settings)
    if output is not None:
        write_text(output, _text(drawn, what, output.suffix))
        further = [output.with_stem(f"{output.stem}-{number}") for number in range(2, len(drawn.more) + 2)]
        for path, text in zip(further, drawn.more, strict=True) if output.suffix == ".svg" else ():
            write_text(path, text)
    if as_json:
        file = {"file": str(output)} if output is not None else {}
        print_json("graph", {"what": what, "title": drawn.title, **drawn.data, **file})
    elif output is not None:
        several = bool(drawn.more) and output.suffix == ".svg"
        echo(f"wrote {output}" + (f" to {further[-1]}, {len(drawn.more) + 1} parts" if several else ""))
    else:
        sys.stdout.write(drawn.text)


def _text(drawn: Picture, what: str, suffix: str) -> str:
    """The picture as the text of a file."""
    if suffix == ".html":
        return page(drawn, what)
    document = Document(drawn.title, lead=(Listing(drawn.text, language="mermaid"),))
    return to_markdown(document) if suffix == ".md" else drawn.text
