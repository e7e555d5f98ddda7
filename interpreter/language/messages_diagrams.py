"""What the checker says of positions drawn as text: codes YUP445 and YUP446."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.nearest import did_you_mean
from yupana.schemas.source import Diagnostic, Span

from .message_table import counted, documented, error

BAD_DRAWING = documented(
    "YUP445",
    "a drawing that does not fit its board",
    "A position that is drawn has a line for every row of the board, as it is seen on the screen, and a sign for every "
    "space. Coordinates at the edges may be left out; where they stand they must be right. Where every row has "
    "its own, empty rows may be left out.",
    "seven lines for a board of eight rows",
    "Draw every row; `.` stands for an empty space. `position` at the table prints a drawing to begin with.",
)


def not_drawn(board: str, grids: Sequence[str], span: Span) -> Diagnostic:
    """A drawing of a board of named spaces; `grids` are the keys of the geometries."""
    words = " and ".join(f"`{each}`" for each in grids)
    hint = "say in effects what lies where"
    return error(BAD_DRAWING, f"only {words} boards have rows to draw; `{board}` is not one of these", span, hint)


def what_is_drawn(known: Sequence[str], span: Span) -> Diagnostic:
    """A drawing alone where there are several things to draw, or none; `known` are these."""
    if not known:
        return error(BAD_DRAWING, "no board has rows and fields to draw", span)
    shown = ", ".join(f"`{each}`" for each in known)
    hint = f"write `{known[0]}: |` on the line before it"
    return error(BAD_DRAWING, f"there are {shown} to draw: which is it?", span, hint)


def no_signs(shown: str, span: Span, declared: Span) -> Diagnostic:
    """A field whose values have no signs."""
    message = f"{shown} cannot be drawn: numbers, bools and what has a name can"
    return error(BAD_DRAWING, message, span, "say in effects what is in it", ((declared, "declared here"),))


def rows_drawn(wanted: int, found: int, joined: bool, span: Span) -> Diagnostic:
    """Too many or too few lines; `joined`: all on one line, though the board has several rows."""
    hint = "begin the drawing with `|` behind its key, each row on a line of its own" if joined else ""
    return error(BAD_DRAWING, f"expected {counted(wanted, 'row')}, found {found}", span, hint)


def columns_drawn(columns: Sequence[str], span: Span) -> Diagnostic:
    """A line that names some of the columns, or more than there are."""
    hint = "leave the line out, or name every column; rows may be left out where the others have their coordinates"
    return error(BAD_DRAWING, f"a line of columns names all of them: `{' '.join(columns)}`", span, hint)


def signs_drawn(wanted: int, found: int, row: str, span: Span) -> Diagnostic:
    """A row with too many or too few signs."""
    message = f"expected {counted(wanted, 'sign')} in the row `{row}`, found {found}"
    hint = "`.` stands for an empty space; signs of several letters are separated by blanks" if found < wanted else ""
    return error(BAD_DRAWING, message, span, hint)


def wrong_coordinate(wanted: str, found: str, span: Span) -> Diagnostic:
    """A coordinate at the edge that belongs elsewhere."""
    hint = "rows and columns stand as they are seen on the screen"
    return error(BAD_DRAWING, f"expected the coordinate `{wanted}` here, found `{found}`", span, hint)


BAD_SIGN = documented(
    "YUP446",
    "a sign that cannot stand in a drawing",
    "The signs of a drawing are the glyphs of `look`, the names of what they stand for, or the first letters of these "
    "where only one begins with it; `.` stands for nothing. There are no more signs than pieces.",
    "`q` on a board where `look` has no glyph `q` and no piece begins with it",
    "Use a sign that the hint names, or give what is meant a glyph in `look`.",
)


def unknown_sign(sign: str, known: Sequence[str], names: Sequence[str], span: Span) -> Diagnostic:
    """A sign that stands for nothing; `known` are those that would be drawn (none: where numbers stand)."""
    shown = ", ".join(f"`{each}`" for each in known[:20]) or "numbers"
    near = did_you_mean(sign, names) if len(sign) > 2 else ""
    hint = near or f"there are {shown}{', …' if len(known) > 20 else ''} and `.` for nothing"
    return error(BAD_SIGN, f"the sign `{sign}` stands for nothing here", span, hint)


def ambiguous_sign(sign: str, names: Sequence[str], span: Span) -> Diagnostic:
    """A sign that several things have."""
    words = ", ".join(f"`{each}`" for each in names[:-1]) + f" or `{names[-1]}`"
    return error(BAD_SIGN, f"the sign `{sign}` may stand for {words}", span, "write the whole name")


def number_drawn(number: int, low: int, high: int, span: Span, declared: Span) -> Diagnostic:
    """A number that the field cannot hold."""
    return error(BAD_SIGN, f"the number {number} is not in {low}..{high}", span, "", ((declared, "declared here"),))


def too_many_pieces(name: str, count: int, span: Span, declared: Span) -> Diagnostic:
    """More signs of an entry than it has pieces."""
    message = f"there {'is' if count == 1 else 'are'} only {count} of `{name}`"
    return error(BAD_SIGN, message, span, "", ((declared, "declared here"),))
