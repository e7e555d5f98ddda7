"""The entries of a kind as a spreadsheet: read, written back, brought in from a file and given out as one."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from yupana.schemas.errors import UsageError
from yupana.schemas.kinds import KindDecl
from yupana.schemas.sheet_files import sheet_text
from yupana.schemas.sheets import Row, exchanged, read_sheet
from yupana.schemas.source import Diagnostic, Report
from yupana.schemas.table_names import TABLES, is_table, is_workbook

from ..authoring.importing import Imported, imported
from ..authoring.tables import Listing, table_of
from ..authoring.workbooks import workbook
from ..book.names import headed
from ..page.faults import Refused
from ..page.request_body import RequestBody
from .changeable import Changeable
from .files import content_of, said_of
from .forms import changeable_of, diff_of, fault_told, listing_of
from .host import Host
from .knowing import Known
from .value_types import Typed, fits, typed

MOST_ROWS, MOST_COLUMNS, LONGEST_CELL = 10_000, 200, 20_000

Lines = list[list[str]]


def register(host: Host) -> None:
    """What can be asked of tables."""
    known = Known(host)

    @host.method("sheet/kinds")
    def kinds(said: RequestBody) -> Any:
        changeable = changeable_of(known, said)
        return {
            "kinds": [
                {"kind": name, "title": headed(changeable.names.several(changeable.kind_of(each))),
                 "count": len(each.entries)}
                for name, each in changeable.listings.items()
            ]
        }  # fmt: skip

    @host.method("sheet/read")
    def read(said: RequestBody) -> Any:
        changeable = changeable_of(known, said)
        kind = said.text("kind")
        listing = listing_of(changeable, kind)
        lines = table_of(listing.entries, kind.lower()).lines
        return {
            "kind": kind,
            "title": headed(changeable.names.several(changeable.kind_of(listing))),
            "columns": _columns(changeable, listing, lines),
            "rows": lines[1:],
            "states": [_state(changeable, listing, row[0]) for row in lines[1:]],
            "titles": [headed(changeable.names.of(row[0], changeable.kind_of(listing))) for row in lines[1:]],
        }

    @host.method("sheet/write")
    def write(said: RequestBody) -> Any:
        changeable = changeable_of(known, said)
        kind = said.text("kind")
        listing_of(changeable, kind)
        text = exchanged(_lines(said))
        with tempfile.TemporaryDirectory(prefix="yupana-") as folder:
            place = Path(folder) / "table.csv"
            place.write_text(text, encoding="utf-8")
            done = imported(known.target, kind, place)
        return _told(known, done, read_sheet(text, "table.csv").rows)

    @host.method("sheet/import")
    def bring(said: RequestBody) -> Any:
        name, sheet = said.text("name"), said.text("sheet", "")
        if not is_table(name):
            raise Refused(400, f"A table ends with {', '.join(TABLES[:-1])} or {TABLES[-1]}.")
        with tempfile.TemporaryDirectory(prefix="yupana-") as folder:
            place = Path(folder) / f"table{Path(name).suffix.lower()}"
            place.write_bytes(content_of(said))
            report = Report()
            text = sheet_text(place, name + (f"#{sheet}" if sheet else ""), report)
        if text is None:
            raise UsageError("; ".join(each.message for each in report.diagnostics) or f"`{name}` cannot be read.")
        rows = read_sheet(text, name).rows
        lines = [[cell.text for cell in row.cells] for row in rows]
        many = len(lines[0]) if lines else 0
        return {"lines": [[*row, *[""] * (many - len(row))] for row in lines]}

    @host.method("sheet/export")
    def give(said: RequestBody) -> Any:
        changeable = changeable_of(known, said)
        kind, ending = said.text("kind"), said.text("ending", ".csv")
        if ending not in TABLES:
            raise Refused(400, f"A table ends with {', '.join(TABLES[:-1])} or {TABLES[-1]}.")
        table = table_of(listing_of(changeable, kind).entries, kind.lower())
        name = f"{kind.lower()}{ending}"
        if is_workbook(name):
            data = workbook(table.lines, kind, ending)
        else:
            data = ("\ufeff" + table.text("\t" if ending == ".tsv" else ",")).encode()
        return {"name": name, "base64": base64.b64encode(data).decode()}


def _lines(said: RequestBody) -> Lines:
    """The rows of a table, the headings first. Raises Refused."""
    rows = said.rows("lines", MOST_ROWS, MOST_COLUMNS, LONGEST_CELL)
    if not rows or not rows[0]:
        raise Refused(400, "A table begins with its headings.")
    many = len(rows[0])
    return [[*row[:many], *[""] * (many - len(row))] for row in rows]


def _columns(changeable: Changeable, listing: Listing, lines: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """The columns: those that some entry fills, and the attributes that none does."""
    names, ruleset = changeable.names, changeable.ruleset
    holder = getattr(ruleset, listing.section)[listing.element]
    types = {str(key): typed(ruleset, names, code.text) for key, code in holder.attributes.items()}
    told: list[dict[str, Any]] = []
    keys = [*lines[0], *(key for key in types if key not in lines[0])]
    if isinstance(holder, KindDecl) and "count" not in keys and not any(key.startswith("count.") for key in keys):
        keys.append("count")
    for number, key in enumerate(keys):
        type_ = types.get(key, Typed("int", 0) if key.partition(".")[0] == "count" else Typed("text"))
        if number == 0:
            title = headed(names.of(changeable.kind_of(listing)))
        else:
            title = " ".join(part if part.isdigit() else changeable.key_title(part) for part in key.split("."))
        values = [row[number] for row in lines[1:] if number < len(row) and row[number]]
        shown = type_ if all(fits(value, type_) for value in values) else Typed("code")
        told.append({"key": key, "title": title, **shown.to_json()})
    return told


def _state(changeable: Changeable, listing: Listing, name: str) -> str:
    way = (*listing.way, name)
    if not changeable.rewriter.is_overlay:
        return ""
    if changeable.below(way) is None:
        return "new"
    return "changed" if changeable.rewriter.changed(way) else ""


def _told(known: Known, done: Imported, rows: Sequence[Row]) -> dict[str, Any]:
    """What comes of a table: faults at their cells (from 0, the headings in row 0), what is different, the files."""
    faults = [{**fault_told(known, each), **_cell(each, rows)} for each in done.faults]
    held = {known.path_of(each.path): said_of(each.path.name, _bytes(each.data)) for each in done.changes}
    edited = done.edited
    return {
        "faults": faults,
        "sound": not faults,
        "files": {path: each["text"] for path, each in held.items() if "text" in each},
        "binary": {path: each["base64"] for path, each in held.items() if "base64" in each},
        "diff": [diff_of(known, each.path, each.after) for each in done.changes if not is_workbook(each.path.name)],
        "counts": {
            "added": len(edited.added), "removed": len(edited.removed), "renamed": len(edited.renamed),
            "changed": sum(len(each) for each in edited.changed.values()),
        },
        "left": edited.left,
    }  # fmt: skip


def _bytes(data: str | bytes) -> bytes:
    return data if isinstance(data, bytes) else data.encode()


def _cell(fault: Diagnostic, rows: Sequence[Row]) -> dict[str, int]:
    """The cell in which a fault stands."""
    span = fault.span
    if not span.file.endswith("table.csv"):
        return {}
    for number, row in enumerate(rows):
        for column, cell in enumerate(row.cells):
            at = cell.span
            if (at.line, at.column) <= (span.line, span.column) <= (at.end_line, at.end_column):
                return {"row": number, "cell": column}
    return {}
