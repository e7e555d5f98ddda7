"""`yupana remove`: takes away what `yupana add` has installed."""

from __future__ import annotations

from typing import Annotated

import typer

from ..packages.adding import remove
from ..shell.options import AsJson
from ..shell.output import answer


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What `yupana list` calls it.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Take away a ruleset or an overlay that was added."""
    own = name.rpartition("+")[2]
    version, needing = remove(own)
    lines = [f"Removed {own}{f' {version}' if version else ''}."]
    if needing:
        several = ", ".join(f"`{each}`" for each in needing)
        lines.append(f"{several} {'needs' if len(needing) == 1 else 'need'} it and cannot be played without.")
    answer("remove", {"name": own, "version": version, "needed_by": needing}, *lines, as_json=as_json)
