"""The tables of a program while it is being made: functions, decisions, options, texts and places get their numbers,
and everything that is stored its cells."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from yupana.schemas.source import Diagnostic, Span

from ..language import messages
from ..language.types import Type
from ..program import ir, limits
from ..typed.bodies import Options
from ..typed.declarations import Declarations, Values
from ..typed.declared import ActionInfo, FieldInfo, OptionInfo, PositionInfo, PredicateInfo, Signature, StepInfo
from ..typed.rules import Worked
from ..typed.statements import Binder
from .stops import Stop

WORDS = ".texts"
"""The name of the domain of the texts that conditions choose: that of no declaration, and as an attribute's with a dot
in it."""

Stored = FieldInfo | OptionInfo | StepInfo


class Tables:
    """Everything in a program that is named by a number. A number is reserved before what it names is made. `faults`
    are those that show only when code is lowered: what has no room in a state. With `stops` the program is made to be
    stepped through, and they are where it can be stopped (`lower/stops.py`)."""

    def __init__(self, declared: Declarations, stops: list[Stop] | None = None) -> None:
        self.stops = stops
        self.declared = declared
        self.domains = declared.domains
        self.tables: list[Values] = list(declared.tables)
        self._table_numbers: dict[object, int] = {}
        self.functions: list[ir.Function | None] = []
        self.function: dict[Signature | PredicateInfo | ActionInfo, int] = {}
        for signature in declared.signatures.values():
            self.function[signature] = self.new_function()
        for predicate in [each for domain in declared.domains for each in domain.predicates.values()]:
            self.function[predicate] = self.new_function()
        self.generator: dict[ActionInfo, int] = {}  # the functions that make the options of actions
        self.asked_for: dict[tuple[ActionInfo, str], int] = {}  # the functions of `can` and `options`, by their words
        self.alternative = {each: number for number, each in enumerate(declared.actions)}
        for action in declared.actions:
            self.generator[action], self.function[action] = self.new_function(), self.new_function()
        self.decisions: list[ir.Decision | None] = []
        self.alternatives: list[ir.Alternative] = [
            ir.Alternative(each.name, (), -1, (), -1, each.name) for each in declared.actions
        ]
        self.texts: list[ir.Text] = []
        self._text_numbers: dict[ir.Text, int] = {}
        self.chosen: dict[tuple[str, Span, int], int] = {}  # the members of the domain `WORDS` with their numbers
        self.places: list[ir.Place] = []
        self._place_numbers: dict[tuple[Span, str], int] = {}
        self.own_functions: dict[str, int] = {}
        self.worked: dict[PositionInfo, tuple[Worked, ...]] = {}  # the values of which positions are made
        self.named: set[int] = set()  # the domains of which something is named that some games do not have
        self.faulty: set[int] = set()  # functions with a part that is left out because it is faulty
        self.uncut: dict[int, tuple[ir.Stmt, ...]] = {}  # the bodies of waiting functions before they were cut
        self.announcements: set[int] = set()  # functions that tell all what a player has chosen
        self.option_spans: dict[int, tuple[Span, ...]] = {}  # where the values of an alternative's parameters stand
        self.option_code: dict[int, Options | tuple[Binder, ...]] = {}  # what makes the options of an alternative
        self._spans: dict[int, tuple[tuple[ir.Expr, ...], tuple[Span, ...]]] = {}
        self.faults: list[Diagnostic] = []
        self.cells = ir.HEADER_CELLS
        self.cell: dict[Stored, int] = {}
        self.shape: dict[FieldInfo, ir.Shape] = {}
        self.zone_cells: dict[str, int] = {}
        self.held: set[int] = set()  # the decisions whose answers are held back
        self.revealing: dict[int, tuple[ir.SetLocal, int, int]] = {}  # by identity: what reads values that were held
        self._lay_out()
        for each in declared.signatures.values():
            self.place(each.span, each.element)

    def extended(self) -> Tables:
        """The same tables, to which more can be added; these stay as they are."""
        more = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | dict | set) and name != "domains":
                vars(more)[name] = copy(value)
        more.faults = []
        return more

    # ------------------------------------------------------------ the state

    def _lay_out(self) -> None:
        """Cells for everything that is stored: options, fields, steps, fields of the language's own, zones."""
        declared = self.declared
        for option in declared.options.values():
            self.cell[option] = self._allocate(1, option.span)
        self._fields([each for each in declared.fields if not each.internal])
        for step in declared.steps.values():
            self.cell[step] = self._allocate(1, step.span)
        self._fields([each for each in declared.fields if each.internal])
        zones, pieces = declared.zone_count, declared.piece_count
        counts = {"zone_first": zones, "zone_last": zones, "zone_size": zones}
        counts |= {"piece_zone": pieces, "piece_next": pieces, "piece_prev": pieces}
        for name, count in counts.items():
            self.zone_cells[name] = self._allocate(count, declared.ruleset.span)

    def _fields(self, fields: list[FieldInfo]) -> None:
        for info in fields:
            shape = self.shape[info] = self.loose_shape(info.type)
            count = 1 if info.domain < 0 else self.domains[info.domain].size
            self.cell[info] = self._allocate(shape.cells * count, info.span)

    def _allocate(self, cells: int, span: Span) -> int:
        """Reserve cells of the state; the first one."""
        base = self.cells
        self.cells += cells
        if self.cells > limits.CELLS:
            self.faults.append(messages.too_large(messages.Limit.STATE, limits.CELLS, span))
            self.cells = ir.HEADER_CELLS
        return base

    # ------------------------------------------------------------ numbers

    def table(self, values: Values, of: object = None) -> int:
        """The number of a constant table. One that belongs to something is made once."""
        if of is not None and of in self._table_numbers:
            return self._table_numbers[of]
        self.tables.append(values)
        number = len(self.tables) - 1
        if of is not None:
            self._table_numbers[of] = number
        return number

    def known_table(self, of: object) -> int | None:
        """The number of the table that belongs to something, if it was made already."""
        return self._table_numbers.get(of)

    def place(self, span: Span, element: str) -> int:
        """The number of a place."""
        key = (span, element)
        if key not in self._place_numbers:
            self._place_numbers[key] = len(self.places)
            self.places.append(ir.Place(span.file, span.line, span.column, self.declared.excerpt(span), element))
        return self._place_numbers[key]

    def text(self, text: ir.Text) -> int:
        """The number of a template."""
        if text not in self._text_numbers:
            self._text_numbers[text] = len(self.texts)
            self.texts.append(text)
        return self._text_numbers[text]

    def words(self, text: str, span: Span, at: int = 0) -> int:
        """The number of a text that a condition chooses, the one numbered `at` of what stands at a place. So it is the
        same in all languages, whatever is said there."""
        return self.chosen.setdefault((text, span, at), len(self.chosen))

    @property
    def words_type(self) -> ir.ValueType:
        """The type of such texts."""
        return ir.ValueType("member", len(self.domains))

    def tells(self, args: tuple[ir.Expr, ...], spans: tuple[Span, ...]) -> None:
        """Remember where the values of a text stand in the ruleset."""
        self._spans[id(args)] = (args, spans)  # the values themselves are kept, so that no other has their identity

    def spans_of(self, args: tuple[ir.Expr, ...]) -> tuple[Span, ...]:
        """Where the values of a text stand."""
        return self._spans.get(id(args), ((), ()))[1]

    def plain_text(self, text: str) -> int:
        """The number of a text without values."""
        return self.text(ir.Text((text,), ()))

    def new_function(self) -> int:
        """Reserve a function's number."""
        self.functions.append(None)
        return len(self.functions) - 1

    def reserved(self, name: str) -> int:
        """The number of a function of the language's own that is made later (`score`, `winners`)."""
        if name not in self.own_functions:
            self.own_functions[name] = self.new_function()
        return self.own_functions[name]

    def new_decision(self) -> int:
        """Reserve a decision's number."""
        self.decisions.append(None)
        return len(self.decisions) - 1

    def new_alternative(self, alternative: ir.Alternative) -> int:
        """A new kind of option; its number."""
        self.alternatives.append(alternative)
        return len(self.alternatives) - 1

    # ------------------------------------------------------------ shapes

    def loose_shape(self, type_: Type) -> ir.Shape:
        """The shape of a local that need not be stored: a list of which no bound is known has the language's."""
        inner = None if type_.element is None else self.loose_shape(type_.element)
        if type_.kind == "list":
            return ir.Shape("list", limits.LIST if type_.bound is None else min(type_.bound, limits.LIST), of=inner)
        if type_.kind in ("set", "map"):
            return ir.Shape(type_.kind, self.domains[type_.domain].size, type_.domain, inner)
        return ir.Shape("scalar", 1, self.scalar_domain(type_)) if type_.scalar else ir.Shape("list", 0)

    @staticmethod
    def scalar_domain(type_: Type) -> int:
        """The `domain` of a Shape for a scalar."""
        if type_.kind == "member":
            return type_.domain
        return -2 if type_.kind == "bool" and not type_.optional else -1

    def option_type(self, type_: Type) -> ir.ValueType:
        """How values of options are printed: of a map, the values of all its keys."""
        return replace(self.value_type(type_), many=True) if type_.kind == "map" else self.value_type(type_)

    def value_type(self, type_: Type) -> ir.ValueType:
        """How values of the type are printed."""
        if type_.kind == "list" and type_.element is not None:
            inner = self.value_type(type_.element)
            return ir.ValueType(inner.kind, inner.domain, inner.optional, True)
        if type_.kind == "set":
            return ir.ValueType("member", type_.domain, False, True)
        if type_.kind == "member":
            return ir.ValueType("member", type_.domain, type_.optional)
        if type_.kind == "map" and type_.element is not None:
            return self.value_type(type_.element)
        return ir.ValueType("bool" if type_.kind == "bool" else "int", -1, type_.optional)
