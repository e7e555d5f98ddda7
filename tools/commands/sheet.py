"""`yupana sheet`: entries as tables for spreadsheet programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from yupana.schemas.errors import UsageError
from yupana.schemas.sheets import TABLES, WORKBOOKS

from ..authoring.tables import Table, exported
from ..authoring.workbooks import workbook
from ..shell.files import folder_is_writable, write_text
from ..shell.options import AsJson, Target
from ..shell.output import echo, print_json

ACTIONS = ("export",)


def command(
    action: Annotated[str, typer.Argument(metavar="export", help="What to do: `export` writes a table.")],
    name: Target,
    kind: Annotated[str, typer.Argument(metavar="KIND", help="The kind whose entries are written.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="A .csv, .tsv, .xlsx or .ods file.")
    ] = None,
    langs: Annotated[
        list[str] | None,
        typer.Option("--lang", metavar="LANG", help="Columns with the words in this language; may be repeated."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write the entries of a kind as a table for a spreadsheet program.

    The table can take the place of the entries in the ruleset: `entries: {from: cards.csv}` reads it.
    """
    if action not in ACTIONS:
        raise UsageError(f"`{action}` is not known; the table is written by `yupana sheet export NAME KIND`.")
    if output is not None:
        if output.suffix not in TABLES:
            raise UsageError(f"`{output}` must end with {', '.join(TABLES[:-1])} or {TABLES[-1]}.")
        folder_is_writable(output)
    table = exported(name, kind, langs or ())
    if output is not None:
        write_text(output, _file(table, kind, output.suffix))
    if as_json:
        written = {"file": str(output)} if output is not None else {}
        print_json("sheet", {"kind": kind, "rows": table.lines, **written})
    elif output is not None:
        echo(f"wrote {output}")
    else:
        sys.stdout.write(table.text())


def _file(table: Table, kind: str, ending: str) -> str | bytes:
    """What the file of a table holds."""
    if ending in WORKBOOKS:
        return workbook(table.lines, kind, ending)
    text = table.text("\t" if ending == ".tsv" else ",")
    # spreadsheet programs take a file without the mark for one of an older encoding
    return text if text.isascii() else "\ufeff" + text
