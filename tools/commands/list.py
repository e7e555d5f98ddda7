"""`yupana list`: the rulesets that can be named without a path."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text
from yupana.schemas.compose import list_rulesets
from yupana.schemas.errors import UsageError

from ..shell.console import console
from ..shell.options import AsJson
from ..shell.output import print_json


def command(
    folders: Annotated[
        list[str] | None, typer.Argument(metavar="FOLDER", help="Folders to look in besides.", show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the rulesets and their overlays, by group."""
    for folder in folders or ():
        if not Path(folder).is_dir():
            raise UsageError(f"There is no folder `{folder}`.")
    found = list_rulesets([Path(each) for each in folders or ()])
    if as_json:
        rows = [
            {"name": each.name, "title": each.title, "group": each.group, "overlays": each.overlays} for each in found
        ]
        print_json("list", {"rulesets": rows})
        return
    out = console()
    width = max((len(each.name) for each in found), default=0)
    group = ""
    for each in sorted(found, key=lambda each: each.group):  # those without a group come first
        if each.group != group:
            group = each.group
            out.print(Text(f"\n{group}", "bold underline"))
        out.print(Text.assemble((f"{each.name:<{width}}  ", "bold"), each.title))
        for overlay in each.overlays:
            out.print(Text(f"  {each.name}+{overlay}", "dim"))
