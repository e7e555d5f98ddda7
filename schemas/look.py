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
    """How the links of one kind are drawn: the sort of line (`none` for none), and what stands in the middle of it."""

    noun: ClassVar[str] = "the look of a kind of links"
    line: Annotated[Literal["solid", "dotted", "double", "none"], ONE_OF] = "dotted"
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
    title: TemplateText | None = None


class LookBackdrop(Spanned):
    """Ground of a colour around the areas of a map, at places where no space is."""

    noun: ClassVar[str] = "a part of a backdrop"
    colour: PlainText
    at: list[list[Number]]


class LookMark(Spanned):
    """What is pointed at on a board while an expression gives it: a space, or a list or set of spaces."""

    noun: ClassVar[str] = "a mark of the look"
    of: ExpressionText
    colour: PlainText = Word("gold")
    form: Annotated[Literal["ring", "fill", "line", "dot"], ONE_OF] = Field(default="ring", alias="as")


DrawnAs = Annotated[Literal["cells", "boxes", "circles", "points", "triangles", "areas", "plain"], ONE_OF]
"""How the spaces of a board are drawn."""


class LookBoard(Spanned):
    """How a board is drawn: one template for each line of a cell; `at` places listed spaces (column, row); `rows` turns
    a grid: `up` has its first row at the bottom, whatever the board says. The board is turned to the side (`seats`) of
    who looks; of several sides the first is for the fewest players, the next for one more, the last for all others.
    Spaces have colours in turn (`checks`) or that of a member (`tint`); `raised` is how high they lie. On a map
    (`areas`) they are what lies around their places, with `backdrop` where no space is."""

    noun: ClassVar[str] = "the look of a board"
    rows: Annotated[Literal["down", "up"], ONE_OF] | None = None
    boxes: Flag | None = None
    width: Number | None = None
    cell: Annotated[list[TemplateText], TEXT_LINES] = Field(default_factory=list)
    part: ExpressionText | None = None
    at: dict[Name, list[Number]] = Field(default_factory=dict)
    size: list[Number] = Field(default_factory=list)
    links: dict[Name, LookLink] = Field(default_factory=dict)
    seats: dict[Name, Annotated[list[Side], ONE_OR_MANY]] = Field(default_factory=dict)
    spaces: DrawnAs | None = None
    checks: Annotated[list[PlainText], ONE_OR_MANY] = Field(default_factory=list)
    ground: PlainText | None = None
    backdrop: list[LookBackdrop] = Field(default_factory=list)
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


PlaceShape = Annotated[Literal["boxes", "circles", "plain"], ONE_OF]
"""How the places of a part of a mat are drawn."""


class LookPart(Spanned):
    """A part of a mat, at a place and of a size in its columns and rows. It is one of four sorts: a place for each
    member of a kind or enum (`of`), with what stands in it; a `track` of numbers, with a marker on the value; a
    `stock`: so many pieces, in as many of its `places`; the pieces of a `zone`, in places too."""

    noun: ClassVar[str] = "a part of a mat"
    exclusive: ClassVar[tuple[frozenset[str], ...]] = (frozenset(("of", "track", "stock", "zone")),)
    at: list[Number] = Field(default_factory=list)
    size: list[Number] = Field(default_factory=list)
    titled: Flag = True
    of: Name | None = None
    rows: list[list[PlainText]] = Field(default_factory=list)
    cell: Annotated[list[TemplateText], TEXT_LINES] = Field(default_factory=list)
    tint: ExpressionText | None = None
    spaces: PlaceShape | None = None
    track: ExpressionText | None = None
    first: Number = Field(default=0, alias="from")
    to: ExpressionText | None = None
    stock: ExpressionText | None = None
    zone: Name | None = None
    places: ExpressionText | None = None
    across: Number | None = None
    piece: Name | None = None


class LookMat(Spanned):
    """A board of the things that a player has, or the table: its parts lie at places of their own on one ground."""

    noun: ClassVar[str] = "a mat of the look"
    each: Name | None = None
    size: list[Number] = Field(default_factory=list)
    ground: PlainText | None = None
    parts: dict[Name, LookPart] = Field(default_factory=dict)


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
    """What is printed on every card or tile of a kind (`it`), or on one entry. It never changes in a game. `places` are
    rows of spaces for pieces; `reverse` is the other side of what is turned over, which has no size, back or small form
    of its own."""

    noun: ClassVar[str] = "a face of the look"
    size: list[Number] = Field(default_factory=list)
    colour: ExpressionText | None = None
    title: TemplateText | None = None
    corners: LookCorners | None = None
    icon: ExpressionText | None = None
    text: Annotated[list[TemplateText], TEXT_LINES] = Field(default_factory=list)
    places: Annotated[list[ExpressionText], ONE_OR_MANY] = Field(default_factory=list)
    small: TemplateText | None = None
    back: LookBack | None = None
    reverse: LookFace | None = None

    @property
    def plain(self) -> bool:
        """Whether it has no title, not even the name."""
        return self.title is not None and self.title.text.strip() == NO_TITLE


class Look(Spanned):
    """Things only tools read: boards, sheets, mats, panels (lines of text), and how entities are drawn."""

    noun: ClassVar[str] = "the look section"
    boards: dict[Name, LookBoard] = Field(default_factory=dict)
    sheets: dict[Name, LookSheet] = Field(default_factory=dict)
    mats: dict[Name, LookMat] = Field(default_factory=dict)
    table: Annotated[list[TemplateText], TEXT_LINES] = Field(default_factory=list)
    player: Annotated[list[TemplateText], TEXT_LINES] = Field(default_factory=list)
    colours: dict[Name, PlainText] = Field(default_factory=dict)
    glyphs: dict[Name, PlainText] = Field(default_factory=dict)
    shapes: dict[Name, Shape] = Field(default_factory=dict)
    icons: dict[Name, PlainText] = Field(default_factory=dict)
    pictures: dict[Name, PlainText] = Field(default_factory=dict)
    faces: dict[Name, LookFace] = Field(default_factory=dict)
    zones: dict[Name, Layout] = Field(default_factory=dict)
    room: dict[Name, Number] = Field(default_factory=dict)
    dice: Annotated[list[Term], ONE_OR_MANY] = Field(default_factory=list)
    pieces: dict[Name, LookPiece] = Field(default_factory=dict)
    says: dict[Name, TemplateText] = Field(default_factory=dict)

    @property
    def parts(self) -> dict[Name, LookPart]:
        """The parts of all mats by their names, of which each stands for one."""
        return {name: each for mat in self.mats.values() for name, each in mat.parts.items()}

    @property
    def signs(self) -> dict[str, str]:
        """The glyphs as plain texts, by plain names."""
        return {str(name): str(glyph) for name, glyph in self.glyphs.items()}
