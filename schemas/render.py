"""The one renderer of diagnostics: file, line and column, the message, the excerpt with the fault underlined, the hint.

    rulesets/demo/game.yaml:12:17: error YUP201: unknown key `efects` of an action; did you mean `effects`?
       12 |     efects: pass
          |     ^~~~~~
       hint: an action may have `source`, `text`, …

Columns count characters, the underline counts what they take on a screen: a wide character takes two columns.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from .plain import Painted, plain
from .source import Diagnostic, Span

_BOLD, _DIM, _RED, _YELLOW, _CYAN, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m", "\x1b[36m", "\x1b[0m"
_WIDEST = 160
"""A line of the file that is longer than this is cut to the part around the fault."""


def render(
    diagnostics: Diagnostic | Iterable[Diagnostic], files: Mapping[str, str] | None = None, *, colour: bool = False
) -> Painted:
    """The diagnostics as text for people; ends with a line end unless there are none. What comes from files is made
    plain.

    Args:
        diagnostics: one or several.
        files: the text of every file by its shown path; without a file's text there is no excerpt.
        colour: whether to use ANSI colours.
    """
    if isinstance(diagnostics, Diagnostic):
        diagnostics = [diagnostics]
    rows_of: dict[str, list[str]] = {}
    blocks: list[str] = []
    for diagnostic in diagnostics:
        name = diagnostic.span.file
        if name not in rows_of:
            rows_of[name] = (files or {}).get(name, "").split("\n")
        blocks.append(_block(diagnostic, rows_of[name], colour))
    return Painted("\n".join(blocks))


def width(text: str) -> int:
    """How many columns a text takes on a screen."""
    total = 0
    for character in text:
        if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
            continue
        total += 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
    return total


def _block(diagnostic: Diagnostic, rows: list[str], colour: bool) -> str:
    def paint(text: str, *styles: str) -> str:
        return "".join(styles) + text + _PLAIN if colour else text

    span = diagnostic.span
    strong = _RED if diagnostic.severity == "error" else _YELLOW
    place = f"{plain(span.file)}:{span.line}:{span.column}: " if span.file else ""
    title = f"{diagnostic.severity} {diagnostic.code}:"
    lines = [paint(place, _BOLD) + paint(title, _BOLD, strong) + " " + plain(diagnostic.message)]
    if 1 <= span.line <= len(rows) and rows[span.line - 1].strip():
        text, mark = _excerpt(rows[span.line - 1], span)
        number = str(span.line)
        gutter = " " * (max(len(number), 4) + 1)
        lines.append(paint(f"{number:>{len(gutter) - 1}} | ", _DIM) + text)
        lines.append(paint(f"{gutter}| ", _DIM) + paint(mark, _BOLD, strong))
    if diagnostic.hint:
        lines.append("     " + paint("hint:", _CYAN) + " " + plain(diagnostic.hint))
    return "\n".join(lines) + "\n"


def _excerpt(row: str, span: Span) -> tuple[str, str]:
    """The line of the file and the marks under it; of a span over several lines only the first is marked."""
    row = row.rstrip().replace("\t", " ")
    start = min(span.column - 1, len(row))
    end = len(row) if span.end_line > span.line else min(span.end_column - 1, len(row))
    end = max(end, start + 1)
    before, after = "", ""
    if len(row) > _WIDEST:
        cut = max(0, min(start - _WIDEST // 3, len(row) - _WIDEST))
        before, after = "…" if cut else "", "…" if cut + _WIDEST < len(row) else ""
        row, start, end = row[cut : cut + _WIDEST], start - cut, min(end - cut, _WIDEST)
    left, fault, right = plain(row[:start]), plain(row[start:end]), plain(row[end:])
    marked = max(width(fault), 1)
    return before + left + fault + right + after, " " * (width(before) + width(left)) + "^" + "~" * (marked - 1)
