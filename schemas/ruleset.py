"""What a ruleset may say: one Pydantic model for every section.

The models are strict (an unknown key is refused) and hold declarations only: names are not resolved here and code is
kept as `Code`, text with its place. The YAML loader hands scalars over as `Scalar` and mappings as `Mapping` (see
`load`), so that every element knows its span and the span of each of its keys.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from pydantic import Field, PrivateAttr

from .actions import ActionDecl as ActionDecl
from .actions import ActionSlot as ActionSlot
from .actions import AdjustmentDecl as AdjustmentDecl
from .actions import Condition as Condition
from .actions import LimitDecl as LimitDecl
from .actions import ParameterDecl as ParameterDecl
from .actions import TriggerDecl as TriggerDecl
from .book import BookDecl, ExampleDecl, Lint, Rulebook, StrengthDecl
from .element import Datum, Element, one_of
from .fields import (
    BY_SHAPE,
    LINES,
    ONE_OF,
    ONE_OR_MANY,
    AttributeText,
    BodyText,
    Cell,
    ConditionText,
    EffectsText,
    ExpressionText,
    Flag,
    Name,
    Number,
    PlainText,
    TemplateText,
    TypeText,
    Value,
    fault,
)
from .grids import GRID_WORDS, Grid, HexGrid, SquareGrid, grid_of
from .kinds import EntryDecl as EntryDecl
from .kinds import FieldDecl as FieldDecl
from .kinds import KindDecl as KindDecl
from .kinds import OpenElement as OpenElement
from .kinds import PredicateDecl as PredicateDecl
from .kinds import ProcedureSlot as ProcedureSlot
from .lattices import BETWEEN, Between
from .look import Look
from .ranges import Extended, NotWith, VersionText
from .source import Span
from .spanned import Spanned
from .steps import AnyStep
from .tree import Mapping


class Header(Spanned):
    """`ruleset:`"""

    noun: ClassVar[str] = "the header"
    name: Name
    title: PlainText
    version: VersionText | None = None
    language: Number = 1
    extends: Extended | None = None
    not_with: NotWith = Field(default_factory=list)
    own_names: Flag = False
    designer: PlainText | None = None
    group: PlainText | None = None
    text: PlainText | None = None


class SeatDecl(OpenElement):
    """A seat: what it is called and its attributes (`values`)."""

    noun: ClassVar[str] = "a seat"

    values: dict[Name, AttributeText] = Field(default_factory=dict)


class LineDecl(Spanned):
    """In which order the triggers of several players come that wait at once."""

    noun: ClassVar[str] = "the line of triggers"
    short_key: ClassVar[str | None] = "order"

    order: ExpressionText
    choose: Flag = False


class Players(Element):
    """How many may play, whether together or in teams, what their seats are called and how they differ, and what each
    player has. `teams` is the attribute of the seats that says to which team each belongs.

    The seats are `names` alone, or `seats` with their attributes.
    """

    noun: ClassVar[str] = "the players section"
    exclusive: ClassVar[tuple[frozenset[str], ...]] = (frozenset(("names", "seats")),)

    min: Number
    max: Number
    together: Flag = False
    teams: Name | None = None
    names: list[Name] = Field(default_factory=list)
    seats: dict[Name, SeatDecl] = Field(default_factory=dict)
    attributes: dict[Name, TypeText] = Field(default_factory=dict)
    defaults: dict[Name, AttributeText] = Field(default_factory=dict)
    fields: dict[Name, FieldDecl] = Field(default_factory=dict)
    line: LineDecl | None = None

    @property
    def called(self) -> list[Name]:
        """The names of the seats, in seating order."""
        return self.names or list(self.seats)

    def name_span(self) -> Span:
        """Where the seats are named."""
        return self.value_span("seats" if self.seats else "names")

    def examine(self, node: Mapping) -> None:  # noqa: D102
        one_of(node, "names", "seats")


class OptionDecl(Datum):
    """A choice made before the game starts; read as a name."""

    noun: ClassVar[str] = "an option"
    type: TypeText
    default: ExpressionText


class ConstantDecl(Datum):
    """`value` is an int, a bool, a name or a list of ints; or `by_players` gives one for each number of players."""

    noun: ClassVar[str] = "a constant"
    short_key: ClassVar[str | None] = "value"
    exclusive: ClassVar[tuple[frozenset[str], ...]] = (frozenset(("value", "by_players")),)

    value: Annotated[Value | list[Value], BY_SHAPE] | None = None
    by_players: dict[Number, Value] | None = None

    def examine(self, node: Mapping) -> None:  # noqa: D102
        one_of(node, "value", "by_players")


class Area(Spanned):
    """Attributes that several cells share."""

    noun: ClassVar[str] = "an area"
    cells: list[Cell]
    set: dict[Name, AttributeText]


class LinkDecl(Element):
    """A kind of links between the spaces of a board; each link is an entity."""

    noun: ClassVar[str] = "a kind of links"
    exclusive: ClassVar[tuple[frozenset[str], ...]] = (frozenset(("pairs", "if")),)

    directed: Flag = False
    attributes: dict[Name, TypeText] = Field(default_factory=dict)
    defaults: dict[Name, AttributeText] = Field(default_factory=dict)
    pairs: list[list[Annotated[Value | dict[Name, AttributeText], BY_SHAPE]]] = Field(default_factory=list)
    test: ExpressionText | None = Field(default=None, alias="if")
    fields: dict[Name, FieldDecl] = Field(default_factory=dict)

    def examine(self, node: Mapping) -> None:  # noqa: D102
        one_of(node, "pairs", "if")


class BoardDecl(Element):
    """One of the geometries, another board's `edges` or `corners`, or `spaces`, gives the spaces."""

    noun: ClassVar[str] = "a board"
    exclusive: ClassVar[tuple[frozenset[str], ...]] = (frozenset((*GRID_WORDS, *BETWEEN, "spaces")),)

    kind: Name
    hex: HexGrid | None = Field(
        default=None, description="Hexes, row by row in axial coordinates; they are called a1, a2 and so on."
    )
    square: SquareGrid | None = Field(
        default=None, description="Squares in columns and rows; they are called a1, b1 and so on."
    )
    edges: Between | None = Field(
        default=None, description="The edges of another board's cells; they are called a1_north, a1_east and so on."
    )
    corners: Between | None = Field(
        default=None, description="The corners of another board's cells; they are called a1_northeast and so on."
    )
    attributes: dict[Name, TypeText] = Field(default_factory=dict)
    defaults: dict[Name, AttributeText] = Field(default_factory=dict)
    spaces: dict[Name, EntryDecl] | None = None
    areas: list[Area] = Field(default_factory=list)
    links: dict[Name, LinkDecl] = Field(default_factory=dict)
    fields: dict[Name, FieldDecl] = Field(default_factory=dict)
    shapes: dict[Name, list[list[Number]]] = Field(default_factory=dict)

    def examine(self, node: Mapping) -> None:  # noqa: D102
        one_of(node, *GRID_WORDS, *BETWEEN, "spaces")

    @property
    def grid(self) -> Grid | None:
        """Its geometry; None for one whose spaces are listed, or are parts of another board."""
        return grid_of(self)

    @property
    def between(self) -> Between | None:
        """The board whose edges or corners its spaces are."""
        return self.edges or self.corners


class TableDecl(Element):
    """`rows` and `columns` hold one key each: its name and the labels. `cells` is one row of values for every row label
    (a flat list when there are no columns); a value is an int, or a text that matches `parts`."""

    noun: ClassVar[str] = "a table"
    rows: dict[Name, list[Value]]
    columns: dict[Name, list[Value]] | None = None
    parts: PlainText | None = None
    clamp: Flag = False
    cells: list[Annotated[Value | list[Value], BY_SHAPE]]

    @property
    def axes(self) -> tuple[str, ...]:
        """What the rows and, if there are any, the columns are called."""
        return tuple([str(name) for name in (*self.rows, *(self.columns or ()))])

    def examine(self, node: Mapping) -> None:  # noqa: D102
        for axis in ("rows", "columns"):
            keys = node.get(axis)
            if isinstance(keys, Mapping) and len(keys) != 1:
                message = f"`{axis}` holds one key, the name of what is looked up, with its list of labels"
                raise fault("YUP210", message, node.key_span(axis))


class ZoneDecl(Datum):
    """A place where pieces lie."""

    noun: ClassVar[str] = "a zone"
    of: Name
    each: Name | None = None
    ordered: Flag = False
    visible: ExpressionText | None = None
    refill: Name | None = None


class FunctionDecl(Element):
    """`is` (attribute `body`) is an expression or a pure block; the short form is the expression alone. With `requires`
    it is true where all of these hold, and `is` too if it is there."""

    noun: ClassVar[str] = "a function"
    short_key: ClassVar[str | None] = "is"
    of: dict[Name, TypeText] = Field(default_factory=dict)
    gives: TypeText | None = None
    requires: dict[Name, Condition] = Field(default_factory=dict)
    body: BodyText | None = Field(default=None, alias="is")
    adjustable: Flag = False

    def examine(self, node: Mapping) -> None:  # noqa: D102
        if "is" not in node and "requires" not in node:
            raise fault("YUP202", "one of `is` or `requires` is missing here", None)


class ProcedureDecl(Element):
    """Named effects, with parameters and perhaps a result."""

    noun: ClassVar[str] = "a procedure"
    of: dict[Name, TypeText] = Field(default_factory=dict)
    gives: TypeText | None = None
    depth: Number | None = None
    adjustable: Flag = False
    effects: EffectsText


class PositionDecl(Element):
    """What is a position that can come again: the parts that count, and the step at whose beginning it is noted."""

    noun: ClassVar[str] = "a position"
    of: Annotated[list[ExpressionText], LINES]
    at: Name | None = None


class ScoreItem(Element):
    """Points of one kind; the short form is its points alone."""

    noun: ClassVar[str] = "a scoring item"
    short_key: ClassVar[str | None] = "points"

    points: ExpressionText


class ReportLine(Spanned):
    """A line about a player's result; the short form is its text alone."""

    noun: ClassVar[str] = "a line of the report"
    short_key: ClassVar[str | None] = "say"

    test: ConditionText | None = Field(default=None, alias="if")
    say: TemplateText


class Scoring(Element):
    """What is counted at the end, and who wins."""

    noun: ClassVar[str] = "the scoring section"
    of: Name | None = None
    items: dict[Name, ScoreItem] = Field(default_factory=dict)
    tie_break: Annotated[list[ExpressionText], LINES] = Field(default_factory=list)
    winners: ExpressionText | None = None
    places: Annotated[Literal["competition", "dense"], ONE_OF] = "competition"
    report: list[ReportLine] = Field(default_factory=list)


class Invariant(Element):
    """What must hold at every decision; the short form is the condition alone."""

    noun: ClassVar[str] = "an invariant"
    short_key: ClassVar[str | None] = "is"

    test: ExpressionText = Field(alias="is")


class FeatureDecl(Datum):
    """A quantity of a position, worked out for a player; the short form is its value alone."""

    noun: ClassVar[str] = "a feature"
    short_key: ClassVar[str | None] = "value"

    value: ExpressionText


class Ruleset(Spanned):
    """A whole composed ruleset."""

    noun: ClassVar[str] = "a ruleset"
    ruleset: Header
    players: Players
    options: dict[Name, OptionDecl] = Field(default_factory=dict)
    constants: dict[Name, ConstantDecl] = Field(default_factory=dict)
    enums: dict[Name, list[Name]] = Field(default_factory=dict)
    kinds: dict[Name, KindDecl] = Field(default_factory=dict)
    boards: dict[Name, BoardDecl] = Field(default_factory=dict)
    tables: dict[Name, TableDecl] = Field(default_factory=dict)
    state: dict[Name, FieldDecl] = Field(default_factory=dict)
    zones: dict[Name, ZoneDecl] = Field(default_factory=dict)
    functions: dict[Name, FunctionDecl] = Field(default_factory=dict)
    procedures: dict[Name, ProcedureDecl] = Field(default_factory=dict)
    actions: dict[Name, ActionDecl] = Field(default_factory=dict)
    adjustments: dict[Name, AdjustmentDecl] = Field(default_factory=dict)
    triggers: dict[Name, TriggerDecl] = Field(default_factory=dict)
    positions: dict[Name, PositionDecl] = Field(default_factory=dict)
    setup: Annotated[list[AnyStep], ONE_OR_MANY] = Field(default_factory=list)
    flow: list[AnyStep] = Field(default_factory=list)
    scoring: Scoring = Field(default_factory=Scoring)
    invariants: dict[Name, Invariant] = Field(default_factory=dict)
    features: dict[Name, FeatureDecl] = Field(default_factory=dict)
    rulebook: Rulebook = Field(default_factory=Rulebook)
    book: BookDecl = Field(default_factory=BookDecl)
    examples: dict[Name, ExampleDecl] = Field(default_factory=dict)
    look: Look = Field(default_factory=Look)
    lint: Lint = Field(default_factory=Lint)
    strength: StrengthDecl = Field(default_factory=StrengthDecl)

    _files: tuple[str, ...] = PrivateAttr(default=())

    @property
    def held(self) -> list[tuple[str, str, dict[Name, FieldDecl]]]:
        """The fields of the game, of players, of spaces and of kinds: whose they are ("" for the game's), the path of
        the section in which they are declared, and the fields. Those of links are not among them."""
        return [
            ("", "state", self.state),
            ("Player", "players.fields", self.players.fields),
            *((str(each.kind), f"boards.{name}.fields", each.fields) for name, each in self.boards.items()),
            *((str(name), f"kinds.{name}.fields", each.fields) for name, each in self.kinds.items()),
        ]

    @property
    def signs(self) -> dict[str, str]:
        """The signs of things by name: the glyphs of the look, and of what is called by its values theirs in a row, if
        all of them have one; a number is its own."""
        found = self.look.signs
        for name, values in self._called():
            worn = [each if each.lstrip("-").isdigit() else found.get(each, "") for each in values]
            if name not in found and all(worn) and worn != list(values):
                found[name] = "".join(worn)
        return found

    @property
    def colours(self) -> dict[str, str]:
        """The colours of things by name, as the look says; what is called by its values has the only one of theirs."""
        found = {str(name): str(colour) for name, colour in self.look.colours.items()}
        for name, values in self._called():
            worn = {found[each] for each in values if each in found}
            if len(worn) == 1:
                found.setdefault(name, worn.pop())
        return found

    def _called(self) -> list[tuple[str, tuple[str, ...]]]:
        """The entries that are called by their values, with these."""
        entries = [(str(name), entry) for kind in self.kinds.values() for name, entry in kind.entries.items()]
        return [(name, values) for name, entry in entries if (values := entry.called_by(name))]

    @property
    def files(self) -> tuple[str, ...]:
        """The files it was put together from, in their order; empty if nobody has said so."""
        return self._files

    def came_from(self, files: Iterable[str]) -> None:
        """Note the files it was put together from."""
        self._files = tuple(files)
