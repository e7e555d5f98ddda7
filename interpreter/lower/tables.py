"""The tables of a program while it is being made: functions, decisions, options, texts and places get their numbers."""

from __future__ import annotations

from yupana.schemas.source import Span

from ..language.types import Type
from ..program import ir, limits
from ..typed.bodies import Options
from ..typed.declared import DomainInfo
from ..typed.statements import Binder


class Tables:
    """Everything in a program that is named by a number. A number is reserved before what it names is made."""

    def __init__(self) -> None:
        self.domains: list[DomainInfo] = []
        self.files: dict[str, str] = {}
        self._lines: dict[str, list[str]] = {}
        self.tables: list[tuple[int, ...] | tuple[tuple[int, ...], ...]] = []
        self.functions: list[ir.Function | None] = []
        self.function_names: list[str] = []
        self.decisions: list[ir.Decision | None] = []
        self.alternatives: list[ir.Alternative] = []
        self.texts: list[ir.Text] = []
        self._text_numbers: dict[ir.Text, int] = {}
        self.places: list[ir.Place] = []
        self._place_numbers: dict[tuple[Span, str], int] = {}
        self.own_functions: dict[str, int] = {}
        self.faulty: set[int] = set()  # functions with a part that is left out because it is faulty
        self.uncut: dict[int, tuple[ir.Stmt, ...]] = {}  # the bodies of waiting functions before they were cut
        self.announcements: set[int] = set()  # functions that tell all what a player has chosen
        self.option_spans: dict[int, tuple[Span, ...]] = {}  # where the values of an alternative's parameters stand
        self.option_code: dict[int, Options | tuple[Binder, ...]] = {}  # what makes the options of an alternative
        self._told: dict[int, tuple[tuple[ir.Expr, ...], tuple[Span, ...]]] = {}

    # ------------------------------------------------------------ numbers

    def table(self, values: tuple[int, ...] | tuple[tuple[int, ...], ...]) -> int:
        """A new constant table; its number."""
        self.tables.append(values)
        return len(self.tables) - 1

    def place(self, span: Span, element: str) -> int:
        """The number of a place."""
        key = (span, element)
        if key not in self._place_numbers:
            self._place_numbers[key] = len(self.places)
            self.places.append(ir.Place(span.file, span.line, span.column, self.excerpt(span), element))
        return self._place_numbers[key]

    def excerpt(self, span: Span) -> str:
        """The author's words at a span, on one line."""
        text = self.files.get(span.file)
        if text is None or span.line <= 0:
            return ""
        if span.file not in self._lines:
            self._lines[span.file] = text.splitlines()
        lines = self._lines[span.file][span.line - 1 : span.end_line]
        if not lines:
            return ""
        if len(lines) == 1:
            lines[0] = lines[0][span.column - 1 : span.end_column - 1]
        else:
            lines[0] = lines[0][span.column - 1 :]
            lines[-1] = lines[-1][: span.end_column - 1]
        return " ".join(" ".join(lines).split())[:160]

    def text(self, text: ir.Text) -> int:
        """The number of a template."""
        if text not in self._text_numbers:
            self._text_numbers[text] = len(self.texts)
            self.texts.append(text)
        return self._text_numbers[text]

    def tells(self, args: tuple[ir.Expr, ...], spans: tuple[Span, ...]) -> None:
        """Remember where the values of a text stand in the ruleset."""
        self._told[id(args)] = (args, spans)  # the values themselves are kept, so that no other has their identity

    def spans_of(self, args: tuple[ir.Expr, ...]) -> tuple[Span, ...]:
        """Where the values of a text stand."""
        return self._told.get(id(args), ((), ()))[1]

    def plain_text(self, text: str) -> int:
        """The number of a text without values."""
        return self.text(ir.Text((text,), ()))

    def new_function(self, name: str) -> int:
        """Reserve a function's number."""
        self.functions.append(None)
        self.function_names.append(name)
        return len(self.functions) - 1

    def reserved(self, name: str) -> int:
        """The number of a function of the language's own that is made later (`score`, `winners`)."""
        if name not in self.own_functions:
            self.own_functions[name] = self.new_function(name)
        return self.own_functions[name]

    def new_decision(self) -> int:
        """Reserve a decision's number."""
        self.decisions.append(None)
        return len(self.decisions) - 1

    def new_alternative(self, alternative: ir.Alternative) -> int:
        """A new kind of option; its number."""
        self.alternatives.append(alternative)
        return len(self.alternatives) - 1

    # ------------------------------------------------------------ going back

    def mark(self) -> tuple[int, ...]:
        """How long the tables of the program are now."""
        tables = (self.functions, self.decisions, self.alternatives)
        return tuple(len(each) for each in tables)

    def back_to(self, mark: tuple[int, ...]) -> None:
        """Forget the functions and decisions added since (constant tables, texts and places are shared, and stay)."""
        del self.functions[mark[0] :], self.function_names[mark[0] :]
        del self.decisions[mark[1] :], self.alternatives[mark[2] :]

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
        return -2 if type_.kind == "bool" else -1

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

    @staticmethod
    def none_of(type_: Type) -> int:
        """The code of `none` for an optional scalar type."""
        return ir.NO_INT if type_.kind == "int" else ir.NONE
