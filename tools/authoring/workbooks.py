"""Tables as workbooks of spreadsheet programs: the headings stand out and stay in sight, and no program takes a text
for a date."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from yupana.schemas.sheets import protected

from ..shell.extras import needed

NARROWEST, WIDEST = 6, 60
"""How many characters a column shows at least and at most."""
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,14}")
_TIME = (2000, 1, 1, 0, 0, 0)
_BLANKS = re.compile(r"^ +|(?<= ) +| +$")

Lines = Sequence[Sequence[str]]


def workbook(lines: Lines, name: str, ending: str) -> bytes:
    """The file of a workbook with one sheet of this name.

    Args:
        lines: the cells of the rows, of which the first holds the headings.
        name: that of the sheet.
        ending: `.xlsx` or `.ods`.

    Raises UsageError where a package that writes it is not installed.
    """
    return _ods(lines, name) if ending == ".ods" else _xlsx(lines, name)


def _numbers(lines: Lines) -> list[bool]:
    """Of every column whether all below its heading are whole numbers."""
    columns = zip(*lines[1:], strict=True) if lines[1:] else iter([("",)] * len(lines[0]))
    return [any(each) and all(not cell or _WHOLE.fullmatch(cell) for cell in each) for each in columns]


def _widths(lines: Lines) -> list[int]:
    columns = zip(*lines, strict=True)
    longest = (max(len(line) for cell in column for line in cell.split("\n")) for column in columns)
    return [min(max(each + 2, NARROWEST), WIDEST) for each in longest]


# ---------------------------------------------------------------- XLSX


def _xlsx(lines: Lines, name: str) -> bytes:
    openpyxl = needed("openpyxl", "sheets")
    styles = needed("openpyxl.styles", "sheets")
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = _sheet_name(name)
    sheet.freeze_panes = "B2"
    bold, wrapped = styles.Font(bold=True), styles.Alignment(wrap_text=True, vertical="top")
    for number, (is_number, width) in enumerate(zip(_numbers(lines), _widths(lines), strict=True), 1):
        column = sheet.column_dimensions[openpyxl.utils.get_column_letter(number)]
        column.width = width
        if not is_number:
            column.number_format = "@"  # what is typed below is a text, too
        for row, line in enumerate(lines, 1):
            cell = sheet.cell(row, number)
            cell.alignment = wrapped
            _fill(cell, line[number - 1], is_number=is_number and row > 1)
            if row == 1:
                cell.font = bold
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def _fill(cell: Any, text: str, *, is_number: bool) -> None:
    if is_number:
        cell.value = int(text) if text else None
        return
    cell.number_format = "@"
    if text:
        cell.value = text
        cell.data_type = "s"  # also where it looks like a formula
        cell.quotePrefix = protected(text) != text or text[:1] == "'"


def _sheet_name(name: str) -> str:
    return re.sub(r"[\[\]:*?/\\]", "_", name)[:31] or "Sheet"


# ---------------------------------------------------------------- ODS

_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:"
_NAMES = " ".join(f'xmlns:{each}="{_OFFICE}{each}:1.0"' for each in ("office", "table", "text", "style", "config"))
_FO = f'xmlns:fo="{_OFFICE}xsl-fo-compatible:1.0"'
_KIND = "application/vnd.oasis.opendocument.spreadsheet"


def _ods(lines: Lines, name: str) -> bytes:
    parts = {
        "mimetype": _KIND,
        "content.xml": _content(lines, _sheet_name(name)),
        "settings.xml": _settings(_sheet_name(name)),
        "META-INF/manifest.xml": _manifest(),
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for part, held in parts.items():
            about = zipfile.ZipInfo(part, _TIME)
            about.compress_type = zipfile.ZIP_STORED if part == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(about, held)
    return made.getvalue()


def _content(lines: Lines, name: str) -> str:
    numbers, widths = _numbers(lines), _widths(lines)
    styles = "".join(
        f'<style:style style:name="co{width}" style:family="table-column">'
        f'<style:table-column-properties style:column-width="{width * 0.2:.1f}cm"/></style:style>'
        for width in sorted(set(widths))
    )
    cell = '<style:style style:name="{}" style:family="table-cell" style:data-style-name="{}">{}</style:style>'
    wrapped = '<style:table-cell-properties fo:wrap-option="wrap" style:vertical-align="top"/>'
    bold = f'{wrapped}<style:text-properties fo:font-weight="bold"/>'
    styles += '<number:text-style style:name="N1"><number:text-content/></number:text-style>'
    styles += cell.format("words", "N1", wrapped) + cell.format("head", "N1", bold)
    columns = "".join(
        f'<table:table-column table:style-name="co{width}" table:default-cell-style-name="{style}"/>'
        for width, style in zip(widths, ("Default" if each else "words" for each in numbers), strict=True)
    )
    rows = "".join(
        "<table:table-row>"
        + "".join(
            _cell(each, "head" if row == 0 else "words", is_number=is_number and row > 0)
            for each, is_number in zip(line, numbers, strict=True)
        )
        + "</table:table-row>"
        for row, line in enumerate(lines)
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {_NAMES} {_FO} '
        f'xmlns:number="{_OFFICE}datastyle:1.0" office:version="1.3">'
        f"<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:spreadsheet>"
        f"<table:table table:name={quoteattr(name)}>{columns}{rows}</table:table>"
        "</office:spreadsheet></office:body></office:document-content>"
    )


def _cell(text: str, style: str, *, is_number: bool) -> str:
    if not text:
        return "<table:table-cell/>"
    if is_number:
        given = f'office:value-type="float" office:value="{text}"'
        return f"<table:table-cell {given}><text:p>{text}</text:p></table:table-cell>"
    inside = "".join(f"<text:p>{_spaced(line)}</text:p>" for line in text.split("\n"))
    return f'<table:table-cell table:style-name="{style}" office:value-type="string">{inside}</table:table-cell>'


def _spaced(line: str) -> str:
    """A line in which blanks count that XML would take for one."""
    return _BLANKS.sub(lambda found: f'<text:s text:c="{len(found.group())}"/>', escape(line))


def _settings(name: str) -> str:
    """The row of the headings, and the column of the names, stay in sight."""
    items = {"HorizontalSplitMode": "2", "VerticalSplitMode": "2"}
    places = {"HorizontalSplitPosition": "1", "VerticalSplitPosition": "1", "PositionRight": "1", "PositionBottom": "1"}
    told = "".join(
        f'<config:config-item config:name="{key}" config:type="{kind}">{value}</config:config-item>'
        for kind, each in (("short", items), ("int", places))
        for key, value in each.items()
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-settings {_NAMES} office:version="1.3">'
        "<office:settings>"
        '<config:config-item-set config:name="ooo:view-settings" xmlns:ooo="http://openoffice.org/2004/office">'
        '<config:config-item-map-indexed config:name="Views"><config:config-item-map-entry>'
        '<config:config-item-map-named config:name="Tables">'
        f"<config:config-item-map-entry config:name={quoteattr(name)}>{told}</config:config-item-map-entry>"
        "</config:config-item-map-named></config:config-item-map-entry></config:config-item-map-indexed>"
        "</config:config-item-set></office:settings></office:document-settings>"
    )


def _manifest() -> str:
    entry = '<manifest:file-entry manifest:full-path="{}" manifest:media-type="{}"/>'
    parts = entry.format("/", _KIND) + "".join(
        entry.format(each, "text/xml") for each in ("content.xml", "settings.xml")
    )
    names = f'xmlns:manifest="{_OFFICE}manifest:1.0" manifest:version="1.3"'
    return f'<?xml version="1.0" encoding="UTF-8"?><manifest:manifest {names}>{parts}</manifest:manifest>'
