"""Where things stand in an author's files, and what is wrong there.

One position type (`Span`), one carrier of code with its place (`Code`), one diagnostic type for the whole program.
A user's errors are data: they are collected in a `Report` and shown together.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from .dots import DOT, dotted
from .errors import YupanaError, cut

Severity = Literal["error", "warning", "advice"]
"""An `advice` is given by the linter only."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file: lines and columns count from 1, the end is exclusive. `file` is a path as people see it."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of the other."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    def holds(self, other: Span) -> bool:
        """Whether the other span lies in this one."""
        starts = (self.line, self.column) <= (other.line, other.column)
        return (
            self.file == other.file
            and starts
            and (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        )

    def to_json(self) -> dict[str, object]:
        """How a place stands in every JSON document."""
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "end_line": self.end_line,
            "end_column": self.end_column,
        }


NOWHERE = Span("", 0, 0, 0, 0)


@dataclass(frozen=True)
class Code:
    """A piece of code (an expression, effects, a type) out of a YAML scalar.

    `text` is the code with `\\n` between lines; `origins[i]` is the (line, column), from 1, of the first character of
    its i-th line in the file; `span` is the whole scalar. Where a line of code does not stand in one piece in the file
    (a folded or continued scalar, an escape in quotes), `pieces` holds (offset in `text`, line, column) of every piece.
    """

    text: str
    span: Span
    origins: tuple[tuple[int, int], ...] = ()
    pieces: tuple[tuple[int, int, int], ...] = ()

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        for index, character in enumerate(self.text):
            if character == "\n":
                starts.append(index + 1)
        return starts

    def _place(self, offset: int) -> tuple[int, int]:
        if self.pieces:
            index = bisect_right(self.pieces, offset, key=lambda piece: piece[0]) - 1
            start, line, column = self.pieces[max(index, 0)]
            return line, column + offset - start
        starts = self._line_starts
        row = bisect_right(starts, offset) - 1
        if row < len(self.origins):
            line, column = self.origins[row]
        elif self.origins:
            line, column = self.origins[-1][0] + row - len(self.origins) + 1, self.origins[-1][1]
        else:
            line, column = self.span.line, self.span.column
        return line, column + offset - starts[row]

    def at(self, start: int, end: int) -> Span:
        """The span in the file of the characters `start` (inclusive) to `end` (exclusive) of `text`."""
        line, column = self._place(start)
        end_line, end_column = self._place(max(start, end))
        return Span(self.span.file, line, column, end_line, end_column)

    def part(self, start: int, end: int) -> Code:
        """The characters `start` (inclusive) to `end` (exclusive) as code of their own, each where it stands."""
        text = self.text[start:end]
        starts = {start, *(start + at + 1 for at, sign in enumerate(text) if sign == "\n")}
        starts |= {each for each, _, _ in self.pieces if start < each < end}
        places = [(each - start, *self._place(each)) for each in sorted(starts)]
        rows = [(line, column) for each, line, column in places if not each or text[each - 1] == "\n"]
        return Code(text, self.at(start, end), tuple(rows), tuple(places))


LONGEST = 3_000
"""So many letters has what is said of one fault: a name in a file of a stranger may be as long as the file."""


class Fix(NamedTuple):
    """What puts a fault right: `old` (nothing: all of it), where it stands last in the fault's place or alone in its
    line, becomes `new`. A `span` is given where it is another place than the fault's."""

    old: str
    new: str
    span: Span | None = None


class Hint(str):
    """A hint with the edits that it means, one for each way to go."""

    __slots__ = ("fixes",)
    fixes: tuple[Fix, ...]

    def __new__(cls, text: str, *fixes: Fix) -> Hint:
        """What is told to people, and what an editor can do."""
        hint = super().__new__(cls, text)
        hint.fixes = fixes
        return hint

    def __reduce__(self) -> tuple[type[Hint], tuple[object, ...]]:
        return Hint, (str(self), *self.fixes)


def fixes_of(hint: str) -> tuple[Fix, ...]:
    """The edits that a hint means; none for one in words only."""
    return hint.fixes if isinstance(hint, Hint) else ()


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault of an author's file: a stable code (`YUPnnn`), what is wrong, where, and what to do about it.

    `related` are the other places that the fault has a part in, each with what stands there: a name that is declared
    twice points at its first declaration.
    """

    code: str
    severity: Severity
    message: str
    span: Span
    hint: str = ""
    related: tuple[tuple[Span, str], ...] = ()

    def __post_init__(self) -> None:
        if DOT in self.message or DOT in self.hint:
            object.__setattr__(self, "message", dotted(self.message))
            object.__setattr__(self, "hint", Hint(dotted(self.hint), *self.fixes))
        if len(self.message) > LONGEST:
            object.__setattr__(self, "message", cut(self.message, LONGEST))
        if len(self.hint) > LONGEST:
            object.__setattr__(self, "hint", Hint(cut(self.hint, LONGEST), *self.fixes))

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """The ways to put it right, where its hint names them."""
        return fixes_of(self.hint)

    def to_json(self) -> dict[str, object]:
        """The form that `check --json` prints."""
        return {
            "code": self.code,
            "severity": self.severity,
            **self.span.to_json(),
            "message": self.message,
            "hint": self.hint,
            "related": [{**span.to_json(), "message": message} for span, message in self.related],
        }


@dataclass(slots=True)
class Report:
    """Collects diagnostics; the same code at the same place is kept once."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    _seen: set[tuple[str, Span]] = field(default_factory=set, init=False, repr=False, compare=False)

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep the diagnostic unless one with its code stands at the same place already."""
        if len(self._seen) != len(self.diagnostics):
            self._seen = {(other.code, other.span) for other in self.diagnostics}
        mark = (diagnostic.code, diagnostic.span)
        if mark not in self._seen:
            self._seen.add(mark)
            self.diagnostics.append(diagnostic)

    def error(self, code: str, message: str, span: Span = NOWHERE, hint: str = "", *related: tuple[Span, str]) -> None:
        """Add an error; `related` are the other places that it has a part in."""
        self.add(Diagnostic(code, "error", message, span, hint, related))

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add several."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def fresh(self) -> Report:
        """Another one of its sort, in which nothing is reported yet."""
        return Report()

    @property
    def errors(self) -> list[Diagnostic]:
        """The diagnostics that keep a ruleset from running."""
        return [each for each in self.diagnostics if each.severity == "error"]

    def in_order(self) -> list[Diagnostic]:
        """All, by file, line and column."""
        return sorted(self.diagnostics, key=lambda each: (each.span.file, each.span.line, each.span.column, each.code))


class RulesetError(YupanaError):
    """A ruleset has faults. `diagnostics` holds all of them, in file order (never empty)."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics
        first = diagnostics[0]
        more = f" (and {len(diagnostics) - 1} more)" if len(diagnostics) > 1 else ""
        where = f"{first.span.file}:{first.span.line}:{first.span.column}: " if first.span.file else ""
        hint = f"; {first.hint}" if first.hint else ""
        super().__init__(f"{where}{first.code} {first.message}{hint}{more}")
