"""`yupana list`: the rulesets that can be named without a path."""

from __future__ import annotations

from typing import Annotated

import typer

from .common import AsJson, UsageError, console, print_json


def list_(
    folders: Annotated[
        list[str] | None, typer.Argument(metavar="FOLDER", help="Folders to look in besides.", show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the rulesets and their overlays."""
    from pathlib import Path

    from yupana.schemas.compose import list_rulesets

    for folder in folders or ():
        if not Path(folder).is_dir():
            raise UsageError(f"There is no folder `{folder}`.")
    found = list_rulesets([Path(each) for each in folders or ()])
    if as_json:
        rows = [{"name": each.name, "title": each.title, "overlays": each.overlays} for each in found]
        print_json("list", {"rulesets": rows})
        return
    from rich.text import Text

    out = console()
    width = max((len(each.name) for each in found), default=0)
    for each in found:
        out.print(Text.assemble((f"{each.name:<{width}}  ", "bold"), each.title))
        for overlay in each.overlays:
            out.print(Text(f"  {each.name}+{overlay}", "dim"))
