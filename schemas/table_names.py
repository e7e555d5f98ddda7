"""Which files are tables, by their names, and the names of sheets and columns in them."""

from __future__ import annotations

SEPARATED = (".csv", ".tsv")
WORKBOOKS = (".xlsx", ".ods")
TABLES = (*SEPARATED, *WORKBOOKS)
"""How the files of tables end: those of separated values, and workbooks."""


def is_workbook(shown: str) -> bool:
    """Whether a path, perhaps with the name of a sheet after a `#`, is that of a workbook."""
    return shown.partition("#")[0].endswith(WORKBOOKS) or shown.endswith(WORKBOOKS)


def split_name(name: str) -> tuple[str, str]:
    """The file and the sheet of `cards.xlsx#Winter`; no sheet where none is named."""
    file, mark, sheet = name.partition("#")
    return (file, sheet) if mark and is_workbook(file) else (name, "")


def is_table(shown: str) -> bool:
    """Whether a path, perhaps with the name of a sheet after a `#`, is that of a table."""
    return shown.endswith(SEPARATED) or is_workbook(shown)


def column_name(number: int) -> str:
    """What spreadsheet programs call a column (from 0): A, B, … Z, AA."""
    name = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def column_number(name: str) -> int:
    """The number of a column, from 0, by its name; -1 for no name."""
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1
