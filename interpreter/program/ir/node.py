"""What a class of nodes declares about itself: the one place that walks, validator, facts and weights read.

A new statement declares it with its fields, and needs no branch anywhere but in the back ends.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias, get_origin, get_type_hints

# numbers of what is listed elsewhere in the program, or in the function that a node stands in; with `?` also -1: none
AlternativeNumber: TypeAlias = Annotated[int, "alternative"]
BlockNumber: TypeAlias = Annotated[int, "block"]
BlockOrNone: TypeAlias = Annotated[int, "block?"]
DecisionNumber: TypeAlias = Annotated[int, "decision"]
DomainNumber: TypeAlias = Annotated[int, "domain"]
DomainOrNone: TypeAlias = Annotated[int, "domain?"]
FunctionNumber: TypeAlias = Annotated[int, "function"]
FunctionOrNone: TypeAlias = Annotated[int, "function?"]
PositionNumber: TypeAlias = Annotated[int, "position"]
PlaceNumber: TypeAlias = Annotated[int, "place?"]
Slot: TypeAlias = Annotated[int, "local"]
SlotOrNone: TypeAlias = Annotated[int, "local?"]
TableNumber: TypeAlias = Annotated[int, "table"]
TableOrNone: TypeAlias = Annotated[int, "table?"]
TextOrNone: TypeAlias = Annotated[int, "text?"]


class Node:
    """A part of a program.

    `order` names its fields that matter when it runs, in order of evaluation: a field with nodes, and after a colon
    what its value must be (`:n` a number, `:[a]` a list, `:[slot]` a list of what fits the local in `slot`, `:<text>`
    what the text in `text` shows; nothing: anything, or the validator has a rule for it); a body of statements
    (`:do`); and `=` with a field whose local is set then. What follows from `order`: `parts` are the fields with
    nodes, `bodies` those with statements, `needs` and `shows` those of which something is demanded, `binds` the
    fields with locals that are set, and `steps` all, with whether a local is set there.

    `touches` is what it reads and changes of the state, its nodes aside: the zone whose number is in a field, `zones`
    all zones, `chance` the random generator, `notes` the notes of positions, `position` these and what it is made of.
    `does` is what else happens: `tells` something is logged, `emits` an
    option is made, `waits`. `cost` is what it costs itself, as an operation does. `calls`: it calls `function`.
    `ends`: no statement after it is reached.
    """

    __slots__ = ()

    order: ClassVar[str] = ""
    touches: ClassVar[str] = ""
    does: ClassVar[str] = ""
    cost: ClassVar[str] = ""
    calls: ClassVar[bool] = False
    ends: ClassVar[bool] = False

    parts: ClassVar[tuple[str, ...]] = ()
    bodies: ClassVar[tuple[str, ...]] = ()
    needs: ClassVar[tuple[tuple[str, str], ...]] = ()
    binds: ClassVar[tuple[str, ...]] = ()
    shows: ClassVar[tuple[tuple[str, str], ...]] = ()
    steps: ClassVar[tuple[tuple[str, bool], ...]] = ()

    def __init_subclass__(cls) -> None:
        words = [each.partition(":") for each in cls.order.split()]
        cls.steps = tuple([(name.removeprefix("="), name.startswith("=")) for name, _, _ in words])
        cls.parts = tuple([name for name, sets in cls.steps if not sets])
        cls.binds = tuple([name for name, sets in cls.steps if sets])
        cls.bodies = tuple([name for name, _, need in words if need == "do"])
        cls.needs = tuple([(name, need) for name, _, need in words if need in ("n", "[a]", "[slot]")])
        cls.shows = tuple([(name, need[1:-1]) for name, _, need in words if need.startswith("<")])


_NUMBERS: dict[type, tuple[tuple[str, str], ...]] = {}


def numbers_in(part: object) -> tuple[tuple[str, str], ...]:
    """The fields of a node or a row of a table that hold numbers of something, and of what."""
    return numbers_of(type(part))


def numbers_of(kind: type) -> tuple[tuple[str, str], ...]:
    """The same of all nodes or rows of a class."""
    known = _NUMBERS.get(kind)
    if known is None:
        hints = get_type_hints(kind, include_extras=True).items()
        found = [(name, hint.__metadata__[0]) for name, hint in hints if get_origin(hint) is Annotated]
        known = _NUMBERS[kind] = tuple(found)
    return known
