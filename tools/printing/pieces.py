"""The pieces that a look names: what lies on the table though no zone holds it, so many as there are in the box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from yupana.schemas.look import LookPiece
from yupana.schemas.ruleset import BoardDecl

from ..book.board import Plan, Spot
from ..book.drawing import draw
from ..book.held import Held
from ..documents.colours import mixed
from ..documents.drawing import Drawing, Mark, Shape, moved
from .boards import grid_scale
from .components import Component
from .drawings import on_paper
from .fonts import Fonts
from .named import count_of, members_of
from .paper import PrintSettings
from .posters import corners
from .subject import PALETTE, Subject


def pieces(subject: Subject, settings: PrintSettings, fonts: Fonts) -> Iterator[Component]:
    """All pieces of the look: those of each player together, in the order of the seats.

    Raises UsageError where a number is not known before the game.
    """
    declared = {str(name): piece for name, piece in subject.ruleset.look.pieces.items()}
    for seat in ("", *subject.seats):
        for number, (name, piece) in enumerate(declared.items()):
            if (piece.each is not None) != bool(seat):
                continue
            many = count_of(subject, name, piece)
            for each in members_of(subject, name, piece, PALETTE[number % len(PALETTE)]) if many else ():
                drawing = _tile(subject, settings, fonts, piece, seat) if piece.covers is not None else None
                colour = subject.colours.get(seat, "") or each.colour
                whose = subject.called(seat, "Player") if seat else ""
                yield replace(each, count=many, owner=seat, whose=whose, colour=colour, drawing=drawing)


# ---------------------------------------------------------------- tiles of several cells


def _tile(subject: Subject, settings: PrintSettings, fonts: Fonts, piece: LookPiece, seat: str) -> Drawing:
    """A tile with the form of a shape, as large as the cells of its board."""
    name, board, cells = next(_covered(subject, piece))
    assert board.grid is not None
    spots = []
    for number, cell in enumerate(cells):
        held = str(piece.holds[min(number, len(piece.holds) - 1)]) if piece.holds else ""
        x, y = board.grid.drawn(cell)
        fill, told = _fill(subject, held, seat), subject.called(held) if held else ""
        sign, own, icon = subject.signs.get(held, ""), subject.signs.get(seat, ""), subject.icons.get(held)
        if icon is not None:
            whose = [Held(own or seat[:1].upper(), subject.colours.get(seat, ""), "disc")] if seat else []
            spots.append(Spot(f"{number}", x, y, "", fill, held=[[Held(sign, icon=icon), *whose], [Held(told)]]))
        else:
            label = " ".join(each for each in (sign, own) if each)
            spots.append(Spot(f"{number}", x, y, label, fill, lines=[told] if told else []))
    return cells_of_board(subject, settings, fonts, name, board, spots)


def _covered(subject: Subject, piece: LookPiece) -> Iterator[tuple[str, BoardDecl, list[tuple[int, int]]]]:
    """The board on which a tile is laid, by its name, and the cells that it covers."""
    for name, board in subject.ruleset.boards.items():
        for shape, cells in board.shapes.items():
            if shape == piece.covers and board.grid is not None:
                yield str(name), board, [(cell[0], cell[1]) for cell in cells]
        if board.kind == piece.covers and board.grid is not None:
            yield str(name), board, [(number, 0) for number in range(max(1, len(piece.holds)))]


def _fill(subject: Subject, held: str, seat: str) -> str:
    colour = subject.colours.get(held, "") or subject.colours.get(seat, "") or PALETTE[0]
    return mixed(colour, "#ffffff", 0.45)


def cells_of_board(
    subject: Subject, settings: PrintSettings, fonts: Fonts, name: str, board: BoardDecl, spots: list[Spot]
) -> Drawing:
    """Cells as the board has them, from the left upper corner of what is cut out."""
    drawing = on_paper(draw(Plan(board.grid, spots, [])), fonts)
    marks: tuple[Mark, ...] = drawing.scaled(grid_scale(subject, settings, fonts, name)).marks
    points = [point for mark in marks if isinstance(mark, Shape) for point in corners(mark)]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    return Drawing(right - left, bottom - top, tuple(moved(each, -left, -top) for each in marks))
