"""`yupana list`: the rulesets that can be named without a path."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text
from yupana.schemas.errors import UsageError
from yupana.schemas.installed import changes_in, damaged
from yupana.schemas.listing import USER, Listed, list_rulesets, origin_of

from ..shell.console import console
from ..shell.options import AsJson
from ..shell.output import print_json


def command(
    folders: Annotated[
        list[str] | None, typer.Argument(metavar="FOLDER", help="Folders to look in besides.", show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the rulesets and their overlays, by group.

    Those that are installed say their version and where they come from.
    """
    for folder in folders or ():
        if not Path(folder).is_dir():
            raise UsageError(f"There is no folder `{folder}`.")
    found = list_rulesets([Path(each) for each in folders or ()])
    if as_json:
        told = {"damaged": damaged()} if damaged() else {}
        print_json("list", {"rulesets": [_row(each) for each in found], **told})
        return
    out = console()
    width = max((len(each.name) for each in found), default=0)
    group = ""
    for each in sorted(found, key=lambda each: each.group):  # those without a group come first
        if each.group != group:
            group = each.group
            out.print(Text(f"\n{group}", "bold underline"))
        came = _came(each.version, each.origin, each.path) if each.origin else ""
        by = f"  {each.designer}" if each.designer else ""
        out.print(Text.assemble((f"{each.name:<{width}}  ", "bold"), each.title, (by + came, "dim")))
        besides = {one.name: _came(one.version, origin_of(one), one.path) for one in each.installed}
        for overlay in each.overlays:
            out.print(Text(f"  {each.name}+{overlay}{besides.get(overlay, '')}", "dim"))

    for name in damaged():
        out.print(Text(f"\n{name} was added, and is damaged: add its package again with --replace."))


def _came(version: str, origin: str, path: Path) -> str:
    by = f"added by {origin}" if origin == USER else f"from {origin}"
    return f"  ({', '.join(filter(None, (version, by, 'changed since' if changes_in(path) else '')))})"


def _row(each: Listed) -> dict[str, object]:
    besides = [
        {"name": one.name, "title": one.title, "version": one.version, "from": origin_of(one), **_changed(one.path)}
        for one in each.installed
    ]
    return {
        "name": each.name, "title": each.title, "group": each.group, "designer": each.designer,
        "version": each.version, "from": each.origin, "overlays": each.overlays, "installed": besides,
        **_changed(each.path),
    }  # fmt: skip


def _changed(path: Path) -> dict[str, list[str]]:
    changed = changes_in(path)
    return {"changed": changed} if changed else {}
