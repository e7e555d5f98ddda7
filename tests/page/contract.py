"""The shape of what a page is given, as the client of the page reads it: see `tools/page/client/types.js`."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, TypeAdapter, with_config
from typing_extensions import TypedDict

closed = with_config(ConfigDict(extra="forbid", strict=True))
"""No other keys, and nothing that is only like what is wanted."""


@closed
class Members(TypedDict):
    """Members of a domain."""

    d: Annotated[int, Field(ge=0)]
    v: Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=1)]


@closed
class Figure(TypedDict):
    """A number or a truth."""

    t: Annotated[str, Field(min_length=1)]
    dice: NotRequired[list[int]]


@closed
class Unknown(TypedDict):
    """What the viewer may not know."""

    u: Literal[True]
    dice: NotRequired[Annotated[list[int], Field(max_length=0)]]
    of: NotRequired[Annotated[int, Field(ge=0)]]


Line = list[Annotated[str, Field(min_length=1)] | Members | Figure | Unknown]
Cells = dict[str, list[Line]]
Colour = Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]


@closed
class Drawn(TypedDict):
    """What lies under and over what is in the spaces of a board."""

    tints: NotRequired[dict[str, Line]]
    heights: NotRequired[dict[str, Line]]
    spots: NotRequired[dict[str, Line]]
    dots: NotRequired[Line]
    marks: NotRequired[list[Line]]


@closed
class Picture(TypedDict):
    """What the look says."""

    boards: dict[str, Cells]
    drawn: dict[str, Drawn]
    labels: dict[str, dict[str, Line]]
    sheets: dict[str, Cells | dict[str, Cells]]
    grounds: dict[str, dict[str, Line] | dict[str, dict[str, Line]]]
    amounts: dict[str, dict[str, Line]]
    table: list[Line]
    players: Cells


@closed
class Decision(TypedDict):
    """What waits."""

    player: str
    name: str
    prompt: str
    mine: bool
    options: NotRequired[list[Annotated[list[int | list[int]], Field(min_length=1)]]]


@closed
class Score(TypedDict):
    """Of one player; None where it is not known."""

    total: int | None
    items: dict[str, int | None]


@closed
class Result(TypedDict):
    """How it came out."""

    outcome: Literal["won", "draw", "lost"]
    winners: list[str]
    teams: list[str]
    places: dict[str, int]
    report: list[str]


@closed
class Rolled(TypedDict):
    """Dice, and who rolls them."""

    player: str | None
    sides: Annotated[int, Field(ge=1)]
    values: Annotated[list[int], Field(min_length=1)]


@closed
class Dealt(TypedDict):
    """So many members of a domain that somebody has drawn; which, if that may be known."""

    player: str | None
    d: Annotated[int, Field(ge=0)]
    n: Annotated[int, Field(ge=0)]
    v: list[Annotated[int, Field(ge=0)]]


@closed
class Entry(TypedDict):
    """A decision with what it led to."""

    ply: Annotated[int, Field(ge=0)]
    player: str | None
    text: str | None
    lines: list[str]
    chance: list[Rolled | Dealt]


@closed
class Can(TypedDict):
    """What else can be done."""

    undo: bool
    redo: bool
    why: bool
    step: NotRequired[bool]


@closed
class Observation(TypedDict):
    """As `State.observation` gives it, without its decision."""

    viewer: str | None
    players: list[str]
    me: str | None
    active: str | None
    fields: dict[str, Any]
    zones: dict[str, Any]
    lost: list[str]
    backs: NotRequired[dict[str, Any]]


@closed
class View(TypedDict):
    """What one seat sees."""

    ply: Annotated[int, Field(ge=0)]
    seat: Annotated[int, Field(ge=-1)]
    player: str | None
    players: list[str]
    over: bool
    observation: Observation
    picture: Picture
    decision: Decision | None
    scores: dict[str, Score]
    result: Result | None
    log: list[Entry]
    can: Can
    known: NotRequired[Literal["seed", "save", ""]]


class Space(TypedDict):
    """Of a board."""

    name: str
    x: float
    y: float
    outline: NotRequired[Annotated[list[list[float]], Field(min_length=3)]]
    ends: NotRequired[Annotated[list[list[float]], Field(min_length=2, max_length=2)]]
    area: NotRequired[list[int]]
    room: NotRequired[Annotated[list[float], Field(min_length=2, max_length=2)]]


@closed
class Link(TypedDict):
    """Between two spaces."""

    start: str
    end: str
    kind: str
    number: int
    line: Literal["solid", "dotted", "double"]


@closed
class Grid(TypedDict):
    """How cells lie."""

    high: float
    crossed: bool


Side = Literal["bottom", "top", "left", "right"]


@closed
class Board(TypedDict):
    """To be drawn."""

    name: str
    title: str
    kind: int
    grid: Grid | None
    spaces: list[Space]
    links: list[Link]
    templates: bool
    face: int
    boxes: bool | None
    host: NotRequired[str]
    lines: NotRequired[int]
    width: NotRequired[int]
    seats: NotRequired[dict[str, list[Literal["bottom", "top", "left", "right"]]]]
    shown: NotRequired[Literal["cells", "boxes", "circles", "points", "triangles", "areas", "plain"]]
    checks: NotRequired[list[Colour]]
    size: NotRequired[Annotated[list[float], Field(min_length=2, max_length=2)]]
    ground: NotRequired[Colour]
    sides: NotRequired[dict[Literal["bottom", "top", "left", "right"], Colour]]
    labels: NotRequired[Literal["both", "near", "none"]]
    backdrop: NotRequired[list[Backdrop]]
    regions: NotRequired[list[Region]]
    marks: NotRequired[list[Mark]]


@closed
class Backdrop(TypedDict):
    """Ground around the areas of a map."""

    colour: Colour
    area: list[int]


@closed
class Region(TypedDict):
    """Spaces that are outlined together."""

    of: list[str]
    colour: Colour | Literal[""]
    title: str


@closed
class Mark(TypedDict):
    """How what is pointed at is drawn."""

    colour: Colour
    form: Literal["ring", "fill", "line", "dot"]


@closed
class Sheet(TypedDict):
    """Cells in rows."""

    name: str
    title: str
    kind: int
    rows: list[list[str]]
    owned: bool
    laid: NotRequired[Literal[True]]


Pair = Annotated[list[int], Field(min_length=2, max_length=2)]


@closed
class Marker(TypedDict):
    """A piece that no zone holds."""

    name: str
    shape: NotRequired[Literal["disc", "cube", "figure", "card", "tile", "none"]]
    owned: NotRequired[Literal[True]]


@closed
class MatPart(TypedDict):
    """Lies on a mat."""

    name: str
    title: str
    sort: Literal["of", "track", "stock", "zone"]
    at: Pair
    size: Pair
    spaces: NotRequired[Literal["boxes", "circles", "plain"]]
    first: NotRequired[int]
    zone: NotRequired[str]
    across: NotRequired[int]
    piece: NotRequired[Marker]


@closed
class Mat(TypedDict):
    """A board of what a player has, or the table."""

    name: str
    title: str
    owned: bool
    size: Pair
    ground: Colour | Literal[""]
    parts: list[MatPart]


Outline = Annotated[str, Field(pattern="^[MmLlHhVvCcSsQqTtAaZz0-9 ,.eE+-]+$")]
Colour = Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]


@closed
class Icons(TypedDict):
    """Which icon a name or kind has, and each with its width, its height and its outline."""

    credit: str
    of: dict[str, str]
    drawn: dict[str, Annotated[list[int | Outline], Field(min_length=3, max_length=3)]]


@closed
class Face(TypedDict):
    """What is printed on an entry."""

    colour: NotRequired[Colour]
    title: NotRequired[Line]
    plain: NotRequired[Literal[True]]
    corners: NotRequired[dict[Literal["top_left", "top_right", "bottom_left", "bottom_right"], Line]]
    icon: NotRequired[Line]
    text: NotRequired[list[Line]]
    small: NotRequired[Line]
    parts: NotRequired[list[list[str]]]
    facts: NotRequired[list[Annotated[list[str | Line], Field(min_length=2, max_length=2)]]]


@closed
class Back(TypedDict):
    """What is seen of the cards of a kind from behind."""

    colour: NotRequired[Colour]
    icon: NotRequired[str]
    title: NotRequired[Line]


@closed
class Faces(TypedDict):
    """What is printed on the entries of a kind."""

    size: Annotated[list[int], Field(min_length=2, max_length=2)]
    said: bool
    back: Back
    of: dict[str, Face]


@closed
class LookOf(TypedDict):
    """The look, without what changes."""

    boards: list[Board]
    sheets: list[Sheet]
    mats: list[Mat]
    table: bool
    player: bool
    colours: dict[str, Colour]
    glyphs: dict[str, str]
    shapes: dict[str, Literal["disc", "cube", "figure", "card", "tile", "none"]]
    zones: dict[Literal["table", "player"], list[Annotated[list[str], Field(min_length=3, max_length=3)]]]
    pictures: dict[str, str]
    icons: Icons
    faces: dict[str, Faces]
    lain: dict[str, Literal["row", "fan", "pile", "grid"]]


@closed
class Told(TypedDict):
    """What a name stands for."""

    title: Annotated[str, Field(min_length=1)]
    kinds: list[str]
    lines: list[str]
    rules: list[str]


@closed
class Rule(TypedDict):
    """Of the rulebook."""

    title: str
    section: str
    text: Annotated[str, Field(min_length=1)]
    status: str


@closed
class Meaning(TypedDict):
    """What is told when somebody asks."""

    elements: dict[str, Told]
    rules: dict[str, Rule]


class About(TypedDict):
    """What never changes; what a program has names for may say more."""

    ruleset: str
    title: str
    hash: str
    versions: dict[str, str]
    shape: Annotated[str, Field(min_length=1)]
    language: str
    languages: list[str]
    players: dict[str, int]
    settings: list[dict[str, Any]]
    domains: list[dict[str, Any]]
    alternatives: list[dict[str, Any]]
    decisions: list[dict[str, Any]]
    fields: list[dict[str, Any]]
    families: list[dict[str, Any]]
    look: LookOf
    rules: list[str]
    words: dict[str, str]
    phrases: dict[str, str]


VIEW: TypeAdapter[View] = TypeAdapter(View)
ABOUT: TypeAdapter[About] = TypeAdapter(About)
MEANING: TypeAdapter[Meaning] = TypeAdapter(Meaning)
