"""Dice to fold, with pips: those that a look names, and where it names none as many as are thrown at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ..book.maker import plain
from ..documents.colours import ink_on, mixed
from ..documents.drawing import Disc, Drawing, Mark, Shape, line
from .components import Component
from .layout import CUT
from .subject import Subject

EDGE, TAB = 16.0, 5.0
"""How long the edges of a die are, and how wide its tabs for glue, in millimetres."""
IVORY = "#f7f2e4"
FACES = {2: (1, 0), 1: (1, 1), 5: (1, 2), 6: (1, 3), 3: (0, 1), 4: (2, 1)}
"""Where each side of a die lies before it is folded, in columns and rows: what lies opposite makes seven."""
TABS = (
    (0, 1, "top"),
    (0, 1, "left"),
    (0, 1, "bottom"),
    (2, 1, "top"),
    (2, 1, "right"),
    (2, 1, "bottom"),
    (1, 0, "top"),
)
PIPS: Mapping[int, Sequence[tuple[int, int]]] = {
    1: ((1, 1),), 2: ((0, 0), (2, 2)), 3: ((0, 0), (1, 1), (2, 2)), 4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)), 6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}  # fmt: skip
"""The places of pips on each side, in thirds."""
CUBE = 6
_LARGEST = re.compile(r"\.\.\s*(\d+)")
_THROWN = re.compile(r"\broll\s+(\d*)d(\d+)\b")


def is_die(subject: Subject, kind: str) -> bool:
    """Whether the things of a kind are dice: a field of theirs is what dice show."""
    names = _fields(subject, kind)
    return any(each.rpartition(".")[2] in names and each.rpartition(".")[0] in ("", kind) for each in _named(subject))


def _fields(subject: Subject, kind: str) -> set[str]:
    decl = plain(subject.ruleset.kinds).get(kind)
    return set() if decl is None else {str(each) for each in decl.fields}


def folded(component: Component) -> Component:
    """A die as it is cut out."""
    return replace(component, sort="die", drawing=net(component.colour or IVORY))


def dice(subject: Subject) -> Iterator[Component]:
    """The dice that are no things of a kind: of each player, then of all."""
    owned = plain(subject.ruleset.players.fields)
    kinds = [kind for kind in map(str, subject.ruleset.kinds) if is_die(subject, kind)]
    of_kinds = {name for kind in kinds for name in _fields(subject, kind)}
    fields = {each for each in _named(subject) if "." not in each or each.startswith("Player.")} - of_kinds
    own = [name for name in owned if {name, f"Player.{name}"} & fields]
    shared = [name for name in plain(subject.ruleset.state) if name in fields]
    for name in own:
        many = max((_many(each) for each in _held(subject, f"Player.{name}")), default=0)
        for seat in subject.seats if many else ():
            colour, whose = subject.colours.get(seat, IVORY), subject.called(seat, "Player")
            yield from _dice(subject, name, owned[name].type.text, many, colour, seat, whose)
    for name in shared:
        type_ = plain(subject.ruleset.state)[name].type.text
        yield from _dice(subject, name, type_, max((_many(each) for each in _held(subject, name)), default=0))
    if not own and not shared and not kinds:
        for sides, many in sorted(_thrown(subject).items()):
            yield from _dice(subject, f"d{sides}", f"1..{sides}", many)


def _named(subject: Subject) -> list[str]:
    return [str(each) for each in subject.ruleset.look.dice]


def _held(subject: Subject, field: str) -> Iterator[object]:
    """The values of a field at the beginning, as each player sees it."""
    for seat in range(len(subject.seats)):
        if subject.beginning is not None:
            found = subject.beginning.observation(seat)["fields"].get(field)
            yield from found.values() if isinstance(found, Mapping) else (found,)


def _many(value: object) -> int:
    """How many dice show a value."""
    return len(value) if isinstance(value, list) else 1


def _thrown(subject: Subject) -> Counter[int]:
    """How many dice of so many sides are thrown at once at most, as the rules say it."""
    found: Counter[int] = Counter()
    for code in subject.codes:
        for many, sides in _THROWN.findall(code):
            found[int(sides)] = max(found[int(sides)], int(many or 1))
    return found


def _dice(
    subject: Subject, name: str, type_: str, many: int, colour: str = IVORY, owner: str = "", whose: str = ""
) -> Iterator[Component]:
    """So many dice. Of one that is no cube there are numbers to draw from."""
    highest = _LARGEST.search(type_)
    sides, title = int(highest[1]) if highest is not None else CUBE, subject.say("kit_die")
    if sides == CUBE and many:
        yield Component("die", "", name, title, many, colour, owner=owner, whose=whose, drawing=net(colour))
        return
    for value in range(1, sides + 1) if many else ():
        told = str(value)
        yield Component("disc", "", f"{name}_{value}", told, many, colour, told, owner=owner, whose=whose)


def net(colour: str) -> Drawing:
    """A die before it is folded: six sides with pips, tabs for glue, and lines where it is folded."""
    rim, ink = mixed(colour, "#000000", 0.35), ink_on(colour)
    marks: list[Mark] = [_tab(*each) for each in TABS]
    for value, (column, row) in FACES.items():
        x, y = _corner(column, row)
        square = ((x, y), (x + EDGE, y), (x + EDGE, y + EDGE), (x, y + EDGE))
        marks.append(Shape(square, colour, CUT, 0.15))
        step, radius = EDGE / 4, EDGE * (0.13 if value == 1 else 0.095)
        marks += [Disc(x + (dx + 1) * step, y + (dy + 1) * step, radius, ink) for dx, dy in PIPS[value]]
    folds = [((1, 1), (2, 1)), ((1, 2), (2, 2)), ((1, 3), (2, 3)), ((1, 1), (1, 2)), ((2, 1), (2, 2))]
    for start, end in folds:
        marks.append(line(*_corner(*start), *_corner(*end), rim, 0.25, 1.2, 0.8))
    return Drawing(3 * EDGE + 2 * TAB, 4 * EDGE + TAB, tuple(marks))


def _corner(column: int, row: int) -> tuple[float, float]:
    return TAB + column * EDGE, TAB + row * EDGE


def _tab(column: int, row: int, side: str) -> Shape:
    """A tab at a side of a face."""
    (x, y), slant = _corner(column, row), TAB * 0.7
    points = {
        "top": ((x, y), (x + slant, y - TAB), (x + EDGE - slant, y - TAB), (x + EDGE, y)),
        "bottom": (
            (x, y + EDGE),
            (x + slant, y + EDGE + TAB),
            (x + EDGE - slant, y + EDGE + TAB),
            (x + EDGE, y + EDGE),
        ),
        "left": ((x, y), (x - TAB, y + slant), (x - TAB, y + EDGE - slant), (x, y + EDGE)),
        "right": ((x + EDGE, y), (x + EDGE + TAB, y + slant), (x + EDGE + TAB, y + EDGE - slant), (x + EDGE, y + EDGE)),
    }
    return Shape(points[side], "#ffffff", CUT, 0.15)
