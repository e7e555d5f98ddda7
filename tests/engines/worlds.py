"""What a random program stands on: domains of all sizes, cells, zones, boards, texts and positions.

Sets come in the sizes around which a back end may change how it holds them. Everything that expressions and statements
need to know of it is a `World`; the program is put together by `programs`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from yupana.interpreter.program import ir

SIZES = (1, 5, 9, 31, 32, 33, 63, 64, 65, 100, 300)
"""Members of a domain."""

CARDS, COINS, SEATS = 9, 7, 3
NUMBERS, LIST_ROOM, FEW = 8, 5, 4

INT = ir.ValueType("int")
MANY = ir.ValueType("int", many=True)

DECK, PILE, HANDS, BOX, PURSE = 0, 1, 2, 5, 6
"""The first zone of each family: cards in order, with the pile to refill the deck; coins in no order."""
ZONES = 7


@dataclass(frozen=True, slots=True)
class Kind:
    """What a value is, more closely than its shape says: which numbers a scalar can be.

    `int`, `bool`; `opt` a number or NO_INT; `member` of `size` and `maybe` (or NONE); `list` of `of`; `set` of `size`;
    `map` of `size` with ints, `opts` of such with NO_INT."""

    name: str
    size: int = 0
    of: Kind | None = None


INTS, BOOLS, OPT = Kind("int"), Kind("bool"), Kind("opt")


def listed(of: Kind = INTS) -> Kind:
    """A list."""
    return Kind("list", of=of)


def shape_of(kind: Kind, most: int) -> ir.Shape:
    """How a kind of value is built; lists have up to `most` elements, inner ones any number."""
    match kind.name:
        case "list":
            assert kind.of is not None
            return ir.Shape("list", most, of=shape_of(kind.of, 100_000))
        case "set":
            return ir.Shape("set", kind.size)
        case "map" | "opts":
            return ir.Shape("map", kind.size, of=ir.SCALAR)
        case "bool":
            return ir.Shape("scalar", domain=-2)
    return ir.SCALAR


@dataclass(slots=True)
class World:
    """Where things are. `a` and `b` are the sizes of two domains; `at` the first cells of what is stored."""

    a: int
    b: int
    at: dict[str, int] = field(default_factory=dict)
    parts: dict[str, Any] = field(default_factory=dict)
    places: int = 0
    texts: list[ir.Text] = field(default_factory=list)

    def place(self) -> int:
        """A place of its own for what may fault."""
        self.places += 1
        return self.places

    def text(self, *types: ir.ValueType) -> int:
        """A text that shows such values."""
        words = [f"text {len(self.texts)}:", *[" and"] * len(types)]
        self.texts.append(ir.Text(tuple(words), types))
        return len(self.texts) - 1

    def size(self, dice: random.Random) -> int:
        """One of the two sizes."""
        return dice.choice((self.a, self.b))

    def domain(self, size: int) -> int:
        """The number of the domain of a size, which is that of its board too."""
        return 1 if size == self.a else 2


ALTERNATIVES = (
    ir.Alternative("go", (), -1, (), 0),
    ir.Alternative("one", (("n", INT),), -1, (), 0),
    ir.Alternative("two", (("n", INT), ("xs", MANY)), -1, (), 0),
    ir.Alternative("stop", (), -1, (), 0),
)
VALUES: tuple[tuple[Kind, ...], ...] = ((), (INTS,), (INTS, listed()), ())
"""What the parameters of the alternatives are."""

PRESENT = ((), (0,), (0, 1), (0, 1, 2))


def made(dice: random.Random) -> World:
    """A world."""
    a = dice.choice(SIZES)
    b = dice.choice([size for size in SIZES if size != a])
    world = World(a, b)
    domains = (
        ir.Domain("Player", "player", ("red", "blue", "green"), present=PRESENT),
        ir.Domain("Spot", "space", _names("s", a), present=_present(dice, a)),
        ir.Domain("Mark", "enum", _names("m", b), present=_present(dice, b)),
        ir.Domain("Card", "kind", _names("c", CARDS), piece_base=0),
        ir.Domain("Coin", "kind", _names("k", COINS), piece_base=CARDS, alike=True),
        ir.Domain("Slot", "enum", _names("n", NUMBERS)),
        ir.Domain("Few", "enum", _names("f", FEW)),
    )
    at = ir.HEADER_CELLS
    for name, cells in (
        ("level", 1), ("maybe", 1), ("numbers", NUMBERS), ("list", 1 + LIST_ROOM), ("lists", FEW * (1 + LIST_ROOM)),
        ("a", (a + 31) // 32), ("b", (b + 31) // 32), ("map_a", a), ("map_b", b), ("wet", CARDS),
    ):  # fmt: skip
        world.at[name] = at
        at += cells
    starts = []
    for count in (ZONES, ZONES, ZONES, CARDS + COINS, CARDS + COINS, CARDS + COINS):
        starts.append(at)
        at += count
    fields = _fields(world)
    families = (
        ir.ZoneFamily("deck", 3, -1, DECK, 1, True, ir.Visibility(), refill=1),
        ir.ZoneFamily("pile", 3, -1, PILE, 1, True, ir.Visibility()),
        ir.ZoneFamily("hand", 3, 0, HANDS, SEATS, False, ir.Visibility()),
        ir.ZoneFamily("box", 4, -1, BOX, 1, False, ir.Visibility()),
        ir.ZoneFamily("purse", 4, -1, PURSE, 1, True, ir.Visibility()),
    )
    positions = (
        ir.Position("numbers", ((world.at["level"], 2), (world.at["numbers"], NUMBERS))),
        ir.Position("cards", ((world.at["a"], 1),), (
            ir.ZonePart(0, tuple(range(CARDS)), (world.at["wet"],)), ir.ZonePart(2, (0, 0, 1, 1, 2, 2, 3, 3, 4)),
            ir.ZonePart(3, (0,) * COINS),
        )),
    )  # fmt: skip
    world.parts = {
        "domains": domains, "fields": fields, "families": families, "positions": positions,
        "zone_ordered": (1, 1, 0, 0, 0, 0, 1), "zone_refill": (PILE, -1, -1, -1, -1, -1, -1),
        "tables": (_rows(dice), _board(dice, a), _board(dice, b), tuple(dice.randint(-5, 9) for _ in range(a)),
                   tuple(dice.randint(-5, 9) for _ in range(b))),
        "alternatives": ALTERNATIVES, "layout": (at, starts),
    }  # fmt: skip
    return world


def _fields(world: World) -> tuple[ir.StateField, ...]:
    """What is stored, declared as in any program: a back end may rely on it to know what a statement changes."""
    room = ir.Shape("list", LIST_ROOM, of=ir.SCALAR)
    optional = ir.ValueType("int", optional=True)
    a, b = world.a, world.b
    made = []
    for name, holder, shape, kind in (
        ("level", -1, ir.SCALAR, INT),
        ("maybe", -1, ir.SCALAR, optional),
        ("numbers", 5, ir.SCALAR, INT),
        ("list", -1, room, MANY),
        ("lists", 6, room, MANY),
        ("a", -1, ir.Shape("set", a, 1), ir.ValueType("member", 1, many=True)),
        ("b", -1, ir.Shape("set", b, 2), ir.ValueType("member", 2, many=True)),
        ("map_a", -1, ir.Shape("map", a, 1, ir.SCALAR), INT),
        ("map_b", -1, ir.Shape("map", b, 2, ir.SCALAR), INT),
        ("wet", 3, ir.SCALAR, ir.ValueType("bool")),
    ):
        low, high = (0, 9) if name == "level" else (ir.INT_MIN, ir.INT_MAX)
        made.append(ir.StateField(name, holder, world.at[name], shape, kind, ir.Visibility(), low=low, high=high))
    return tuple(made)


def _names(letter: str, count: int) -> tuple[str, ...]:
    return tuple([f"{letter}{i}" for i in range(count)])


def _present(dice: random.Random, size: int) -> tuple[tuple[int, ...], ...]:
    """Always all members, or some for each number of players."""
    if dice.random() < 0.5:
        return ()
    return ((), *[tuple(sorted(dice.sample(range(size), dice.randint(0, size)))) for _ in range(SEATS)])


def _board(dice: random.Random, size: int) -> tuple[tuple[int, ...], ...]:
    """A random graph; not all of it hangs together."""
    return tuple([tuple([dice.randrange(size) for _ in range(dice.choice((0, 1, 2, 2, 4)))]) for _ in range(size)])


def _rows(dice: random.Random) -> tuple[tuple[int, ...], ...]:
    return tuple([tuple([dice.randint(-2, 4) for _ in range(dice.randrange(5))]) for _ in range(FEW)])
