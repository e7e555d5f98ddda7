"""Pieces of Python source: how tightly an expression binds, constants with a name, lines with their place.

Nothing an author wrote is pasted into the source: texts stay outside it, names are reduced to letters, digits and
underscores, and everything else is an int.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from ...program import ir
from ...program.facts import ProgramFacts
from ...program.walk import domain_of

# How tightly Python's operators bind, loosest first.
TERNARY, OR, AND, NOT, COMPARE, BIT_OR, BIT_AND, SUM, PRODUCT, UNARY, ATOM = range(11)

INLINE_MOST = 12
"""A constant list of more elements gets a name of its own."""


class Code(NamedTuple):
    """A Python expression. `held` says how a list-shaped value is held: "tuple", "list" or "range"; "" for others."""

    text: str
    level: int = ATOM
    held: str = ""

    def at(self, level: int) -> str:
        """The text, in parentheses where it binds less tightly than `level`."""
        return self.text if self.level >= level else f"({self.text})"


def as_tuple(code: Code) -> Code:
    """The same value as a tuple, which is how lists are kept, compared and handed on."""
    return code if code.held in ("tuple", "") else Code(f"tuple({code.text})", ATOM, "tuple")


def literal(values: Sequence[int]) -> str:
    """A tuple of ints as source."""
    return f"({values[0]},)" if len(values) == 1 else "(" + ", ".join(map(str, values)) + ")"


def identifier(name: str) -> str:
    """What is left of a name that may stand in Python source."""
    return re.sub(r"[^A-Za-z0-9_]+", "_", name)[:60].strip("_")


class Constants:
    """The module-level constants that the emitted functions turn out to need."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.facts = ProgramFacts(program)
        self.lines: dict[str, str] = {}
        self.helpers: list[Lines] = []
        self.searches: dict[str, ir.Expr] = {}
        self.changed: list[tuple[Callable[[int], str], int]] = []
        self._names: dict[str, int] = {}
        self._named: dict[tuple[int, ...], str] = {}
        sizes = [len(domain.names) for domain in program.domains]
        self.bits = max([256, *sizes])

    def for_another(self, program: ir.Program) -> Constants:
        """Those of a program that has what this one has, some of it changed, and more: what is there keeps its name.
        Of what is changed there is no line yet, or one that says what it is now."""
        made = Constants(program)
        made.lines, made.searches = dict(self.lines), dict(self.searches)
        for number, (one, other) in enumerate(zip(self.program.tables, program.tables, strict=False)):
            if one is not other and one != other:
                for name, again in ((f"TABLE{number}", made.table), (f"SETS{number}", made.masks)):
                    if made.lines.pop(name, None) is not None:
                        made.changed.append((again, number))
        made._names, made._named = dict(self._names), dict(self._named)
        return made

    def write_changed(self) -> None:
        """Write the lines of what is changed."""
        for write, number in self.changed:
            write(number)

    def name_for(self, stem: str) -> str:
        """A name that no other function has."""
        count = self._names[stem] = self._names.get(stem, 0) + 1
        return f"{stem}_{count}"

    def numbers(self, values: tuple[int, ...]) -> str:
        """A constant list."""
        if len(values) <= INLINE_MOST:
            return literal(values)
        name = self._named.get(values)
        if name is None:
            name = self._named[values] = f"LIST{len(self._named)}"
            self.lines[name] = f"{name} = {literal(values)}"
        return name

    def table(self, number: int) -> str:
        """A table of numbers or of rows."""
        name = f"TABLE{number}"
        if name not in self.lines:
            rows = self.program.tables[number]
            text = ", ".join([literal(row) if isinstance(row, tuple) else str(row) for row in rows])
            self.lines[name] = f"{name} = ({text},)" if rows else f"{name} = ()"
        return name

    def masks(self, number: int) -> str:
        """The rows of a table as sets."""
        name = f"SETS{number}"
        if name not in self.lines:
            rows = [row for row in self.program.tables[number] if isinstance(row, tuple)]
            text = ", ".join([str(set_of(row)) for row in rows])
            self.lines[name] = f"{name} = ({text},)" if rows else f"{name} = ()"
        return name

    def only_acts(self, function: int) -> bool:
        """Whether all that a function changes is who acts, so that this can be put back instead of copying."""
        known = self.facts.function(function)
        return known.writes <= {("cell", ir.CELL_ME)} and "tells" not in known.does

    def domain(self, number: int) -> str:
        """The members of a domain that are in the game."""
        domain = self.program.domains[number]
        if not domain.present:
            return self._domain_constant(number, literal(range(len(domain.names))))
        rows = ", ".join([literal(row) for row in domain.present])
        return self._domain_constant(number, f"({rows},)") + f"[{form(domain)}]"

    def length(self, items: ir.Expr) -> int | None:
        """How many elements a list has, where that is known."""
        if isinstance(items, ir.ConstList):
            return len(items.values)
        domain = domain_of(self.program, items)
        return None if domain is None or domain.present else len(domain.names)

    def domain_set(self, number: int) -> str:
        """The same as a set."""
        domain = self.program.domains[number]
        if not domain.present:
            return str((1 << len(domain.names)) - 1)
        name = f"{self._domain_name(number)}_SETS"
        self.lines[name] = f"{name} = ({', '.join([str(set_of(row)) for row in domain.present])},)"
        return f"{name}[{form(domain)}]"

    def outline(self, params: Sequence[str], text: str, frame: str) -> str:
        """A function for an expression; `frame` is where the first cell of the frame is found, if it is needed."""
        name = f"deep{len(self.lines)}"
        first = f"    F = {frame}\n" if frame else ""
        self.lines[name] = f"def {name}({', '.join(['S', *params])}):\n{first}    return {text}"
        return name

    def _domain_name(self, number: int) -> str:
        return f"DOMAIN{number}_{identifier(self.program.domains[number].name)}"

    def _domain_constant(self, number: int, text: str) -> str:
        name = self._domain_name(number)
        self.lines[name] = f"{name} = {text}"
        return name


def form(domain: ir.Domain) -> str:
    """The number of the form in which the members of a domain are in the game."""
    text = ""
    for each in domain.axes:
        chosen = f"S[{each.cell}]" + (f" - {each.low}" if each.low > 0 else f" + {-each.low}" if each.low else "")
        text = f"({text}) * {each.many} + {chosen}" if text else chosen
    return text or f"S[{ir.CELL_PLAYERS}]"


def set_of(members: Sequence[int]) -> int:
    """A constant set."""
    out = 0
    for each in members:
        if each >= 0:
            out |= 1 << each
    return out


@dataclass
class Lines:
    """Source lines under construction, each with the place it came from (-1: none)."""

    out: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    depth: int = 0
    place: int = -1

    def add(self, text: str, place: int = -1) -> None:
        """One line at the present depth."""
        self.out.append("    " * self.depth + text)
        self.places.append(place if place >= 0 else self.place)

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """One level deeper."""
        self.depth += 1
        yield
        self.depth -= 1

    @contextmanager
    def under(self, head: str, place: int = -1) -> Iterator[None]:
        """Under a line that begins something."""
        self.add(head, place)
        with self.deeper():
            yield

    def pay(self, work: int | str, place: int) -> None:
        """Take so much from the allowance of work; a fault of this place when it is used up."""
        self.add(f"WORK[0] -= {work}")
        self.add("if WORK[0] < 0:")
        self.add(f"    overworked({place})")

    def head(self, text: str, place: int = -1) -> None:
        """The `def` of a function, after a blank line."""
        self.out.append("")
        self.places.append(-1)
        self.add(text, place)

    def insert(self, at: int, text: str) -> None:
        """One line before line `at`, at the present depth."""
        self.out.insert(at, "    " * self.depth + text)
        self.places.insert(at, self.place)

    def extend(self, other: Lines) -> None:
        """The lines of another, after these."""
        self.out.extend(other.out)
        self.places.extend(other.places)
