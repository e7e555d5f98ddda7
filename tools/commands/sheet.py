"""`yupana sheet`: entries as tables for spreadsheet programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from yupana.schemas.errors import UsageError
from yupana.schemas.sheets import TABLES, read_sheet

from ..authoring.tables import exported
from ..shell.files import folder_is_writable, write_text
from ..shell.options import AsJson, Target
from ..shell.output import echo, print_json


def command(
    action: Annotated[str, typer.Argument(metavar="export", help="What to do: `export` writes a table.")],
    name: Target,
    kind: Annotated[str, typer.Argument(metavar="KIND", help="The kind whose entries are written.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="A .csv or .tsv file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Write the entries of a kind as a table for a spreadsheet program.

    The table can take the place of the entries in the ruleset: `entries: {from: cards.csv}` reads it.
    """
    if action != "export":
        raise UsageError(f"`{action}` is not known; the table is written by `yupana sheet export NAME KIND`.")
    if output is not None:
        if output.suffix not in TABLES:
            raise UsageError(f"`{output}` must end with {' or '.join(TABLES)}.")
        folder_is_writable(output)
    table = exported(name, kind, "\t" if output is not None and output.suffix == ".tsv" else ",")
    if output is not None:
        # spreadsheet programs take a file without the mark for one of an older encoding
        write_text(output, table if table.isascii() else "\ufeff" + table)
    if as_json:
        rows = [[cell.text for cell in row.cells] for row in read_sheet(table, output.name if output else ".csv").rows]
        print_json("sheet", {"kind": kind, "rows": rows, **({"file": str(output)} if output is not None else {})})
    elif output is not None:
        echo(f"wrote {output}")
    else:
        sys.stdout.write(table)
