"""What the checker says of a look: code YUP455."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from yupana.schemas.nearest import did_you_mean
from yupana.schemas.source import Diagnostic, Span

from .message_table import documented, error

BAD_LOOK = documented(
    "YUP455",
    "a board or mat that cannot be drawn so",
    "A key of the look of a board or mat does not suit it, or has a value that cannot be drawn.",
    "`size` of a grid, whose cells touch each other; a player at the left side of a board of hexagons",
    "Leave the key out, or write what its hint says.",
)


def pair_wanted(what: str, span: Span) -> Diagnostic:
    """A place or a size that is not two numbers."""
    return error(BAD_LOOK, f"expected {what}, two numbers", span, "write both, as in `[3, 2]`")


class Pair(StrEnum):
    """What two numbers of a mat say."""

    SIZE_OF_MAT = "the size of a mat"
    PLACE_OF_PART = "the place of a part"
    SIZE_OF_PART = "the size of a part"


def too_small(span: Span) -> Diagnostic:
    """A size of which nothing can be seen."""
    return error(BAD_LOOK, "a space is at least 1 wide and 1 high", span)


def too_far(most: int, span: Span) -> Diagnostic:
    """A place or size in so many units that the others could not be seen."""
    return error(BAD_LOOK, f"places and sizes go from -{most} to {most}", span)


def of_listed_boards(key: str, span: Span) -> Diagnostic:
    """What only boards with listed spaces have."""
    return error(BAD_LOOK, f"a grid has no `{key}`", span, "its cells lie side by side; leave it out")


def backdrop_of_maps(span: Span) -> Diagnostic:
    """A backdrop on a board that is no map."""
    return error(BAD_LOOK, "only a map has a backdrop", span, "write `spaces: areas` too, or leave it out")


def too_many_places(most: int, span: Span) -> Diagnostic:
    """More places than can be drawn."""
    return error(BAD_LOOK, f"more than {most} places have no room", span)


def cannot_turn(side: str, span: Span) -> Diagnostic:
    """A seat at a side of a hex grid from which it would be another grid."""
    hint = "write `bottom` or `top`"
    return error(BAD_LOOK, f"a board of hexagons cannot be turned to the {side}", span, hint)


def title_of_region(span: Span) -> Diagnostic:
    """A title of a region that would depend on the position."""
    return error(BAD_LOOK, "the title of a region never changes", span, "leave the braces out")


def tiles_cannot_turn(span: Span) -> Diagnostic:
    """A seat at a board on which tiles are laid."""
    return error(BAD_LOOK, "a board on which tiles are laid is not turned", span, "leave `seats` out")


def unknown_colour(name: str, known: Iterable[str], span: Span) -> Diagnostic:
    """What is no colour, and not the name of anything that could have one."""
    hint = (
        did_you_mean(name, known) or "write a word such as `wheat`, a number such as `#d8c08a`, or a name in `colours`"
    )
    return error(BAD_LOOK, f"`{name}` is not a colour", span, hint)


def sort_of_part(sorts: Iterable[str], span: Span) -> Diagnostic:
    """A part of a mat that is of no sort, or of several."""
    hint = "write one of " + ", ".join(f"`{each}`" for each in sorts)
    return error(BAD_LOOK, "a part of a mat holds one thing", span, hint)


def not_of_part(key: str, sort: str, span: Span) -> Diagnostic:
    """A key that says nothing of a part of this sort."""
    return error(BAD_LOOK, f"a part with `{sort}` has no `{key}`", span, "leave it out")


def track_without_end(span: Span) -> Diagnostic:
    """A track of which it is not known where it ends."""
    return error(BAD_LOOK, "a track needs its last number", span, "write `to: 15` or a constant")


def part_twice(name: str, span: Span) -> Diagnostic:
    """Two parts, or a part and a sheet, of one name."""
    return error(BAD_LOOK, f"another part or sheet is called `{name}` too", span, "call one of them otherwise")


def outside_mat(columns: int, rows: int, span: Span) -> Diagnostic:
    """A part that begins or ends beside its mat."""
    return error(BAD_LOOK, f"that has no room: the mat has {columns} columns and {rows} rows", span)


def no_such_columns(least: int, most: int, span: Span) -> Diagnostic:
    """So many columns or rows as no mat has."""
    return error(BAD_LOOK, f"that has no room: columns and rows go from {least} to {most}", span)


def too_many_across(most: int, span: Span) -> Diagnostic:
    """So many places as cannot lie beside one another, or none."""
    return error(BAD_LOOK, f"that has no room: 1 to {most} places lie beside one another", span)
