"""The files of tables as text: of separated values in the encodings that spreadsheet programs write, and workbooks."""

from __future__ import annotations

import hashlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from .opened import MAX_BYTES, content, line_feeds
from .reader import read_text
from .source import Report, Span
from .table_names import is_workbook, split_name


def sheet_text(path: Path, shown: str, report: Report, told: Span | None = None) -> str | None:
    """The text of the values of a table, with `\\n` line ends and no byte order mark; None if the report says why it
    cannot be read.

    Args:
        path: the file.
        shown: its path as people see it; of a workbook, a `#` with the name of a sheet may follow.
        report: takes what is wrong, of a workbook in its cells, too.
        told: where the table is named, for what is wrong with all of a workbook.
    """
    try:
        data = content(path, MAX_BYTES + 1)
    except OSError:
        return read_text(path, shown, report)  # which tells why
    if is_workbook(shown):
        return book_text(data, shown, report, told)
    if len(data) > MAX_BYTES or not data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return read_text(path, shown, report)
    try:
        text = data.decode("utf-16")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-16", "replace")
        line = before.count("\n") + 1
        hint = "save the table with the encoding UTF-8"
        here = Span(shown, line, 1, line, 2)
        report.error("YUP102", "the file begins as UTF-16, and this is none", here, hint)
        return None
    return line_feeds(text)


def told_text(shown: str) -> str:
    """The text in which the places of a file stand, by its shown path: for excerpts. Empty where it cannot be read."""
    text = sheet_text(Path(split_name(shown)[0]), shown, Report())
    return text or ""


def book_digests(files: Mapping[str, str]) -> dict[str, str]:
    """The digests (SHA-256, hex) of the workbooks among some files, by their shown paths; without those that say
    something else by now than these texts."""
    digests: dict[str, str] = {}
    for shown in filter(is_workbook, files):
        with suppress(OSError):
            data = content(Path(split_name(shown)[0]), MAX_BYTES + 1)
            if book_text(data, shown, Report()) == files[shown]:
                digests[shown] = hashlib.sha256(data).hexdigest()
    return digests


def book_text(data: bytes, shown: str, report: Report, told: Span | None = None) -> str | None:
    """The text of a sheet of a workbook, as `sheet_text` gives it."""
    # most rulesets have no workbook and need nothing of what unpacks one
    from .workbooks import read_book

    book = read_book(data, shown)
    report.extend(book.faults)
    if book.unread is None:
        return book.text
    code, message, hint = book.unread
    report.error(code, message, told or Span(shown, 1, 1, 1, 1), hint)
    return None
