"""`yupana sheet`: entries as tables for spreadsheet programs, and back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from yupana.schemas.errors import UsageError
from yupana.schemas.table_names import TABLES, WORKBOOKS, is_table, split_name

from ..authoring.importing import imported, write_changes
from ..authoring.sheet_reports import document, tell
from ..authoring.tables import Table, exported
from ..authoring.workbooks import workbook
from ..shell.exits import FAULTS, leave
from ..shell.files import file_is_readable, folder_is_writable, typed_path, write_text
from ..shell.options import AsJson, Target
from ..shell.output import echo, print_json


def command(
    action: Annotated[
        str,
        typer.Argument(metavar="export|import", help="`export` writes a table, `import` brings an edited one back."),
    ],
    name: Target,
    kind: Annotated[str, typer.Argument(metavar="KIND", help="The kind whose entries they are.")],
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="For `import`: the table; of a workbook a sheet as `cards.xlsx#Winter`."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="For `export`: a .csv, .tsv, .xlsx or .ods file."),
    ] = None,
    langs: Annotated[
        list[str] | None,
        typer.Option("--lang", metavar="LANG", help="For `export`: columns with words in this language; repeatable."),
    ] = None,
    diff: Annotated[
        bool, typer.Option("--diff", help="For `import`: write nothing; show what would be different.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write the entries of a kind as a table for a spreadsheet program, or bring the edited table back.

    The table can take the place of the entries in the ruleset: `entries: {from: cards.csv}` reads it. What is brought
    back changes only what was edited, in the YAML or in the table that the ruleset reads; of base+overlay in the files
    of the overlay. It is checked before anything is written.
    """
    if action == "export" and file is None and not diff:
        _export(name, kind, output, langs or [], as_json=as_json)
    elif action == "import" and output is None and not langs:
        if file is None:
            raise UsageError(f"Which table? `yupana sheet import {name} {kind} cards.xlsx` brings one back.")
        _import(name, kind, file, diff=diff, as_json=as_json)
    elif action in ("export", "import"):
        wrong = "FILE is written with `-o FILE`, and `--diff` is" if action == "export" else "`-o` and `--lang` are"
        raise UsageError(f"{wrong} for `yupana sheet {'import' if action == 'export' else 'export'}` only.")
    else:
        raise UsageError(f"`{action}` is not known: `yupana sheet export` writes a table, `import` brings it back.")


def _export(name: str, kind: str, output: Path | None, langs: list[str], *, as_json: bool) -> None:
    if output is not None:
        _must_be_a_table(str(output))
        folder_is_writable(output)
    table = exported(name, kind, langs)
    if output is not None:
        write_text(output, _file(table, kind, output.suffix))
    if as_json:
        written = {"file": str(output)} if output is not None else {}
        print_json("sheet", {"kind": kind, "rows": table.lines, **written})
    elif output is not None:
        echo(f"wrote {output}")
    else:
        sys.stdout.write(table.text())


def _import(name: str, kind: str, file: str, *, diff: bool, as_json: bool) -> None:
    _must_be_a_table(file)
    path, sheet = split_name(file)
    file_is_readable(typed_path(path))
    done = imported(name, kind, typed_path(path), sheet)
    written = bool(done.changes) and not diff and not done.faults
    if written:
        write_changes(done.changes)
    if as_json:
        print_json("sheet-import", document(kind, done, written=written))
    else:
        tell(done, written=written, diff=diff)
    if done.faults:
        leave(FAULTS)


def _must_be_a_table(file: str) -> None:
    if not is_table(file):
        raise UsageError(f"`{file}` must end with {', '.join(TABLES[:-1])} or {TABLES[-1]}.")


def _file(table: Table, kind: str, ending: str) -> str | bytes:
    """What the file of a table holds."""
    if ending in WORKBOOKS:
        return workbook(table.lines, kind, ending)
    text = table.text("\t" if ending == ".tsv" else ",")
    # spreadsheet programs take a file without the mark for one of an older encoding
    return text if text.isascii() else "\ufeff" + text
