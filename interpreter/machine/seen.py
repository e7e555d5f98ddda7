"""What a seat sees of a position as numbers: what `observe` says in words, for those who learn from it.

A `Seen` fixes for a number of players and the options of a game a list of numbers, each with a name and bounds: the
same for every position, every seat and every process. Players are counted from the viewer on, so that the first is
always `me`. Pieces that are alike have no names of their own: those of one group stand in the order of where they lie,
so that which of them it is says nothing. Of what the viewer does not see there is no value, only that it is not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Literal, NamedTuple

from ..program import ir
from .backs import back_rows, is_shown
from .faults import Trap, UsageError
from .machine import Machine
from .observation import decision_seen, losers, seat_of, sees
from .state import State


class Number(NamedTuple):
    """One of the numbers: its name, what it is, its bounds. A `member` counts from 1 among `members`; 0 is none of
    them. An `int` that may be none is one below its lowest value then."""

    name: str
    sort: Literal["int", "bool", "member"]
    low: int
    high: int
    members: tuple[str, ...] = ()


class Look(NamedTuple):
    """What one seat sees of one position. `numbers` are as `Seen.layout` says; `places` gives for each domain (by
    number) the place of each member (by index) among those in the game, from 1, and 0 for none (index -1)."""

    numbers: list[int]
    places: list[Sequence[int]]


class _Eye:
    """One viewer, reading one position. `order` holds for each domain its members in the order of the numbers."""

    __slots__ = ("cells", "hidden", "order", "places", "unseen", "viewer", "where")

    def __init__(
        self, cells: ir.Cells, viewer: int, order: list[Sequence[int]], places: list[Sequence[int]], pieces: int
    ) -> None:
        self.cells, self.viewer, self.order, self.places = cells, viewer, order, places
        self.where: list[tuple[int, int]] = [(0, 0)] * pieces  # by piece: zone in sight (from 1) and place (from 1)
        self.hidden: dict[int, list[tuple[int, int, int]]] = {}  # by kind: zone, place and piece of those with backs
        self.unseen: set[int] = set()  # the same pieces


_Read = Callable[[_Eye, list[int]], None]


class Seen:
    """The numbers for one game, number of players and choice of options (`values`, as cells hold them)."""

    def __init__(self, machine: Machine, players: int, values: Sequence[int]) -> None:
        self.players = players
        self._machine, self._program = machine, machine.program
        self._values = tuple(values)
        cells = machine.new_state(players, 0, values)
        domains = self._program.domains
        self._here = [self._sorted(each, each.here(cells)) for each in domains]
        self._alike = [number for number, each in enumerate(domains) if each.alike and each.groups]
        self._fixed: dict[int, tuple[list[Sequence[int]], list[Sequence[int]]]] = {}
        self._labels = [self._label(number) for number in range(len(domains))]
        self._kinds = [number for number, each in enumerate(domains) if each.piece_base >= 0]
        self._turned = {kind: rows for kind in self._kinds if (rows := back_rows(self._program, kind))}
        self._faced = frozenset([each.domain for each in self._program.faces])
        layout: list[Number] = []
        self._reads: list[_Read] = []
        for part in (self._situation, self._fields, self._zones, self._backs):
            numbers, reads = part()
            layout += numbers
            self._reads += reads
        self.layout = tuple(layout)
        """What each number is."""

    def members(self, domain: int) -> tuple[str, ...]:
        """The members of a domain that are in the game, in the order in which they are counted from 1."""
        return self._labels[domain]

    def look(self, state: State, player: str | int) -> Look:
        """What a player sees. Raises UsageError for a state of another game, RuleFault where a rule about who sees
        what faults."""
        cells, options = state.cells, self._program.layout.options
        if state.game.program is not self._program or state.players != self.players or self._values != tuple(
            [cells[cell] for _, cell in options]
        ):  # fmt: skip
            raise UsageError("this position is of another game, or has other players or options")
        viewer = seat_of(state.names, player)
        order, places = self._order_for(viewer)
        eye = _Eye(cells, viewer, order[:], places[:], self._program.layout.pieces)
        numbers: list[int] = []
        try:
            self._look_at_zones(eye)
            for domain in self._alike:
                self._sort_alike(eye, domain)
            for read in self._reads:
                read(eye, numbers)
        except Trap:
            state.observation(viewer)  # which faults in the same way, and says where
            raise
        return Look(numbers, eye.places)

    # ------------------------------------------------------------ members and their order

    @staticmethod
    def _sorted(domain: ir.Domain, here: Sequence[int]) -> Sequence[int]:
        return sorted(here, key=lambda i: (domain.groups[i], i)) if domain.alike and domain.groups else here

    def _label(self, number: int) -> tuple[str, ...]:
        domain, here = self._program.domains[number], self._here[number]
        if number == self._program.player_domain:
            return ("me", *[f"me+{i}" for i in range(1, len(here))])
        if not (domain.alike and domain.groups):
            return tuple([domain.names[i] for i in here])
        counts: dict[int, int] = {}
        out = []
        for i in here:
            counts[domain.groups[i]] = counts.get(domain.groups[i], 0) + 1
            out.append(f"{domain.group_names[domain.groups[i]]}#{counts[domain.groups[i]]}")
        return tuple(out)

    def _order_for(self, viewer: int) -> tuple[list[Sequence[int]], list[Sequence[int]]]:
        """Members in order, and the place of each, for a viewer; of pieces that are alike it depends on where they
        lie."""
        known = self._fixed.get(viewer)
        if known is None:
            order = list(self._here)
            seats = order[self._program.player_domain]
            order[self._program.player_domain] = [seats[(viewer + i) % len(seats)] for i in range(len(seats))]
            places = [self._places(number, each) for number, each in enumerate(order)]
            known = self._fixed[viewer] = order, places
        return known

    def _places(self, domain: int, order: Sequence[int]) -> Sequence[int]:
        places = [0] * (len(self._program.domains[domain].names) + 1)  # the last one is for -1
        for place, member in enumerate(order, 1):
            places[member] = place
        return places

    def _sort_alike(self, eye: _Eye, number: int) -> None:
        domain, cells = self._program.domains[number], eye.cells
        if domain.piece_base < 0:
            return
        behind = {each.field for each in self._program.backs}
        fields = [
            each.base for at, each in enumerate(self._program.fields)
            if each.domain == number and each.shape.kind == "scalar" and each.visibility.mode == "all"
            and not each.internal and at not in behind
        ]  # fmt: skip

        def key(i: int) -> tuple[int, ...]:
            return (domain.groups[i], *eye.where[domain.piece_base + i], *[cells[base + i] for base in fields], i)

        eye.order[number] = sorted(self._here[number], key=key)
        eye.places[number] = self._places(number, eye.order[number])

    # ------------------------------------------------------------ the situation

    def _situation(self) -> tuple[list[Number], list[_Read]]:
        """Who looks, who decides what, whose turn it is, who has lost."""
        program = self._program
        players = self._labels[program.player_domain]
        seats = tuple([program.domains[program.player_domain].names[seat] for seat in range(self.players)])
        known = tuple([f"{number} {each.name}" for number, each in enumerate(program.decisions)])
        numbers = [
            Number("seat", "member", 0, len(seats), seats),
            *[Number(name, "member", 0, len(players), players) for name in ("decides", "active", "acting")],
            Number("decision", "member", 0, len(known), known),
            *[Number(f"lost[{each}]", "bool", 0, 1) for each in players],
        ]

        def read(eye: _Eye, out: list[int]) -> None:
            cells, places = eye.cells, eye.places[program.player_domain]
            who = (cells[ir.CELL_DECIDER], cells[ir.CELL_ACTIVE], cells[ir.CELL_ME])
            out += (eye.viewer + 1, *[places[each] for each in who], decision_seen(program, cells, eye.viewer) + 1)
            lost = losers(program, cells)
            out += [int(seat in lost) for seat in eye.order[program.player_domain]]

        return numbers, [read]

    # ------------------------------------------------------------ fields

    def _fields(self) -> tuple[list[Number], list[_Read]]:
        numbers: list[Number] = []
        reads: list[_Read] = []
        behind = {each.field for each in self._program.backs}
        for number, each in enumerate(self._program.fields):
            if each.internal:
                continue
            secret = each.visibility.mode != "all" or number in behind
            name = each.name if each.domain < 0 else f"{self._program.domains[each.domain].name}.{each.name}"
            blank: list[int] = []
            for holder in self._labels[each.domain] if each.domain >= 0 else ("",):
                whole = f"{name}[{holder}]" if holder else name
                own = self._value(each, whole)
                numbers += [Number(f"{whole} is seen", "bool", 0, 1), *own] if secret else own
                blank = [max(number.low, 0) if number.low <= 0 else number.low for number in own]
            reads.append(self._reader(each, blank, secret=secret))
        return numbers, reads

    def _scalar(self, each: ir.StateField, name: str) -> Number:
        kind = each.type
        if kind.kind == "bool":
            return Number(name, "int", ir.NONE, 1) if kind.optional else Number(name, "bool", 0, 1)
        if kind.kind == "int":
            return Number(name, "int", max(each.low, ir.INT_MIN) - kind.optional, each.high)
        members = self._labels[kind.domain]
        return Number(name, "member", 0, len(members), members)

    def _value(self, each: ir.StateField, name: str) -> list[Number]:
        shape = each.shape
        if shape.kind == "scalar":
            return [self._scalar(each, name)]
        if shape.kind == "list":
            items = [self._scalar(each, f"{name}({i})") for i in range(1, shape.size + 1)]
            items = [item._replace(low=min(item.low, 0)) if item.sort == "int" else item for item in items]
            return [Number(f"size({name})", "int", 0, shape.size), *items]
        keys = self._labels[shape.domain] if shape.domain >= 0 else tuple([str(i + 1) for i in range(shape.size)])
        if shape.kind == "set":
            return [Number(f"{key} in {name}", "bool", 0, 1) for key in keys]
        return [self._scalar(each, f"{name}({key})") for key in keys]

    def _reader(self, each: ir.StateField, blank: list[int], *, secret: bool) -> _Read:
        """What reads a field of all its holders."""
        width, many = each.shape.cells, each.domain >= 0
        value = self._value_reader(each)
        if not secret and each.shape.kind == "scalar" and each.domain not in self._alike and many:
            return self._row_reader(each)

        def read(eye: _Eye, out: list[int]) -> None:
            for holder in eye.order[each.domain] if many else (-1,):
                if secret:
                    seen = self._sees(eye, each, holder)
                    out.append(int(seen))
                    if not seen:
                        out += blank
                        continue
                value(eye, each.base + max(holder, 0) * width, out)

        return read

    def _sees(self, eye: _Eye, each: ir.StateField, holder: int) -> bool:
        """Whether the viewer sees the field of a holder, by its name."""
        if each.visibility.mode != "all":
            return sees(self._machine, eye.cells, each.visibility, eye.viewer, holder)
        base = self._program.domains[each.domain].piece_base  # a back, which is told by its place where it lies hidden
        return base + holder not in eye.unseen

    def _row_reader(self, each: ir.StateField) -> _Read:
        """The quick way for a scalar that all see: all cells at once, in the order for this viewer."""
        rows: dict[int, Callable[[ir.Cells], tuple[int, ...]]] = {}
        scalar = self._scalar_reader(each)

        def read(eye: _Eye, out: list[int]) -> None:
            row = rows.get(eye.viewer)
            if row is None:
                cells = [each.base + holder for holder in eye.order[each.domain]]
                row = rows[eye.viewer] = _getter(cells)
            out += scalar(eye, row(eye.cells))

        return read

    def _scalar_reader(self, each: ir.StateField) -> Callable[[_Eye, Sequence[int]], Sequence[int]]:
        """What makes numbers of scalars."""
        kind = each.type
        if kind.kind == "member":
            domain = kind.domain
            return lambda eye, values: [eye.places[domain][value] for value in values]
        if kind.optional and kind.kind == "int":
            none = max(each.low, ir.INT_MIN) - 1
            return lambda eye, values: [none if value == ir.NO_INT else value for value in values]
        return lambda eye, values: values

    def _value_reader(self, each: ir.StateField) -> Callable[[_Eye, int, list[int]], None]:
        """What makes numbers of the value that begins at a cell."""
        shape, scalar = each.shape, self._scalar_reader(each)

        def read(eye: _Eye, base: int, out: list[int]) -> None:
            cells = eye.cells
            if shape.kind == "scalar":
                out += scalar(eye, (cells[base],))
            elif shape.kind == "list":
                size = cells[base]
                out.append(size)
                out += scalar(eye, [cells[base + i] for i in range(1, size + 1)])
                out += [0] * (shape.size - size)
            else:
                keys = eye.order[shape.domain] if shape.domain >= 0 else range(shape.size)
                if shape.kind == "set":
                    out += [cells[base + key // 32] >> key % 32 & 1 for key in keys]
                else:
                    out += scalar(eye, [cells[base + key] for key in keys])

        return read

    # ------------------------------------------------------------ zones and pieces

    def _zones(self) -> tuple[list[Number], list[_Read]]:
        """How many pieces lie in each zone; then of each piece in which zone that is seen it lies, and where the order
        counts, the how many-th from the top it is."""
        program = self._program
        numbers: list[Number] = []
        for each in program.families:
            most = len(self._here[each.domain])
            numbers += [Number(f"size({zone})", "int", 0, most) for zone in self._zones_of(each)]
        for kind in self._kinds:
            families = [each for each in program.families if each.domain == kind]
            zones = tuple([zone for each in families for zone in self._zones_of(each)])
            ordered = any(each.ordered for each in families)
            for piece in self._labels[kind] if families else ():
                numbers.append(Number(f"{piece} is in", "member", 0, len(zones), zones))
                if ordered:
                    numbers.append(Number(f"{piece} from the top", "int", 0, len(self._here[kind])))

        def read(eye: _Eye, out: list[int]) -> None:
            sizes = program.layout.zone_size
            for each in program.families:
                held = eye.order[each.holder] if each.holder >= 0 else (0,)
                out += [eye.cells[sizes + each.first + holder] for holder in held]
            for kind in self._kinds:
                families = [each for each in program.families if each.domain == kind]
                if not families:
                    continue
                base, where = program.domains[kind].piece_base, eye.where
                if any(each.ordered for each in families):
                    for piece in eye.order[kind]:
                        out += where[base + piece]
                else:
                    out += [where[base + piece][0] for piece in eye.order[kind]]

        return numbers, [read]

    def _zones_of(self, each: ir.ZoneFamily) -> list[str]:
        return [f"{each.name}[{holder}]" for holder in self._labels[each.holder]] if each.holder >= 0 else [each.name]

    def _look_at_zones(self, eye: _Eye) -> None:
        """Where the pieces lie that the viewer sees."""
        layout, cells, where = self._program.layout, eye.cells, eye.where
        number: dict[int, int] = dict.fromkeys(self._kinds, 0)
        for each in self._program.families:
            for holder in eye.order[each.holder] if each.holder >= 0 else (-1,):
                number[each.domain] += 1
                zone, here = each.of(holder), number[each.domain]
                left = cells[layout.zone_size + zone]
                if not left:
                    continue
                seen = sees(self._machine, cells, each.visibility, eye.viewer, holder)
                if not seen and each.domain not in self._turned and each.domain not in self._faced:
                    continue
                piece = cells[layout.zone_first + zone]
                while left:
                    known = seen or is_shown(self._machine, cells, eye.viewer, piece)
                    if known:
                        where[piece] = here, left if each.ordered else 0
                    elif each.domain in self._turned:
                        eye.hidden.setdefault(each.domain, []).append((here, left, piece))
                        eye.unseen.add(piece)
                    piece = cells[layout.piece_next + piece]
                    left -= 1

    def _backs(self) -> tuple[list[Number], list[_Read]]:
        """What stands on the backs of pieces that the viewer does not see, one piece after the other as they lie."""
        numbers: list[Number] = []
        reads: list[_Read] = []
        for kind, rows in self._turned.items():
            families = [each for each in self._program.families if each.domain == kind]
            zones = tuple([zone for each in families for zone in self._zones_of(each)])
            blank: list[int] = []
            name, most = self._program.domains[kind].name, len(self._here[kind])
            for number in range(1, most + 1):
                hidden = f"hidden {name} {number}"
                own = [Number(f"{hidden} is in", "member", 0, len(zones), zones)]
                own.append(Number(f"{hidden} from the top", "int", 0, most))
                for field, _ in rows:
                    own += self._value(field, f"{hidden}: {field.name}")
                numbers += own
                blank = [max(each.low, 0) if each.low <= 0 else each.low for each in own]
            reads.append(self._back_reader(kind, rows, blank, most))
        return numbers, reads

    def _back_reader(
        self, kind: int, rows: Sequence[tuple[ir.StateField, int]], blank: Sequence[int], most: int
    ) -> _Read:  # fmt: skip
        base = self._program.domains[kind].piece_base
        values = [(field, self._value_reader(field)) for field, _ in rows]

        def read(eye: _Eye, out: list[int]) -> None:
            hidden = eye.hidden.get(kind, [])
            for zone, place, piece in hidden:
                out += (zone, place)
                for field, value in values:
                    value(eye, field.of(piece - base).start, out)
            out += [*blank] * (most - len(hidden))

        return read


def _getter(places: Sequence[int]) -> Callable[[ir.Cells], tuple[int, ...]]:
    """What takes these cells out of a position."""
    if len(places) == 1:
        return lambda cells: (cells[places[0]],)
    return itemgetter(*places) if places else lambda cells: ()
