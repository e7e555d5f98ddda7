"""Workbooks for tests: made by another program's library, or part by part."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence

import openpyxl

_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:"
_NAMES = " ".join(
    f'xmlns:{name}="{_OFFICE}{name}:1.0"' for name in ("office", "table", "text", "style", "calcext", "draw")
)


def xlsx(*sheets: Sequence[Sequence[object]], names: Sequence[str] = ("Cards", "More")) -> bytes:
    """A workbook with the values of cells; what begins with `=` is a formula without a result."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in zip(names, sheets, strict=False):
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    return saved(book)


def saved(book: openpyxl.Workbook) -> bytes:
    """The file of a workbook."""
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def zipped(parts: dict[str, str | bytes]) -> bytes:
    """A zip with these parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, held in parts.items():
            archive.writestr(name, held)
    return made.getvalue()


def with_part(data: bytes, name: str, held: str | bytes) -> bytes:
    """A workbook with another part."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts: dict[str, str | bytes] = {each: archive.read(each) for each in archive.namelist()}
    return zipped({**parts, name: held})


def shared(data: bytes, strings: str) -> bytes:
    """A workbook whose cells name texts by their numbers: those of these entries."""
    links = "xl/_rels/workbook.xml.rels"
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        known = archive.read(links).decode().replace("</Relationships>", "")
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
    link = f'<Relationship Id="rId9" Type="{kind}" Target="sharedStrings.xml"/></Relationships>'
    return with_part(with_part(data, links, known + link), "xl/sharedStrings.xml", f"<sst>{strings}</sst>")


def ods(*rows: str, before: str = "", after: str = "", styles: str = "") -> bytes:
    """An OpenDocument workbook with rows of cells as XML, in a sheet `Cards` between others."""
    table = f'<table:table table:name="Cards">{"".join(rows)}</table:table>'
    body = f"<office:body><office:spreadsheet>{before}{table}{after}</office:spreadsheet></office:body>"
    whole = f"<office:document-content {_NAMES}><office:automatic-styles>{styles}</office:automatic-styles>{body}"
    return zipped({"content.xml": whole + "</office:document-content>"})


def row(*cells: str, given: str = "") -> str:
    """A row of an OpenDocument sheet: what is no XML is a text."""
    inside = "".join(each if each[:1] == "<" else text(each) for each in cells)
    return f"<table:table-row {given}>{inside}</table:table-row>"


def text(words: str, given: str = 'office:value-type="string"') -> str:
    """A cell of an OpenDocument sheet."""
    inside = "".join(f"<text:p>{each}</text:p>" for each in words.split("\n")) if words else ""
    return f"<table:table-cell {given if words else ''}>{inside}</table:table-cell>"


def valued(kind: str, value: str, shown: str, more: str = "") -> str:
    """A cell of an OpenDocument sheet with a value."""
    key = {"boolean": "office:boolean-value", "date": "office:date-value", "time": "office:time-value"}.get(kind)
    return text(shown, f'office:value-type="{kind}" {key or "office:value"}="{value}" {more}')
