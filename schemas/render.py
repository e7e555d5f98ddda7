"""The one renderer of diagnostics: file, line and column, the message, the excerpt with the fault underlined, the hint,
and every related place with an excerpt of its own.

    rulesets/demo/game.yaml:12:17: error YUP201: unknown key `efects` of an action; did you mean `effects`?
       12 |     efects: pass
          |     ^~~~~~
       hint: an action may have `source`, `text`, …
    rulesets/demo/game.yaml:9:3: the action is declared here
        9 |   build:
          |   ^~~~~

What is said three times or more of the same word is shown once, with the other places in a line below it:

    also at rulesets/demo/game.yaml:31:5, 40:5 and rulesets/demo/more.yaml:3:5

Columns count characters, the underline counts what they take on a screen: a wide character takes two columns.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping

from .plain import Painted, plain
from .source import Diagnostic, Span

_BOLD, _DIM, _RED, _YELLOW, _CYAN, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m", "\x1b[36m", "\x1b[0m"
_ALIKE = 3
"""So many diagnostics that say the same of a word are shown as one."""
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

    def rows(name: str) -> list[str]:
        if name not in rows_of:
            rows_of[name] = (files or {}).get(name, "").split("\n")
        return rows_of[name]

    return Painted("\n".join(_block(first, more, rows, colour) for first, more in _alike(diagnostics, rows)))


def _alike(diagnostics: Iterable[Diagnostic], rows: Callable[[str], list[str]]) -> list[tuple[Diagnostic, list[Span]]]:
    """The diagnostics in their order, without those that say of the same word what an earlier one says; their places
    stand beside that."""
    everything = list(diagnostics)
    groups: dict[tuple[str, ...], list[Diagnostic]] = {}
    for each in everything:
        if (word := _word(each.span, rows)) and f"`{word}`" in each.message and not each.related:
            groups.setdefault((each.severity, each.code, each.message, each.hint, word), []).append(each)
    more = {id(group[0]): [each.span for each in group[1:]] for group in groups.values() if len(group) >= _ALIKE}
    told = {id(each) for group in groups.values() if id(group[0]) in more for each in group[1:]}
    return [(each, more.get(id(each), [])) for each in everything if id(each) not in told]


def _word(span: Span, rows: Callable[[str], list[str]]) -> str:
    """What stands at a place of one line."""
    there = rows(span.file)
    if span.end_line != span.line or not 1 <= span.line <= len(there):
        return ""
    return there[span.line - 1][span.column - 1 : span.end_column - 1]


def _places(spans: list[Span]) -> str:
    """`game.yaml:31:5, 40:5 and more.yaml:3:5`."""
    by_file: dict[str, list[str]] = {}
    for span in spans:
        by_file.setdefault(span.file, []).append(f"{span.line}:{span.column}")
    return " and ".join(f"{plain(file)}:{', '.join(there)}" for file, there in by_file.items())


def width(text: str) -> int:
    """How many columns a text takes on a screen."""
    total = 0
    for character in text:
        if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
            continue
        total += 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
    return total


def _block(diagnostic: Diagnostic, more: list[Span], rows: Callable[[str], list[str]], colour: bool) -> str:
    def paint(text: str, *styles: str) -> str:
        return "".join(styles) + text + _PLAIN if colour else text

    def place(span: Span) -> str:
        return paint(f"{plain(span.file)}:{span.line}:{span.column}: ", _BOLD) if span.file else ""

    def shown(span: Span, *styles: str) -> list[str]:
        there = rows(span.file)
        if not (1 <= span.line <= len(there) and there[span.line - 1].strip()):
            return []
        text, mark = _excerpt(there[span.line - 1], span)
        number = str(span.line)
        gutter = " " * (max(len(number), 4) + 1)
        first = paint(f"{number:>{len(gutter) - 1}} | ", _DIM) + text
        return [first, paint(f"{gutter}| ", _DIM) + paint(mark, *styles)]

    strong = _RED if diagnostic.severity == "error" else _YELLOW
    title = f"{diagnostic.severity} {diagnostic.code}:"
    lines = [place(diagnostic.span) + paint(title, _BOLD, strong) + " " + plain(diagnostic.message)]
    lines += shown(diagnostic.span, _BOLD, strong)
    if diagnostic.hint:
        lines.append("     " + paint("hint:", _CYAN) + " " + plain(diagnostic.hint))
    if more:
        lines.append("     " + paint("also at", _CYAN) + " " + _places(more))
    for span, message in diagnostic.related:
        lines += [place(span) + plain(message), *shown(span, _CYAN)]
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
