"""What the checker says of tables, boards and tiles: codes YUP442, YUP443, YUP449 and YUP454."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from yupana.schemas.nearest import did_you_mean
from yupana.schemas.source import Diagnostic, Span

from .message_table import counted, documented, error

BAD_TABLE = documented(
    "YUP442",
    "a table that does not fit",
    "The cells of a table do not match its rows, columns or parts, or two labels overlap.",
    "a row of four cells under three columns",
    "Give one cell for every row and column, in the form that `parts` describes.",
)


def one_key_each(span: Span) -> Diagnostic:
    """`rows` or `columns` with several keys."""
    return error(BAD_TABLE, "`rows` and `columns` have one key each", span)


def rows_counted(wanted: int, found: int, span: Span) -> Diagnostic:
    """Not a row of cells for every label."""
    message = f"expected {counted(wanted, 'row')}, one for each label of `rows`, found {found}"
    return error(BAD_TABLE, message, span)


def cells_counted(label: str, wanted: int, found: int, span: Span) -> Diagnostic:
    """A row with more or fewer cells than columns."""
    return error(BAD_TABLE, f"expected {counted(wanted, 'cell')} in the row `{label}`, found {found}", span)


def mixed_labels(span: Span) -> Diagnostic:
    """Words and numbers as labels."""
    return error(BAD_TABLE, "the labels must be either all words or all numbers", span)


def label_twice(span: Span) -> Diagnostic:
    """A word that labels two rows or columns."""
    return error(BAD_TABLE, "two labels are the same", span)


def no_labels(span: Span) -> Diagnostic:
    """`rows: {n: []}`."""
    return error(BAD_TABLE, "expected at least one label", span)


def label_overlaps(key: int, labels: Sequence[object], first: Span, span: Span) -> Diagnostic:
    """A number that two labels cover."""
    one, two = labels
    related = ((first, f"`{one}` covers {key} too"),) if first != span else ()
    return error(BAD_TABLE, f"the labels `{one}` and `{two}` both cover {key}", span, "", related)


def label_missing(key: int, span: Span) -> Diagnostic:
    """A number between two labels that none covers."""
    return error(BAD_TABLE, f"no label covers {key}", span)


def cells_not_numbers(span: Span) -> Diagnostic:
    """Cells of words without `parts`."""
    return error(BAD_TABLE, "the cells must be numbers", span, "for other cells, say in `parts` what they look like")


def part_twice(name: str, span: Span) -> Diagnostic:
    """A name that stands twice in `parts`."""
    return error(BAD_TABLE, f"`parts` names `{name}` twice", span)


def not_of_parts(cell: object, parts: str, declared: Span, span: Span) -> Diagnostic:
    """A cell that does not look like `parts` says."""
    return error(
        BAD_TABLE, f"the cell `{cell}` does not have the form `{parts}`", span, "", ((declared, "declared here"),)
    )


BAD_BOARD = documented(
    "YUP443",
    "a board that does not hold together",
    "A link leads to an unknown space, an area names a cell that is not there, or the board has no spaces.",
    "`pairs: [[lima, cuzzco]]`",
    "Correct the cell, or add the space.",
)


def no_spaces(board: str, span: Span) -> Diagnostic:
    """An empty board."""
    return error(BAD_BOARD, f"the board `{board}` has no spaces", span)


def bad_size(size: int, most: int, form: str, span: Span) -> Diagnostic:
    """A board without columns, or with far too many; `form` says with which options."""
    where = f" where {form}" if form else ""
    return error(BAD_BOARD, f"a size of a board is a number from 1 to {most:,}, this is {size:,}{where}", span)


def not_a_size(span: Span) -> Diagnostic:
    """Something in a size that is known in the game only."""
    hint = "sizes are worked out from numbers, constants and options: `2 * side + 1`, `9 if small else 19`"
    return error(BAD_BOARD, "the size of a board cannot depend on this", span, hint)


def not_of_spaces(span: Span) -> Diagnostic:
    """Something that is known in the game only, in what says which spaces or links a board has."""
    hint = "it is worked out from numbers, constants, options and coordinates: `it.row + it.column <= side`"
    return error(BAD_BOARD, "which spaces and links there are cannot depend on this", span, hint)


def not_a_coordinate(name: str, axes: Sequence[str], span: Span) -> Diagnostic:
    """Another attribute of a space than its coordinates, in what says which spaces or links a board has."""
    words = " and ".join(f"`{each}`" for each in axes)
    hint = "its other attributes are given when all spaces are known"
    return error(BAD_BOARD, f"which spaces and links there are can depend on {words}, not on `{name}`", span, hint)


def link_by_option(option: str, span: Span) -> Diagnostic:
    """An option in the condition of links."""
    hint = "where a board is smaller, links to what is not there are not there either"
    return error(BAD_BOARD, f"which links there are cannot depend on the option `{option}`", span, hint)


def links_need_grid(grids: Sequence[str], span: Span) -> Diagnostic:
    """Links by formula on a board of named spaces; `grids` are the keys of the geometries that have coordinates."""
    words = " and ".join(f"`{each}`" for each in grids)
    hint = "write the links one by one: `pairs: [[one, two], [two, three]]`"
    return error(BAD_BOARD, f"only the spaces of {words} boards have coordinates for links by formula", span, hint)


def parts_of_grid(grids: Sequence[str], span: Span, *, parts: bool) -> Diagnostic:
    """Edges or corners of a board of named spaces, or of one whose spaces are `parts` of a board themselves; `grids`
    are the keys of the geometries that have them."""
    words = " and ".join(f"`{each}`" for each in grids)
    hint = "on a board with named spaces, links are what lies between two of them"
    if parts:
        hint = "the spaces of this one are edges or corners themselves: name the board of squares or hexes"
    return error(BAD_BOARD, f"only {words} boards have edges and corners", span, hint)


def not_touching(one: str, other: str, span: Span) -> Diagnostic:
    """Two kinds of spaces that never touch, since they do not belong to one grid, or are the same."""
    if one == other:
        message = f"`{other}` is the kind of the space itself, which touches edges and corners"
        return error(BAD_BOARD, message, span, "the spaces next to it are its `neighbors`")
    return error(BAD_BOARD, f"{one} and {other} are not the spaces, edges and corners of one board", span)


def no_place_of_parts(kind: str, span: Span) -> Diagnostic:
    """`at` with the edges or corners of a board."""
    hint = f"begin with a space that has them: `beside(at(2, 3), north, {kind})`"
    return error(NO_GRID, f"an edge or a corner has no coordinates of its own; {kind} is a kind of these", span, hint)


def no_way_to_corners(kind: str, span: Span) -> Diagnostic:
    """`beside` with the corners of hexes."""
    hint = f"`touching(s, {kind})` lists them clockwise from the north"
    return error(NO_GRID, f"no direction of a hex board leads to or from its corners ({kind})", span, hint)


def size_by_zero(form: str, span: Span) -> Diagnostic:
    """A division by zero in a size; `form` says with which options."""
    where = f" where {form}" if form else ""
    return error(BAD_BOARD, f"this divides by zero{where}", span)


def size_of_itself(kind: str, span: Span) -> Diagnostic:
    """`size(Square)` in the size of a board."""
    return error(BAD_BOARD, f"the size of a board cannot depend on how many of `{kind}` a board has", span)


def size_option(option: str, span: Span) -> Diagnostic:
    """An option of another type in the size of a board."""
    message = f"the size of a board cannot depend on the option `{option}`"
    return error(BAD_BOARD, message, span, "such an option is a number, true or false, or a member of an enum")


def option_without_range(option: str, span: Span) -> Diagnostic:
    """An option of which every number may be chosen, in the size of a board."""
    hint = f"give its type a range: `{option}: {{type: int 5..9, default: 9}}`"
    return error(BAD_BOARD, f"the option `{option}` may be any number, so the board has no largest size", span, hint)


def too_many_forms(board: str, forms: int, most: int, span: Span) -> Diagnostic:
    """A size that depends on too much."""
    message = f"the board `{board}` would have {forms:,} forms, as many as there are ways to choose what it depends on"
    return error(BAD_BOARD, message, span, f"at most {most} are allowed: narrow the range of an option")


def cell_twice(q: int, r: int, span: Span) -> Diagnostic:
    """A cell that the declaration of a grid names twice."""
    return error(BAD_BOARD, f"the cell ({q}, {r}) is declared twice", span)


def link_form(span: Span) -> Diagnostic:
    """A pair of another length."""
    return error(BAD_BOARD, "a link is written `[space, space]` or `[space, space, {attribute: value}]`", span)


def unknown_space(name: str, board: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A space that the board does not have, by its name."""
    return error(BAD_BOARD, f"the board `{board}` has no space `{name}`", span, did_you_mean(name, known))


def unknown_cell(cell: Sequence[object], board: str, span: Span) -> Diagnostic:
    """A space that the board does not have, by its coordinates."""
    return error(BAD_BOARD, f"the board `{board}` has no cell ({', '.join(map(str, cell))})", span)


def shapes_need_grid(grids: Sequence[str], span: Span) -> Diagnostic:
    """Shapes on a board of named spaces; `grids` are the keys of the geometries that have them."""
    return error(BAD_BOARD, f"only {' and '.join(f'`{each}`' for each in grids)} boards have shapes", span)


def shape_form(span: Span) -> Diagnostic:
    """A shape whose cells are not pairs."""
    return error(BAD_BOARD, "the cells of a shape must be pairs of numbers", span)


# ---------------------------------------------------------------- directions

NO_GRID = documented(
    "YUP449",
    "a board without directions",
    "Only the spaces of a grid lie in straight lines and have coordinates.",
    "`step(lima, north)`, where Lima is a space of a map",
    "Use links for the ways of a map: `neighbors(lima, Road)`.",
)


def no_lines(kind: str, grids: Sequence[str], span: Span) -> Diagnostic:
    """A direction, a line or a place on a board of named spaces; `grids` are the keys of the geometries."""
    words = " and ".join(f"`{each}`" for each in grids)
    hint = "the ways of a board with named spaces are its links: `neighbors(s, LINK)`"
    return error(NO_GRID, f"only {words} boards have directions and lines; {kind} is not one of these", span, hint)


def direction_taken(kind: str, board: str, declared: Span, span: Span) -> Diagnostic:
    """The name of the kind of directions means something else."""
    related = ((declared, f"`{kind}` is declared here"),)
    return error(NO_GRID, f"the directions of the board `{board}` are called `{kind}`, but so is something else", span,
                 "give the other another name", related)  # fmt: skip


def which_board(known: Sequence[str], span: Span) -> Diagnostic:
    """Coordinates where there are several grids, or none."""
    if not known:
        return error(NO_GRID, "there is no board with coordinates", span)
    words = ", ".join(known[:-1]) + f" and {known[-1]}" if len(known) > 1 else known[0]
    return error(NO_GRID, f"which board is meant? {words} have coordinates", span, f"write `at({known[0]}, …)`")


# ---------------------------------------------------------------- tiles

BAD_TILES = documented(
    "YUP454",
    "tiles whose parts cannot be made out",
    "The entities of a kind with `parts` are tiles. Each shows a face, a text of as many lines as there are signs in a "
    "line; what is of one sign there and hangs together is a part, an entity of another kind, which has no entries of "
    "its own. A zone of every space of a grid says where a tile lies, and a field how often it is turned.",
    "a face of two lines, or one with a sign that `signs` does not know",
    "Draw every face with the same number of lines and with the signs that are declared; `.` stands for nothing.",
)


def parts_of_their_own(kind: str, tiles: str, span: Span, declared: Span) -> Diagnostic:
    """A kind of parts that has entries, or is that of other tiles."""
    message = f"`{kind}` has entities already; those of a kind of parts are made from the faces of `{tiles}`"
    return error(BAD_TILES, message, span, "declare a kind without entries", ((declared, "it is declared here"),))


def not_where_tiles_lie(zone: str, tiles: str, grids: Sequence[str], span: Span) -> Diagnostic:
    """A zone in which no tile can lie beside another."""
    message = f"tiles are laid in a zone of `{tiles}` that every space of a grid has; `{zone}` is none"
    boards = " or ".join(f"`{each}`" for each in grids)
    return error(BAD_TILES, message, span, f"`{zone}: {{of: {tiles}, each: KIND}}`, with the kind of a {boards} board")


def face_is_no_text(name: str, span: Span, declared: Span) -> Diagnostic:
    """A face that is no text attribute."""
    related = ((declared, "it is declared here"),)
    return error(BAD_TILES, f"a face is a text, and `{name}` is something else", span, f"`{name}: text`", related)


def no_face(tile: str, name: str, span: Span) -> Diagnostic:
    """A tile that shows nothing."""
    return error(BAD_TILES, f"the tile `{tile}` has no face", span, f"draw it: `{name}: …`")


def not_a_sign(sign: str, blank: str, span: Span) -> Diagnostic:
    """A sign of several letters, or one that means something else in a face."""
    hint = f"a sign is one letter, digit or mark, but not `{blank}`, which is nothing, or `/`, which ends a line"
    return error(BAD_TILES, f"`{sign}` cannot be a sign of a face", span, hint)


def not_a_face(form: str, span: Span) -> Diagnostic:
    """A drawing that has not the form of a tile; `form` says which that is."""
    return error(BAD_TILES, "this is not the face of a tile", span, form)


def sign_of_no_part(sign: str, blank: str, known: Sequence[str], span: Span) -> Diagnostic:
    """A sign in a face that is not declared."""
    listed = ", ".join(f"`{each}`" for each in known)
    return error(
        BAD_TILES, f"the sign `{sign}` is not among `signs`", span, f"known are {listed}, and `{blank}` for nothing"
    )


def other_face(first: int, found: int, span: Span) -> Diagnostic:
    """A face that is drawn larger or smaller than others."""
    message = f"this face has {counted(found, 'line')}, others of the kind have {first}"
    return error(BAD_TILES, message, span, "the sides of tiles meet sign by sign: draw all with as many lines")


def not_to_match(name: str, span: Span, declared: Span) -> Diagnostic:
    """Sides that should match by a list or map."""
    related = ((declared, "it is declared here"),)
    message = f"sides match by a single value, and `{name}` has several"
    return error(BAD_TILES, message, span, "name an attribute that is a number, a truth or a member", related)


def not_a_turn(name: str, last: int, span: Span, declared: Span) -> Diagnostic:
    """A field that cannot say how a tile is turned."""
    related = ((declared, "it is declared here"),)
    return error(BAD_TILES, f"`{name}` cannot say how a tile is turned", span, f"`{name}: int 0..{last}`", related)
