"""The section `look`: how boards and things are drawn, on a screen and on paper. No rule needs it to run."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from .book import Term
from .fields import (
    ONE_OF,
    ONE_OR_MANY,
    TEXT_LINES,
    ConstantText,
    ExpressionText,
    Flag,
    Name,
    Number,
    PlainText,
    TemplateText,
)
from .spanned import Spanned
from .tree import Word


class LookLink(Spanned):
    """How the links of one kind are drawn: the sort of line, and what stands in the middle of it."""

    noun: ClassVar[str] = "the look of a kind of links"
    line: Annotated[Literal["solid", "dotted", "double"], ONE_OF] = "dotted"
    label: TemplateText | None = None


Side = Annotated[Literal["bottom", "top", "left", "right"], ONE_OF]
"""A side of a board as it lies when it is not turned."""


class LookSides(Spanned):
    """The colours of the sides of a board, as it lies when it is not turned."""

    noun: ClassVar[str] = "the sides of a board"
    top: PlainText | None = None
    bottom: PlainText | None = None
    left: PlainText | None = None
    right: PlainText | None = None


class LookRegion(Spanned):
    """Spaces of a board that are outlined together."""

    noun: ClassVar[str] = "a region of the look"
    of: Annotated[list[Name], ONE_OR_MANY]
    colour: PlainText | None = None
    title: PlainText | None = None


class LookMark(Spanned):
    """What is pointed at on a board while an expression gives it: a space, or a list or set of spaces."""

    noun: ClassVar[str] = "a mark of the look"
    of: ExpressionText
    colour: PlainText = Word("gold")
    form: Annotated[Literal["ring", "fill", "line"], ONE_OF] = Field(default="ring", alias="as")


class LookBoard(Spanned):
    """How a board is drawn: one template for each line of a cell; `at` places listed spaces (column, row); `rows` turns
    a grid: `up` has its first row at the bottom, whatever the board says. The board is turned to the side (`seats`) of
    who looks. Spaces have colours in turn (`checks`) or that of a member (`tint`); `raised` is how high they lie."""

    noun: ClassVar[str] = "the look of a board"
    rows: Annotated[Literal["down", "up"], ONE_OF] | None = None
    boxes: Flag | None = None
    width: Number | None = None
    cell: Annotated[list[TemplateText], TEXT_LINES] = Field(default_factory=list)
    part: ExpressionText | None = None
    at: dict[Name, list[Number]] = Field(default_factory=dict)
    size: list[Number] = Field(default_factory=list)
    links: dict[Name, LookLink] = Field(default_factory=dict)
    seats: dict[Name, Side] = Field(default_factory=dict)
    spaces: Annotated[Literal["cells", "boxes", "circles", "points", "triangles", "plain"], ONE_OF] | None = None
    checks: Annotated[list[PlainText], ONE_OR_MANY] = Field(default_factory=list)
    ground: PlainText | None = None
    tint: ExpressionText | None = None
    raised: ExpressionText | None = None
    sides: LookSides = Field(default_factory=LookSides)
    labels: Annotated[Literal["both", "near", "none"], ONE_OF] | None = None
    dots: ConstantText | None = None
    regions: dict[Name, LookRegion] = Field(default_factory=dict)
    marks: list[LookMark] = Field(default_factory=list)


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
    pictures: dict[Name, PlainText] = Field(default_factory=dict)
    pieces: dict[Name, LookPiece] = Field(default_factory=dict)
    says: dict[Name, TemplateText] = Field(default_factory=dict)

    @property
    def signs(self) -> dict[str, str]:
        """The glyphs as plain texts, by plain names."""
        return {str(name): str(glyph) for name, glyph in self.glyphs.items()}
