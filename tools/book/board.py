"""What a picture of a board shows, before it is drawn: places, colours, marks and labels of spaces, and the links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from yupana.schemas.grids import Grid
from yupana.schemas.ruleset import BoardDecl, EntryDecl, Ruleset

from .figures import Figures, Member, Value
from .grounds import Ground
from .held import Held
from .names import Names

if TYPE_CHECKING:
    from yupana.interpreter.compiled import CheckedRuleset

MOST_COLOURS = 8
COLUMNS = 6
"""After so many columns at most a board without places begins a new line."""

PALETTE = ("#f6e3b4", "#cfe3c4", "#c9dff0", "#ecd0d8", "#ddd3ee", "#d5e8e4", "#f3d3b8", "#e2e2d6")
MARKS = ("#b5552b", "#2f6f8f", "#5f7f2f", "#7a4f9a", "#a8862a", "#444444")
_TERMINAL = {
    "black": "#333333", "red": "#d05050", "green": "#60a860", "yellow": "#e0c040", "blue": "#5080d0",
    "magenta": "#b060b0", "cyan": "#50b0b8", "white": "#f4f4f4", "grey": "#a0a0a0",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Holes:
    """Round places for pieces: what they are for, how many, and how wide each is."""

    title: str
    many: int
    wide: float

    def rows(self, room: float) -> int:
        """In how many rows they lie where there is so much room."""
        return -(-self.many // self.across(room))

    def across(self, room: float) -> int:
        """How many lie beside one another: as evenly as they may."""
        most = max(1, min(self.many, int(room / self.wide)))
        return -(-self.many // -(-self.many // most))


@dataclass(slots=True)
class Spot:
    """A space: its place in units of a cell, what it is called, its colour, marks and further lines of text."""

    name: str
    x: float
    y: float
    label: str
    fill: str = ""
    marks: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    again: bool = False
    """Whether it only shows where a line of spaces goes on that is folded."""
    held: list[list[Held]] = field(default_factory=list)
    """What lies there, row by row, in a picture of a position."""
    stressed: bool = False
    """Whether it stands out, since something has changed there."""
    holes: Holes | None = None
    """Round places for pieces at its foot."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A link between two spots by number; `kind` is the number of its kind."""

    a: int
    b: int
    kind: int
    label: str = ""


@dataclass(slots=True)
class Plan:
    """A board to be drawn. `key` explains colours (value, colour), marks (word, colour) and kinds of links (word,
    directed), whose names are `kinds`; `ground` is what it lies on, where that is drawn."""

    grid: Grid | None
    spots: list[Spot]
    edges: list[Edge]
    colours: list[tuple[str, str]] = field(default_factory=list)
    marks: list[tuple[str, str]] = field(default_factory=list)
    links: list[tuple[str, bool]] = field(default_factory=list)
    layered: bool = False
    kinds: Sequence[str] = ()
    ground: Ground | None = None
    bars: Sequence[Sequence[tuple[float, float]]] = field(default_factory=list)
    """Edges and corners of cells that stand out, by their ends: a corner has one."""

    def parts(self) -> list[Plan]:
        """A board whose look places nothing falls into its connected parts, where they are large; else it is one."""
        if not self.layered:
            return [self]
        group = list(range(len(self.spots)))
        for edge in self.edges:
            old, new = group[edge.b], group[edge.a]
            group = [new if each == old else each for each in group]
        first = {spot.name: number for number, spot in reversed(list(enumerate(self.spots)))}
        for number, spot in enumerate(self.spots):
            if spot.again:
                old, new = group[number], group[first[spot.name]]
                group = [new if each == old else each for each in group]
        members = [[n for n, each in enumerate(group) if each == one] for one in dict.fromkeys(group)]
        if len(members) < 2 or min(map(len, members)) < 6:
            return [self]
        return [self._part(each) for each in members]

    def without(self, names: set[str]) -> Plan:
        """The board without some spaces and the links to them."""
        if not names:
            return self
        return self._part([number for number, spot in enumerate(self.spots) if spot.name not in names], self.layered)

    def by_links(self) -> list[tuple[str, Plan]]:
        """The board, and again for each kind of links that mostly joins what others join already: drawn together they
        could not be told apart. With the word for the links that a further picture shows."""
        drawn: set[frozenset[int]] = set()
        apart: list[int] = []
        for kind in range(len(self.links)):
            pairs = {frozenset((each.a, each.b)) for each in self.edges if each.kind == kind}
            if len(pairs) > 3 and len(pairs & drawn) * 2 >= len(pairs):
                apart.append(kind)
            drawn |= pairs
        first = replace(self, edges=[each for each in self.edges if each.kind not in apart])
        return [
            ("", first),
            *((self.links[kind][0], replace(self, edges=[e for e in self.edges if e.kind == kind])) for kind in apart),
        ]

    def _part(self, members: list[int], layered: bool = False) -> Plan:
        number = {old: new for new, old in enumerate(members)}
        edges = [Edge(number[e.a], number[e.b], e.kind, e.label) for e in self.edges if e.a in number and e.b in number]
        spots = [self.spots[each] for each in members]
        colours = [each for each in self.colours if any(spot.fill == each[1] for spot in spots)]
        return replace(self, spots=spots, edges=edges, colours=colours, layered=layered)


def plan(compiled: CheckedRuleset, ruleset: Ruleset, name: str, figures: Figures, names: Names) -> Plan:
    """The plan of a board; of one whose spaces are edges or corners, of those on the cells to which they belong."""
    world = compiled.checked.world
    decl = ruleset.boards[name]  # type: ignore[index]
    domain = world.domains[world.domain_of[decl.kind]]
    info = domain.board
    assert info is not None
    if info.lattice is not None:
        return _parted(compiled, ruleset, str(decl.kind), names)
    listed = info.grid is None
    at = _places(ruleset, name) if listed else {}
    pairs = [(a, b) for _, a, b in info.link_pairs]
    layered = listed and not all(str(each) in at for each in domain.names)
    folds: list[_Fold] = []
    if layered:
        at, folds = _layers([str(each) for each in domain.names], pairs)
    turned = ruleset.look.boards[name].rows if name in ruleset.look.boards else None  # type: ignore[index]
    spots: list[Spot] = []
    for index, space in enumerate(map(str, domain.names)):
        x, y = at[space] if info.grid is None else info.grid.drawn(info.coordinates[index], turned)
        label = names.of(space, str(decl.kind)) if listed else names.texts.name(space, space, str(decl.kind))
        spots.append(Spot(space, x, y, label))
    kinds = [each for each in decl.links if each not in ruleset.book.hidden]
    result = Plan(
        info.grid,
        spots,
        [],
        layered=layered,
        links=[(names.heading(each), decl.links[each].directed) for each in kinds],
        kinds=tuple(map(str, kinds)),
    )
    _paint(result, decl, figures, names, ruleset)
    seen: dict[str, int] = {}
    for kind, a, b in info.link_pairs:
        number = seen[kind] = seen.get(kind, -1) + 1
        if kind not in kinds:
            continue
        result.edges.append(Edge(a, b, kinds.index(kind), _link_label(decl, str(kind), number, figures)))  # type: ignore[arg-type]
    for each in folds:
        _fold(result, each)
    if domain.axes:  # a board of several sizes is printed as large as it usually is
        here = _usual(compiled, ruleset, str(decl.kind))
        return result.without({str(name) for index, name in enumerate(domain.names) if index not in here})
    return result


def _parted(compiled: CheckedRuleset, ruleset: Ruleset, kind: str, names: Names) -> Plan:
    """The edges or corners of a board, which are of this kind, on its cells."""
    world = compiled.checked.world
    info = world.domains[world.domain_of[kind]].board
    assert info is not None
    assert info.lattice is not None
    lattice, host = info.lattice, world.domains[info.host]
    assert host.board is not None
    name = host.board.name
    turned = ruleset.look.boards[name].rows if name in ruleset.look.boards else None  # type: ignore[index]
    here, cells = _usual(compiled, ruleset, kind), _usual(compiled, ruleset, str(host.name))
    spots = [
        Spot(space, *lattice.grid.drawn(at, turned), names.texts.name(space, space, str(host.name)))
        for index, (space, at) in enumerate(zip(map(str, host.names), host.board.coordinates, strict=True))
        if index in cells
    ]
    parts = [part for index, part in enumerate(info.parts) if index in here]
    bars = [lattice.ends_drawn(part, turned) or [lattice.drawn(part.at, turned)] for part in parts]
    return Plan(lattice.grid, spots, [], bars=bars)


def _usual(compiled: CheckedRuleset, ruleset: Ruleset, kind: str) -> set[int]:
    """The spaces of a board as it usually is."""
    world = compiled.checked.world
    domain = world.domains[world.domain_of[kind]]
    return set(domain.usual(ruleset.players.max, world.options)) if domain.axes else set(range(domain.size))


def _fold(result: Plan, fold: _Fold) -> None:
    """Shows a space again where the line goes on that is folded behind it: the links to what follows begin there."""
    own = result.spots[fold.spot]
    result.spots.append(Spot(own.name, *fold.at, own.label, own.fill, again=True))
    number = len(result.spots) - 1
    for at, edge in enumerate(result.edges):
        if edge.a == fold.spot and edge.b in fold.following:
            result.edges[at] = replace(edge, a=number)
        elif edge.b == fold.spot and edge.a in fold.following:
            result.edges[at] = replace(edge, b=number)


def _places(ruleset: Ruleset, board: str) -> dict[str, tuple[float, float]]:
    looks = {str(key): each for key, each in ruleset.look.boards.items()}
    look = looks.get(board)
    return {str(k): (float(v[0]), float(v[1])) for k, v in look.at.items() if len(v) == 2} if look is not None else {}


@dataclass(frozen=True, slots=True)
class _Fold:
    """A space (by number) behind which a line is folded, where it is shown again, and the spaces that follow there."""

    spot: int
    at: tuple[float, float]
    following: frozenset[int]


def _layers(
    names: Sequence[str], pairs: Sequence[tuple[int, int]]
) -> tuple[dict[str, tuple[float, float]], list[_Fold]]:
    """Places for spaces whose look gives none: each connected part in bands of its own, its spaces in columns by their
    distance from its first. A long part is folded like lines of writing, if it can be behind a space that stands alone
    in its column."""
    near: list[list[int]] = [[] for _ in names]
    for a, b in pairs:
        near[a].append(b)
        near[b].append(a)
    at: dict[str, tuple[float, float]] = {}
    folds: list[_Fold] = []
    top, done = 0.0, set[int]()
    for first in range(len(names)):
        if first in done:
            continue
        layers, now = [], [first]
        done.add(first)
        while now:
            layers.append(now)
            following = sorted({other for each in now for other in near[each]} - done)
            done.update(following)
            now = following
        height = max(map(len, layers))
        band: list[list[int]] = []  # what is still to be placed begins with the space behind which it was folded
        while layers:
            again = band[-1] if band and len(band[-1]) == 1 else []
            band = _band(layers, COLUMNS - bool(again))
            layers = layers[len(band) :]
            if again:
                folds.append(_Fold(again[0], (0.0, top + (height - 1) / 2), frozenset(band[0])))
            for column, layer in enumerate(band, len(again)):
                for row, each in enumerate(layer):
                    at[names[each]] = (float(column), top + row + (height - len(layer)) / 2)
            top += height + 0.4
        top += 0.3
    return at, folds


def _band(layers: list[list[int]], room: int) -> list[list[int]]:
    """The columns of the next line: all if they have room, else up to the last that holds a single space, if any."""
    if len(layers) <= room:
        return layers
    alone = [number for number in range(2, room + 1) if len(layers[number - 1]) == 1]
    return layers[: alone[-1] if alone else room]


def _link_label(decl: BoardDecl, kind: str, number: int, figures: Figures) -> str:
    values = figures.attributes(kind)
    shown = [figures.say(each[number]) for key, each in values.items() if key not in ("a", "b")]
    return " ".join(each for each in shown if each)


def _paint(result: Plan, decl: BoardDecl, figures: Figures, names: Names, ruleset: Ruleset) -> None:
    """Attributes as colours (one of few values), as marks (yes or no) and as lines of text (numbers)."""
    values = figures.attributes(str(decl.kind))
    painted = False
    entries = {str(name): entry for name, entry in (decl.spaces or {}).items()}
    for attribute in decl.attributes:
        column = values.get(str(attribute))
        if {str(attribute), f"{decl.kind}.{attribute}"} & set(ruleset.book.hidden):
            continue
        given = {name for name, entry in entries.items() if gives(entry, str(attribute))}
        if column is None or attribute == "name" or len(set(map(_key, column))) < 2:
            continue
        if all(isinstance(each, bool) for each in column):
            _mark(result, names.heading(attribute, str(decl.kind)), column)
        elif any(isinstance(each, Member) for each in column):
            members = [each for each in column if isinstance(each, Member)]
            if not painted and len(set(members)) <= MOST_COLOURS:
                _fill(result, column, names, ruleset)
                painted = True
            else:
                _write(result, column, figures, "", given)
        elif any(isinstance(each, int) for each in column):
            _write(result, column, figures, names.of(attribute, str(decl.kind)), given)
    if not painted and result.grid is not None and result.marks:
        _fill_by_mark(result)


def _key(value: Value) -> str:
    return repr(value)


def _fill(result: Plan, column: list[Value], names: Names, ruleset: Ruleset) -> None:
    colours = {str(key): str(each) for key, each in ruleset.look.colours.items()}
    free = iter(PALETTE)
    chosen: dict[str, str] = {}
    for spot, value in zip(result.spots, column, strict=True):
        if isinstance(value, Member):
            if value.name not in chosen:
                own = light(colours[value.name]) if value.name in colours else ""
                chosen[value.name] = own or next(free, "#eeeeee")
                result.colours.append((names.heading(value.name, value.kind), chosen[value.name]))
            spot.fill = chosen[value.name]


def _fill_by_mark(result: Plan) -> None:
    """Where nothing else is coloured, the first mark of a grid is a colour: it is seen better."""
    word, sign = result.marks.pop(0)
    result.colours.append((word, PALETTE[0]))
    for spot in result.spots:
        if sign in spot.marks:
            spot.marks.remove(sign)
            spot.fill = PALETTE[0]


def _mark(result: Plan, word: str, column: list[Value]) -> None:
    sign = MARKS[len(result.marks) % len(MARKS)]
    result.marks.append((word, sign))
    for spot, value in zip(result.spots, column, strict=True):
        if value is True:
            spot.marks.append(sign)


def gives(entry: EntryDecl, attribute: str) -> bool:
    """Whether an entry itself gives an attribute: a 0 that nobody wrote says nothing."""
    return attribute in {str(each) for each in entry.values}


def _write(result: Plan, column: list[Value], figures: Figures, word: str, given: set[str]) -> None:
    for spot, value in zip(result.spots, column, strict=True):
        if isinstance(value, Member) or (isinstance(value, int) and (value or spot.name in given)):
            told = figures.say(value)
            spot.lines.append(f"{word} {told}" if word and result.grid is None else told)


def light(colour: str) -> str:
    """A colour of the look (a name of the terminal's, or #rrggbb) as one that print can be read on; empty if it is
    none."""
    name = colour.removeprefix("bright_")
    code = _TERMINAL.get(name, colour)
    if len(code) != 7 or not code.startswith("#"):
        return ""
    try:
        parts = [int(code[at : at + 2], 16) for at in (1, 3, 5)]
    except ValueError:
        return ""
    return "#" + "".join(f"{round(255 - (255 - each) * 0.55):02x}" for each in parts)


def shapes(decl: BoardDecl) -> Mapping[str, list[tuple[int, int]]]:
    """The shapes of a board by name."""
    return {str(name): [(cell[0], cell[1]) for cell in cells if len(cell) == 2] for name, cells in decl.shapes.items()}


__all__: list[Any] = ["Edge", "Plan", "Spot", "light", "plan", "shapes"]
