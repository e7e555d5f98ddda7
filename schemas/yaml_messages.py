"""What the YAML parser complains of, said in our words and at the place that the author has to change."""

from __future__ import annotations

import re
from typing import Any

from ruamel.yaml.error import MarkedYAMLError

from .quoting import corrected, corrected_at
from .source import Diagnostic, Hint, Span, fixes_of
from .tree import FALSE_BLANK

_QUOTE = (
    "code or text with `: ` or ` #` in it, or with one of `[ { & * ! | > @ %` or a quote at its start, "
    "stands on a line of its own below a `|`, or in quotes"
)
_WHOLE = "put the whole value in quotes: a `,` or a bracket in it would end it"
_INDENT = "check the indentation; " + _QUOTE
_UNFIT = "this does not fit what comes before it"
_BACKSLASH = "write `\\\\` for a backslash, or use single quotes"
_OPEN_QUOTE = ("this quote is never closed", "close it with the same sign")
_NEXT_LINE = ("after `|` or `>` the line must end", "write the text on the next lines", False)
_BLOCK_KEY = re.compile(r" *(?:- +)?[A-Za-z_0-9.-]+: +(?=[^\s\[{\"'|>&*!])")
_NO_BLANK = re.compile(r" *[A-Za-z_][A-Za-z_0-9]*:([^\s:][^:]*)")
_DIRECTIVE = ("a directive has no place in a ruleset", "delete the line", False)

# a part of the parser's words -> (our message, our hint, whether the fault is where the construct began)
_TABLE: dict[str, tuple[str, str, bool]] = {
    "mapping values are not allowed": ("a key cannot end with `:` here", _QUOTE, False),
    "could not find expected ':'": ("this line is not a key with a `:`", _INDENT, True),
    "found unexpected end of stream": (*_OPEN_QUOTE, True),
    "found unexpected document separator": (*_OPEN_QUOTE, True),
    "expected <block end>": (_UNFIT, _INDENT, False),
    "expected ',' or '}'": ("a `,` or `}` is missing before this", "close the `{`; " + _QUOTE, False),
    "expected ',' or ']'": ("a `,` or `]` is missing before this", "close the `[`; " + _QUOTE, False),
    "cannot start any token": ("a text cannot begin with this character", "put the text in quotes", False),
    "expected alphabetic or numeric": ("`&` and `*` have a meaning in YAML", "put the text in quotes", True),
    "unknown escape character": ("there is no such escape in double quotes", _BACKSLASH, False),
    "escape sequence of": ("this escape is not complete", _BACKSLASH, False),
    "found duplicate anchor": ("this anchor is declared twice", "give it another name", False),
    "sequence entries are not allowed": ("no list can begin here", "put the list on lines of its own", False),
    "expected chomping or indentation": _NEXT_LINE,
    "expected a comment or a line break": _NEXT_LINE,
    "expected the node content": ("a value is missing here", "", False),
    "expected '<document start>'": (_UNFIT, _INDENT, False),
    "did not find expected": (_UNFIT, _INDENT, False),
    "%YAML": _DIRECTIVE,
    "directive": _DIRECTIVE,
}


def syntax_fault(error: MarkedYAMLError, shown: str, lines: tuple[str, ...]) -> Diagnostic:
    """The diagnostic (YUP101) for what the parser could not read."""
    problem = str(error.problem or error.context or "it cannot be read")
    mark: Any = error.problem_mark or error.context_mark
    message, hint = f"this is not valid YAML: {problem}", _QUOTE
    for part, (ours, advice, at_start) in _TABLE.items():
        if part in problem:
            message, hint = ours, advice
            if at_start and error.context_mark is not None:
                mark = error.context_mark
            break
    line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
    for number in range(line, max(line - 3, 0), -1):
        blank = FALSE_BLANK.search(lines[number - 1]) if number <= len(lines) else None
        if blank is not None:  # it looks like a blank, and YAML takes it for a letter
            message = f"YAML does not accept this blank (U+{ord(blank.group()):04X})"
            here = Span(shown, number, blank.start() + 1, number, blank.start() + 2)
            return Diagnostic("YUP104", "error", message, here, "write an ordinary space in its place")
    if (above := _without_blank(problem, lines, line)) is not None:
        key, value = above
        at = lines[key - 1].index(":") + 1
        better = lines[key - 1][:at].lstrip() + " " + value
        here = Span(shown, key, at, key, at + 1)
        return Diagnostic("YUP101", "error", "a blank is missing behind this `:`", here, f"write `{better}`")
    row = lines[line - 1] if line <= len(lines) else ""
    sign = row[column - 1 : column]
    before = row[: column - 1].rstrip()[-1:]
    if sign and sign in "[{" and problem.startswith("expected ',' or") and before and before not in "]}\"'":
        message, hint = f"inside `[ ]` and `{{ }}` a value cannot hold a `{sign}`", _WHOLE
    hint = _written_out(problem, lines, line, column) or hint
    if _stands_out(lines, line):
        message = "the first line of a `|` block says how far in the block stands; this one stands further left"
        hint = "move the first line to the left; in a drawing begin it with its coordinate"
    if line > len(lines) or (line == len(lines) and not lines[line - 1]):
        # the end of the file is nothing an author can look at: point behind the last line that holds something
        line = max((number for number, row in enumerate(lines, 1) if row.strip()), default=1)
        column = len(lines[line - 1]) + 1
    return Diagnostic("YUP101", "error", message, Span(shown, line, column, line, column + 1), hint)


def _without_blank(problem: str, lines: tuple[str, ...], line: int) -> tuple[int, str] | None:
    """The line (from 1) above one whose key YAML does not take for one, if that is because its own `:` has no blank
    behind it, and its value."""
    above = next((each for each in range(line - 1, 0, -1) if _indent(lines[each - 1]) < len(lines[each - 1])), 0)
    found = _NO_BLANK.fullmatch(lines[above - 1]) if above and line <= len(lines) else None
    if found is None or not problem.startswith("mapping values"):
        return None
    return (above, found[1]) if _indent(lines[above - 1]) == _indent(lines[line - 1]) else None


def _stands_out(lines: tuple[str, ...], number: int) -> bool:
    """Whether a line (from 1) stands in a `|` block, but further left than the first line of it."""
    row = lines[number - 1] if number <= len(lines) else ""
    above = [(each, _indent(each)) for each in lines[: number - 1] if each.strip()]
    while above and above[-1][1] > _indent(row):
        _, far = above.pop()
        if above and above[-1][0].rstrip().endswith(("|", "|-", "|+")):
            return bool(row.strip()) and above[-1][1] < _indent(row) < far
    return False


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _written_out(problem: str, lines: tuple[str, ...], line: int, column: int) -> str:
    """What the value has to look like that the parser has ended at a place of a line; empty if that is not clear."""
    row = lines[line - 1] if line <= len(lines) else ""
    if problem.startswith("expected ',' or"):
        better = corrected_at(row, column)
        return Hint(f"inside `[ ]` and `{{ }}` this ends a value; {better}", *fixes_of(better)) if better else ""
    key = _BLOCK_KEY.match(row)
    if not problem.startswith("mapping values are not allowed") or key is None or column <= key.end():
        return ""
    below = next((each for each in lines[line:] if each), "")
    if len(below) - len(below.lstrip(" ")) > len(row) - len(row.lstrip(" ")):
        return "if this is code of several lines, put a `|` behind the key and begin the code on the next line"
    better = corrected(row, key.end() + 1, flow=False)
    hint = f"a value with `: ` in it stands below a `|`, or in quotes: {better}"
    return Hint(hint, *fixes_of(better)) if better else ""


def open_quote(span: Span) -> Diagnostic:
    """The diagnostic (YUP101) for a text in quotes that has swallowed what comes after it."""
    message, hint = _OPEN_QUOTE
    return Diagnostic(
        "YUP101", "error", message, Span(span.file, span.line, span.column, span.line, span.column + 1), hint
    )


def second_document(span: Span, lines: tuple[str, ...], explicit: bool) -> Diagnostic:
    """The diagnostic (YUP110) for a document behind the first, which `---` begins or that goes on behind a `...`."""
    number, sign = span.line, "---"
    if not explicit:
        sign = "..."
        number = next((each for each in range(span.line, 0, -1) if lines[each - 1].startswith(sign)), span.line)
        span = Span(span.file, number, 1, number, 4)
    hint = f"a file holds one ruleset or one part of it; delete the line `{sign}`"
    message = "a second YAML document starts here" if explicit else "the YAML document ends here, and more follows"
    return Diagnostic("YUP110", "error", message, span, hint)


def fault_lines(error: MarkedYAMLError, count: int, told: int) -> tuple[int, ...]:
    """The lines (from 1, at most `count`) of what could not be read: of the fault, and of the beginning of the list,
    mapping or text in one line that it stands in, since that is where a bracket or quote may be missing; of a fault
    that is `told` at a line above, that line."""
    if error.problem_mark is not None and told < error.problem_mark.line + 1 and error.context_mark is None:
        return (told,)
    marks: list[Any] = [error.problem_mark]
    if error.context_mark is not None and "block" not in str(error.context):
        marks.insert(0, error.context_mark)
    return tuple(dict.fromkeys(min(mark.line + 1, count) for mark in marks if mark is not None))
