"""The section `look`: how boards and things are drawn, on a screen and on paper. No rule needs it to run."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from .book import Term
from .fields import (
    ONE_OF,
    ONE_OR_MANY,
    TEXT_LINES,
    ExpressionText,
    Flag,
    Name,
    Number,
    PlainText,
    TemplateText,
)
from .spanned import Spanned


class LookLink(Spanned):
    """How the links of one kind are drawn: the sort of line, and what stands in the middle of it."""

    noun: ClassVar[str] = "the look of a kind of links"
    line: Annotated[Literal["solid", "dotted", "double"], ONE_OF] = "dotted"
    label: TemplateText | None = None


class LookBoard(Spanned):
    """How the terminal draws a board: one template for each line of a cell; `at` places listed spaces (column, row);
    `rows` turns a grid: `up` has its first row at the bottom, whatever the board says."""

    noun: ClassVar[str] = "the look of a board"
    rows: Annotated[Literal["down", "up"], ONE_OF] | None = None
    boxes: Flag | None = None
    width: Number | None = None
    cell: Annotated[list[TemplateText], TEXT_LINES] = Field(default_factory=list)
    part: ExpressionText | None = None
    at: dict[Name, list[Number]] = Field(default_factory=dict)
    links: dict[Name, LookLink] = Field(default_factory=dict)


class LookSheet(Spanned):
    """Cells with contents, laid out in rows: the members of a kind or enum, for the game or for each player."""

    noun: ClassVar[str] = "a sheet of the look"
    of: Name
    each: Name | None = None
    rows: list[list[PlainText]] = Field(default_factory=list)
    cell: Annotated[list[TemplateText], TEXT_LINES] = Field(default_factory=list)


Shape = Annotated[Literal["disc", "cube", "figure", "card", "tile", "none"], ONE_OF]
"""How a thing is drawn in a browser; `none`: as its sign or name alone."""


class LookPiece(Spanned):
    """Pieces of one sort that lie on the table though no zone holds them: how many there are, in all or for `each`
    player, and which fields they stand for. Of a kind or enum there are so many of every member. A tile `covers` a
    shape of a board, or spaces of a kind in a row, and `holds` says what its cells are."""

    noun: ClassVar[str] = "a piece of the look"
    count: ExpressionText | None = None
    each: Name | None = None
    shape: Shape | None = None
    covers: Name | None = None
    holds: Annotated[list[Name], ONE_OR_MANY] = Field(default_factory=list)
    stands_for: Annotated[list[Term], ONE_OR_MANY] = Field(default_factory=list)


Layout = Annotated[Literal["row", "fan", "pile", "grid"], ONE_OF]
"""How the pieces of a zone lie: side by side, as in a hand, upon each other, in rows of equal length."""


NO_TITLE = "none"
"""What stands for the title of a face that has none."""


class LookCorners(Spanned):
    """What stands in the corners of a face."""

    noun: ClassVar[str] = "the corners of a face"
    top_left: TemplateText | None = None
    top_right: TemplateText | None = None
    bottom_left: TemplateText | None = None
    bottom_right: TemplateText | None = None


class LookBack(Spanned):
    """The back of cards: a colour, or a name that has one, a name that has a sign, and words."""

    noun: ClassVar[str] = "the back of a face"
    colour: PlainText | None = None
    icon: Name | None = None
    title: TemplateText | None = None


class LookFace(Spanned):
    """What is printed on every card or tile of a kind (`it`), or on one entry. It never changes in a game."""

    noun: ClassVar[str] = "a face of the look"
    size: list[Number] = Field(default_factory=list)
    colour: ExpressionText | None = None
    title: TemplateText | None = None
    corners: LookCorners | None = None
    icon: ExpressionText | None = None
    text: Annotated[list[TemplateText], TEXT_LINES] = Field(default_factory=list)
    small: TemplateText | None = None
    back: LookBack | None = None

    @property
    def plain(self) -> bool:
        """Whether it has no title, not even the name."""
        return self.title is not None and self.title.text.strip() == NO_TITLE


class Look(Spanned):
    """Things only tools read: boards, sheets, panels (lines of text), and how entities are drawn."""

    noun: ClassVar[str] = "the look section"
    boards: dict[Name, LookBoard] = Field(default_factory=dict)
    sheets: dict[Name, LookSheet] = Field(default_factory=dict)
    table: Annotated[list[TemplateText], TEXT_LINES] = Field(default_factory=list)
    player: Annotated[list[TemplateText], TEXT_LINES] = Field(default_factory=list)
    colours: dict[Name, PlainText] = Field(default_factory=dict)
    glyphs: dict[Name, PlainText] = Field(default_factory=dict)
    shapes: dict[Name, Shape] = Field(default_factory=dict)
    icons: dict[Name, PlainText] = Field(default_factory=dict)
    pictures: dict[Name, PlainText] = Field(default_factory=dict)
    faces: dict[Name, LookFace] = Field(default_factory=dict)
    zones: dict[Name, Layout] = Field(default_factory=dict)
    dice: Annotated[list[Term], ONE_OR_MANY] = Field(default_factory=list)
    pieces: dict[Name, LookPiece] = Field(default_factory=dict)

    @property
    def signs(self) -> dict[str, str]:
        """The glyphs as plain texts, by plain names."""
        return {str(name): str(glyph) for name, glyph in self.glyphs.items()}
